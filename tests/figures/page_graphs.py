"""docs/benchmarks/graphs.md: where the files come from, and that all of them are there."""
from figures import RAW, ROOT, Raw, cells_of

PAGE = "docs/benchmarks/graphs.md"
HEADER = ["graph", "rows", "entries", "collection", "file"]


def names(root=ROOT):
    lines = (root / PAGE).read_text(encoding="utf-8").splitlines()
    return {cells_of(line)[0] for line in lines if line.startswith("|")} - {"graph", "---"}


def check(page):
    sizes = {line["graph"].removesuffix(".mtx.zst"): (line["n"], line["nvals"])
             for line in Raw(page.root / RAW / "gpu_spmm.jsonl").lines if line["graph"].endswith(".mtx.zst")}
    [table] = page.tables
    # What the tables of GPU products have no line of is not read there.
    missing = sizes.keys() - names(page.root)
    page.problems += [f"no line about {graph}" for graph in sorted(missing)]
    rows = []
    for graph, n, entries, collection, file in table.rows:
        n, entries = (f"{value:,}" for value in sizes.get(graph, ())) if graph in sizes else (n, entries)
        if not collection or "/" not in file:
            page.problems.append(f"{graph}: its source is not said")
        rows.append([graph, n, entries, collection, file])
    page.table(HEADER, rows)
