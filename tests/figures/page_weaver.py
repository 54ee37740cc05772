"""docs/weaver.md: the figures of Jeong et al. 2025 by the cycle model, and the model beside an H100 and an H200."""
from figures import Page, fixed, geomean

PAGE = "docs/weaver.md"
RAW = "weaver.jsonl"
GRAPHS = "tools/bench/weaver_graphs.tsv"
ALGORITHMS = ("bfs", "sssp", "pagerank", "cc")
PAPER = {"all": 2.36, "bfs": 2.73, "sssp": 2.64, "pagerank": 2.71, "cc": 1.60}
PAPER_OVER_EDGES, PAPER_OVER_EGHW, PAPER_GCN = 2.63, 3.64, 6.15
PAPER_EIGHT_CORES = {"hw": 5.32, "uk": 2.61, "co": 4.23, "m": 1.83}
# What the paper leaves open: how it is named on the page, algorithm, options.
OPEN = (("pulled, S_vm looks at all edges of a vertex", "bfs", ("--all-edges",)),
        ("pushed", "bfs", ("--push",)),
        ("pushed while few edges leave the frontier, else pulled", "bfs", ("--may-push",)),
        ("pushed, from a list of the frontier", "bfs", ("--push", "--frontier-list")),
        ("pushed", "cc", ("--push",)),
        ("parents hooked, then each vertex to its root", "hooking", ()))
# Readings of S_em: how they are named on the page, options, parameters.
EDGES = (("bases and neighbours, in the order of the bases", None, {}),
         ("the same, in the order of the neighbours", ("--em-edges", "by-neighbour"), {}),
         ("the same, in no order", ("--em-edges", "shuffled"), {}),
         ("records of base, neighbour and weight", ("--em-edges", "records"), {}),
         ("bases written by a kernel before the first round", ("--em-edges", "expanded"), {}),
         ("bases looked for in the offsets", ("--em-edges", "searched"), {}),
         ("atomics of a warp on one word one by one", (), {"l2_atomic_merges": 0}),
         ("reads of a warp in one line one by one", (), {"l1_coalesces": 0}),
         ("all schedules push", ("--push",), {}),
         ("one DRAM channel, not two", (), {"dram_channels": 1}),
         ("DRAM at half the cores' clock", (), {"clock_ratio": 2}),
         ("DRAM at a third of it", (), {"clock_ratio": 3}))
STAGES = ("init", "registration", "work id", "edge access", "gather")
KERNELS = {"vm": "vertex", "em": "edge", "wm": "warp", "cm": "block", "twc": "twc", "twce": "twce",
           "strict": "merge", "weaver": "weaver"}
TITLES = {"vm": "S_vm", "em": "S_em", "wm": "S_wm", "cm": "S_cm", "twc": "S_twc", "twce": "S_twce",
          "strict": "S_strict", "weaver": "SparseWeaver"}


def with_names(line, columns):
    """The line's results as objects: "bytes: l1" is found["bytes"]["l1"]."""
    results = []
    for row_ in line["results"]:
        found = {}
        for column, value in zip(columns, row_, strict=True):
            name, _, part = column.partition(": ")
            if part:
                found.setdefault(name, {})[part] = value
            else:
                found[name] = value
        results.append(found)
    return {**line, "results": results}


class Lines:
    """The lines of an experiment, and cycles in them."""

    def __init__(self, lines, experiment):
        self.lines = [line for line in lines if line["experiment"] == experiment]

    def one(self, graph, *arguments, **parameters):
        [line] = [line for line in self.lines if line["graph"] == graph and line["parameters"] == parameters
                  and line["arguments"] == list(arguments)]
        return line

    def ratio(self, algorithm, first, other):
        """Geometric mean over the graphs of first's cycles over the other's."""
        return geomean(cycles(line, algorithm, first) / cycles(line, algorithm, other) for line in self.lines)


def row(line, algorithm, schedule):
    [found] = [row for row in line["results"] if (row["algorithm"], row["schedule"]) == (algorithm, schedule)]
    return found


def cycles(line, algorithm, schedule):
    return row(line, algorithm, schedule)["cycles"]


