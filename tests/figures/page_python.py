"""docs/benchmarks/python.md: the example of the Python package beside torch.sparse and PyTorch Geometric."""
from figures import fixed

PAGE = "docs/benchmarks/python.md"
WAYS = ["graphblast", "torch.sparse", "PyG"]
PLACES = {"cpu": "processor", "cuda": "GPU"}


def runs(lines):
    """Place, options, and of each way the accuracy and the milliseconds of an epoch."""
    found = {}
    for line in lines:
        found.setdefault((PLACES[line["device"]], line["options"]), {})[line["package"]] = (line["accuracy"], line["ms"])
    return [(place, options, times) for (place, options), times in found.items()]


def check_small(page):
    times = {(line["package"], line["when"]): f"{fixed(line['ms'], 2)} ({fixed(line['from'], 2)} to {fixed(line['to'], 2)})"
             for line in page.raw("python_gcn_small.jsonl").lines}
    page.table(["package", "before, ms", "after, ms"],
               [[way, times[way, "before"], times[way, "after"]] for way in WAYS])


def check(page):
    check_small(page)
    found = runs(page.raw("python_gcn.jsonl").lines)
    page.table(["where", "options", *(f"{way}, ms an epoch" if way == "graphblast" else way for way in WAYS)],
               [[place, "`" + options.split(" tests/")[0] + "`", *(fixed(times[way][1], 2) for way in WAYS)]
                for place, options, times in found])
    for place, options, times in found:
        accuracies = [accuracy for accuracy, _ in times.values()]
        if max(accuracies) - min(accuracies) > 0.002:
            page.problems.append(f"the accuracies on the {place} with {options} differ: {accuracies}")
    on_processor = next(times for place, options, times in found if place == "processor" and "--random" in options)
    page.says("an epoch takes {} of what it takes with", fixed(on_processor["graphblast"][1] / on_processor["torch.sparse"][1], 2))
