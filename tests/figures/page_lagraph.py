"""The tables of LAGraph's drivers and of containers in docs/guide/compatibility.md."""

import re

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
    check_container(page)
    page.others_hold_words()  # the page is about compatibility


def check_container(page):
    times, memory, library = {}, {}, None
    for line in page.raw("docs/benchmarks/container.txt").lines:
        timed = re.match(r"load ([0-9.]+) s, unload ([0-9.]+) s, the same array$", line)
        most = re.search(r"at most (\d+) MB in memory$", line)
        if timed:
            times[library][-1].append([1e6 * float(value) for value in timed.groups()])
        elif most:
            memory[library].append(int(most[1]))
        elif line in ("GraphBLAST", "SuiteSparse 10.5.1"):
            library = line
            times.setdefault(library, []).append([])
            memory.setdefault(library, [])

    def span(values):
        low, high = round(min(values)), round(max(values))
        return f"{low} µs" if low == high else f"{low} to {high} µs"

    rows = [[f"{name}, {which}"] + [span([call[k] for run in runs for call in calls(run)]) for runs in times.values()]
            for k, name in enumerate(("load", "unload"))
            for which, calls in (("the first time", lambda run: run[:1]), ("later", lambda run: run[1:]))]
    rows.append(["most memory of the process"] + [f"{max(values):,} MB" for values in memory.values()])
    page.table(["", *times], rows)
