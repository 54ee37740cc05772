"""docs/benchmarks/louvain.md: modularity and time beside igraph's, networkx's and NetworKit's."""
import statistics

from figures import digits, fixed, geomean, span

PAGE = "docs/benchmarks/louvain.md"
LARGE = 100000  # edges from which times are compared


def mean(values):
    return fixed(statistics.fmean(values), 4) if values else ""


def milliseconds(values):
    return digits(1000 * statistics.median(values))


def ratios(lines, first, second, of=statistics.fmean):
    return [of(line[first]) / of(line[second]) for line in lines if first in line and second in line]


def check(page):
    [report] = page.raw("louvain.jsonl").reports
    versions, graphs = report["versions"], report["records"]
    page.table(["graph", "edges", "Louvain", "Leiden", f"igraph {versions['igraph']}", f"networkx {versions['networkx']}",
                f"NetworKit {versions['networkit']}: PLM", "ParallelLeiden"],
               [[line["graph"], f"{line['edges']:,}", mean(line["tool"]), mean(line["leiden"]), mean(line.get("igraph")),
                 mean(line.get("networkx")), mean(line["plm"]), mean(line["parallel_leiden"])] for line in graphs])
    large = [line for line in graphs if line["edges"] >= LARGE]
    page.table(["graph", "edges", "Louvain, ms", "Leiden, ms", "PLM, ms", "ParallelLeiden, ms"],
               [[line["graph"], f"{line['edges']:,}", *(milliseconds(line[f"{name}_seconds"])
                                                       for name in ("tool", "leiden", "plm", "parallel_leiden"))]
                for line in large])
    page.says("largest difference is {:.1e}", max(abs(line[name][0] - line[f"{name}_by_igraph"])
                                                  for line in graphs for name in ("tool", "leiden")))
    page.says("at most {:,} edges, igraph where it has at most {:,}", 30000, 200000)
    of_igraph = ratios(graphs, "tool", "igraph")
    page.says("Over {} graphs Louvain's modularity is {} of igraph's in the geometric mean, {} for single graphs.",
              len(of_igraph), fixed(geomean(of_igraph), 3), span(of_igraph, 3))
    of_networkx = ratios(graphs, "tool", "networkx")
    page.says("Over the {} that networkx read, it is {} of networkx'.", len(of_networkx), fixed(geomean(of_networkx), 3))
    page.says("Over all {}, it is {} of PLM's; Leiden's is {} of Louvain's, and {} of ParallelLeiden's.", len(graphs),
              *(fixed(geomean(ratios(graphs, first, second)), 3)
                for first, second in (("tool", "plm"), ("leiden", "tool"), ("leiden", "parallel_leiden"))))
    page.says("Louvain takes {} of PLM's time, Leiden {} of ParallelLeiden's",
              *(span(ratios(large, f"{first}_seconds", f"{second}_seconds", statistics.median))
                for first, second in (("tool", "plm"), ("leiden", "parallel_leiden"))))
