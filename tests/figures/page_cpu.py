"""docs/benchmarks/cpu.md: the engine on the cores of one machine, beside SuiteSparse:GraphBLAS and GAP's reference code."""
import statistics

from figures import Page, digits, fixed, geomean, span

PAGE = "docs/benchmarks/cpu.md"
OURS, THEIRS, NEWER, GAP = "ours", "SuiteSparse-9.3.1", "SuiteSparse-9.4.0", "GAP"
NAMES = {OURS: "ours", THEIRS: "9.3.1", NEWER: "9.4.0", GAP: "GAP"}
PEERS = {1: (THEIRS, GAP), 2: (THEIRS, GAP), 16: (THEIRS, NEWER, GAP)}
THREADS = tuple(PEERS)
WORDS = {1: "one thread", 2: "two threads", 16: "16 threads"}
ENDS = (1, 16)
FROM_SOURCES = ("bfs", "sssp", "bc")  # a trial's work depends on its source
LARGE = ("kron:18", "kron:20", "er:1048576:16777216", "grid:1000x1000")


def milliseconds(seconds):
    return digits(1e3 * seconds)


def shown(value, places=2):
    return "" if value is None else fixed(value, places)


class Drivers:
    """All cells of a raw file: the records of one or more runs of lagraph_drivers."""

    def __init__(self, reports):
        self.cells = {(one["graph"], one["driver"], one["threads"], report.get("busy", 0), one["build"]): one
                      for report in reports for one in report["records"]}

    def cell(self, row, threads, build, busy=0):
        return self.cells.get((*row, threads, busy, build))

    def time(self, row, threads, build, busy=0):
        """Seconds, or None where there is no time."""
        cell = self.cell(row, threads, build, busy)
        return cell["median_s"] if cell and cell["median_s"] else None

    def rows(self, busy=0):
        """(graph, driver) with any figure: graphs and drivers in the order of the file."""
        found = dict.fromkeys(key[:2] for key in self.cells if key[3] == busy)
        graphs, drivers = (list(dict.fromkeys(row[k] for row in found)) for k in (0, 1))
        return sorted(found, key=lambda row: (graphs.index(row[0]), drivers.index(row[1])))

    def ratio(self, row, threads, peer):
        ours, theirs = (self.time(row, threads, build) for build in (OURS, peer))
        return ours / theirs if ours and theirs else None

    def ratios(self, threads, peer):
        found = {row: self.ratio(row, threads, peer) for row in self.rows()}
        return {row: ratio for row, ratio in found.items() if ratio is not None}

    def gain(self, row, build):
        """Of 16 threads. None where the trials were not of the same sources."""
        one, many = (self.cell(row, threads, build) for threads in ENDS)
        if not one or not many or (row[1] in FROM_SOURCES and one["trials"] != many["trials"]):
            return None
        return one["median_s"] / many["median_s"]


def cell_text(drivers, row, threads, build, busy=0):
    time = drivers.time(row, threads, build, busy)
    return milliseconds(time) if time else ""


def means_table(page, drivers):
    rows = []
    for threads in THREADS:
        for peer in PEERS[threads]:
            found = drivers.ratios(threads, peer)
            worst = max(found, key=found.get)
            rows.append([str(threads), NAMES[peer], str(len(found)), fixed(geomean(found.values()), 2),
                         fixed(statistics.median(found.values()), 2), str(sum(ratio > 1 for ratio in found.values())),
                         fixed(found[worst], 2), " ".join(worst)])
    page.table(["threads", "peer", "cells", "geometric mean", "median", "above 1", "largest", "which"], rows)


def drivers_of(drivers):
    return dict.fromkeys(row[1] for row in drivers.rows())


def by_driver_table(page, drivers):
    """Geometric means over the graphs."""
    columns = [(threads, peer) for threads in THREADS for peer in PEERS[threads]]
    rows = []
    for driver in drivers_of(drivers):
        means = []
        for threads, peer in columns:
            found = [ratio for row, ratio in drivers.ratios(threads, peer).items() if row[1] == driver]
            means.append(fixed(geomean(found), 2) if found else "")
        rows.append([driver, *means])
    page.table(["driver", *(f"{threads}: to {NAMES[peer]}" for threads, peer in columns)], rows)


