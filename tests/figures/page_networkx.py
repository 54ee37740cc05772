"""docs/benchmarks/networkx.md: seconds of networkx' functions by itself and by the backend."""
import statistics

from figures import fixed, geomean, span

PAGE = "docs/benchmarks/networkx.md"


def median(line, key):
    return statistics.median(line[key]) if line.get(key) else None


def shown(value):
    return fixed(value, 3) if value is not None else ""


def check(page):
    [report] = page.raw("networkx.jsonl").reports
    versions, lines = report["versions"], report["records"]
    # networkx ends at the first odd cycle.
    whole = [line for line in lines if line["function"] != "is_bipartite"]
    page.table(["function", f"networkx {versions['networkx']}", "here, with conversion", "here, converted"],
               [[f"`{line['function']}`", *(shown(median(line, key)) for key in ("networkx", "converted", "cached"))]
                for line in lines])
    page.says("{:,} vertices and {:,} edges", lines[0]["vertices"], lines[0]["edges"])
    for form, key in (("With the conversion networkx takes {} times as long in the geometric mean, {} for single functions", "converted"),
                      ("on a converted graph {} times, {}", "cached")):
        ratios = [median(line, "networkx") / median(line, key) for line in whole]
        page.says(form, fixed(geomean(ratios), 1), span(ratios, 1))
