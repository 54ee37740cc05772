"""docs/benchmarks/cpu.md: the engine on the cores of one machine, against SuiteSparse:GraphBLAS."""
import statistics

from figures import digits, fixed, geomean, span

PAGE = "docs/benchmarks/cpu.md"
OURS, THEIRS = "ours", "SuiteSparse-9.3.1"
PEERS = (THEIRS, "SuiteSparse-10.5.1")
THREADS = (1, 2, 16)
ENDS = (1, 16)
FROM_SOURCES = ("bfs", "sssp", "bc")  # a trial's work depends on its source


def milliseconds(seconds):
    return digits(1e3 * seconds)


class Drivers:
    """All cells of a raw file: one report of it for each run of lagraph_drivers."""

    def __init__(self, reports):
        self.cells, self.left_out = {}, []
        for report in reports:
            for one in report["records"]:
                self.cells[one["graph"], one["driver"], one["threads"], report.get("busy", 0), one["build"]] = one
            self.left_out += [tuple(cell) for cell in report.get("left_out", [])]

    def cell(self, graph, driver, threads, build, busy=0):
        return self.cells.get((graph, driver, threads, busy, build))

    def rows(self, busy=0):
        """(graph, driver) with any figure: graphs and drivers in the order of the file."""
        found = dict.fromkeys(key[:2] for key in self.cells if key[3] == busy)
        graphs, drivers = (list(dict.fromkeys(row[k] for row in found)) for k in (0, 1))
        return sorted(found, key=lambda row: (graphs.index(row[0]), drivers.index(row[1])))

    def ratio(self, graph, driver, threads, busy=0, peer=THEIRS):
        """None where one of the two has no time."""
        ours, theirs = (self.cell(graph, driver, threads, build, busy) for build in (OURS, peer))
        if ours is None or theirs is None or not ours["median_s"] or not theirs["median_s"]:
            return None
        return ours["median_s"] / theirs["median_s"]

    def ratios(self, threads, peer=THEIRS):
        found = {row: self.ratio(*row, threads, peer=peer) for row in self.rows()}
        return {row: ratio for row, ratio in found.items() if ratio is not None}

    def gain(self, graph, driver):
        """None where the trials were not of the same sources."""
        one, many = self.cell(graph, driver, 1, OURS), self.cell(graph, driver, 16, OURS)
        if not one or not many or (driver in FROM_SOURCES and one["trials"] != many["trials"]):
            return None
        return one["median_s"] / many["median_s"]

    def gains(self):
        found = {row: self.gain(*row) for row in self.rows()}
        return {row: gain for row, gain in found.items() if gain is not None}


def shown(value, places=2):
    return "" if value is None else fixed(value, places)


def median_of(drivers, row, threads, build, busy=0):
    cell = drivers.cell(*row, threads, build, busy)
    return milliseconds(cell["median_s"]) if cell else ""


def version(peer):
    return peer.split("-")[1]


def drivers_table(page, drivers):
    rows, header = [], ["graph", "driver", *(f"ours {threads}" for threads in THREADS)]
    header += [f"{threads}: to {version(peer)}" for threads in THREADS for peer in PEERS]
    for row in drivers.rows():
        peaks = [drivers.cell(*row, 16, build) for build in (OURS, *PEERS)]
        rows.append([*row, *(median_of(drivers, row, threads, OURS) for threads in THREADS),
                     *(shown(drivers.ratio(*row, threads, peer=peer)) for threads in THREADS for peer in PEERS),
                     *(fixed(peak["peak_kib"] / 1024, 0) if peak else "" for peak in peaks)])
    page.table([*header, "MB", *(f"MB {version(peer)}" for peer in PEERS)], rows)
    names = {1: "one thread", 2: "two", 16: "16"}
    for threads in THREADS:
        out = {}
        for graph, driver, count in drivers.left_out:
            if count == threads:
                out.setdefault(graph, []).append(driver)
        if out:
            page.says("with {}: {}", names[threads],
                      "; ".join(f"{', '.join(found)} on {graph}" for graph, found in sorted(out.items())))


def means(drivers, threads, peer):
    """Cells, mean, how many are above 1, the largest and its place."""
    found = drivers.ratios(threads, peer)
    worst = max(found, key=found.get)
    return [str(len(found)), fixed(geomean(found.values()), 2), str(sum(ratio > 1 for ratio in found.values())),
            fixed(found[worst], 2), " ".join(worst)]


def summary_table(page, drivers):
    page.table(["threads", "version", "cells", "geometric mean", "above 1", "largest", "which"],
               [[str(threads), version(peer), *means(drivers, threads, peer)] for threads in THREADS for peer in PEERS])
    above = []
    for threads in THREADS:
        for row in drivers.rows():
            ratios = [drivers.ratio(*row, threads, peer=peer) for peer in PEERS]
            if any(ratio and ratio > 1 for ratio in ratios):
                above.append([str(threads), *row, *(shown(ratio) for ratio in ratios)])
    page.table(["above 1: threads", "graph", "driver", "to 9.3.1", "to 10.5.1"], above)


