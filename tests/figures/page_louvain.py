"""docs/benchmarks/louvain.md: modularity beside igraph's and networkx's."""
import statistics

from figures import fixed, geomean, span

PAGE = "docs/benchmarks/louvain.md"


def mean(values):
    return fixed(statistics.fmean(values), 4) if values else ""


def check(page):
    [report] = page.raw("louvain.jsonl").reports
    versions, graphs = report["versions"], report["records"]
    page.table(["graph", "edges", "here", f"igraph {versions['igraph']}", f"networkx {versions['networkx']}"],
               [[line["graph"], f"{line['edges']:,}", mean(line["tool"]), mean(line["igraph"]),
                 mean(line.get("networkx"))] for line in graphs])
    page.says("largest difference is {:.1e}", max(abs(line["tool"][0] - line["tool_by_igraph"]) for line in graphs))
    page.says("at most {:,} edges", 30000)
    ratios = [statistics.fmean(line["tool"]) / statistics.fmean(line["igraph"]) for line in graphs]
    page.says("Over {} graphs the tool's modularity is {} of igraph's in the geometric mean, {} for single graphs.",
              len(graphs), fixed(geomean(ratios), 3), span(ratios, 3))
    others = [statistics.fmean(line["tool"]) / statistics.fmean(line["networkx"]) for line in graphs if "networkx" in line]
    page.says("Over the {} that networkx read, it is {} of networkx'.", len(others), fixed(geomean(others), 3))
