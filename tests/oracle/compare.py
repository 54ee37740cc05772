"""Runs oracle_calls twice, with GraphBLAST and with a SuiteSparse library under its name, and compares what the two
print.

    compare.py ORACLE_CALLS [--version 7|10] [--count N] [--first N] [--case N]
    compare.py ORACLE_CALLS --answers FILE

The other library is Debian's 7.4, or with --version 10 the one of 10.5.1 that tests/peer/suitesparse.py finds.
GRAPHBLAST_TEST_ROUNDS multiplies --count. --answers FILE takes what GraphBLAST printed elsewhere, as on a machine with a
GPU (`oracle_calls 2.1 FIRST COUNT >FILE`): its whole cases are compared. --case N runs one case alone and shows its operands and both results. Exit status: 0 equal, 1 not,
77 when the other library is not installed.
"""
import argparse
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

import exceptions

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peer"))
import suitesparse  # noqa: E402
from suitesparse import SKIPPED  # noqa: E402

OTHER_LIBRARY = pathlib.Path("/usr/lib/x86_64-linux-gnu/libgraphblas.so.7")
# By version: what GrB_getVersion answers.
OTHERS = {"7": "2.0", "10": "2.1"}
OUR_NAME = "libgraphblast.so.0"


def other_library(version):
    """The library; the process ends with status 77 where it is not there."""
    other = suitesparse.library(version) if version in suitesparse.SUFFIXES else OTHER_LIBRARY
    if other is None or not other.exists():
        print(suitesparse.why_skipped(version) if other is None else
              f"skipped: no SuiteSparse:GraphBLAS 7.4: {other} is Debian's package libgraphblas7")
        sys.exit(SKIPPED)
    return other


class Case:
    """One block of the output."""

    def __init__(self, number, operation):
        self.number = number
        self.operation = operation
        self.description = ""
        self.code = "crash"
        self.results = []
        self.before = {}  # values of the output, by (row, column), for an accumulator of another domain

    def __eq__(self, other):
        return self.code == other.code and self.results == other.results


def parse(text):
    """The cases of an output, in order; without a last "end" the last one is where it stopped."""
    cases = []
    is_complete = False
    for line in text.splitlines():
        mark = line[:2]
        if line.startswith("case "):
            _, number, operation = line.split()
            cases.append(Case(int(number), operation))
        elif mark == "? ":
            cases[-1].description = line[2:]
        elif mark == "= ":
            cases[-1].code = int(line[2:])
        elif mark == "< ":
            _, row, column, value = line.split()
            cases[-1].before[row, column] = value
        elif line == "end":
            is_complete = True
        elif mark != "# ":
            cases[-1].results.append(line)
    return cases, is_complete


def run(program, version, first, count, environment):
    """All cases; one that kills the program gets the code "crash" and the next run goes on."""
    cases = []
    end = first + count
    while first < end:
        process = subprocess.run([program, version, str(first), str(end - first)], text=True,
                                 stdout=subprocess.PIPE, env=environment, check=False)
        if process.returncode == 3:
            sys.exit(f"not the library of version {version}")
        found, is_complete = parse(process.stdout)
        if is_complete and process.returncode == 0:
            return cases + found
        if is_complete or not found or process.returncode > 0:
            sys.exit(f"version {version}: oracle_calls ended with {process.returncode}\n"
                     + "\n".join(process.stdout.splitlines()[-5:]))
        found[-1].code = "crash"
        cases += found
        first = found[-1].number + 1
    return cases


def put(library, folder):
    """The library under our name in the folder, and beside it what lies beside it in a package."""
    if library != OTHER_LIBRARY:
        for file in library.resolve().parent.iterdir():
            os.symlink(file, folder / file.name)
    os.symlink(library.resolve(), folder / OUR_NAME)


def takes(program, folder, environment):
    """The loader finds the library in the folder: two libraries of one version say so by nothing else."""
    listed = subprocess.run(["ldd", program], text=True, stdout=subprocess.PIPE, env=environment, check=False).stdout
    return f"{OUR_NAME} => {folder}/" in listed


def value_of(token):
    return float.fromhex(token) if "0x" in token else float(token)


def is_close(ours, theirs):
    """Two result lines: equal, or with an allowed error (value~error) and within it."""
    if ours == theirs:
        return True
    *our_place, our_entry = ours.split()
    *their_place, their_entry = theirs.split()
    if our_place != their_place or "~" not in our_entry or "~" not in their_entry:
        return False
    our_value, our_error = our_entry.split("~")
    their_value, their_error = their_entry.split("~")
    if our_error != their_error:
        return False
    return abs(value_of(our_value) - value_of(their_value)) <= float(our_error)


