"""docs/benchmarks/versus.md: the algorithms against SuiteSparse:GraphBLAS on the CPU."""
import statistics

from figures import geomean

PAGE = "docs/benchmarks/versus.md"


def check(page):
    [report] = page.raw("versus.json").lines
    times = report["milliseconds"]
    graphs = list(times)
    ratio = {(graph, name): statistics.median(times[graph]["ours"][name]) / statistics.median(them)
             for graph in graphs for name, them in times[graph]["theirs"].items()}
    algorithms = list(times[graphs[0]]["ours"])
    page.table(["", *graphs], [[name] + [f"{ratio[graph, name]:.2f}" for graph in graphs] for name in algorithms])
    page.says("medians of {} pairs of 3 runs", len(times[graphs[0]]["ours"]["cc"]))
    page.says("Geometric mean of the {} ratios: {:.2f}. Worst: {:.2f}, triangle counting on the grid",
              len(ratio), geomean(ratio.values()), max(ratio.values()))
    if max(ratio, key=ratio.get) != ("grid:1000x1000", "tc"):
        page.problems.append("the worst ratio is not that of triangle counting on the grid")
