"""docs/benchmarks/gpu.md: the rows of a GPU against cuSPARSE, plain kernels and PyTorch."""
import re
import statistics

import page_graphs
import traversals
from figures import digits, fixed, geomean, millions, span

PAGE = "docs/benchmarks/gpu.md"
LARGE = 20e6
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
PLUS_TIMES, PLUS_SECOND, LOR_LAND = "plus_times fp32", "plus_second fp32, pattern", "lor_land bool, pattern"


def short(graph):
    return graph.removesuffix(".mtx.zst")


def best_peer(times):
    return min(time["us"] for name, time in times.items() if name.startswith("cusparse_alg"))


def commands_cover(page, graphs):
    """Each graph is in a command of the page, by itself or as one of $FILES."""
    listed = page_graphs.names(page.root)
    words = set(re.findall(r"[~\w:@.-]+", page.text))
    for graph in graphs:
        if short(graph) not in listed and graph not in words:
            page.problems.append(f"no command runs {graph}")


class Products:
    """gpu_spmv.json: for each graph and problem the chosen variant and its times."""

    def __init__(self, lines):
        self.lines = {}
        for line in lines:
            graph, variant = line["graph"].split(" -> ")
            self.lines[short(graph), line["problem"]] = (variant.removeprefix("cuda/"), line)
        self.graphs = list(dict.fromkeys(graph for graph, _ in self.lines))

    def entries(self, graph):
        return self.lines[graph, PLUS_TIMES][1]["nvals"]

    def variant(self, graph, problem):
        return self.lines[graph, problem][0]

    def us(self, graph, problem=PLUS_TIMES):
        return self.lines[graph, problem][1]["times"]["chosen"]["us"]

    def peer(self, graph):
        """cuSPARSE's product, which is plus_times in FP32 whatever the problem."""
        return best_peer(self.lines[graph, PLUS_TIMES][1]["times"])

    def ratio(self, graph):
        return self.peer(graph) / self.us(graph)

    def rate(self, graph, problem=PLUS_TIMES):
        """Bytes that must move, in GB/s."""
        return self.lines[graph, problem][1]["bytes"] / self.us(graph, problem) * 1e-3


def check_products(page):
    products = Products(page.raw("gpu_spmv.jsonl").lines)
    order = ("kron:20", "kron:21", "kron:22", "rmat:22:64", "rmat:24:16", "grid:4096x4096", "COLLAB_TU",
             "rgg:16777216")
    large = [graph for graph in products.graphs if products.entries(graph) >= LARGE]
    if sorted(large) != sorted(order):
        page.problems.append(f"graphs of 20 M entries and more: {large}")
    rows = []
    for graph in order:
        rows.append([graph, millions(products.entries(graph)), f"`{products.variant(graph, PLUS_TIMES)}`",
                     digits(products.us(graph)) if products.us(graph) < 1000 else fixed(products.us(graph), 0),
                     fixed(products.rate(graph), 0),
                     digits(products.peer(graph)) if products.peer(graph) < 1000 else fixed(products.peer(graph), 0),
                     fixed(products.ratio(graph), 2)])
        for problem in (PLUS_SECOND, LOR_LAND):
            us = products.us(graph, problem)
            rows[-1].append(digits(us) if us < 1000 else fixed(us, 0))
    for name, graphs in ((f"geometric mean of these {len(order)}", order),
                         (f"geometric mean of all {len(products.graphs)}", products.graphs)):
        rows.append([name, *[""] * 5, fixed(geomean(products.ratio(graph) for graph in graphs), 2), "", ""])
    page.table(["graph", "entries", "plus_times fp32: variant", "µs", "GB/s", "cuSPARSE µs", "ratio",
                "plus_second fp32, pattern: µs", "lor_land, pattern: µs"], rows)
    page.says("on rgg (`{}`)", products.variant("rgg:16777216", LOR_LAND))

    def rates(problem, graphs):
        return span(products.rate(graph, problem) / products.rate(graph) for graph in graphs)
    page.table(["problem", "20 M entries and more", f"all {len(products.graphs)} graphs"],
               [[name, rates(problem, large), rates(problem, products.graphs)]
                for name, problem in (("min_plus int32", "min_plus int32"), ("max_plus fp64", "max_plus fp64"))])
    fp64 = "plus_second fp64, pattern"
    page.says("plus_second fp64 on the pattern: kron:20 {} µs, kron:22 {} µs",
              fixed(products.us("kron:20", fp64), 0), fixed(products.us("kron:22", fp64), 0))

    small = [graph for graph in products.graphs if graph not in large]
    files = [graph for graph in small if ":" not in graph]
    counts = [products.entries(graph) for graph in small]
    page.says("The {} graphs below 20 M entries are {} files, kron:18 and kron:19, of {:,} to {} M entries.",
              len(small), len(files), min(counts), digits(max(counts) / 1e6))
    ours, theirs = [products.us(graph) for graph in small], [products.peer(graph) for graph in small]
    page.says("They take {} to {} µs, cuSPARSE {} to {}.", digits(min(ours), 2), fixed(max(ours), 0),
              digits(min(theirs), 2), fixed(max(theirs), 0))
    ratio = {graph: products.ratio(graph) for graph in small}
    page.says("The ratio is {} in the geometric mean, at least {} ({}) and at most {} ({}).",
              fixed(geomean(ratio.values()), 2), fixed(min(ratio.values()), 2), min(ratio, key=ratio.get),
              fixed(max(ratio.values()), 2), max(ratio, key=ratio.get))
    gathers = products.entries("rgg:16777216") * 1e-3
    page.says("{} G/s here and {} with cuSPARSE", fixed(gathers / products.us("rgg:16777216"), 0),
              fixed(gathers / products.peer("rgg:16777216"), 0))
    page.says("`{}` moves {} TB/s", products.variant("grid:4096x4096", PLUS_TIMES),
              fixed(products.rate("grid:4096x4096") / 1e3, 1))
    commands_cover(page, products.graphs)


