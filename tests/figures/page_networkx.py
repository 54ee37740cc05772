"""docs/benchmarks/networkx.md: seconds of networkx' functions by its backends."""
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
    page.table(["function", f"networkx {versions['networkx']}", f"nx-parallel {versions['nx-parallel']}", "here, with conversion", "here, converted"],
               [[f"`{line['function']}`", *(shown(median(line, key)) for key in ("networkx", "parallel", "converted", "cached"))]
                for line in lines])
    page.says("{:,} vertices and {:,} edges", lines[0]["vertices"], lines[0]["edges"])
    for form, key in (("With the conversion networkx takes {} times as long in the geometric mean, {} for single functions", "converted"),
                      ("on a converted graph {} times, {}", "cached")):
        ratios = [median(line, "networkx") / median(line, key) for line in lines]
        page.says(form, fixed(geomean(ratios), 1), span(ratios, 1))
