"""Runs the tests of Python clients of SuiteSparse:GraphBLAS twice: with the library of their wheel, and with this
library in its place.

    python.py FOLDER CACHE [--client WORD]... [--fresh] [--slow] [--report FILE]

FOLDER has libgraphblast.so.0 and the small libraries of SuiteSparse's names: the one of the wheel's version takes the
place of the wheel's file. clients.json has the clients, by package names for pip. Their environments are made in the folder CACHE and kept there,
with the outcomes of the wheel's own library. A test that passes with the wheel's library and does not with this one
fails, unless expected.tsv says why: client, pattern of the test's name, reason. So does a line of expected.tsv that nothing
needs. Exit status: 77 where pip is missing or PyPI cannot be reached.

--client takes clients with WORD in their names, --fresh forgets what the folder has, --slow runs the tests that the
clients call slow as well, --report writes a line for each client: name, passed and failed with the wheel's library, then
with this one.
"""
import argparse
import collections
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
MOST_CRASHES = 30
ENGINE = "libgraphblast.so.0"


class NoPackages(Exception):
    pass


def run(command, **more):
    return subprocess.run([str(word) for word in command], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)


class Environment:
    """A virtual environment with a client's packages, and a copy of the wheel's library."""

    def __init__(self, client, cache, seconds):
        self.client = client
        self.seconds = seconds
        self.folder = cache / client["folder"]
        self.python = self.folder / "bin" / "python"
        self.original = self.folder / "original.so"
        recipe = json.dumps([client, sys.version]) + (HERE / "recorder.py").read_text()
        self.key = hashlib.sha256(recipe.encode()).hexdigest()
        self.stamp = self.folder / "made"

    def make(self):
        if self.stamp.exists() and self.stamp.read_text() == self.key:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        made = run([sys.executable, "-m", "venv", self.folder])
        if made.returncode != 0:
            raise NoPackages(f"no virtual environment can be made here: {made.stdout[-300:]}")
        installed = run([self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                         "--only-binary", "suitesparse-graphblas", *self.client["packages"]])
        if installed.returncode != 0:
            raise NoPackages(f"pip could not install the packages: {installed.stdout[-300:]}")
        shutil.copy2(self.library(), self.original)
        self.stamp.write_text(self.key)

    def library(self):
        """The wheel's library, under the name that its extension module asks for."""
        found = list(self.folder.glob("lib/python*/site-packages/suitesparse_graphblas.libs/libgraphblas-*"))
        if len(found) != 1:
            sys.exit(f"{self.folder} has {len(found)} libraries of SuiteSparse, not one")
        return found[0]

    def put_original(self):
        place = self.library()
        place.unlink()
        shutil.copy2(self.original, place)
        (place.parent / ENGINE).unlink(missing_ok=True)

    def put_ours(self, folder):
        """The library that stands for the wheel's version, and the engine beside it."""
        place = self.library()
        major = re.search(r"\.so\.(\d+)", place.name).group(1)
        found = list(folder.glob(f"libgraphblas.so.{major}.*.*"))
        if len(found) != 1:
            sys.exit(f"{folder} has {len(found)} libraries of version {major}, not one")
        place.unlink()
        shutil.copy2(found[0], place)
        shutil.copy2(folder / ENGINE, place.parent / ENGINE)


def read_outcomes(path):
    """What became of each test; one that only began ended its process."""
    outcomes = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        name, outcome = line.rsplit("\t", 1)
        if outcome == "began":
            outcomes.setdefault(name, "crashed")
        elif outcomes.get(name, "crashed") in ("crashed", "passed"):
            outcomes[name] = outcome
    return outcomes