def check_choice(page):
    states = ("`mxv_thread_row` quicker, as now", "before the walks of warps and blocks were in the costs",
              "with them")
    rows = []
    for state, loss in zip(states, traversals.losses(page.raw("gpu_traversals.jsonl").lines), strict=True):
        found = loss["all"]
        rows.append([state, f"{found['calls']:,}", fixed(found["geomean"], 3), fixed(loss["mxv"]["geomean"], 3),
                     fixed(found["worst"], 1), fixed(found["lost_us"], 0)])
    page.table(["state", "calls", "geometric mean", "mxv alone", "worst call", "lost together, µs"], [rows[1], rows[2], rows[0]])
    # Before the table, in a sentence of its own, it says that no raw file has it.
    page.says("They were noted by hand; no raw file has them")
    page.without_figures("rate", "measured")


def check_schedules(page):
    lines = page.raw("gpu_schedules.jsonl").lines
    algorithms = [line for line in lines if "algorithm" in line]
    means = {name: geomean(line["ms"]["vertex"] / line["ms"][name] for line in algorithms)
             for name in algorithms[0]["ms"]}
    order = sorted(means, key=means.get, reverse=True)
    order.remove("vertex")  # 1 by its nature, behind the others
    page.table([*order, "vertex"], [[fixed(means[name], 1) for name in order] + ["1"]])

    def over_plain(algorithm):
        return span(line["ms"]["vertex"] / line["ms"]["plain"] for line in algorithms if line["algorithm"] == algorithm)
    page.says("{} in the geometric mean, PageRank {}, components {}, BFS {}, SSSP {}.", fixed(means["plain"], 2),
              *map(over_plain, ("pagerank", "components", "bfs", "sssp")))
    for line in algorithms:
        is_worse = line["graph"].startswith("cnr") and line["algorithm"] in ("pagerank", "components")
        if is_worse and min(line["ms"]["warp"], line["ms"]["weaver"]) < line["ms"]["vertex"]:
            page.problems.append(f"warp or weaver do not lose on {line['graph']}, {line['algorithm']}")
    commands_cover(page, [line["graph"] for line in algorithms])