def within(value, paper, part):
    return "yes" if abs(value / paper - 1) <= part else "no"


def percent(value, paper):
    """By how much it is more than the paper's: +5 %."""
    change = fixed(100 * (value / paper - 1), 0)
    return f"{change if change.startswith('-') else '+' + change} %"


def check_graphs(page, lines):
    listed = [text.split("\t") for text in (page.root / GRAPHS).read_text(encoding="utf-8").splitlines()
              if not text.startswith("#")]
    rows = []
    for name, _, _, spec, smaller_rows, smaller_entries in listed:
        line = lines.one(name)
        if line["spec"] != spec + ",w=1..64":
            page.problems.append(f"{name} is {spec} in {GRAPHS}, {line['spec']} in the raw file")
        rows.append([name, f"`{spec}`", f"{line['vertices']:,}", f"{line['entries']:,}", smaller_rows, smaller_entries])
    page.table(["graph", "simulated", "vertices", "entries", "rows smaller by", "entries smaller by"], rows)
    return [name for name, *_ in listed]


def check_schedules(page, lines, names):
    rows = []
    for algorithm in ALGORITHMS:
        speed = {name: lines.ratio(algorithm, "vm", name) for name in ("em", "wm", "cm", "weaver")}
        rows.append([algorithm, *(fixed(value, 2) for value in speed.values()), fixed(PAPER[algorithm], 2),
                     percent(speed["weaver"], PAPER[algorithm]), within(speed["weaver"], PAPER[algorithm], 0.3)])
    means = {name: geomean(lines.ratio(algorithm, "vm", name) for algorithm in ALGORITHMS)
             for name in ("em", "wm", "cm", "weaver")}
    rows.append(["all", *(fixed(value, 2) for value in means.values()), fixed(PAPER["all"], 2),
                 percent(means["weaver"], PAPER["all"]), within(means["weaver"], PAPER["all"], 0.25)])
    page.table(["algorithm", "S_em", "S_wm", "S_cm", "SparseWeaver", "paper", "model over paper", "within"], rows)
    over_edges = means["weaver"] / means["em"]
    page.says("Over S_em it is {}, in the paper {}.", fixed(over_edges, 2), fixed(PAPER_OVER_EDGES, 2))
    page.table(["graph", *ALGORITHMS],
               [[name, *(fixed(cycles(lines.one(name), algorithm, "vm") / cycles(lines.one(name), algorithm, "weaver"), 2)
                         for algorithm in ALGORITHMS)] for name in names])


def check_sweeps(page, raw):
    skew = Lines(raw, "11")
    page.table(["vertices", "S_em", "SparseWeaver"],
               [[f"{int(line['graph']):,}", *(fixed(cycles(line, "pagerank", "vm") / cycles(line, "pagerank", name), 2)
                                              for name in ("em", "weaver"))] for line in skew.lines])
    clock = Lines(raw, "12")
    base = cycles(clock.one("g500", clock_ratio=1), "pagerank", "vm")
    page.table(["ratio", "S_vm", "S_em", "SparseWeaver"],
               [[str(k), *(fixed(cycles(clock.one("g500", clock_ratio=k), "pagerank", name) / base, 2)
                           for name in ("vm", "em", "weaver"))] for k in range(1, 7)])
    table = Lines(raw, "13")
    rows = []
    for graph in dict.fromkeys(line["graph"] for line in table.lines):
        for reads in (1, 8):
            found = [cycles(table.one(graph, cores_per_socket=4, table_latency=latency, table_reads=reads), "pagerank",
                            "weaver") for latency in (10, 20, 40, 80, 160)]
            rows.append([graph, str(reads), *(fixed(value / found[0], 2) for value in found)])
    page.table(["graph", "entries a read brings", "10", "20", "40", "80", "160"], rows)