def cells_tables(page, drivers):
    for threads in THREADS:
        peers = PEERS[threads]
        page.table(["graph", "driver", *(f"{NAMES[build]}, {threads}, ms" for build in (OURS, *peers)),
                    *(f"to {NAMES[peer]}" for peer in peers)],
                   [[*row, *(cell_text(drivers, row, threads, build) for build in (OURS, *peers)),
                     *(shown(drivers.ratio(row, threads, peer)) for peer in peers)] for row in drivers.rows()])


def misses(page, drivers):
    """What loses, in sentences."""
    def of(driver, threads, peer):
        return span(ratio for row, ratio in drivers.ratios(threads, peer).items() if row[1] == driver)

    page.says("Connected components take {} times as long as with SuiteSparse 9.3.1 on 16 threads, {} on two and {} on one.",
              *(of("cc", threads, THEIRS) for threads in (16, 2, 1)))
    page.says("Beside GAP they take {}, {} and {} times as long, shortest paths {}, {} and {}, and breadth-first search {}, {} "
              "and {}.", *(of(driver, threads, GAP) for driver in ("cc", "sssp", "bfs") for threads in (16, 2, 1)))
    page.says("Triangles of the two Kronecker graphs take {} of GAP's time on 16 threads, betweenness there and on the random "
              "graph {}.", span(drivers.ratio((graph, "tc"), 16, GAP) for graph in LARGE[:2]),
              span(drivers.ratio((graph, "bc"), 16, GAP) for graph in LARGE[:3]))


def rounds(page, drivers):
    spans = [one["round_medians_s"] for key, one in drivers.cells.items() if key[2] == 16]
    page.says("with 16 threads the slowest of the three took more than 1.5 times as long as the quickest in {} of {} cells.",
              sum(max(medians) > 1.5 * min(medians) for medians in spans), len(spans))


def headline(page, drivers):
    mean = {(threads, peer): geomean(drivers.ratios(threads, peer).values()) for threads in THREADS for peer in (THEIRS, GAP)}
    readme = Page("README.md", page.root)
    readme.says("LAGraph's six benchmark drivers take {}, {} and {} of the time that they take with SuiteSparse:GraphBLAS 9.3.1 "
                "built from its sources (1, 2 and 16 threads of an Intel Xeon; geometric means of {}, {} and {} cells), but "
                "components take up to {} times as long. Beside the GAP benchmark's hand-written programs they take {}, {} and {} times as long",
                *(fixed(mean[threads, THEIRS], 2) for threads in THREADS),
                *(len(drivers.ratios(threads, THEIRS)) for threads in THREADS),
                fixed(max(ratio for threads in THREADS for row, ratio in drivers.ratios(threads, THEIRS).items()
                          if row[1] == "cc"), 1),
                *(fixed(mean[threads, GAP], 1) for threads in THREADS))
    def by_driver(peer):
        for driver in ("bfs", "gappagerank GAP", "tc", "bc", "sssp", "cc"):
            yield fixed(geomean(ratio for row, ratio in drivers.ratios(16, peer).items() if row[1] == driver), 2)
    readme.says("| SuiteSparse:GraphBLAS 9.3.1, from source | {} | {} | {} | {} | {} | {} |", *by_driver(THEIRS))
    readme.says("| GAP's hand-written programs | {} | {} | {} | {} | {} | {} |", *by_driver(GAP))
    page.problems += [f"README.md: {problem}" for problem in readme.problems]


def scaling(page, drivers):
    builds = (OURS, THEIRS, GAP)
    rows = [[*row, *(shown(drivers.gain(row, build), 1) for build in builds)] for row in drivers.rows()]
    page.table(["graph", "driver", *(f"gain, {NAMES[build]}" for build in builds)], [row for row in rows if any(row[2:])])


def memory(page, drivers):
    for peer in (THEIRS, GAP):
        ratios = [drivers.cell(row, 16, OURS)["peak_kib"] / drivers.cell(row, 16, peer)["peak_kib"]
                  for row in drivers.ratios(16, peer) if row[0] in LARGE]
        page.says("{}: geometric mean {} of {} cells, {} to {}.", {THEIRS: "To 9.3.1", GAP: "To GAP"}[peer],
                  fixed(geomean(ratios), 2), len(ratios), fixed(min(ratios), 2), fixed(max(ratios), 2))


