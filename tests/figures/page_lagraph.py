"""The tables of LAGraph's drivers and of containers in docs/guide/compatibility.md."""

from figures import fixed

PAGE = "docs/guide/compatibility.md"
DRIVERS = {"bfs": "bfs", "gappagerank GAP": "gappagerank, GAP", "gappagerank STD": "gappagerank, standard",
           "sssp": "sssp", "tc": "tc", "cc": "cc", "bc": "bc"}


def check(page):
    ms = {(line["mode"], line["driver"], line["build"].split()[0]): 1e3 * line["median_s"]
          for line in page.raw("lagraph.jsonl").lines}

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
    times, memory = {}, {}
    for line in page.raw("container.jsonl").lines:
        calls = [[1e6 * seconds for seconds in call] for call in zip(line["load_s"], line["unload_s"], strict=True)]
        times.setdefault(line["library"], []).append(calls)
        memory.setdefault(line["library"], []).append(line["most_mb"])
        if not all(line["same_array"]):
            page.problems.append(f"{line['library']} copied the array")

    def span(values):
        low, high = round(min(values)), round(max(values))
        return f"{low} µs" if low == high else f"{low} to {high} µs"

    rows = [[f"{name}, {which}"] + [span([call[k] for run in runs for call in calls(run)]) for runs in times.values()]
            for k, name in enumerate(("load", "unload"))
            for which, calls in (("the first time", lambda run: run[:1]), ("later", lambda run: run[1:]))]
    rows.append(["most memory of the process"] + [f"{max(values):,} MB" for values in memory.values()])
    page.table(["", *times], rows)
