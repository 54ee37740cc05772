"""docs/benchmarks/scale.md: several GPUs of one process, and what moves between them."""
import statistics

from figures import Page, digits, fixed

PAGE = "docs/benchmarks/scale.md"
TASKS = {"pagerank": "PageRank, 20 rounds", "spmv": "SpMV FP32", "bfs": "BFS levels", "spmm": "SpMM FP32, F = 256",
         "spmm64": "SpMM FP32, F = 64", "triangles": "triangles, the product and its sum"}
LISTS = ("0", "0,1", "0,1,2,3")
# With the whole graph, of a call. PageRank counts the degrees by one, too.
PRODUCTS = {"pagerank": 21, "spmm": 1}
# Without runs on two.
LARGE = ("rmat:27:16", "rmat:28:16")


def medians(lines, kind="devices"):
    """{(graph, task): {GPUs, or memory: median of all rounds in ms}}, in the order of the first line of each."""
    rounds = {}
    for line in lines:
        if "task" in line:
            of_task = rounds.setdefault((line["graph"], line["task"]), {})
            of_task.setdefault(line[kind], []).extend(line["rounds"])
    return {key: {devices: statistics.median(times) for devices, times in found.items()} for key, found in rounds.items()}


def check_team(page):
    found = medians(page.raw("scale_team.jsonl").lines)
    rows, gains = [], {}
    for task, name in TASKS.items():
        for graph in sorted(graph for graph, own in found if own == task and graph not in LARGE):
            ms = found[graph, task]
            gains[graph, task] = [ms["0"] / ms[devices] for devices in LISTS]
            rows.append([name, graph, *(digits(ms[devices]) for devices in LISTS),
                         *(fixed(gain, 2) for gain in gains[graph, task][1:])])
    page.table(["", "graph", "one GPU, ms", "two, ms", "four, ms", "gain of two", "of four"], rows)
    page.says("PageRank on rmat:24:16 {} times as fast on two GPUs and {} times on four, on rmat:25:16 {} and {}",
              *(fixed(gains[graph, "pagerank"][k], 2) for graph in ("rmat:24:16", "rmat:25:16") for k in (1, 2)))
    page.says("SpMV on rmat:24:16 {} and {} times, SpMM of 256 columns on rmat:22:16 {} and {}, triangles of rmat:22:16 {} and {}, "
              "BFS on rmat:26:16 {} and {}",
              *(fixed(gains[key][k], 2) for key in (("rmat:24:16", "spmv"), ("rmat:22:16", "spmm"), ("rmat:22:16", "triangles"),
                                                    ("rmat:26:16", "bfs")) for k in (1, 2)))
    page.says("in {} ms on rmat:26:16 one GPU pulls", fixed(found["rmat:26:16", "bfs"]["0"], 1))
    page.says("{} on rmat:25:16, {} on rmat:26:16", *(fixed(gains[graph, "pagerank"][2], 2) for graph in ("rmat:25:16", "rmat:26:16")))
    page.says("2.15 to {} ms on rmat:24:16", fixed(found["rmat:24:16", "bfs"]["0"], 2))
    page.says("and that takes {} and {} times as long", *(fixed(1 / gains["rmat:20:16", "bfs"][k], 2) for k in (1, 2)))
    pagerank = [fixed(gains["rmat:24:16", "pagerank"][k], 2) for k in (1, 2)]
    page.says("The model expects {} and {} of PageRank on rmat:24:16, and {} and {} were measured", "1.71", "2.83", *pagerank)
    guide = Page("docs/guide/scale.md", page.root)
    guide.says("two and four H200 reach [{} and {}]", *pagerank)
    changelog = Page("CHANGELOG.md", page.root)
    changelog.says("On two and four H200 PageRank on rmat:24:16 is {} and {} times as fast as on one", *pagerank)
    changelog.says("SpMM with 256 columns on rmat:22:16 {} and {}, triangles of rmat:22:16 {} and {}",
                   *(fixed(gains["rmat:22:16", task][k], 2) for task in ("spmm", "triangles") for k in (1, 2)))
    page.problems += [f"{other.path}: {problem}" for other in (guide, changelog) for problem in other.problems]


def check_results(page):
    """Results of one task are the same on any number of GPUs: sums of floats but for the order."""
    results = {}
    for line in page.raw("scale_team.jsonl").lines:
        if "task" in line:
            results.setdefault((line["graph"], line["task"]), []).append(line["result"])
    for key, own in results.items():
        wanted = len(LISTS) - 1 if key[0] in LARGE else len(LISTS)
        if len(own) != wanted or max(own) - min(own) > 1e-6 * abs(own[0]):
            raise ValueError(f"{key}: results {own}")


