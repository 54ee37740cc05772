"""Sides of tools/bench/lagraph_drivers: LAGraph's drivers on a GraphBLAS library, and the GAP reference code."""
import os
import re
import subprocess
import sys

TRIAL = re.compile(r"(?:trial|^BC time).*?(\d+\.\d+)\s*\(?sec", re.IGNORECASE)
METHOD_END = re.compile(r"^(GAP|STD):.*avg time")
METHODS = {"gappagerank": ["gappagerank GAP", "gappagerank STD"]}  # of a driver, in their order
LIBRARY_LINE = re.compile(r"^library: (.+)$", re.MULTILINE)
NEEDED = re.compile(rb"libgraphblas[\w.-]*\.so[\w.]*")
WRONG = re.compile(r"^.*(?:failure|wrong #|Verification: +FAIL).*$", re.IGNORECASE | re.MULTILINE)
GAP_TRIAL = re.compile(r"^Trial Time: +(\d+\.\d+)", re.MULTILINE)
GAP_PROGRAMS = {"bfs": "bfs", "gappagerank": "pr", "sssp": "sssp", "tc": "tc", "cc": "cc", "bc": "bc"}
GAP_SOURCE = re.compile(r"^Source: +(\d+)", re.MULTILINE)
BATCH = 4  # sources of one trial of betweenness


def open_side(text, work):
    """NAME=FOLDER[@LIBRARY], NAME=gap:FOLDER or NAME=tool:PROGRAM."""
    name, _, rest = text.partition("=")
    if rest.startswith("tool:"):
        return ToolSide(name, rest.removeprefix("tool:"))
    if rest.startswith("gap:"):
        return GapSide(name, rest.removeprefix("gap:"))
    return Side(name, rest, work)


def wrong_in(text):
    """What a program says of a result that its own check found wrong."""
    found = WRONG.search(text)
    return found[0].strip() if found else None