def algorithm_runs(page):
    """Runs of gpu_traversals.txt, and those of gpu_algorithms.json in the same form."""
    found = traversals.runs(page.raw("gpu_traversals.jsonl").lines)
    for line in page.raw("gpu_algorithms.jsonl").lines:
        for item in line["algorithms"]:
            use = item["device"]
            held = use["bytes_peak"] / line["entries"]
            result = " ".join(f"{value} {key}" for key, value in item["result"].items() if key == "iterations")
            run = traversals.Run("algorithms", line["graph"], item["algorithm"], held > 20, line["sources"] > 1,
                                 item["seconds"] * 1e3, result, use["launches"], use["waits"],
                                 use["bytes_in"] + use["bytes_out"], held)
            found.append(run)
    return found


# Algorithm, graph, modes, sections of the runs from one source ("" is any, the first letters suffice).
ROWS = (
    ("bfs levels", "rmat:20:16", ("automatic", "always"), ""),
    ("bfs parents", "rmat:20:16", ("automatic",), ""),
    ("bfs levels", "kron:21", ("always ¹",), ""),
    ("bfs levels", "kron:22", ("automatic",), ""),
    ("bfs levels", "rmat:22:64", ("automatic",), ""),
    ("bfs parents", "rmat:22:64", ("automatic",), ""),
    ("bfs levels", "rmat:23:32", ("automatic",), ""),
    ("bfs levels", "rmat:24:16", ("automatic",), ""),
    ("bfs levels", "grid:2000x2000", ("always ¹", "automatic"), ""),
    ("sssp", "rmat:20:16,w=1..255", ("always", "automatic"), ""),
    ("cc", "rmat:20:16", ("automatic", "always"), "Components"),
    ("cc", "kron:21", ("automatic",), "Components"),
    ("cc", "rmat:22:64", ("automatic",), "Components"),
    ("pagerank", "kron:22", ("automatic",), "As now"),
)
NAMES = {"bfs levels": "BFS levels", "bfs parents": "BFS parents", "sssp": "SSSP", "cc": "components",
         "pagerank": "PageRank"}
MEAN = "Mean of 16 sources with pulls"


def time_of(name, runs):
    """In ms; of a grid a level, of PageRank an iteration."""
    if runs[0].graph.startswith("grid"):
        return span((run.ms * 1e3 / 4000 for run in runs), 0) + " µs a level"
    if name == "pagerank":
        return span(run.ms / int(run.result.split()[0]) for run in runs) + " ms an iteration"
    return span(run.ms for run in runs) + " ms"


def whole(values):
    return " to ".join(f"{value:,}" for value in sorted({min(values), max(values)}))


def check_algorithms(page):
    runs = algorithm_runs(page)
    rows = []
    for name, graph, modes, section in ROWS:
        of_it = [run for run in runs if (run.algorithm, run.graph) == (name, graph)]
        mean = [run for run in of_it if run.has_sources and run.section.startswith(MEAN)]
        for mode in modes:
            one = [run for run in of_it if not run.has_sources and run.section.startswith(section)
                   and run.is_always == mode.startswith("always")]
            shown = one or mean
            rows.append([NAMES[name], graph, mode, time_of(name, one) if one else "",
                         time_of(name, mean) if mean and mode == "automatic" else "",
                         whole([run.waits for run in shown]), whole([run.bytes for run in shown])])
    page.table(["algorithm", "graph", "mode", "one source", "mean of 16", "waits",
                "bytes to and from the device"], rows)

    def mean_of(graph, section):
        [run] = [run for run in runs if run.graph == graph and run.algorithm == "bfs levels" and run.has_sources
                 and run.section.startswith(section)]
        return run
    page.says("went from {} to {} ms, on rmat:24:16 from {} to {}.",
              *(fixed(mean_of(graph, section).ms, 2) for graph in ("rmat:23:32", "rmat:24:16")
                for section in ("As now", MEAN)))
    page.says("{} bytes an entry on rmat:22:64, {} on kron:21.",
              *(fixed(mean_of(graph, MEAN).bytes_per_entry, 2) for graph in ("rmat:22:64", "kron:21")))
    launches = {(run.launches, run.waits) for run in runs if run.section.startswith("Components")}
    page.says("{} launches and {} waits", *launches.pop())
    if launches:
        page.problems.append(f"components: other numbers of launches and waits: {launches}")


class Spmm:
    """gpu_spmm.json: what was chosen, for each graph and width."""

    def __init__(self, line):
        self.line, times = line, line["times"]
        [self.us] = [time["us"] for name, time in times.items() if name.startswith("chosen (")]
        self.theirs = best_peer(times)
        self.ratio = self.theirs / self.us
        self.of_bound = line["bound_us"] / self.us
        self.theirs_of_bound = line["bound_us"] / self.theirs
        self.entries = line["nvals"]


