"""docs/benchmarks/scale.md: several GPUs of one process, and what moves between them."""
import statistics

from figures import digits, fixed

PAGE = "docs/benchmarks/scale.md"
TASKS = {"pagerank": "PageRank, 20 rounds", "spmv": "SpMV FP32", "bfs": "BFS levels", "spmm": "SpMM FP32, F = 256",
         "triangles": "triangles, the product and its sum"}


def medians(lines):
    """{(graph, task): {GPUs: median of all rounds in ms}}, in the order of the first line of each."""
    rounds = {}
    for line in lines:
        if "task" in line:
            of_task = rounds.setdefault((line["graph"], line["task"]), {})
            of_task.setdefault(line["devices"], []).extend(line["rounds"])
    return {key: {devices: statistics.median(times) for devices, times in found.items()} for key, found in rounds.items()}


def check_team(page):
    found = medians(page.raw("scale_team.json").lines)
    rows, gains = [], {}
    for task, name in TASKS.items():
        for graph in sorted(graph for graph, own in found if own == task):
            ms = found[graph, task]
            gains[graph, task] = ms["0"] / ms["0,1"]
            rows.append([name, graph, digits(ms["0"]), digits(ms["0,1"]), fixed(gains[graph, task], 2)])
    page.table(["", "graph", "one GPU, ms", "two, ms", "gain"], rows)
    page.says("SpMV on rmat:24:16 {} times as fast, SpMM on rmat:20:16 {} times, triangles of rmat:22:16 {} times, PageRank on "
              "rmat:24:16 {} times",
              *(fixed(gains[key], 2) for key in (("rmat:24:16", "spmv"), ("rmat:20:16", "spmm"), ("rmat:22:16", "triangles"),
                                                 ("rmat:24:16", "pagerank"))))


def check_exchange(page):
    lines = [line for line in page.raw("scale_exchange.json").lines if "bytes" in line]
    page.table(["bytes", "one way, µs", "GB/s", "both ways, µs", "GB/s together", "by way of the host, µs"],
               [[f"{line['bytes']:,}", fixed(line["one_way_us"], 0), digits(line["one_way_gbs"]), fixed(line["both_ways_us"], 0),
                 digits(line["both_ways_gbs"]), fixed(line["by_host_us"], 0)] for line in lines])


def check(page):
    check_team(page)
    check_exchange(page)