def run_suite(environment, suite, stem, slow):
    """Outcomes by test. A crash ends the process; the tests that had not begun get another one."""
    path, done, log = (stem.with_suffix(suffix) for suffix in (".tsv", ".done", ".log"))
    for file in (path, done, log):
        file.unlink(missing_ok=True)
    home = stem.parent / "home"
    home.mkdir(exist_ok=True)
    variables = dict(os.environ, CLIENTS_OUTCOMES=str(path), CLIENTS_DONE=str(done), PYTHONPATH=str(HERE),
                     HOME=str(home), PYTHONDONTWRITEBYTECODE="1")
    command = [environment.python, "-m", "pytest", "-p", "recorder", "-p", "no:cacheprovider", "-q", "--tb=short",
               *(["--runslow"] if slow else []), "--pyargs", suite]
    for _ in range(MOST_CRASHES):
        done.write_text("\n".join(read_outcomes(path)), encoding="utf-8")
        before = len(read_outcomes(path))
        try:
            ended = run(command, cwd=stem.parent, env=variables, timeout=environment.seconds)
        except subprocess.TimeoutExpired:
            print(f"  {suite} did not end within {environment.seconds} s")
            break
        with open(log, "a", encoding="utf-8") as file:
            file.write(ended.stdout)
        outcomes = read_outcomes(path)
        if ended.returncode >= 0 or len(outcomes) == before:
            break
    return {f"{suite}/{name}": outcome for name, outcome in read_outcomes(path).items()}


def run_client(environment, side, slow):
    outcomes = {}
    for suite in environment.client["suites"]:
        outcomes |= run_suite(environment, suite, environment.folder / f"{side}_{suite}", slow)
    return outcomes


def original_outcomes(environment, slow):
    kept = environment.folder / ("original_slow.json" if slow else "original.json")
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8"))
    environment.put_original()
    outcomes = run_client(environment, "original", slow)
    kept.write_text(json.dumps(outcomes), encoding="utf-8")
    return outcomes


class Expected:
    def __init__(self, line):
        self.line = line
        self.client, self.test, self.reason = line.split("\t")
        self.used = 0

    def explains(self, client, test):
        explained = self.client == client and fnmatch.fnmatchcase(test, self.test)
        self.used += explained
        return explained


def read_expected():
    lines = (HERE / "expected.tsv").read_text(encoding="utf-8").splitlines()
    return [Expected(line) for line in lines if line and not line.startswith("#")]


def count(outcomes):
    numbers = collections.Counter(outcomes.values())
    return numbers["passed"], numbers["failed"] + numbers["crashed"]


def compare(client, theirs, ours, expected):
    """Number of tests that only the wheel's library passes, without those that are explained."""
    if count(theirs)[0] == 0:
        sys.exit(f"no test of {client['name']} passes with its own library: see the logs")
    wrong = 0
    for test, outcome in theirs.items():
        if outcome != "passed" or ours.get(test) == "passed":
            continue
        if not any([one.explains(client["folder"], test) for one in expected]):
            print(f"  {test}: {ours.get(test, 'did not run')}")
            wrong += 1
    unused = [one.line for one in expected if one.client == client["folder"] and not one.used]
    for line in unused:
        print(f"  needless line of expected.tsv: {line}")
    return wrong + len(unused)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--client", action="append", default=[])
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=1200, help="of a suite, at most")
    options = parser.parse_args()
    folder, cache = options.folder.resolve(), options.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    wrong, report, expected = 0, [], read_expected()
    for client in json.loads((HERE / "clients.json").read_text(encoding="utf-8")):
        if options.client and not any(word in client["name"] for word in options.client):
            continue
        environment = Environment(client, cache, options.seconds)
        if options.fresh:
            shutil.rmtree(environment.folder, ignore_errors=True)
        try:
            environment.make()
        except NoPackages as reason:
            print(f"skipped: {client['name']}: {reason}")
            return SKIPPED
        theirs = original_outcomes(environment, options.slow)
        environment.put_ours(folder)
        ours = run_client(environment, "ours", options.slow)
        numbers = [*count(theirs), *count(ours)]
        print(f"{client['name']}: {numbers[0]} passed and {numbers[1]} failed with SuiteSparse's library, "
              f"{numbers[2]} and {numbers[3]} with this one", flush=True)
        report.append("\t".join([client["name"], *map(str, numbers)]) + "\n")
        wrong += compare(client, theirs, ours, expected)
    if options.report:
        options.report.write_text("".join(report), encoding="utf-8")
    if wrong:
        print(f"{wrong} differences that expected.tsv does not explain")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