def check_caches(page, raw, names):
    plain, third = Lines(raw, "10"), Lines(raw, "14")
    rows = []
    for name in names:
        rows.append([name, *(fixed(cycles(plain.one(name), "pagerank", schedule)
                                   / cycles(third.one(name, l3_bytes=2 << 20), "pagerank", schedule), 2)
                             for schedule in ("vm", "weaver"))])
    page.table(["graph", "S_vm", "SparseWeaver"], rows)
    sizes = Lines(raw, "15")

    def of(graph, schedule, l1, l2=None):
        parameters = {"l1_bytes": l1 << 10, "l1_bytes_with_unit": l1 << 10}
        if l2 is not None:
            parameters["l2_bytes"] = l2 << 10
        return cycles(sizes.one(graph, **parameters), "pagerank", schedule)
    rows = []
    for graph in dict.fromkeys(line["graph"] for line in sizes.lines):
        base = of(graph, "vm", 16)
        for schedule in ("vm", "weaver"):
            found = [of(graph, schedule, 16), of(graph, schedule, 32), of(graph, schedule, 64)]
            found += [of(graph, schedule, 16, l2) for l2 in (256, 512, 2048, 4096, 8192)]
            rows.append([graph, TITLES[schedule], *(fixed(base / value, 2) for value in found)])
    page.table(["graph", "schedule", "L1 16 KB", "L1 32 KB", "L1 64 KB", "L2 0.25 MB", "L2 0.5 MB", "L2 2 MB",
                "L2 4 MB", "L2 8 MB"], rows)


def check_stages(page, raw, names):
    pull, push, generator = Lines(raw, "10"), Lines(raw, "17"), Lines(raw, "18")
    rows = []
    for name in names:
        for direction, lines in (("pull", pull), ("push", push)):
            spent = row(lines.one(name, *("--push",) * (direction == "push")), "pagerank",
                        "weaver")["warp_cycles_by_stage"]
            whole = sum(spent[stage] for stage in STAGES)
            rows.append([name, direction, *(fixed(100 * spent[stage] / whole, 1) for stage in STAGES)])
    page.table(["graph", "direction", *STAGES], rows)
    over = {name: cycles(generator.one(name), "pagerank", "eghw") / cycles(generator.one(name), "pagerank", "weaver")
            for name in names}
    mean = geomean(over.values())
    page.table(["graph", "SparseWeaver over EGHW"],
               [*([name, fixed(value, 2)] for name, value in over.items()), ["geometric mean", fixed(mean, 2)]])
    page.says("The paper has {}: {}, within 30 %: {}.", fixed(PAPER_OVER_EGHW, 2), percent(mean, PAPER_OVER_EGHW),
              within(mean, PAPER_OVER_EGHW, 0.3))


def check_open(page, raw, names):
    lines = Lines(raw, "open")
    rows = []
    for text, algorithm, arguments in OPEN:
        found = [line for line in lines.lines if line["arguments"] == list(arguments)
                 and line["results"][0]["algorithm"] == algorithm]
        if [line["graph"] for line in found] != names:
            page.problems.append(f"{algorithm} {arguments}: not all graphs")
        speed = {name: geomean(cycles(line, algorithm, "vm") / cycles(line, algorithm, name) for line in found)
                 for name in ("em", "weaver")}
        paper = PAPER["cc" if algorithm == "hooking" else algorithm]
        rows.append([text, "cc" if algorithm == "hooking" else algorithm, fixed(speed["em"], 2),
                     fixed(speed["weaver"], 2), fixed(paper, 2), percent(speed["weaver"], paper),
                     within(speed["weaver"], paper, 0.3)])
    page.table(["tried", "algorithm", "S_em", "SparseWeaver", "paper", "model over paper", "within"], rows)
    share = [row(lines10, "cc", "vm") for lines10 in Lines(raw, "10").lines]
    share = [found["cycles_of_parts"][1] / found["cycles"] for found in share]
    page.says("The apply kernel takes {} to {} % of S_vm's cycles.", fixed(100 * min(share), 1),
              fixed(100 * max(share), 1))
    gather = cc_gather(raw)
    needed = (1 / PAPER["cc"] - 1 / gather) / (1 - 1 / gather)
    page.says("The gather alone is {} times as fast; for {} the apply kernel would have to take {} %.",
              fixed(gather, 2), fixed(PAPER["cc"], 2), fixed(100 * needed, 0))


def cc_gather(raw):
    """Speed-up of the gather kernels of cc alone."""
    return geomean(row(line, "cc", "vm")["cycles_of_parts"][0] / row(line, "cc", "weaver")["cycles_of_parts"][0]
                   for line in Lines(raw, "10").lines)


