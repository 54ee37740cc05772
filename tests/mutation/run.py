#!/usr/bin/env python3
"""Which small mistakes in the sources does no test notice? Builds a copy of this tree with many mutants, each behind a
switch, sees which tests come by each of them, and runs those with the mutant on until one fails.

    run.py [--count N] [--seed N] [--headers] [--tree DIR] [--results FILE] [FOLDER_OR_FILE...]
    run.py --build-only [...]     the copy, without running its tests; --built [...] then runs them, on another machine
                                  too when the sources and --tree with its build lie there
    run.py --list [...]           the mutants of that seed, without running them
    run.py --at PATH:LINE...      all mutants of a line

The copy is made in --tree (kept for the next run), or in a temporary folder; its release build has no CUDA.
Exit status: 0 when each mutant was killed or is listed in equivalent.tsv, 1 when some survived or were not reached,
2 when the tool itself fails: the controls (controls.tsv) are mutants that tests are known to notice, and must be killed.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import pathlib
import subprocess
import sys
import tempfile

from mutants import mutants_of
from schemata import blamed, is_nested, switch_files, with_switches
from suites import PROGRAMS, Tests

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PATHS = ["src/storage", "src/operations", "src/algebra", "src/dispatch/choose.cpp"]
OUTCOMES = ("killed", "equivalent", "survived", "not reached")


def texts_of(paths, with_headers=False):
    """Path and text of the sources named, or in folders named."""
    texts, ends = {}, (".cpp", ".hpp") if with_headers else (".cpp",)
    for path in paths:
        for file in [ROOT / path] if (ROOT / path).is_file() else sorted((ROOT / path).iterdir()):
            if file.suffix in ends or (ROOT / path).is_file():
                texts[str(file.relative_to(ROOT))] = file.read_text(encoding="utf-8")
    return texts


def table(name):
    """Mutants by hand: path, before and after of their lines; and a remark."""
    rows = (HERE / name).read_text(encoding="utf-8").splitlines()[1:]
    return {tuple(row.split("\t")[:3]): row.split("\t")[3] for row in rows}


class Choice:
    """Mutants in the order of a seed, at most one of a line and its like; those that do not compile give way to the next."""

    def __init__(self, everything, options):
        self.is_dropped = set()
        # What did not compile in an earlier run in the same tree; texts alone tell them apart.
        self.memory = pathlib.Path(options.tree) / "does_not_compile.tsv" if options.tree else None
        if self.memory is not None and self.memory.exists():
            known = set(self.memory.read_text(encoding="utf-8").splitlines())
            self.is_dropped = {m for m in everything if "\t".join(m.key()) in known}
        if options.at:
            self.order, self.count = [m for m in everything if f"{m.path}:{m.line}" in options.at], None
            return
        # An order of each mutant's own: what is added or left out moves no other.
        def rank(mutant):
            return hashlib.sha256(repr((options.seed, mutant.key())).encode()).digest()

        first = {}
        for mutant in sorted(everything, key=rank):
            first.setdefault((mutant.path, mutant.lines[0]), mutant)
        self.order, self.count = list(first.values()), options.count

    def drop(self, mutants):
        self.is_dropped |= mutants
        if self.memory is not None:
            with self.memory.open("a", encoding="utf-8") as file:
                file.writelines("\t".join(m.key()) + "\n" for m in mutants)

    def taken(self):
        """Those that are to be run, and a few more to be built, of which some may not compile."""
        limit = len(self.order) if self.count is None else self.count + self.count // 4
        while True:
            kept, by_path = [], collections.defaultdict(list)
            for mutant in self.order[:limit]:
                if mutant not in self.is_dropped and is_nested([*by_path[mutant.path], mutant]):
                    by_path[mutant.path].append(mutant)
                    kept.append(mutant)
            if limit >= len(self.order) or len(kept) >= self.count:
                return kept
            limit += self.count // 4 + 1


class Tree:
    """A copy of this tree, with what git does not ignore."""

    def __init__(self, folder, jobs):
        self.folder, self.jobs = pathlib.Path(folder).resolve(), jobs
        self.build_folder = self.folder / "build" / "release"
        names = subprocess.run(["git", "-C", ROOT, "ls-files", "-coz", "--exclude-standard"], check=True,
                               capture_output=True, text=True).stdout.split("\0")
        self.written = {name for name in names if name and (ROOT / name).is_file()}

    def write(self, replaced):
        """All files; those that are as they should be are not touched."""
        for name in sorted(self.written | set(replaced)):
            data = replaced[name].encode() if name in replaced else (ROOT / name).read_bytes()
            target = self.folder / name
            if not target.is_file() or target.read_bytes() != data:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            if name not in replaced:
                target.chmod((ROOT / name).stat().st_mode)

    def configure(self):
        subprocess.run(["cmake", "--preset", "release", "-DGRAPHBLAST_CUDA=OFF"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)

    def build(self, programs):
        """What the compiler says, or None when all went well."""
        command = ["nice", "-n", "10", "cmake", "--build", self.build_folder, f"-j{self.jobs}", "--target",
                   "graphblast",
                   *(f"test_{program}" for program in programs), "--", "-k0"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return None if done.returncode == 0 else done.stdout + done.stderr


def fail(text):
    print(text)
    sys.exit(2)


def numbered(choice, controls):
    """Ids and mutants of a build; the controls first."""
    # By their places in the whole order: a file keeps its text, and its object, when mutants of others are dropped.
    numbers = {m: k for k, m in enumerate(dict.fromkeys([*controls, *choice.order]))}
    return {numbers[m]: m for m in dict.fromkeys([*controls, *choice.taken()])}


def built(tree, choice, controls, capacity, texts, programs):
    """Ids and mutants of a build in which all compile."""
    while True:
        by_id = numbered(choice, controls)
        replaced = switch_files(capacity)
        for path in sorted({m.path for m in by_id.values()}):
            replaced[path] = with_switches(texts[path], {k: m for k, m in by_id.items() if m.path == path})
        # They are compiled anew, so quickly; what is as before comes out of ccache.
        units = [path[4:] for path in replaced if path.endswith(".cpp")]
        replaced["src/CMakeLists.txt"] = (ROOT / "src" / "CMakeLists.txt").read_text(encoding="utf-8") + \
            f"set_property(SOURCE {' '.join(units)} APPEND PROPERTY COMPILE_OPTIONS -O1)\n"
        tree.write(replaced)
        tree.configure()
        output = tree.build(programs)
        if output is None:
            return by_id
        wrong = {by_id[k] for k in blamed(output, by_id, texts)}
        if not wrong or wrong & set(controls):
            fail(output[-6000:] + "\nThe copy is not built, and no mutant is to blame.")
        for mutant in wrong:
            print(f"does not compile: {mutant}", flush=True)
        choice.drop(wrong)


def campaign(tests, suites, by_id, known, results):
    """Outcome of each mutant, in the file `results` as well."""
    outcomes = {}

    def outcome(number):
        mutant = by_id[number]
        reaching = [suite for suite in suites if number in suite.reaches]
        killer = tests.killer(number, reaching) or ""
        result = "killed" if killer else "survived" if reaching else "not reached"
        if result != "killed" and mutant.key() in known:
            result = "equivalent"
        return number, result, killer or (known[mutant.key()] if result == "equivalent" else f"{len(reaching)} suites")

    with concurrent.futures.ThreadPoolExecutor(tests.jobs) as pool, results.open("w", encoding="utf-8") as file:
        file.write("id\tplace\tkind\tbefore\tafter\toutcome\tby\n")
        for done in concurrent.futures.as_completed([pool.submit(outcome, number) for number in by_id]):
            number, result, by = done.result()
            mutant = by_id[number]
            outcomes[number] = result
            cells = [str(number), f"{mutant.path}:{mutant.line}", mutant.kind, *mutant.lines, result, by]
            file.write("\t".join(cells) + "\n")
            file.flush()
            what = mutant.path if result == "killed" else mutant
            print(f"{len(outcomes)} of {len(by_id)}: {result} ({by}) {what}", flush=True)
    return outcomes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="*", default=PATHS)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", nargs="+", default=[], metavar="PATH:LINE")
    parser.add_argument("--headers", action="store_true",
                        help="the headers of folders too: most of the library is compiled anew")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--tests", nargs="+", default=list(PROGRAMS), choices=list(PROGRAMS), help="these only")
    parser.add_argument("--longest", type=float, help="leave out suites, or tests of long ones, of more seconds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tree")
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--built", action="store_true", help="the tests in --tree as they are, built from these sources")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("mutants.tsv"))
    options = parser.parse_args()
    if (options.built or options.build_only) and not options.tree:
        parser.error("--built and --build-only need --tree")
    paths = [place.rsplit(":", 1)[0] for place in options.at] or options.paths
    chosen = [m for path, text in texts_of(paths, options.headers).items() for m in mutants_of(path, text)]
    choice = Choice(chosen, options)
    if options.list:
        for mutant in choice.order[:choice.count]:
            print(mutant)
        return 0

    wanted = table("controls.tsv")
    texts = {**texts_of(paths, options.headers), **texts_of({path for path, *_ in wanted})}
    controls = [m for path in sorted({path for path, *_ in wanted}) for m in mutants_of(path, texts[path])
                if m.key() in wanted]
    if len(controls) != len(wanted):
        fail(f"controls.tsv names {len(wanted)} mutants, the sources have {len(controls)} of them")
    with tempfile.TemporaryDirectory() as temporary:
        tree = Tree(options.tree or temporary, options.jobs)
        capacity = len(chosen) + len(controls)
        if options.built:
            by_id = numbered(choice, controls)
        else:
            by_id = built(tree, choice, controls, capacity, texts, options.tests)
        if options.build_only:
            return 0
        numbers = {m: k for k, m in by_id.items()}
        tests = Tests(tree.build_folder / "tests", options.tests, capacity, options.jobs)
        suites = tests.traced_suites(options.longest)
        for control in controls:
            if tests.killer(numbers[control], suites) is None:
                fail(f"No test notices a control, so something is wrong with this tool: {control}")
        run = choice.taken()[:choice.count]
        outcomes = campaign(tests, suites, {numbers[m]: m for m in run}, table("equivalent.tsv"), options.results)
    counts = collections.Counter(outcomes.values())
    print(f"{len(outcomes)} mutants: " + ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES))
    return 1 if counts["survived"] + counts["not reached"] else 0


if __name__ == "__main__":
    sys.exit(main())