def check_spmm(page):
    lines = page.raw("gpu_spmm.jsonl").lines
    found = {(short(line["graph"]), line["columns"]): Spmm(line) for line in lines}
    graphs = list(dict.fromkeys(graph for graph, _ in found))
    shown = ("kron:20", "kron:22", "kron:18", "grid:2048x2048", "COLLAB_TU", "~citation", "~ppa", "~Ogbn-proteins",
             "coauthor_physics")
    rows = []
    for width in WIDTHS:
        first = found["rmat:20:16", width]
        rows.append([str(width), fixed(first.us, 0), fixed(100 * first.of_bound, 0) + "%", fixed(first.theirs, 0),
                     fixed(first.ratio, 2)] + [fixed(found[graph, width].ratio, 2) for graph in shown])
    page.table(["F", "rmat:20:16: µs", "of bound", "cuSPARSE µs", "ratio", *shown], rows)

    def row(name, chosen):
        keys = [(graph, width) for graph in chosen for width in WIDTHS]
        worst = min(keys, key=lambda key: found[key].ratio)
        return [f"{name} ({len(chosen)})", str(len(keys)), fixed(geomean(found[key].ratio for key in keys), 2),
                fixed(geomean(found[key].ratio for key in keys if key[1] <= 32), 2),
                f"{fixed(found[worst].ratio, 2)} ({worst[0]}, F = {worst[1]})",
                fixed(100 * geomean(found[key].of_bound for key in keys), 0) + "%"]
    entries = {graph: found[graph, 1].entries for graph in graphs}
    large = [graph for graph in graphs if entries[graph] >= LARGE]
    small = [graph for graph in graphs if entries[graph] < 1e6]
    page.table(["graphs", "cells", "geometric mean", "F up to 32", "least", "of the bound"],
               [row("all", graphs), row("20 M entries and more", large),
                row("1 to 20 M entries", [graph for graph in graphs if graph not in large + small]),
                row("less", small),
                row("the first five: rmat:20:16, kron:18, kron:20, grid:2048x2048, COLLAB_TU",
                    ["rmat:20:16", "kron:18", "kron:20", "grid:2048x2048", "COLLAB_TU"])])
    page.says("All {} graphs:", len(graphs))
    cells = [found[graph, width] for graph in large for width in WIDTHS]
    page.says("{} in the geometric mean of the {} cells of large graphs, {} for F up to 32",
              fixed(geomean(1 / cell.theirs_of_bound for cell in cells), 2), len(cells),
              fixed(geomean(1 / cell.theirs_of_bound for cell in cells if cell.line["columns"] <= 32), 2))
    page.says("cuSPARSE itself is at {} and {}% of the bound",
              *(fixed(100 * geomean(found[graph, width].theirs_of_bound for width in WIDTHS), 0)
                for graph in ("~Ogbn-proteins", "~ppa")))
    losses = [line["loss"] for line in lines if "loss" in line]
    page.says("{} in the geometric mean over {} cells", fixed(geomean(losses), 3), len(losses))
    times = [found[graph, width] for graph in small for width in WIDTHS]
    page.says("{} to {} µs over all F, cuSPARSE {} to {}", digits(min(cell.us for cell in times), 2),
              fixed(max(cell.us for cell in times), 0), digits(min(cell.theirs for cell in times), 2),
              fixed(max(cell.theirs for cell in times), 0))
    pubmed = found["pubmed", 16]
    page.says("{} µs in this run, cuSPARSE {}", fixed(pubmed.us, 1), fixed(pubmed.theirs, 1))
    check_spmm_variants(page, found)
    commands_cover(page, [line["graph"] for line in lines])


