#!/usr/bin/env python3
"""Which small mistakes in the sources does no test notice? Applies mutants one after the other in a
copy of the tree, builds, and runs quick tests until one fails.

    run.py [--count N] [--seed N] [--tests NAME...] [--tree DIR] [--results FILE] [FOLDER_OR_FILE...]
    run.py --list [...]           the mutants of that seed, without running them
    run.py --at PATH:LINE         all mutants of a line

The copy is a work tree of HEAD at --tree (kept for the next run), or in a temporary folder. Results
go to --results, a line each; mutants that are there already are not run again. Exit status: 0 when
each mutant was killed or is listed in equivalent.tsv, 1 when some survived.
"""
import argparse
import collections
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

from mutants import mutants_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOLDERS = ["src/storage", "src/operations", "src/algebra", "src/registry"]
# Those that notice most come first. Left out are tests of parts that have no mutants.
TESTS = [
    ("differential", "test_differential", {"GRAPHBLAST_TEST_ROUNDS": "0.05"}),
    ("unit", "test_unit", {"GTEST_FILTER": "-Gemm*:Algebra*:Values*:Environment*:Memory*"}),
    ("api", "test_api", {}),
    ("property", "test_property", {"GRAPHBLAST_TEST_ROUNDS": "0.1"}),
]
OUTCOMES = ("killed", "survived", "equivalent", "not built")


def sources(arguments, with_headers):
    ends = {".cpp", ".hpp"} if with_headers else {".cpp"}
    for argument in arguments or FOLDERS:
        path = ROOT / argument
        for file in [path] if path.is_file() else sorted(path.iterdir()):
            if file.suffix in ends or path.is_file():
                yield file


def chosen_mutants(options):
    """As many as asked for, at most one of a line, the same for the same seed and sources."""
    everything = []
    for file in sources(options.paths, options.headers):
        relative = str(file.relative_to(ROOT))
        everything += mutants_of(relative, file.read_text(encoding="utf-8"))
    if options.at:
        path, line = options.at.rsplit(":", 1)
        return [m for m in mutants_of(path, (ROOT / path).read_text(encoding="utf-8"))
                if m.line == int(line)]
    random.Random(options.seed).shuffle(everything)
    by_line = {}
    for mutant in everything:
        by_line.setdefault((mutant.path, mutant.line), mutant)
    return list(by_line.values())[:options.count]


def equivalents():
    """Mutants that change nothing that can be seen, with the reason: path, before, after, reason."""
    table = {}
    for line in (HERE / "equivalent.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        path, before, after, reason = line.split("\t")
        table[path, before, after] = reason
    return table


def limit_resources():
    """A mutant may ask for any amount of memory, and crash."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, seconds, **keywords):
    """(exit status, or None when time ran out; the end of what it printed)"""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT,
                                   start_new_session=True, preexec_fn=limit_resources, **keywords)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            status = None
        output.seek(max(0, output.tell() - 4000))
        return status, output.read().decode(errors="replace")


class Tree:
    """A copy of HEAD that is built, and what its tests take when nothing is wrong."""

    def __init__(self, folder, jobs, names):
        self.folder, self.jobs = pathlib.Path(folder), jobs
        self.tests = [test for test in TESTS if test[0] in names]
        self.build_folder = self.folder / "build" / "release"
        if not (self.folder / "CMakeLists.txt").exists():
            subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", self.folder, "HEAD"],
                           check=True)
        subprocess.run(["cmake", "--preset", "release", "-DGRAPHBLAST_CUDA=OFF",
                        "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)
        status, text = self.build(None)
        if status != 0:
            sys.exit(text)
        self.limits = {}
        for name, *test in self.tests:
            start = time.monotonic()
            status, text = self.run_test(*test, None)
            if status != 0:
                sys.exit(f"{name} fails without a mutant:\n{text}")
            self.limits[name] = 60 + 5 * (time.monotonic() - start)
            print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)

    def build(self, seconds):
        return run(["cmake", "--build", self.build_folder, f"-j{self.jobs}", "--target", "graphblast",
                    *(program for _, program, _ in self.tests)], seconds)

    def run_test(self, program, environment, seconds):
        return run([self.build_folder / "tests" / program, "--gtest_brief=1", "--gtest_fail_fast"],
                   seconds, cwd=self.build_folder,
                   env=dict(os.environ, OMP_WAIT_POLICY="passive", **environment))

    def outcome(self, mutant):
        """(outcome, the test that noticed)"""
        file = self.folder / mutant.path
        original = file.read_text(encoding="utf-8")
        lines = original.split("\n")
        if lines[mutant.line - 1] != mutant.before:
            sys.exit(f"{file} is not what HEAD has")
        lines[mutant.line - 1] = mutant.after
        try:
            file.write_text("\n".join(lines), encoding="utf-8")
            if self.build(1800)[0] != 0:
                return "not built", ""
            for name, *test in self.tests:
                status, _ = self.run_test(*test, self.limits[name])
                if status != 0:
                    return "killed", name + (" (time)" if status is None else "")
            return "survived", ""
        finally:
            file.write_text(original, encoding="utf-8")


def campaign(tree, mutants, results, known):
    done = {}
    if results.exists():
        for line in results.read_text(encoding="utf-8").splitlines():
            outcome, noticed, path, _, _, before, after = line.split("\t")
            done[path, before, after] = outcome
    counts = collections.Counter()
    for number, mutant in enumerate(mutants, 1):
        outcome = done.get(mutant.key())
        if outcome is None:
            outcome, noticed = tree.outcome(mutant)
            with results.open("a", encoding="utf-8") as file:
                file.write("\t".join([outcome, noticed, mutant.path, str(mutant.line), mutant.kind,
                                      *mutant.key()[1:]]) + "\n")
            print(f"{number} of {len(mutants)}: {outcome} {noticed} {mutant}", flush=True)
        if outcome == "survived" and mutant.key() in known:
            outcome = "equivalent"
        counts[outcome] += 1
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at")
    parser.add_argument("--headers", action="store_true", help="mutants of headers too: slow builds")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--tests", nargs="+", default=[test[0] for test in TESTS],
                        choices=[test[0] for test in TESTS], help="these only")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tree")
    parser.add_argument("--results", type=pathlib.Path)
    options = parser.parse_args()
    mutants = chosen_mutants(options)
    if options.list:
        for mutant in mutants:
            print(mutant)
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        tree = Tree(options.tree or pathlib.Path(temporary) / "tree", options.jobs,
                    options.tests)
        results = options.results or pathlib.Path(temporary) / "results.tsv"
        counts = campaign(tree, mutants, results, equivalents())
        if not options.tree:
            subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", tree.folder],
                           check=True)
    print(", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES))
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