def check_large(page):
    found = medians(page.raw("scale_team.jsonl").lines)
    held = {(line["graph"], line["task"], line["devices"]): line["held_bytes"] / 1e9
            for line in page.raw("scale_team.jsonl").lines if "task" in line}
    one, four = LISTS[0], LISTS[-1]
    page.table(["large", "graph", "one GPU, ms", "four, ms", "gain", "one GPU, GB", "four, GB"],
               [[TASKS[task], graph, digits(found[graph, task][one]), digits(found[graph, task][four]),
                 fixed(found[graph, task][one] / found[graph, task][four], 2),
                 digits(held[graph, task, one]), digits(held[graph, task, four])]
                for task in ("pagerank", "bfs") for graph in LARGE])


def check_weak(page):
    found = medians(page.raw("scale_team.jsonl").lines)
    graphs = ("rmat:24:16", "rmat:25:16", "rmat:26:16")
    rows = []
    for task in ("pagerank", "bfs"):
        ms = [found[graph, task][devices] for graph, devices in zip(graphs, LISTS)]
        rows.append([TASKS[task], *(digits(one) for one in ms), *(fixed(ms[0] / one, 2) for one in ms[1:])])
    page.table(["", "rmat:24:16 on one, ms", "rmat:25:16 on two, ms", "rmat:26:16 on four, ms", "of one GPU's speed: two", "four"],
               rows)


def check_memory(page):
    held = {(line["graph"], line["task"], line["devices"]): line["held_bytes"] / 1e9
            for line in page.raw("scale_team.jsonl").lines if "task" in line}
    page.table(["", "graph", "one GPU, GB", "two, GB", "four, GB"],
               [[TASKS[task], graph, *(digits(held[graph, task, devices]) for devices in LISTS)]
                for task in ("pagerank", "bfs") for graph in ("rmat:24:16", "rmat:26:16")])
    ms = {(line["graph"], line["task"], line["devices"]): line["ms"]
          for line in page.raw("scale_memory.jsonl").lines if "task" in line}
    smaller, larger = ("rmat:23:16", "0"), ("rmat:24:16", "0,1")
    page.says("takes {} ms on one GPU, and on rmat:24:16, which has 2.01 times the entries and does not fit one of them, {} ms on two",
              *(digits(ms[graph, "bfs", devices]) for graph, devices in (smaller, larger)))
    page.says("PageRank with that limit takes {} and {} ms",
              *(f"{ms[graph, 'pagerank', devices]:,.0f}" for graph, devices in (smaller, larger)))
    page.says("Four GPUs take rmat:25:16, 4.05 times the entries, in {} and {} ms",
              *(digits(ms["rmat:25:16", task, "0,1,2,3"]) for task in ("pagerank", "bfs")))


def check_streamed(page):
    lines = [line for line in page.raw("scale_streamed.jsonl").lines if "task" in line]
    in_memory = {line["task"]: line["ms"] for line in lines if line["memory"] == "all"}
    rows, rates = [], {}
    for line in lines:
        if line["memory"] == "all":
            continue
        task, ms, products = line["task"], line["ms"], PRODUCTS[line["task"]]
        pinned = {"half": "yes", "0": "no"}[line["pinned"]]
        rates[task, pinned] = (in_memory[task] / ms, line["uploaded"] / ms / 1e6)
        rows.append([TASKS[task], line["graph"], pinned, fixed(int(line["memory"]) / 1e9, 2), digits(in_memory[task]), digits(ms),
                     fixed(in_memory[task] / ms, 2), digits(line["uploaded"] / products / 1e6),
                     digits(line["uploaded"] / ms / 1e6)])
    page.table(["", "graph", "pinned", "memory, GB", "in memory, ms", "streamed, ms", "of the speed", "MB uploaded a product",
                "GB/s"], rows)
    page.says("as long as the product in memory, which takes {} ms", digits(in_memory["spmm"], 2))
    page.says("SpMM has {} of the speed in memory", fixed(rates["spmm", "yes"][0], 2))
    page.says("PageRank uploads {} GB/s", digits(rates["pagerank", "yes"][1]))


def check_exchange(page):
    lines = [line for line in page.raw("scale_exchange.jsonl").lines if "bytes" in line]
    page.table(["bytes", "one way, µs", "GB/s", "both ways, µs", "GB/s together", "by way of the host, µs"],
               [[f"{line['bytes']:,}", fixed(line["one_way_us"], 0), digits(line["one_way_gbs"]), fixed(line["both_ways_us"], 0),
                 digits(line["both_ways_gbs"]), fixed(line["by_host_us"], 0)] for line in lines])


def check(page):
    check_team(page)
    check_results(page)
    check_large(page)
    check_weak(page)
    check_memory(page)
    check_streamed(page)
    check_exchange(page)
