"""docs/benchmarks/operations.md: single operations against SuiteSparse:GraphBLAS on the CPU."""
from figures import fixed, geomean

PAGE = "docs/benchmarks/operations.md"
WORST = 16


def microseconds(seconds):
    value = 1e6 * seconds
    return fixed(value, 2 if value < 10 else 1 if value < 100 else 0)


def ratios(report, figure="min"):
    return {name: cell["ours"][figure] / cell["theirs"][figure] for name, cell in report["seconds"].items()}


def kinds_of(names):
    kinds = {}
    for name in names:
        kinds.setdefault(name.split(": ")[0], []).append(name)
    return kinds


def summary(page, name, report, threads):
    ratio, medians = ratios(report).values(), ratios(report, "median").values()
    if report["threads"] != threads:
        page.problems.append(f"{name} threads: the raw file has {report['threads']}")
    page.says(name + ": geometric mean of the {} ratios {}, of the medians {}; {} above 1, {} above 1.2.", len(ratio),
              fixed(geomean(ratio), 2), fixed(geomean(medians), 2), sum(value > 1 for value in ratio),
              sum(value > 1.2 for value in ratio))


def check(page):
    [one], [two], [many] = (page.raw(f"operations_{threads}.json").lines for threads in (1, 2, 16))
    ratio, with_two, with_many = ratios(one), ratios(two), ratios(many)
    rows = []
    for kind, names in kinds_of(ratio).items():
        worst = max(names, key=ratio.get)
        rows.append([f"`{kind}`", str(len(names)), fixed(geomean(ratio[name] for name in names), 2),
                     str(sum(ratio[name] > 1.2 for name in names)), fixed(ratio[worst], 2), worst.split(": ", 1)[1],
                     *(fixed(geomean(some[name] for name in names), 2) for some in (with_two, with_many)),
                     str(sum(with_many[name] > 1.2 for name in names))])
    page.table(["operation", "cells", "mean ratio", "above 1.2", "worst", "which", "mean, 2 threads", "mean, 16",
                "above 1.2, 16"], rows)
    for title, report, found in (("cell", one, ratio), ("cell, 16 threads", many, with_many)):
        cells = report["seconds"]
        page.table([title, "ours, µs", "theirs, µs", "ratio"],
                   [[name, microseconds(cells[name]["ours"]["min"]), microseconds(cells[name]["theirs"]["min"]),
                     fixed(found[name], 2)] for name in sorted(found, key=found.get, reverse=True)[:WORST]])
    summary(page, "One thread", one, 1)
    summary(page, "Two threads", two, 2)
    summary(page, "Sixteen threads", many, 16)
