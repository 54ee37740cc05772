"""docs/benchmarks/drivers.md: LAGraph's drivers on 16 cores."""
from figures import fixed, geomean

PAGE = "docs/benchmarks/drivers.md"
OURS, THEIRS = "ours", "SuiteSparse-9.3.1"


def milliseconds(value):
    return fixed(value, 2 if value < 10 else 1 if value < 100 else 0)


def check(page):
    [report] = page.raw("drivers.json").lines
    found = {(one["graph"], one["driver"], one["threads"], one["build"]): one for one in report["results"]}

    def ms(graph, driver, threads, build):
        return 1e3 * found[graph, driver, threads, build]["median_s"]

    pairs = [(graph, driver) for graph, driver, threads, build in found
             if threads == 16 and build == OURS and (graph, driver, 16, THEIRS) in found]
    ratio = {pair: ms(*pair, 16, OURS) / ms(*pair, 16, THEIRS) for pair in pairs}
    page.table(["graph", "driver", "ours, ms", "SuiteSparse, ms", "ratio", "ours, MB", "SuiteSparse, MB"],
               [[graph, driver, milliseconds(ms(graph, driver, 16, OURS)), milliseconds(ms(graph, driver, 16, THEIRS)),
                 fixed(ratio[graph, driver], 2),
                 *(fixed(found[graph, driver, 16, build]["peak_kib"] / 1024, 0) for build in (OURS, THEIRS))]
                for graph, driver in pairs])
    page.says("Geometric mean of the {} ratios: {}; {} are above 1, the largest is {}.", len(ratio),
              fixed(geomean(ratio.values()), 2), sum(value > 1 for value in ratio.values()), fixed(max(ratio.values()), 2))
    page.table(["kron:20", "1 thread, ms", "16 threads, ms", "gain"],
               [[driver, milliseconds(ms("kron:20", driver, 1, OURS)), milliseconds(ms("kron:20", driver, 16, OURS)),
                 fixed(ms("kron:20", driver, 1, OURS) / ms("kron:20", driver, 16, OURS), 1)]
                for driver in ("tc", "bc", "gappagerank GAP")])
