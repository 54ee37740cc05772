"""docs/benchmarks/gpu_small.md: products of few entries on a GPU against cuSPARSE, and what the host takes."""
from figures import digits, fixed, geomean, span

PAGE = "docs/benchmarks/gpu_small.md"
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


def peer(times):
    return min(time["us"] for name, time in times.items() if name.startswith("cusparse_alg"))


def chosen(times):
    return next(time for name, time in times.items() if name.startswith("chosen"))


def short(name):
    return name.split(" -> ")[0].removesuffix(".zst").removesuffix(".mtx")


class Line:
    def __init__(self, line):
        self.graph, self.entries = short(line["graph"]), line["nvals"]
        self.columns = line.get("columns", 1)
        self.ours, self.peer = chosen(line["times"]), peer(line["times"])
        self.us = self.ours["us"]
        self.ratio = self.peer / self.us


def lines_of(page, name):
    return [Line(line) for line in page.raw(name).lines if "times" in line]


def summary(name, lines):
    ratios = [line.ratio for line in lines]
    low, high = min(lines, key=lambda line: line.ratio), max(lines, key=lambda line: line.ratio)
    return [name, str(len(lines)), span((line.us for line in lines), 1), span((line.peer for line in lines), 1),
            fixed(geomean(ratios), 2), f"{fixed(low.ratio, 2)} ({low.graph})", f"{fixed(high.ratio, 2)} ({high.graph})"]


HEADER = ["", "graphs", "ours, µs", "cuSPARSE, µs", "ratio", "least", "most"]


def host_median(lines):
    times = sorted(line.ours["host_us"] for line in lines)
    return times[len(times) // 2]


def widest_spread(lines):
    """Of our times: most over least of the rounds, in the line where the median graph stands."""
    spreads = sorted(line.ours["to"] / line.ours["from"] for line in lines)
    return spreads[len(spreads) // 2]


def check(page):
    vectors = lines_of(page, "gpu_small_spmv.jsonl")
    matrices = lines_of(page, "gpu_small_spmm.jsonl")
    few = [line for line in vectors if line.entries < 1e6]
    rows = [summary("SpMV, all", vectors), summary("SpMV, below 1 M entries", few)]
    for columns in WIDTHS:
        rows.append(summary(f"SpMM, F = {columns}", [line for line in matrices if line.columns == columns]))
    rows.append(summary("SpMM, all", matrices))
    page.table(HEADER, rows)
    page.says("The host takes {} µs of a product with a vector and {} of one with a matrix", fixed(host_median(vectors), 1),
              fixed(host_median(matrices), 1))
    page.says("The slowest of the rounds takes {} times the quickest in the median of the lines.",
              fixed(widest_spread(vectors + matrices), 2))
    check_two_kept(page)
    check_narrow(page)


def check_two_kept(page):
    rows = []
    for line in page.raw("gpu_ssd_two.jsonl").lines:
        us = line["us"]
        rows.append([line["graph"], str(line["kept"]), digits(us["maxk"]), digits(us["cuda/ssd_decoupled:long_groups"]),
                     digits(us["cuda/ssd_coupled"])])
    page.table(["graph", "kept", "`maxk_select` µs", "`ssd_decoupled` µs", "`ssd_coupled` µs"], rows)


def check_narrow(page):
    rows, ours = [], {}
    for line in page.raw("gpu_narrow.jsonl").lines:
        us = line["times"]["cuda/spmm_vector"]["us"]
        ours[line["type"], line["columns"]] = us
        rows.append([line["type"], str(line["columns"]), fixed(us, 0), fixed(peer(line["times"]), 0),
                     fixed(peer(line["times"]) / us, 2), fixed(line["bound_us"], 0), fixed(line["bound_us"] / us, 2)])
    page.table(["type", "F", "`spmm_vector`, µs", "cuSPARSE, µs", "ratio", "bound, µs", "share of it"], rows)
    page.says("BF16 takes {} ms at F = 64 and {} ms at F = 256.", fixed(ours["bf16", 64] / 1e3, 2),
              fixed(ours["bf16", 256] / 1e3, 2))