def check_edges(page, raw, names):
    """S_em read otherwise; the other schedules are those of the same machine and direction."""
    figure10, lines = Lines(raw, "10"), Lines(raw, "em")
    rows = []
    for text, arguments, parameters in EDGES:
        found = [figure10.one(name) if arguments is None else lines.one(name, *arguments, **parameters)
                 for name in names]
        others = found if len(found[0]["results"]) > len(ALGORITHMS) else [figure10.one(name) for name in names]
        over_vertices, over_edges, unit = {}, {}, {}
        for algorithm in ALGORITHMS:
            pairs = list(zip(found, others, strict=True))
            over_vertices[algorithm] = geomean(cycles(other, algorithm, "vm") / cycles(line, algorithm, "em")
                                               for line, other in pairs)
            over_edges[algorithm] = geomean(cycles(line, algorithm, "em") / cycles(other, algorithm, "weaver")
                                            for line, other in pairs)
            unit[algorithm] = geomean(cycles(other, algorithm, "vm") / cycles(other, algorithm, "weaver")
                                      for other in others)
        mean = geomean(over_edges.values())
        rows.append([text, fixed(geomean(over_vertices.values()), 2), fixed(geomean(unit.values()), 2),
                     *(fixed(over_edges[algorithm], 2) for algorithm in ALGORITHMS), fixed(mean, 2),
                     percent(mean, PAPER_OVER_EDGES), within(mean, PAPER_OVER_EDGES, 0.25)])
    page.table(["S_em reads, or what else differs", "S_em over S_vm", "SparseWeaver over S_vm",
                *(f"over S_em: {algorithm}" for algorithm in ALGORITHMS), "all", "model over paper", "within"], rows)
    page.says("The paper has {} for S_em over S_vm, {} for SparseWeaver, and {} for SparseWeaver over S_em.",
              fixed(PAPER["all"] / PAPER_OVER_EDGES, 2), fixed(PAPER["all"], 2), fixed(PAPER_OVER_EDGES, 2))


def check_eight_cores(page, raw):
    lines = Lines(raw, "V")
    rows = []
    for name, paper in PAPER_EIGHT_CORES.items():
        line = lines.one(name, cores_per_socket=4)
        speed = cycles(line, "pagerank", "vm") / cycles(line, "pagerank", "weaver")
        rows.append([name, fixed(speed, 2), fixed(paper, 2), percent(speed, paper)])
    page.table(["graph", "model", "paper", "model over paper"], rows)


def check_speed(page, raw):
    [line] = Lines(raw, "speed").lines
    rows = []
    for found in line["results"]:
        millions = found["thread_instructions"] * 1e-6
        rows.append([found["schedule"], f"{millions:,.0f}", fixed(found["processor_seconds"], 1),
                     fixed(millions / found["processor_seconds"], 0)])
    page.table(["schedule", "M thread instructions", "seconds", "M a second"], rows)
    page.says("{} entries under six schedules take {} s of one processor.", f"{line['entries']:,}",
              fixed(sum(found["processor_seconds"] for found in line["results"]), 0))
    slowest = min((found["thread_instructions"] * 1e-6 / found["processor_seconds"], found["algorithm"],
                   found["schedule"]) for line in raw if "results" in line for found in line["results"]
                  if "--parameters" not in line["arguments"])
    page.says("The slowest run of all figures has {} M a second ({}, {}).", fixed(slowest[0], 0), slowest[1],
              TITLES[slowest[2]])


