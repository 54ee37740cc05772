"""docs/benchmarks/reading.md: graph files against other readers on the CPU."""
from figures import fixed, span

PAGE = "docs/benchmarks/reading.md"
NAMES = {"mtx": "Matrix Market", "edges": "edge list", "csv": "CSV", "gr": "DIMACS", "metis": "METIS",
         "npz": "SciPy, stored", "deflated": "SciPy, deflated"}


def least_times(reports):
    return {(kind, package, threads): min(times) for report in reports
            for one in report["records"] for kind in (one["format"],)
            for package, by_threads in one["seconds"].items() for threads, times in by_threads.items()}


def peer_rows(reports, least, threads):
    return [[NAMES[kind], f"{package} {report['versions'][package]}",
             *(fixed(least[kind, "graphblast", count] / least[kind, package, count], 2) for count in threads)]
            for report in reports for one in report["records"] for kind in (one["format"],)
            for package in one["seconds"] if package != "graphblast"]


def rate_rows(reports, least, threads):
    return [[NAMES[kind], f"{found['bytes']:,}", f"{found['entries']:,}",
             *(fixed(found["bytes"] / least[kind, "graphblast", count] * 1e-6, 0) for count in threads)]
            for report in reports for found in report["records"] for kind in (found["format"],)]


def billion(page):
    """The section on a graph of a billion entries."""
    lines = page.raw("reading_billion.jsonl").lines
    steps = {line["step"]: line for line in lines}
    said = {"mapped-again": ", again", "cold": ", the file not in memory before",
            "sg": ", which reads the file and writes the cache", "cache": ", from the cache"}
    page.table(["command", "until the graph is there, s", "resident at most, GB", "of it mapped, GB"],
               [[f"`{line['command']}`{said.get(line['step'], '')}", fixed(line["load_seconds"], 2),
                 fixed(line["most_resident_gb"]["VmRSS"], 2), fixed(line["most_resident_gb"]["RssFile"], 2)]
                for line in lines if "load_seconds" in line])
    mapped, size = steps["mapped"], steps["files"]["bytes"]["k.grb"]
    page.says("has {:,} vertices and {:,} entries", mapped["vertices"], mapped["entries"])
    page.says("it had {:,} bytes: {} for each entry", size, fixed(size / mapped["entries"], 2))
    page.says("which makes it {:,} bytes", size - 4 * mapped["vertices"])
    made = steps["generate"]
    page.says("took {} s with {} GB", fixed(made["seconds_of_the_process"], 1),
              fixed(made["most_resident_gb"]["VmRSS"], 1))
    levels = next(found for found in mapped["algorithms"] if found["algorithm"] == "bfs levels")
    assert all(found["verified"] for found in steps["verify"]["algorithms"])
    page.says("visits {:,} vertices", levels["result"]["reached"])
    first, second, *later = levels["samples"]
    page.says("takes {} s. The second one also makes the matrix by columns, and takes {} s; those after it take {} s",
              fixed(first, 1), fixed(second, 1), span(later))
    page.says("a process with one run that counts stays at {} GB", fixed(steps["cold"]["most_resident_gb"]["VmRSS"], 2))


def check(page):
    few = page.raw("reading.jsonl").reports
    many = page.raw("reading_16.jsonl").reports
    least = least_times(few)
    page.table(["file", "other reader", "1 thread", "2 threads"], peer_rows(few, least, ("1", "2")))
    page.table(["file", "bytes", "entries", "1 thread, MB/s", "2 threads, MB/s"], rate_rows(few, least, ("1", "2")))
    least = least_times(many)
    page.table(["file", "other reader", "16 threads"], peer_rows(many, least, ("16",)))
    page.table(["file", "bytes", "entries", "16 threads, MB/s"], rate_rows(many, least, ("16",)))
    page.says("least of {} runs", few[0]["repeat"])
    page.says("of `{}`", few[0]["graph"])
    page.says("`{}` on 16", many[0]["graph"])
    billion(page)
