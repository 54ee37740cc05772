"""docs/benchmarks/networkx.md: seconds of networkx' functions by itself, by nx-parallel and by the backend."""
import statistics

from figures import fixed, geomean, span

PAGE = "docs/benchmarks/networkx.md"


def median(line, key):
    return statistics.median(line[key]) if line.get(key) else None


def shown(value):
    return fixed(value, 3) if value is not None else ""


def of(line, *keys):
    return [shown(median(line, key)) for key in keys]


def random_graph(page, report):
    versions, lines = report["versions"], report["records"]
    # networkx ends at the first odd cycle.
    whole = [line for line in lines if line["function"] != "is_bipartite"]
    page.table(["function", f"networkx {versions['networkx']}", "here, with conversion", "here, converted"],
               [[f"`{line['function']}`", *of(line, "networkx", "converted", "cached")] for line in lines])
    page.says("{:,} vertices and {:,} edges", lines[0]["vertices"], lines[0]["edges"])
    for form, key in (("With the conversion networkx takes {} times as long in the geometric mean, {} for single functions", "converted"),
                      ("on a converted graph {} times, {}", "cached")):
        ratios = [median(line, "networkx") / median(line, key) for line in whole]
        page.says(form, fixed(geomean(ratios), 1), span(ratios, 1))


def stored_graphs(page, report, parallel):
    versions, lines = report["versions"], report["records"]
    page.table(["graph", "function", f"networkx {versions['networkx']}", "here, with conversion", "here, converted"],
               [[line["graph"], f"`{line['function']}`", *of(line, "networkx", "converted", "cached")] for line in lines])
    # The source of the searches is in a component of few vertices.
    whole = [line for line in lines if line["graph"] != "usroads" or line["function"] not in
             ("bfs_edges", "single_source_dijkstra_path_length")]
    for form, key in (("Without those two, networkx takes {} times as long in the geometric mean with the conversion", "converted"),
                      ("and {} times on a converted graph", "cached")):
        page.says(form, fixed(geomean(median(line, "networkx") / median(line, key) for line in whole), 1))
    names = parallel["versions"]
    ours = {(line["graph"], line["function"]): line for line in lines}
    page.table(["graph", f"networkx {names['networkx']}", f"nx-parallel {names['nx-parallel']}", "here, with conversion",
                "here, converted"],
               [[line["graph"], *of(line, "networkx", "parallel"),
                 *of(ours[line["graph"], line["function"]], "converted", "cached")] for line in parallel["records"]])


def arrays(page, reports):
    lines = [line for report in reports for line in report["records"]]
    page.table(["threads", "the graph from SciPy's matrix, s", "the call, s", "the processor's time of the call, s"],
               [[str(line["threads"]), fixed(line["made"], 1), fixed(median(line, "cached"), 1),
                 fixed(median(line, "processor"), 1)] for line in lines])
    page.says("{:,} vertices and {:,} edges", lines[0]["vertices"], lines[0]["edges"])


def check(page):
    random_graph(page, *page.raw("networkx.jsonl").reports)
    stored_graphs(page, *page.raw("networkx_graphs.jsonl").reports)
    arrays(page, page.raw("networkx_arrays.jsonl").reports)