def agree(ours, theirs):
    if ours.code != theirs.code or len(ours.results) != len(theirs.results):
        return False
    return all(map(is_close, ours.results, theirs.results))


def show(case, title):
    print(f"  {title}: code {case.code}")
    for line in case.results[:40]:
        print(f"    {line}")
    if len(case.results) > 40:
        print(f"    ... {len(case.results)} lines")


def show_operands(program, number, environment):
    output = subprocess.run([program, "2.1", str(number), "1", "show"], text=True, check=False,
                            stdout=subprocess.PIPE, env=environment).stdout
    for line in output.splitlines():
        if line.startswith(("? ", "# ")):
            print(f"  {line}")


def compare(ours, theirs):
    """Counts per operation and rule, and the cases that no rule explains."""
    operations = collections.Counter()
    used = collections.Counter()
    codes = collections.Counter()
    failures = []
    for our, their in zip(ours, theirs):
        assert our.number == their.number and our.description == their.description
        operations[our.operation] += 1
        codes[our.code] += 1
        if our == their or agree(our, their):
            continue
        name = exceptions.first_match(our, their)
        if name is None:
            failures.append((our, their))
        else:
            used[name] += 1
    return operations, codes, used, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--version", choices=OTHERS, default="7")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=42000)
    parser.add_argument("--case", type=int)
    parser.add_argument("--answers", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--show", type=int, default=10, help="failures that are printed")
    options = parser.parse_args()
    page = pathlib.Path(__file__).parents[2] / "docs" / "guide" / "deviations.md"
    if differing := exceptions.undocumented(page.read_text(encoding="utf-8")):
        sys.exit(f"exceptions.py and docs/guide/deviations.md differ in the rules {sorted(differing)}")
    other, other_api = other_library(options.version), OTHERS[options.version]
    first, count = options.first, options.count
    count = max(1, int(count * float(os.environ.get("GRAPHBLAST_TEST_ROUNDS", "1"))))
    if options.case is not None:
        first, count = options.case, 1

    environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="2")
    if options.answers is None:
        ours = run(options.program, "2.1", first, count, environment)
    else:
        ours, is_complete = parse(options.answers.read_text(encoding="utf-8"))
        if not is_complete:
            ours.pop()  # cut off
        if not ours:
            sys.exit(f"{options.answers}: no whole case")
        first, count = ours[0].number, len(ours)
    with tempfile.TemporaryDirectory() as folder:
        put(other, pathlib.Path(folder))
        if not takes(options.program, folder, dict(environment, LD_LIBRARY_PATH=folder)):
            sys.exit(f"oracle_calls does not take {folder}/{OUR_NAME}")
        # Where oracle_calls is sanitized, the other library's crashes stay crashes, and its leaks its own.
        theirs = run(options.program, other_api, first, count,
                     dict(environment, LD_LIBRARY_PATH=folder,
                          ASAN_OPTIONS="detect_leaks=0:handle_segv=0:handle_sigbus=0:"
                                       "handle_sigfpe=0:abort_on_error=1",
                          UBSAN_OPTIONS="abort_on_error=1"))
    if len(ours) != count or len(theirs) != count:
        sys.exit(f"{count} cases, but {len(ours)} and {len(theirs)} results")
    operations, codes, used, failures = compare(ours, theirs)

    if options.case is not None:
        show_operands(options.program, options.case, environment)
        show(ours[0], "GraphBLAST")
        show(theirs[0], "SuiteSparse")
    print(f"{count} calls: " + " ".join(f"{name}={n}" for name, n in sorted(operations.items())))
    print("codes: " + " ".join(f"{code}={n}" for code, n in sorted(codes.items(), key=str)))
    print(f"{sum(used.values())} differences explained:")
    for name, reason, _ in exceptions.RULES:
        print(f"  {used[name]:6} {name}: {reason}")
    print(f"{len(failures)} differences not explained")
    for our, their in failures[:options.show]:
        print(f"case {our.number}: {our.description}")
        show(our, "GraphBLAST")
        show(their, "SuiteSparse")
    # How often a rule is needed was counted with 7.4.
    problems = (exceptions.out_of_limits(used, count)
                if options.case is None and options.answers is None and options.version == "7" else [])
    for problem in problems:
        print(f"rule {problem}")
    return 1 if failures or problems else 0


if __name__ == "__main__":
    sys.exit(main())
