"""The table of containers in docs/guide/compatibility.md."""

PAGE = "docs/guide/compatibility.md"


def check(page):
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
    page.others_hold_words()  # the page is about compatibility
