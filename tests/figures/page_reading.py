"""docs/benchmarks/reading.md: graph files against other readers on the CPU."""
from figures import fixed

PAGE = "docs/benchmarks/reading.md"
NAMES = {"mtx": "Matrix Market", "edges": "edge list", "csv": "CSV", "gr": "DIMACS", "metis": "METIS",
         "npz": "SciPy, stored", "deflated": "SciPy, deflated"}


def least_times(reports):
    return {(kind, package, threads): min(times) for report in reports
            for kind, packages in report["seconds"].items()
            for package, by_threads in packages.items() for threads, times in by_threads.items()}


def peer_rows(reports, least, threads):
    return [[NAMES[kind], f"{package} {report['versions'][package]}",
             *(fixed(least[kind, "graphblast", count] / least[kind, package, count], 2) for count in threads)]
            for report in reports for kind, packages in report["seconds"].items()
            for package in packages if package != "graphblast"]


def rate_rows(reports, least, threads):
    return [[NAMES[kind], f"{found['bytes']:,}", f"{found['entries']:,}",
             *(fixed(found["bytes"] / least[kind, "graphblast", count] * 1e-6, 0) for count in threads)]
            for report in reports for kind, found in report["files"].items()]


def check(page):
    few = page.raw("reading.json").lines
    many = page.raw("reading_16.json").lines
    least = least_times(few)
    page.table(["file", "other reader", "1 thread", "2 threads"], peer_rows(few, least, ("1", "2")))
    page.table(["file", "bytes", "entries", "1 thread, MB/s", "2 threads, MB/s"], rate_rows(few, least, ("1", "2")))
    least = least_times(many)
    page.table(["file", "other reader", "16 threads"], peer_rows(many, least, ("16",)))
    page.table(["file", "bytes", "entries", "16 threads, MB/s"], rate_rows(many, least, ("16",)))
    page.says("least of {} runs", few[0]["repeat"])
    page.says("of `{}`", few[0]["graph"])
    page.says("`{}` on 16", many[0]["graph"])
