"""docs/benchmarks/gpu_programs.md: sparse products beside cuSPARSE, triangles, frontiers, LAGraph, and two states of the library."""
import statistics

from figures import Page, digits, fixed, geomean, millions
from page_gpu import short

PAGE = "docs/benchmarks/gpu_programs.md"
ALONE = ("grid:2048x2048", "er:1000000:8000000", "kron:16")


def check_products(page):
    lines = page.raw("gpu_spgemm.jsonl").lines
    rows, ratios = [], {}
    for line in sorted(lines, key=lambda line: line["products"]):
        graph, us = short(line["graph"]), line["us"]
        peer = min(time for name, time in us.items() if name != "ours")
        ratios[graph] = peer / us["ours"]
        rows.append([graph, millions(line["nvals"]), millions(line["products"]), millions(line["entries"]),
                     fixed(us["ours"], 0), fixed(peer, 0), fixed(ratios[graph], 2)])
    rows.append(["geometric mean", "", "", "", "", "", fixed(geomean(ratios.values()), 2)])
    page.table(["graph", "entries", "products", "entries of C", "µs", "best of cuSPARSE, µs", "ratio"], rows)
    page.says("{} in the geometric mean and at least {}", fixed(geomean(ratios.values()), 2), fixed(min(ratios.values()), 2))
    memory = []
    for line in lines:
        if line["graph"] in ALONE:
            peer = min(count for name, count in line["bytes"].items() if name.startswith("cusparse_alg"))
            memory.append([line["graph"], digits(line["bytes"]["ours"] / 1e9), digits(peer / 1e9),
                           fixed(line["bytes"]["ours"] / peer, 2)])
    page.table(["graph", "most held, GB", "least of cuSPARSE, GB", "share"], memory)


def check_triangles(page):
    lines = page.raw("gpu_triangles.jsonl").lines
    page.table(["graph", "L", "edges", "triangles", "product, µs", "product and sum, µs"],
               [[line["graph"], line["product"].split(", ")[1], millions(line["mask"]), millions(line["sum"]),
                 fixed(line["us"]["product"], 0), fixed(line["us"]["product and sum"], 0)] for line in lines])
    [best] = [line["us"]["product"] for line in lines if line["graph"] == "rmat:20:16" and line["product"].endswith("sorted")]
    page.says("The sorted rmat:20:16 takes {} ms for the product", fixed(best / 1000, 2))


def check_drivers(page):
    rows = []
    for line in page.raw("gpu_lagraph.jsonl").lines:
        times = line["ms"]
        rows.append([line["graph"], line["driver"], digits(times[0]), digits(statistics.median(times)), digits(min(times))])
    page.table(["graph", "driver", "first trial, ms", "median, ms", "least, ms"], rows)


def check_cugraph(page):
    """The tool and cuGraph on Kronecker graphs of one size; medians over cuGraph's sources."""
    ours, theirs = {}, {}
    for line in page.raw("gpu_cugraph.jsonl").lines:
        (theirs if "lib" in line else ours).setdefault(line["task"], []).append(line["median_ms"])
    rows, ratios = [], {}
    for task, times in ours.items():
        mine, peer = statistics.median(times), statistics.median(theirs[task])
        ratios[task] = mine / peer
        rows.append([task, digits(mine), digits(peer), fixed(ratios[task], 2)])
    page.table(["task", "tool on an H200, ms", "cuGraph on an H100, ms", "ratio"], rows)
    readme = Page("README.md", page.root)
    readme.says("| cuGraph 26.10, on a GPU | {} | {} | {} | {} | {} | {} |",
                *(fixed(ratios[task], 2) for task in ("bfs", "pagerank", "triangles", "betweenness", "sssp", "components")))
    page.problems += [f"README.md: {problem}" for problem in readme.problems]


def check_first_call(page):
    page.table(["state", "levels, the first call, ms", "parents, next, ms"],
               [[line["state"], digits(line["first_ms"]), digits(line["next_ms"])]
                for line in page.raw("gpu_first_call.jsonl").lines])