def check_spmm_variants(page, found):
    times = {name.removeprefix("cuda/"): time["us"]
             for name, time in found["rmat:20:16", 32].line["times"].items() if name.startswith("cuda/")}
    order = sorted(times, key=times.get)
    page.table(order, [[fixed(times[name], 0) for name in order]])
    if found["rmat:20:16", 32].line["hopeless"] != ["cuda/spmm_row_split"]:
        page.problems.append("rmat:20:16, F = 32: not only spmm_row_split takes twenty times the best")
    of_vendor, of_best = [], []
    for graph in ("rmat:20:16", "kron:18"):
        times = found[graph, 16].line["times"]
        ours = times["cuda/spmm_merge_path"]["us"]
        of_vendor.append(fixed(times["cuda/spmm_cusparse"]["us"] / ours, 2))
        of_best.append(fixed(best_peer(times) / ours, 2))
    page.says("takes {} times as long as `spmm_merge_path` at F = 16 on rmat:20:16, and {} times on kron:18", *of_vendor)
    page.says("algorithms takes {} and {} times as long", *of_best)


OPERATORS = ("cuda/ssd_coupled", "cuda/ssd_decoupled:long_groups", "cuda/ssd_decoupled:paper",
             "cuda/ssd_decoupled:atomic", "cuda/ssd_decoupled:one_slot", "cuda/ssd_decoupled:one_slot_atomic")
COUPLED, OURS, PAPER, ATOMIC, ONE_SLOT, NEITHER = OPERATORS


def check_ssd(page):
    lines = page.raw("gpu_ssd.jsonl").lines
    page.table(["kept", "`maxk_select`", "`ssd_coupled` (MaxK's)", "`ssd_decoupled`: long_groups (chosen)", "paper",
                "without update mode (`atomic`)", "one slot", "one slot, atomic", "coupled / long_groups"],
               [[str(line["kept"])] + [fixed(line["us"][name], 0) for name in ("maxk", *OPERATORS)] +
                [fixed(line["us"][COUPLED] / line["us"][OURS], 2)] for line in lines])
    page.says("Geometric mean of coupled over long_groups {}, over the paper's own operator {}.",
              *(fixed(geomean(line["us"][COUPLED] / line["us"][name] for line in lines), 2) for name in (OURS, PAPER)))
    lines = page.raw("gpu_ssd_graphs.jsonl").lines

    def over_paper(name, graphs):
        return geomean(line["us"][name] / line["us"][PAPER] for line in lines if line["graph"] in graphs)
    groups = {"structured sparse (~Twitter-partial, ~SW-620H)": ("~Twitter-partial", "~SW-620H"),
              "unstructured sparse (~amazon0505, ~citation)": ("~amazon0505", "~citation"),
              "unstructured dense (~Reddit, ~Ogbn-product)": ("~Reddit", "~Ogbn-product"),
              "rmat:20:16": ("rmat:20:16",)}
    columns = (COUPLED, NEITHER, ONE_SLOT, ATOMIC, PAPER, OURS)
    page.table(["", "coupled (MaxK)", "no update mode, one slot", "one slot", "no update mode", "paper", "ours"],
               [[name] + ["1" if column == PAPER else fixed(over_paper(column, graphs), 2) for column in columns]
                for name, graphs in groups.items()])
    graphs = {line["graph"] for line in lines}
    page.says("In all {} cells: coupled {} (Khan and Khan 2025: 1.50), ours {}, so that ours is {} times as fast",
              len(lines), fixed(over_paper(COUPLED, graphs), 2), fixed(over_paper(OURS, graphs), 2),
              fixed(over_paper(COUPLED, graphs) / over_paper(OURS, graphs), 2))
    commands_cover(page, graphs)


def check_gcn(page):
    by_graph = {}
    for line in page.raw("gpu_gcn.jsonl").lines:
        by_graph.setdefault(line["graph"], []).append(line)
    page.table(["graph", "ours ms", "PyTorch ms", "ratio", "largest difference"],
               [[short(graph), span((line["ours_ms"] for line in lines), 3),
                 span((line["torch_ms"] for line in lines), 3), span(line["ratio"] for line in lines),
                 f"{max(line['difference'] for line in lines):.0e}"] for graph, lines in by_graph.items()])
    commands_cover(page, by_graph)


def check(page):
    copies = {fixed(line["copy_gbs"] / 1e3, 1) for line in page.raw("gpu_spmm.jsonl").lines}
    page.says("A copy on this card runs at {} TB/s", statistics.mode(copies))
    for part in (check_products, check_choice, check_schedules, check_algorithms, check_spmm, check_ssd, check_gcn):
        part(page)