def pagerank_tables(page, drivers):
    """PageRank alone, of a later state than the other drivers."""
    rows = []
    for graph, driver in drivers.rows():
        rows.append([graph, driver.split()[1], *(median_of(drivers, (graph, driver), threads, OURS) for threads in THREADS),
                     *(shown(drivers.ratio(graph, driver, threads, peer=peer)) for threads in THREADS for peer in PEERS),
                     *(fixed(drivers.cell(graph, driver, 16, build)["peak_kib"] / 1024, 0) for build in (OURS, *PEERS))])
    page.table(["PageRank of", "form", *(f"ours {threads}" for threads in THREADS),
                *(f"{threads}: to {version(peer)}" for threads in THREADS for peer in PEERS),
                "MB", *(f"MB {version(peer)}" for peer in PEERS)], rows)
    page.table(["PageRank: threads", "version", "cells", "geometric mean", "above 1", "largest", "which"],
               [[str(threads), version(peer), *means(drivers, threads, peer)] for threads in THREADS for peer in PEERS])


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


def quiet_table(page, drivers):
    page.table(["quiet, to", "cells", "geometric mean", "above 1", "largest", "which"],
               [[version(peer), *means(drivers, 16, peer)] for peer in PEERS])
    page.says("Above 1 there were {}.", "; ".join(
        f"{' '.join(row)} ({fixed(ratio, 2)} to {version(peer)})" for peer in PEERS
        for row, ratio in drivers.ratios(16, peer).items() if ratio > 1))


def memory(page, drivers):
    told = []
    for peer in PEERS:
        pairs = [[drivers.cell(*row, 16, build) for build in (OURS, peer)] for row in drivers.rows()]
        ratios = [ours["peak_kib"] / theirs["peak_kib"] for ours, theirs in pairs if ours and theirs]
        above = sum(ratio > 1 for ratio in ratios)
        page.says("{}: geometric mean {} of {} cells, median {}, largest {}; {} above 1.", version(peer),
                  fixed(geomean(ratios), 2), len(ratios), fixed(statistics.median(ratios), 2), fixed(max(ratios), 2), above)
        told += [above, len(ratios)]
    page.says("Peak memory no more than the other library's: missed by {} of {} cells against 9.3.1 and by {} of {} against "
              "10.5.1,", *told)


def older(page, before):
    """What only an older file has: triangles and betweenness of kron:20 with one thread, triangles of theirs."""
    page.table(["commit 4d47b4d", "1 thread, ms", "16, ms", "gain", "theirs 16, ms", "ratio"],
               [[f"kron:20 {driver}", *(median_of(before, ("kron:20", driver), threads, OURS) for threads in ENDS),
                 fixed(before.gain("kron:20", driver), 1), median_of(before, ("kron:20", driver), 16, THEIRS),
                 shown(before.ratio("kron:20", driver, 16))] for driver in ("tc", "bc")])


def scaling(page, drivers):
    gains = drivers.gains()
    page.table(["graph", "driver", "1 thread, ms", "16, ms", "gain"],
               [[*row, *(median_of(drivers, row, threads, OURS) for threads in ENDS), fixed(gain, 1)]
                for row, gain in gains.items() if row[1] in ("tc", "bc", "gappagerank GAP")])
    slower = {row: 1 / gain for row, gain in gains.items() if gain < 1 / 1.05}
    page.says("Of the {} cells that can be compared, those more than 5% slower with 16 threads than with one: {}.",
              len(gains), ", ".join(f"{' '.join(row)} ({fixed(times, 2)} times)" for row, times in slower.items()))


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
    return reports[16]["copy"]["512 MB"] / reports[1]["copy"]["512 MB"]


def all_operations(report):
    [found] = [line for line in report["records"] if line["operation"] == "all"]
    return found


def estimates(page, reports):
    rows = []
    for report in reports:
        found = all_operations(report)
        rows.append([report["times"], str(report["threads"]), report["estimates"],
                     f"{report['least_us']:g} µs" if report["least_us"] else "all", str(found["estimates"]),
                     f"{fixed(100 * found['within_2x'] / found['estimates'], 0)}%", str(found["calls"]),
                     fixed(found["geomean"], 2), fixed(found["worst"], 1), str(found["above_1.3"])])
    page.table(["times of", "threads", "estimates", "calls from", "estimates, number", "within 2 times", "choices",
                "loss, mean", "worst", "above 1.3"], rows)
    return reports


def processor_time(page, drivers):
    """A process's own processor time while others compute, over that without them."""
    rows, found = [], {OURS: [], THEIRS: []}
    for row in drivers.rows(2):
        cells = []
        for build in (OURS, THEIRS):
            quiet, loaded = (drivers.cell(*row, 2, build, count) for count in (0, 2))
            if not quiet or not loaded:
                cells += [""] * 4
                continue
            wall = loaded["median_s"] / quiet["median_s"]
            own = loaded["run_processor_s"] / quiet["run_processor_s"]
            found[build].append((wall, own))
            cells += [milliseconds(quiet["median_s"]), milliseconds(loaded["median_s"]), fixed(wall, 1), fixed(own, 2)]
        rows.append([*row, *cells])
    header = ["graph", "driver"]
    for name in ("ours", "theirs"):
        header += [f"{name} quiet, ms", f"{name} busy, ms", f"{name} busy / quiet", f"{name} processor time"]
    page.table(header, rows)
    return found