def check_masks(page):
    lines = [line for line in page.raw("gpu_masks.jsonl").lines if " under " in line["product"]]
    times = {}
    for line in lines:
        way, share = line["product"].split(" under ")
        times.setdefault(share, {"mask": line["mask"]})[way] = line["us"]["product"]
    page.table(["mask", "its entries", "dots, µs", "hashed, µs"],
               [[share, millions(found["mask"]), fixed(found["dots"], 0), fixed(found["hashed"], 0)]
                for share, found in times.items()])


def check_frontiers(page):
    rows = []
    for line in page.raw("gpu_frontiers.jsonl").lines:
        us = line["us"]
        rows.append([line["graph"], str(line["levels"])] +
                    [fixed(us[name], 0) for name in ("vector", "1 rows", "4 rows", "16 rows", "64 rows")] +
                    [fixed(us["64 rows"] / us["vector"], 2)])
    page.table(["graph", "levels", "vector, µs", "1 row", "4 rows", "16 rows", "64 rows", "64 rows / vector"], rows)


def algorithm_rows(lines):
    for line in lines:
        fetched = "; ".join(f"{found['by']} {digits(found['MB'])}" for found in line["fetched"] if found["MB"] >= 0.1)
        yield line["algorithm"], [digits(line["first_ms"]), digits(line["ms"]), fetched or "nothing"]


def check_algorithms(page):
    header = ["algorithm", "first run, ms", "third run, ms", "arrays of more than 64 KB that were fetched, MB"]
    page.table(header, [[name, *cells] for name, cells in algorithm_rows(page.raw("gpu_lagraph_algorithms.jsonl").lines)])
    header = ["algorithm, on the grid", *header[1:], "launches"]
    lines = page.raw("gpu_lagraph_grid.jsonl").lines
    page.table(header, [[name, *cells, str(line["launches"])]
                        for line, (name, cells) in zip(lines, algorithm_rows(lines))])


def check_lists(page):
    [sssp] = [line for line in page.raw("gpu_lagraph_algorithms.jsonl").lines if line["algorithm"] == "sssp"]
    page.says("SSSP makes {} launches and takes {} ms", str(sssp["launches"]), digits(sssp["ms"]))


def check_states(page):
    cells = {line["cell"]: line for line in page.raw("gpu_states.jsonl").lines}
    ratios = {name: statistics.median(cell["new"]) / statistics.median(cell["old"]) for name, cell in cells.items()}
    groups = {"algorithms": [], "mxv": [], "SpMM": [], "SSD and top-k": []}
    for name in ratios:
        kind = name.split()[0]
        groups[{"spmv": "mxv", "spmm": "SpMM", "ssd": "SSD and top-k"}.get(kind, "algorithms")].append(name)
    rows = []
    for group, names in groups.items():
        worst = max(names, key=ratios.get)
        rows.append([group, str(len(names)), fixed(geomean(ratios[name] for name in names), 3),
                     str(sum(ratios[name] > 1.03 for name in names)), f"{fixed(ratios[worst], 3)} ({worst})"])
    page.table(["cells", "number", "geometric mean", "more than 3% slower", "slowest"], rows)
    for form, name in (("on rmat:20:16 went from {} to {} µs", "bfs parents rmat:20:16"),
                       ("SSSP went from {} to {} µs", "sssp rmat:20:16,w=1..255")):
        page.says(form, *(fixed(statistics.median(cells[name][side]), 0) for side in ("old", "new")))
    over = sorted((name for name in ratios if ratios[name] > 1.03), key=ratios.get, reverse=True)
    shown = []
    for name in over:
        sides = cells[name]
        spread = max((max(times) - min(times)) / statistics.median(times) for times in (sides["old"], sides["new"]))
        shown.append([name, fixed(statistics.median(sides["old"]), 0), fixed(statistics.median(sides["new"]), 0),
                      fixed(ratios[name], 3), fixed(spread, 2)])
    page.table(["cell", "before, µs", "after, µs", "ratio", "spread"], shown)


def check(page):
    check_products(page)
    check_triangles(page)
    check_masks(page)
    check_frontiers(page)
    check_drivers(page)
    check_cugraph(page)
    check_first_call(page)
    check_algorithms(page)
    check_lists(page)
    check_states(page)
