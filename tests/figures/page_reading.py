"""docs/benchmarks/reading.md: graph files against other readers on the CPU."""
from figures import fixed

PAGE = "docs/benchmarks/reading.md"
NAMES = {"mtx": "Matrix Market", "edges": "edge list", "metis": "METIS"}


def check(page):
    [report] = page.raw("reading.json").lines
    least = {(kind, package, threads): min(times) for kind, packages in report["seconds"].items()
             for package, by_threads in packages.items() for threads, times in by_threads.items()}
    rows = []
    for kind, packages in report["seconds"].items():
        for package in packages:
            if package == "graphblast":
                continue
            rows.append([NAMES[kind], f"{package} {report['versions'][package]}",
                         *(fixed(least[kind, "graphblast", threads] / least[kind, package, threads], 2)
                           for threads in ("1", "2"))])
    page.table(["file", "other reader", "1 thread", "2 threads"], rows)
    page.table(["file", "bytes", "entries", "1 thread, MB/s", "2 threads, MB/s"],
               [[NAMES[kind], f"{found['bytes']:,}", f"{found['entries']:,}",
                 *(fixed(found["bytes"] / least[kind, "graphblast", threads] * 1e-6, 0) for threads in ("1", "2"))]
                for kind, found in report["files"].items()])
    page.says("least of {} runs", report["repeat"])
    page.says("of `{}`", report["graph"])
