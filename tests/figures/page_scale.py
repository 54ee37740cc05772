"""docs/benchmarks/scale.md: several GPUs of one process, and what moves between them."""
import statistics

from figures import digits, fixed

PAGE = "docs/benchmarks/scale.md"
TASKS = {"pagerank": "PageRank, 20 rounds", "spmv": "SpMV FP32", "bfs": "BFS levels", "spmm": "SpMM FP32, F = 256",
         "spmm64": "SpMM FP32, F = 64", "triangles": "triangles, the product and its sum"}
LISTS = ("0", "0,1", "0,1,2,3")
# With the whole graph, of a call. PageRank counts the degrees by one, too.
PRODUCTS = {"pagerank": 21, "spmm": 1}
# What was meant to be reached: task, graph, GPUs, gain.
MEANT = (("pagerank", "rmat:24:16", 2, 1.85), ("pagerank", "rmat:25:16", 2, 1.85), ("pagerank", "rmat:25:16", 4, 3.4),
         ("spmv", "rmat:24:16", 2, 1.75), ("bfs", "rmat:24:16", 2, 1.4), ("spmm", "rmat:20:16", 2, 1.9),
         ("spmm", "rmat:20:16", 4, 3.6), ("triangles", "rmat:22:16", 2, 1.8), ("triangles", "rmat:22:16", 4, 3.4),
         ("bfs", "rmat:20:16", 2, 0.97))


def medians(lines, kind="devices"):
    """{(graph, task): {GPUs, or memory: median of all rounds in ms}}, in the order of the first line of each."""
    rounds = {}
    for line in lines:
        if "task" in line:
            of_task = rounds.setdefault((line["graph"], line["task"]), {})
            of_task.setdefault(line[kind], []).extend(line["rounds"])
    return {key: {devices: statistics.median(times) for devices, times in found.items()} for key, found in rounds.items()}


def check_team(page):
    found = medians(page.raw("scale_team.json").lines)
    rows, gains = [], {}
    for task, name in TASKS.items():
        for graph in sorted(graph for graph, own in found if own == task):
            ms = found[graph, task]
            gains[graph, task] = [ms["0"] / ms[devices] for devices in LISTS]
            rows.append([name, graph, *(digits(ms[devices]) for devices in LISTS),
                         *(fixed(gain, 2) for gain in gains[graph, task][1:])])
    page.table(["", "graph", "one GPU, ms", "two, ms", "four, ms", "gain of two", "of four"], rows)
    meant = []
    for task, graph, gpus, wanted in MEANT:
        gain = gains[graph, task][gpus // 2]
        reached = fixed(gain, 2) if gain >= wanted else f"missed: {fixed(gain, 2)}"
        meant.append([TASKS[task], graph, str(gpus), fixed(wanted, 2), reached])
    page.table(["meant", "graph", "GPUs", "to reach", "reached"], meant)
    page.says("PageRank on rmat:24:16 {} times as fast on two GPUs and {} times on four, on rmat:25:16 {} and {}",
              *(fixed(gains[graph, "pagerank"][k], 2) for graph in ("rmat:24:16", "rmat:25:16") for k in (1, 2)))
    page.says("SpMV on rmat:24:16 {} and {} times, SpMM of 256 columns on rmat:22:16 {} and {}, triangles of rmat:22:16 {} and {}, "
              "BFS on rmat:25:16 {} and {}",
              *(fixed(gains[key][k], 2) for key in (("rmat:24:16", "spmv"), ("rmat:22:16", "spmm"), ("rmat:22:16", "triangles"),
                                                    ("rmat:25:16", "bfs")) for k in (1, 2)))
    page.says("BFS on rmat:20:16 took {} and {} times as long, on rmat:22:16 {} and {}",
              *(fixed(1 / gains[graph, "bfs"][k], 2) for graph in ("rmat:20:16", "rmat:22:16") for k in (1, 2)))
    page.says("The model expects {} and {} of PageRank on rmat:24:16, and {} and {} were measured", "1.82", "3.20",
              *(fixed(gains["rmat:24:16", "pagerank"][k], 2) for k in (1, 2)))


def check_streamed(page):
    lines = [line for line in page.raw("scale_streamed.json").lines if "task" in line]
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
    page.says("less than the product in memory, which takes {} ms", digits(in_memory["spmm"], 2))
    page.says("PageRank uploads {} GB/s", digits(rates["pagerank", "yes"][1]))


def check_exchange(page):
    lines = [line for line in page.raw("scale_exchange.json").lines if "bytes" in line]
    page.table(["bytes", "one way, µs", "GB/s", "both ways, µs", "GB/s together", "by way of the host, µs"],
               [[f"{line['bytes']:,}", fixed(line["one_way_us"], 0), digits(line["one_way_gbs"]), fixed(line["both_ways_us"], 0),
                 digits(line["both_ways_gbs"]), fixed(line["by_host_us"], 0)] for line in lines])


def check(page):
    check_team(page)
    check_streamed(page)
    check_exchange(page)