def check_gcn(page, raw):
    lines = Lines(raw, "19")
    rows, means = [], {"rows": [], "vertices": [], "large": []}
    for name in ("m", "rc", "bh"):
        plain, large = lines.one(name), lines.one(name, l1_bytes_with_unit=64 << 10)
        bases = [row(plain, "gcn", "vm"), row(lines.one(name, "--gcn-by-vertices"), "gcn", "vm")]
        for title, found in (("S_em", row(plain, "gcn", "em")), ("SparseWeaver", row(plain, "gcn", "weaver")),
                             ("SparseWeaver, L1 of 64 KB", row(large, "gcn", "weaver"))):
            rows.append([name, title])
            for base in bases:
                parts = [a / b for a, b in zip(base["cycles_of_parts"], found["cycles_of_parts"], strict=True)]
                rows[-1] += [*(fixed(value, 2) for value in parts), fixed(base["cycles"] / found["cycles"], 2)]
        weaver = row(plain, "gcn", "weaver")["cycles"]
        means["rows"].append(bases[0]["cycles"] / weaver)
        means["vertices"].append(bases[1]["cycles"] / weaver)
        means["large"].append(bases[1]["cycles"] / row(large, "gcn", "weaver")["cycles"])
    page.table(["graph", "schedule", "rows: SpMM", "GraphSum", "both", "vertices: SpMM", "GraphSum", "both"], rows)
    page.says("In the geometric mean SparseWeaver is {} times as fast as S_vm by rows and {} times as S_vm by vertices, "
              "{} times with an L1 of 64 KB; in the paper {} times.",
              *(fixed(geomean(means[name]), 2) for name in ("rows", "vertices", "large")), fixed(PAPER_GCN, 2))


def device_speeds(lines, graphs):
    """Geometric mean over graphs and algorithms of vertex's time over each kernel's."""
    timed = [line for line in lines if line.get("graph") in graphs]
    return {name: geomean(line["ms"]["vertex"] / line["ms"][kernel] for line in timed)
            for name, kernel in KERNELS.items()}


def check_device(page, raw):
    """The model's order beside those of weaver_h100.json and gpu_schedules.json."""
    lines = Lines(raw, "h100").lines
    specs = {line["spec"].partition(",w=")[0] for line in lines}
    speeds = {name: [cycles(line, found["algorithm"], "vm") / found["cycles"] for line in lines
                     for found in line["results"] if found["schedule"] == name] for name in KERNELS}
    model = {name: geomean(values) for name, values in speeds.items()}
    h100 = page.raw("weaver_h100.jsonl").lines
    h200 = page.raw("gpu_schedules.jsonl").lines
    columns = {"same": device_speeds(h100, specs), "large": device_speeds(h100, {"rmat:20:16"}),
               "files": device_speeds(h200, {line["graph"] for line in h200 if "graph" in line})}

    def places(values):
        order = sorted(values, key=values.get, reverse=True)
        return {name: order.index(name) + 1 for name in values}
    place = {name: places(values) for name, values in {"model": model, **columns}.items()}
    page.table(["schedule", "kernel of the library", "model", "H100, the same graphs", "H100, rmat:20:16",
                "H200, three graphs", "places"],
               [[TITLES[name], f"`{KERNELS[name]}`", fixed(model[name], 1),
                 *(fixed(values[name], 1) for values in columns.values()),
                 ", ".join(str(found[name]) for found in place.values())]
                for name in sorted(KERNELS, key=columns["same"].get, reverse=True)])
    names = list(KERNELS)
    pairs = [(a, b) for k, a in enumerate(names) for b in names[k + 1:]]

    def agree(values):
        return sum((model[a] > model[b]) == (values[a] > values[b]) for a, b in pairs)
    page.says("Of {} pairs of schedules the model has {} in the order of the H100 on the same graphs, {} of the H100 on "
              "rmat:20:16 and {} of the H200.", len(pairs), *(agree(values) for values in columns.values()))


def check(page: Page):
    page.without_figures("part", "model")
    page.without_figures("file of `tools/weaver/`", "holds")
    page.without_figures("figure of an H100", "value", "from")
    page.without_figures("where", "the paper says", "the model has", "why, and what is not said")
    raw = [with_names(line, report["columns"]) for report in page.raw(RAW).reports for line in report["records"]]
    names = check_graphs(page, Lines(raw, "10"))
    check_schedules(page, Lines(raw, "10"), names)
    check_open(page, raw, names)
    check_edges(page, raw, names)
    check_eight_cores(page, raw)
    check_sweeps(page, raw)
    check_caches(page, raw, names)
    check_stages(page, raw, names)
    check_gcn(page, raw)
    check_device(page, raw)
    check_speed(page, raw)