class Side:
    """The programs of one LAGraph build with one library."""

    triangles = re.compile(r"^# of triangles: (\d+)", re.MULTILINE)

    def __init__(self, name, rest, work):
        self.name = name
        folder, _, library = rest.partition("@")
        inner = os.path.join(folder, "src", "benchmark")
        self.folder = inner if os.path.isdir(inner) else folder
        self.search_path = None
        self.version = "not asked"
        program = self.program("bfs")
        if not os.path.exists(program):
            sys.exit(f"lagraph_drivers: {self.name}: no {program}")
        if library:
            self.put_in_place(program, os.path.realpath(library), os.path.join(work, self.name))
        self.loaded = self.resolved(program)

    def program(self, driver):
        return os.path.join(self.folder, f"{driver}_demo")

    def put_in_place(self, program, library, place):
        """A folder in which the name that the programs ask for is this library."""
        if not os.path.exists(library):
            sys.exit(f"lagraph_drivers: {self.name}: no {library}")
        with open(program, "rb") as file:
            names = {name.decode() for name in NEEDED.findall(file.read())}
        os.mkdir(place)
        beside = os.path.dirname(library)
        for name in os.listdir(beside):
            # Libraries that it needs itself: OpenMP's, and ours where the file only stands for another one's name.
            if name.startswith(("libgomp", "libgraphblast")):
                os.symlink(os.path.join(beside, name), os.path.join(place, name))
        for name in names - set(os.listdir(place)):
            os.symlink(library, os.path.join(place, name))
        self.search_path = place

    def environment(self, threads):
        given = {**os.environ, "OMP_NUM_THREADS": str(threads)}
        if self.search_path:
            before = os.environ.get("LD_LIBRARY_PATH")
            given["LD_LIBRARY_PATH"] = self.search_path + (":" + before if before else "")
        return given

    def resolved(self, program):
        """The library file that the programs really load."""
        done = subprocess.run([program], env={**self.environment(1), "LD_TRACE_LOADED_OBJECTS": "1"},
                              capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            found = re.match(r"\s*(libgraphblas\S*) => (/\S+)", line)
            if found:
                return os.path.basename(os.path.realpath(found[2]))
        sys.exit(f"lagraph_drivers: {self.name}: {program} loads no GraphBLAS library:\n{done.stdout}")

    def command(self, driver, graph, options):
        is_sssp = driver == "sssp"
        return [self.program(driver), graph.weighted if is_sssp else graph.plain, graph.sources,
                *([str(options.delta)] if is_sssp else [])]

    def trials(self, driver, text):
        """Seconds of each trial by method. The last method of a run that was cut short has no end."""
        found = LIBRARY_LINE.search(text)
        if found:
            self.version = found[1]
        names = iter(METHODS.get(driver, [driver]))
        methods, trials = {}, []
        for line in text.splitlines():
            if METHOD_END.match(line):
                methods[next(names)] = trials
                trials = []
                continue
            found = TRIAL.search(line)
            if found and "one trial" not in line:
                trials.append(float(found.group(1)))
        if trials:
            methods[next(names)] = trials
        return methods


class GapSide:
    """The programs of the GAP benchmark suite's reference code."""

    triangles = re.compile(r"^(\d+) triangles", re.MULTILINE)

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.loaded, self.version = "none", "GAP benchmark suite"
        for program in GAP_PROGRAMS.values():
            if not os.path.exists(os.path.join(folder, program)):
                sys.exit(f"lagraph_drivers: {name}: no {os.path.join(folder, program)}")

    def environment(self, threads):
        return {**os.environ, "OMP_NUM_THREADS": str(threads)}

    def command(self, driver, graph, options):
        more = {"bfs": ["-n", str(options.sources)],
                "gappagerank": ["-t", "1e-4", "-i", "1000", "-n", "8"],
                "sssp": ["-d", str(options.delta), "-n", str(options.sources)],
                "tc": ["-a", "-n", "3"],
                "cc": ["-n", "8"],
                "bc": ["-i", str(BATCH), "-n", str(options.sources // BATCH)]}
        return [os.path.join(self.folder, GAP_PROGRAMS[driver]), "-f",
                graph.gap_weighted if driver == "sssp" else graph.gap, *more[driver]]

    def trials(self, driver, text):
        found = [float(seconds) for seconds in GAP_TRIAL.findall(text)]
        return {METHODS.get(driver, [driver])[0]: found} if found else {}

    def sources(self, file, count):
        """The vertices that its programs start from: the same ones in each run."""
        done = subprocess.run([os.path.join(self.folder, "bfs"), "-f", file, "-l", "-n", str(count)],
                              capture_output=True, text=True, check=False)
        found = [int(vertex) for vertex in GAP_SOURCE.findall(done.stdout)]
        if done.returncode != 0 or len(found) != count:
            sys.exit(f"lagraph_drivers: {self.name}: bfs -f {file}: status {done.returncode}, {len(found)} sources\n"
                     f"{done.stderr[-500:]}")
        return found


class ToolSide:
    """This library's own algorithms: `graphblast gap`, which starts from GAP's sources and prints as its programs do."""

    triangles = re.compile(r"^(\d+) triangles", re.MULTILINE)

    def __init__(self, name, program):
        self.name, self.tool = name, program
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"lagraph_drivers: {name}: {program} --version: status {done.returncode}\n{done.stderr}")
        self.loaded, self.version = "its own", done.stdout.strip()

    def environment(self, threads):
        return {**os.environ, "OMP_NUM_THREADS": str(threads)}

    def command(self, driver, graph, options):
        more = {"bfs": ["-n", str(options.sources)],
                "gappagerank": ["--tolerance", "1e-4", "--iterations", "1000", "-n", "8"],
                # A delta of its own: the drivers' one suits their way of stepping.
                "sssp": ["-n", str(options.sources)],
                "tc": ["-n", "3"],
                "cc": ["-n", "8"],
                "bc": ["--sources", str(BATCH), "-n", str(options.sources // BATCH)]}
        return [self.tool, "gap", GAP_PROGRAMS[driver], graph.gap_weighted if driver == "sssp" else graph.gap, *more[driver]]

    def trials(self, driver, text):
        found = [float(seconds) for seconds in GAP_TRIAL.findall(text)]
        return {METHODS.get(driver, [driver])[0]: found} if found else {}