def orders_table(page, lines):
    """Orders of entries, by programs without the library: least milliseconds with one thread."""
    rows, ends = [], {}
    for report in lines:
        if report["bench"] != "orders of entries" or report["threads"] != 1:
            continue
        least = {name: found["least_ms"] for name, found in report["variants"].items()}
        if not report["large_pages"]:
            ends["small pages"] = [least["ours"], least["c16R16m65536"]]
            continue
        large = report["graph"] in ("er:1048576:16777216", "kron:20")
        shown_names = ("ours", "simple", "pf64", "c16R16m65536" if large else "c16R16m4096")
        rows.append([report["graph"], *(digits(least[name]) for name in shown_names)])
        if large:
            ends[report["graph"]] = [least["ours"], least["c16R16m65536"], least["c16R16m16384"]]
    page.table(["order", "row by row", "one sum a row", "asked for 64 entries ahead", "tiles"], rows)
    er, kron = ends["er:1048576:16777216"], ends["kron:20"]
    page.says("Blocks of 16,384 rows there take {} and {} ms.", digits(er[2]), digits(kron[2]))
    page.says("{} ms without them, {} with, for the random graph row by row; tiles take {} and {}.",
              digits(ends["small pages"][0]), digits(er[0]), digits(ends["small pages"][1]), digits(er[1]))


def bandwidth(page, reports):
    reports = {report["threads"]: report for report in reports}
    calls = {threads: {call["call"]: call["bytes"] / call["seconds"] for call in report["records"]}
             for threads, report in reports.items()}

    def share(threads, name):
        return 100 * calls[threads][name] / reports[threads]["copy"]["8 MB" if name.startswith("1 M") else "512 MB"]

    page.table(["copy of", "1 thread, GB/s", "16 threads, GB/s", "gain"],
               [[size, *(digits(reports[threads]["copy"][size] / 1e9) for threads in ENDS),
                 fixed(reports[16]["copy"][size] / reports[1]["copy"][size], 1)] for size in ("512 MB", "8 MB")])
    page.table(["call", "1 thread, GB/s", "16 threads, GB/s", "of the copy, 1", "of the copy, 16"],
               [[f"`{name}`", *(digits(calls[threads][name] / 1e9) for threads in ENDS),
                 *(f"{fixed(share(threads, name), 0)}%" for threads in ENDS)] for name in calls[16]])
    reached = {threads: [name for name in calls[16] if round(share(threads, name)) >= 75] for threads in ENDS}
    page.says("With 16 threads {} of the {} calls reach 75% of the copy, with one {}.", len(reached[16]),
              len(calls[16]), len(reached[1]))
    large = [call["bytes"] / 1e6 for call in reports[16]["records"] if call["call"].startswith("30 M")]
    small = [call["seconds"] * 1e6 for call in reports[16]["records"] if call["call"].startswith("1 M")]
    page.says("The arrays of the calls with 30 M positions have {} MB.", span(large, 0))
    page.says("Calls with 1 M positions take {} µs with 16 threads,", span(small, 0))


def estimates(page, reports):
    rows = []
    for report in reports:
        found = {record["operation"]: record for record in report["records"]}["all"]
        rows.append([report["times"], str(report["threads"]), report["estimates"],
                     f"{report['least_us']:g} µs" if report["least_us"] else "all", str(found["estimates"]),
                     f"{fixed(100 * found['within_2x'] / found['estimates'], 0)}%", str(found["calls"]),
                     fixed(found["geomean"], 2), fixed(found["worst"], 1), str(found["above_1.3"]),
                     digits(found["lost_us"] / 1000)])
    page.table(["times of", "threads", "estimates", "calls from", "estimates, number", "within 2 times", "choices",
                "loss, mean", "worst", "above 1.3", "lost, ms"], rows)
    lost = {(report["threads"], report["estimates"]): record["lost_us"] / 1000 for report in reports
            if not report["least_us"] for record in report["records"] if record["operation"] == "all"}
    page.says("with one thread the new estimates lose {} ms where the old ones lost {}, with two {} and {}, with 16 {} and {}.",
              *(digits(lost[threads, which]) for threads in THREADS for which in ("new", "old")))


