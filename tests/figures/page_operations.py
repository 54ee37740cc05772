"""docs/benchmarks/operations.md: single operations against SuiteSparse:GraphBLAS on the CPU."""
from figures import fixed, geomean

PAGE = "docs/benchmarks/operations.md"
FILES = {threads: f"operations_{threads}.jsonl" for threads in ("1", "2", "16")}
NEWER = {threads: f"operations_10_{threads}.jsonl" for threads in ("1", "16")}
NAMES = {"1": "One thread", "2": "Two threads", "16": "Sixteen threads"}
LIMIT = 1.2


def microseconds(seconds):
    value = 1e6 * seconds
    return fixed(value, 2 if value < 10 else 1 if value < 100 else 0)


def cells_of(report):
    return {cell["cell"]: cell for cell in report["records"]}


def ratios(report, figure="min"):
    return {name: cell["ours"][figure] / cell["theirs"][figure] for name, cell in cells_of(report).items()}


def kinds_of(names):
    kinds = {}
    for name in names:
        kinds.setdefault(name.split(": ")[0], []).append(name)
    return kinds


def above(values, limit=LIMIT):
    return sum(value > limit for value in values)


def summary(page, name, report, threads):
    ratio, medians = ratios(report).values(), ratios(report, "median").values()
    if report["threads"] != threads:
        page.problems.append(f"{name}: the raw file has {report['threads']} threads")
    page.says(name + ": geometric mean of the {} ratios {}, of the medians {}; {} above 1, {} above 1.2.", len(ratio),
              fixed(geomean(ratio), 2), fixed(geomean(medians), 2), above(ratio, 1), above(ratio))


def kinds_table(page, found):
    rows = []
    for kind, names in kinds_of(found["16"]).items():
        row = [f"`{kind}`", str(len(names))]
        for ratio in found.values():
            some = [ratio[name] for name in names]
            row += [fixed(geomean(some), 2), str(above(some))]
        rows.append(row)
    header = ["operation", "cells"]
    for name in found:
        header += [f"{name}: mean", "above 1.2"]
    page.table(header, rows)


def cells_table(page, cells, found):
    """Those that are above the limit with some number of threads, the worst first."""
    worst = {name: max(ratio[name] for ratio in found.values()) for name in found["16"]}
    page.table(["cell", "ours, 16, µs", "theirs, µs", "ratio, 1", "2", "16"],
               [[name, microseconds(cells[name]["ours"]["min"]), microseconds(cells[name]["theirs"]["min"]),
                 *(fixed(ratio[name], 2) for ratio in found.values())]
                for name in sorted(worst, key=worst.get, reverse=True) if worst[name] > LIMIT])


def newer(page, reports):
    """Against version 10.5.1."""
    found = {name: ratios(report) for name, report in reports.items()}
    rows = []
    for kind, names in kinds_of(found["1"]).items():
        row = [f"`{kind}`", str(len(names))]
        for ratio in found.values():
            some = {name: ratio[name] for name in names}
            worst = max(some, key=some.get)
            row += [fixed(geomean(some.values()), 2), str(above(some.values())), fixed(some[worst], 2),
                    worst.split(": ", 1)[1]]
        rows.append(row)
    header = ["operation, to 10.5.1", "cells"]
    for name in found:
        header += [f"{name}: mean", "above 1.2", "largest", "which"]
    page.table(header, rows)
    worst = {name: max(ratio[name] for ratio in found.values()) for name in found["1"]}
    rows = []
    for name in sorted(worst, key=worst.get, reverse=True):
        if worst[name] > LIMIT:
            times = [cells_of(reports[threads])[name][side]["min"] for threads in found for side in ("ours", "theirs")]
            rows.append([name, *(microseconds(time) for time in times), *(fixed(ratio[name], 2) for ratio in found.values())])
    times = [text for threads in found for text in (f"ours, {threads}, µs", "theirs")]
    page.table(["cell, to 10.5.1", *times, "ratio, 1", *list(found)[1:]], rows)
    for threads, report in reports.items():
        summary(page, f"{NAMES[threads]}, 10.5.1", report, int(threads))


def check(page):
    reports = {name: page.raw(file).reports[0] for name, file in FILES.items()}
    found = {name: ratios(report) for name, report in reports.items()}
    kinds_table(page, found)
    cells_table(page, cells_of(reports["16"]), found)
    for threads, report in reports.items():
        summary(page, NAMES[threads], report, int(threads))
    newer(page, {threads: page.raw(file).reports[0] for threads, file in NEWER.items()})
