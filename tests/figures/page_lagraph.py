"""The table of LAGraph's drivers in docs/guide/compatibility.md."""

from figures import fixed

PAGE = "docs/guide/compatibility.md"
DRIVERS = {"bfs": "bfs", "gappagerank GAP": "gappagerank, GAP", "gappagerank STD": "gappagerank, standard",
           "sssp": "sssp", "tc": "tc", "cc": "cc", "bc": "bc"}


def check(page):
    [report] = page.raw("docs/benchmarks/lagraph.json").lines
    ms = {(line["mode"], line["driver"], line["build"].split()[0]): 1e3 * line["median_s"]
          for line in report["results"]}

    def milliseconds(value):
        return fixed(value, 1 if value < 100 else 0)

    rows = []
    for driver, name in DRIVERS.items():
        row = [name]
        for mode in ("full", "vanilla"):
            ours, theirs = ms[mode, driver, "GraphBLAST"], ms[mode, driver, "SuiteSparse"]
            row += [milliseconds(ours), milliseconds(theirs), fixed(theirs / ours, 2)]
        rows.append(row)
    page.table(["driver", "GraphBLAST ms", "SuiteSparse ms", "SuiteSparse / GraphBLAST", "vanilla: GraphBLAST ms",
                "SuiteSparse ms", "ratio"], rows)
    page.others_hold_words()  # the page is about compatibility