def newer_goals(page, reports, slowed):
    """What the goals say of estimates, of the choice and of busy cores."""
    found = {(report["threads"], report["estimates"], report["least_us"]): all_operations(report) for report in reports}

    def within(threads, which="new", least=0):
        one = found[threads, which, least]
        return fixed(100 * one["within_2x"] / one["estimates"], 0)

    def loss(threads, which="new"):
        return fixed(100 * (found[threads, which, 0]["geomean"] - 1), 1)

    page.says("with 1, 2 and 16 threads of a Xeon {}%, {}% and {}%, where it was {}%, {}% and {}%;",
              *(within(threads, which) for which in ("new", "old") for threads in THREADS))
    page.says("Of the calls of 5 µs or more {}%, {}% and {}%.", *(within(threads, least=5) for threads in THREADS))
    page.says("A loss by choosing of at most 5% in the mean: {}%, {}% and {}%, before {}%, {}% and {}%:",
              *(loss(threads, which) for which in ("new", "old") for threads in THREADS))
    page.says("None above 30%: missed by {} of {}, {} of {} and {} of {} choices,",
              *(found[threads, "new", 0][key] for threads in THREADS for key in ("above_1.3", "calls")))
    walls, owns = ({build: [times[k] for times in cells] for build, cells in slowed.items()} for k in (0, 1))
    above = sum(wall > 2 for wall in walls[OURS])
    page.says("Ours take {} times their quiet time, and {} times the processor's time; theirs {}, and {}. {} of our {} cells are "
              "above 2.", span(walls[OURS], 1), span(owns[OURS]), span(walls[THEIRS], 1), span(owns[THEIRS]), above,
              len(walls[OURS]))
    page.says("On two cores of the present state {} times, {} of {} cells above 2;", span(walls[OURS], 1), above,
              len(walls[OURS]))


def busy(page, drivers):
    rows, slowed = [], {OURS: [], THEIRS: []}
    for row in drivers.rows(16):
        quiet, loaded = ([drivers.cell(*row, 16, build, count) for build in (OURS, THEIRS)] for count in (0, 16))
        slower = [b["median_s"] / a["median_s"] if a and b else None for a, b in zip(quiet, loaded)]
        for build, times in zip(slowed, slower):
            slowed[build] += [times] if times else []
        rows.append([*row, *(milliseconds(cell["median_s"]) if cell else "" for cell in quiet + loaded),
                     *(shown(times, 1) for times in slower)])
    page.table(["graph", "driver", "ours quiet", "theirs quiet", "ours busy", "theirs busy", "ours busy / quiet",
                "theirs busy / quiet"], rows)
    return slowed


def goals(page, drivers, oldest, copy_gain, slowed):
    of = {(threads, peer): means(drivers, threads, peer) for threads in THREADS for peer in PEERS}
    for peer in PEERS:
        page.says("Against {} the mean is {} with one thread, {} with two and {} with 16; {}, {} and {} cells are above 1.",
                  version(peer), *(of[threads, peer][k] for k in (1, 2) for threads in THREADS))
    page.says("at least 10 times faster with 16 threads for triangles and betweenness on kron:20: {} and {} at commit "
              "4d47b4d;", *(fixed(oldest.gain("kron:20", driver), 1) for driver in ("tc", "bc")))
    page.says("{} and {} on kron:18 at present", *(fixed(drivers.gain("kron:18", driver), 1) for driver in ("tc", "bc")))
    page.says("PageRank on kron:20 gains {} times where the copy gains {}.",
              fixed(drivers.gain("kron:20", "gappagerank GAP"), 1), fixed(copy_gain, 1))
    page.says("at most twice the quiet time with as many busy processes as cores: {} times. Missed; the other library, "
              "where it has figures, takes {} times.", span(slowed[OURS], 1), span(slowed[THEIRS], 1))


def check(page):
    now, quiet, before, oldest = (Drivers(page.raw(f"cpu_drivers{name}.jsonl").reports)
                                  for name in ("", "_quiet", "_before", "_older"))
    drivers_table(page, now)
    summary_table(page, now)
    pagerank_tables(page, Drivers(page.raw("cpu_pagerank.jsonl").reports))
    orders_table(page, page.raw("cpu_tiles.jsonl").lines)
    quiet_table(page, quiet)
    memory(page, now)
    scaling(page, now)
    older(page, oldest)
    newer_goals(page, estimates(page, page.raw("cpu_estimates.jsonl").reports),
                processor_time(page, Drivers(page.raw("cpu_busy_two_cores.jsonl").reports)))
    copy_gain = bandwidth(page, page.raw("cpu_bandwidth.jsonl").reports)
    goals(page, now, oldest, copy_gain, busy(page, before))
