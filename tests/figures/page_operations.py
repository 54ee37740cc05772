"""docs/benchmarks/operations.md: single operations beside SuiteSparse:GraphBLAS on the CPU."""
import statistics

from figures import fixed, geomean

PAGE = "docs/benchmarks/operations.md"
THREADS = (1, 2, 16)
NAMES = {1: "One thread", 2: "Two threads", 16: "Sixteen threads"}
LIMIT = 1.2


def microseconds(seconds):
    value = 1e6 * seconds
    return fixed(value, 2 if value < 10 else 1 if value < 100 else 0)


def ratios(report, figure="min"):
    return {record["cell"]: record["ours"][figure] / record["theirs"][figure] for record in report["records"]}


def kinds_of(names):
    kinds = {}
    for name in names:
        kinds.setdefault(name.split(": ")[0], []).append(name)
    return kinds


def above(values, limit=LIMIT):
    return sum(value > limit for value in values)


def summary_table(page, reports):
    """By the least times, and by the medians."""
    rows = []
    for threads, report in reports.items():
        if report["threads"] != threads:
            page.problems.append(f"the raw file for {threads} threads has {report['threads']}")
        for text, figure in (("least", "min"), ("median", "median")):
            found = ratios(report, figure)
            worst = max(found, key=found.get)
            rows.append([NAMES[threads], text, str(len(found)), fixed(geomean(found.values()), 2),
                         fixed(statistics.median(found.values()), 2), str(above(found.values(), 1)),
                         str(above(found.values())), fixed(found[worst], 2), worst])
    page.table(["threads", "time of a cell", "cells", "geometric mean", "median", "above 1", "above 1.2", "largest", "which"],
               rows)


def kinds_table(page, found):
    rows = []
    for kind, names in kinds_of(found[16]).items():
        row = [f"`{kind}`", str(len(names))]
        for ratio in found.values():
            some = [ratio[name] for name in names]
            row += [fixed(geomean(some), 2), fixed(statistics.median(some), 2), str(above(some))]
        rows.append(row)
    header = ["operation", "cells"]
    for threads in found:
        header += [f"{threads}: mean", "median", "above 1.2"]
    page.table(header, rows)


def cells_table(page, first, reports, names):
    cells = {threads: {record["cell"]: record for record in report["records"]} for threads, report in reports.items()}
    found = {threads: ratios(report) for threads, report in reports.items()}
    header = [first]
    for threads in reports:
        header += [f"ours, {threads}, µs", "theirs", "ratio"]
    rows = []
    for name in names:
        row = [name]
        for threads in reports:
            row += [*(microseconds(cells[threads][name][side]["min"]) for side in ("ours", "theirs")),
                    fixed(found[threads][name], 2)]
        rows.append(row)
    page.table(header, rows)


def check(page):
    reports = {threads: page.raw(f"operations_source_{threads}.jsonl").reports[0] for threads in THREADS}
    found = {threads: ratios(report) for threads, report in reports.items()}
    names = list(found[16])
    worst = {name: max(ratio[name] for ratio in found.values()) for name in names}
    summary_table(page, reports)
    kinds_table(page, found)
    cells_table(page, "above 1.2", reports,
                sorted((name for name in names if worst[name] > LIMIT), key=worst.get, reverse=True))
    cells_table(page, "cell", reports, names)
    page.says("{} cells are above 1.2 with some number of threads.", above(worst.values()))
