"""docs/benchmarks/versus.md: the algorithms against SuiteSparse:GraphBLAS on the CPU."""
import statistics

from figures import geomean

PAGE = "docs/benchmarks/versus.md"


def check(page):
    lines = page.raw("versus.jsonl").lines
    ratio = {(line["graph"], line["algorithm"]): statistics.median(line["ours_ms"]) / statistics.median(line["theirs_ms"])
             for line in lines}
    graphs, algorithms = (list(dict.fromkeys(line[key] for line in lines)) for key in ("graph", "algorithm"))
    page.table(["", *graphs], [[name] + [f"{ratio[graph, name]:.2f}" for graph in graphs] for name in algorithms])
    page.says("medians of {} pairs of 3 runs", len(lines[0]["ours_ms"]))
    page.says("Geometric mean of the {} ratios: {:.2f}. Worst: {:.2f}, triangle counting on the grid",
              len(ratio), geomean(ratio.values()), max(ratio.values()))
    if max(ratio, key=ratio.get) != ("grid:1000x1000", "tc"):
        page.problems.append("the worst ratio is not that of triangle counting on the grid")