def busy(page, drivers):
    """Ours alone, while as many other processes compute as there are cores."""
    rows = []
    for row in drivers.rows(16):
        quiet, loaded = (drivers.time(row, 16, OURS, count) for count in (0, 16))
        rows.append([*row, milliseconds(quiet), milliseconds(loaded), fixed(loaded / quiet, 1)])
    page.table(["graph", "driver", "quiet, ms", "busy, ms", "busy / quiet"], rows)


def busy_two_cores(page, drivers):
    rows = []
    for row in drivers.rows(2):
        quiet, loaded = (drivers.cell(row, 2, OURS, count) for count in (0, 2))
        rows.append([*row, milliseconds(quiet["median_s"]), milliseconds(loaded["median_s"]),
                     fixed(loaded["median_s"] / quiet["median_s"], 1),
                     fixed(loaded["run_processor_s"] / quiet["run_processor_s"], 2)])
    page.table(["graph", "driver", "quiet, 2, ms", "busy, 2, ms", "busy / quiet", "processor's time"], rows)
    page.says("They take {} times their quiet time, {} of {} cells more than twice.", span((float(row[4]) for row in rows), 1),
              sum(float(row[4]) > 2 for row in rows), len(rows))


def own_algorithms(page, drivers):
    """The tool's algorithms and LAGraph's drivers on this library, and GAP's programs."""
    rows, ratios = [], {"LAGraph": [], "own": []}
    for row in drivers.rows():
        times = {build: drivers.time(row, 16, build) for build in ("LAGraph", "own", GAP)}
        if not all(times.values()):
            continue
        for build, found in ratios.items():
            found.append(times[build] / times[GAP])
        rows.append([*row, *(milliseconds(time) for time in times.values()),
                     *(fixed(times[build] / times[GAP], 2) for build in ratios)])
    page.table(["graph", "task", "LAGraph, ms", "tool, ms", "GAP, ms", "LAGraph / GAP", "tool / GAP"], rows)
    readme = Page("README.md", page.root)
    readme.says("[{} times GAP's time](docs/benchmarks/cpu.md#the-tools-own-algorithms)",
                span((drivers.time(row, 16, "LAGraph") / drivers.time(row, 16, GAP) for row in drivers.rows()
                      if row[1] == "cc" and drivers.time(row, 16, GAP)), 1))
    page.problems += [f"README.md: {problem}" for problem in readme.problems]
    page.says("In the geometric mean LAGraph's drivers take {} times GAP's time ({} cells), the tool {} times ({} cells).",
              *(text for found in ratios.values() for text in (fixed(geomean(found), 2), len(found))))


def own_on_few_threads(page, drivers):
    """The same on one thread and two, as ratios to GAP's programs."""
    sides, counts = ("LAGraph", "own"), (1, 2)
    rows, all_of = [], {(build, threads): [] for threads in counts for build in sides}
    for row in drivers.rows():
        if not all(drivers.time(row, threads, GAP) for threads in counts):
            continue
        ratios = {(build, threads): drivers.time(row, threads, build) / drivers.time(row, threads, GAP)
                  for build, threads in all_of}
        for key, ratio in ratios.items():
            all_of[key].append(ratio)
        rows.append([*row, *(fixed(ratio, 2) for ratio in ratios.values())])
    page.table(["graph", "task", "LAGraph, one thread", "tool, one", "LAGraph, two", "tool, two"], rows)
    page.says("Geometric means over {} cells: {} and {} with one thread, {} and {} with two.",
              len(rows), *(fixed(geomean(found), 2) for found in all_of.values()))


def check(page):
    peers = Drivers(page.raw("cpu_peers.jsonl").reports)
    means_table(page, peers)
    by_driver_table(page, peers)
    cells_tables(page, peers)
    rounds(page, peers)
    misses(page, peers)
    headline(page, peers)
    own_algorithms(page, Drivers(page.raw("cpu_own.jsonl").reports))
    own_on_few_threads(page, Drivers(page.raw("cpu_own_few_threads.jsonl").reports))
    scaling(page, peers)
    memory(page, peers)
    orders_table(page, page.raw("cpu_tiles.jsonl").lines)
    bandwidth(page, page.raw("cpu_bandwidth.jsonl").reports)
    busy(page, Drivers(page.raw("cpu_busy_16_cores.jsonl").reports))
    busy_two_cores(page, Drivers(page.raw("cpu_busy_two_cores.jsonl").reports))
    estimates(page, page.raw("cpu_estimates.jsonl").reports)
