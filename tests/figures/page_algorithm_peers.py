"""docs/benchmarks/algorithm_peers.md: times of algorithms beside NetworKit's and igraph's."""
import statistics

from figures import digits, fixed, geomean, span

PAGE = "docs/benchmarks/algorithm_peers.md"
ALGORITHMS = {"louvain": ("Louvain", "PLM"), "leiden": ("Leiden", "ParallelLeiden"), "kcore": ("core numbers", "CoreDecomposition"),
              "bc": ("betweenness", "EstimateBetweenness"), "closeness": ("closeness", "BFS")}


def milliseconds(lines, program):
    return digits(1000 * statistics.median(second for line in lines for second in line["seconds"][program]))


def check(page):
    raw = page.raw("algorithm_peers.jsonl")
    versions, lines = raw.reports[0]["versions"], raw.lines
    graphs = list(dict.fromkeys(line["graph"] for line in lines))
    found = {(line["graph"], line["algorithm"], line["threads"]): line for line in lines}
    page.table(["graph", "vertices", "edges"],
               [[graph, *(f"{found[graph, 'kcore', 1][key]:,}" for key in ("vertices", "edges"))] for graph in graphs])
    for algorithm, (name, theirs) in ALGORITHMS.items():
        rows = []
        for graph in graphs:
            both = [found[graph, algorithm, threads] for threads in (1, 2)]
            rows.append([graph, *(milliseconds([line], program) for program in ("tool", "networkit") for line in both),
                         milliseconds(both, "igraph")])
        page.table([name, "here, 1 thread", "2 threads", f"NetworKit {versions['networkit']}: {theirs}, 1 thread", "2 threads",
                    f"igraph {versions['igraph']}"], rows)
        ratios = {program: [statistics.median(line["seconds"]["tool"]) / statistics.median(line["seconds"][program])
                            for line in lines if line["algorithm"] == algorithm] for program in ("networkit", "igraph")}
        page.says(name + " here: {} of NetworKit's time and {} of igraph's, {} and {} in the geometric means.",
                  *(span(ratios[program], 2) for program in ratios), *(fixed(geomean(ratios[program]), 2) for program in ratios))
        slower = sum(one > 1 or other > 1 for one, other in zip(ratios["networkit"], ratios["igraph"]))
        page.says("Of {} medians {} are above one of a peer", len(ratios["igraph"]), slower)
    quality = [[graph, *(fixed(statistics.fmean(found[graph, algorithm, 1]["modularity"][program]), 4)
                         for algorithm in ("louvain", "leiden") for program in ("tool", "networkit", "igraph"))] for graph in graphs]
    page.table(["modularity", "Louvain here", "PLM", "igraph's Louvain", "Leiden here", "ParallelLeiden", "igraph's Leiden"], quality)
    page.says("from {} vertices spread over the graph", found[graphs[-1], "bc", 1]["sources"])
    page.says("medians of {} turns", len(lines[0]["seconds"]["tool"]))
