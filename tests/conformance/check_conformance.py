#!/usr/bin/env python3
"""Runs the tests under the recorder and checks what they called and which codes came back.

- Every function of GraphBLAS.h is called by a test, and a test has seen it succeed.
- Every code that the specification lists for a function (codes.tsv) has been returned by it, unless the
  table says why it cannot be; and no code that the table calls impossible.
- With --effects: every function has a test that fails when the function does nothing and returns GrB_SUCCESS.
- --page is written: every function with the tests that call it and the codes seen.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import functools
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# The programs: the tests that go through the library's exported functions, and take no long time.
GTEST_PROGRAMS = ["test_faults", "test_api", "test_differential", "test_threads", "test_property",
                  "test_reference", "test_header"]
# The suites of test_faults that repeat the others with large values, teams and every variant add no code.
FILTERS = {"test_faults": "FaultsMemory.*:FaultsMethods.*:FaultsObjects.*:FaultsOperations.*"}
HEADER_PROGRAMS = ["header_c11", "header_c99", "header_polymorphic_c11",
                   "header_polymorphic_objects_c11", "header_polymorphic_user_types_c11"]
# The longest is divided among processes.
SHARDS = {"test_differential": 4}
MANY = 8  # more tests than these are not counted: such a function is called everywhere
IDLE_SECONDS = 60
IDLE_BYTES = 4 << 30


def read_table(name):
    rows = []
    for line in (HERE / name).read_text().splitlines():
        if line and not line.startswith("#"):
            rows.append(line.split("\t"))
    return rows


def codes_of_header():
    """Number -> name, from the enumeration GrB_Info."""
    text = (ROOT / "include" / "GraphBLAS.h").read_text()
    body = re.search(r"typedef enum \{([^}]*)\} GrB_Info;", text).group(1)
    return {int(number): name for name, number in re.findall(r"(GrB_\w+) = (-?\d+)", body)}


def exported_functions(wrappers):
    """The functions that the recorder wraps: all that the header declares."""
    return re.findall(r"^GrB_Info (\w+)\(", wrappers.read_text(), re.MULTILINE)


class Runner:
    def __init__(self, recorder, programs, folder):
        self.recorder, self.programs, self.folder = recorder, programs, folder
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("GRAPHBLAST_", "GTEST_"))}
        self.environment.update(LD_PRELOAD=str(recorder), OMP_NUM_THREADS="2",
                                GRAPHBLAST_TEST_ROUNDS="0.02")

    def record(self, program_and_shard):
        """Runs one program, or a share of its tests; returns the file of its record."""
        program, shard = program_and_shard
        path = self.folder / f"{program}_{shard}"
        environment = dict(self.environment, GRAPHBLAST_RECORD=str(path), GTEST_FILTER=FILTERS.get(program, "*"),
                           GTEST_TOTAL_SHARDS=str(SHARDS.get(program, 1)), GTEST_SHARD_INDEX=str(shard))
        run = subprocess.run([self.programs / program], env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace")
        if run.returncode:
            sys.exit(f"{program} fails under the recorder:\n{run.stdout[-4000:]}")
        return program, path

    @functools.cache
    def passes(self, program, test, idle=None):
        """Whether a test by itself passes, when the function `idle` does nothing; None: it hangs."""
        environment = dict(self.environment, **({"GRAPHBLAST_IDLE": idle} if idle else {}))
        command = [self.programs / program]
        if test != program:
            command.append(f"--gtest_filter={test}")
        try:
            return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=IDLE_SECONDS).returncode == 0
        except subprocess.TimeoutExpired:
            return None

    def notices(self, program, test, function):
        """True when the test passes, and fails once the function does nothing."""
        return self.passes(program, test, function) is False and self.passes(program, test) is True


class Record:
    """Which test saw which codes of which function."""

    def __init__(self, records, names):
        self.codes = collections.defaultdict(lambda: collections.defaultdict(set))
        self.functions_of = collections.defaultdict(set)
        for program, path in records:
            if not path.exists():
                continue  # a program that calls no function of the library
            for line in path.read_text().splitlines():
                function, code, test = line.split("\t")
                self.codes[function][program, test].add(names[int(code)])
                self.functions_of[program, test].add(function)

    def seen(self, function):
        return set().union(*self.codes[function].values())

    def tests(self, function):
        """The tests that call the function, those first that call little else."""
        return sorted(self.codes[function], key=lambda test: (len(self.functions_of[test]), test))

    def successful(self, function):
        """The tests in which every call of the function succeeded."""
        return [test for test in self.tests(function) if self.codes[function][test] == {"GrB_SUCCESS"}]


def expand(patterns, functions):
    return [function for function in functions
            if any(fnmatch.fnmatchcase(function, pattern) for pattern in patterns.split())]


def check_calls(functions, record):
    return [f"no test calls {function}" for function in functions if not record.codes[function]]


def check_codes(rows, functions, record):
    faults = []
    excused = collections.defaultdict(set)  # (chapter, code) -> functions
    for number, (chapter, name, code, patterns, reason) in enumerate(rows):
        members = expand(patterns, functions)
        if not members:
            faults.append(f"codes.tsv: {chapter} {code}: no function is called {patterns}")
        if reason != "-":
            excused[chapter, code].update(members)
            faults += [f"{member} returned {code}, which codes.tsv calls impossible: {reason}"
                       for member in members if code in record.seen(member)]
    for chapter, name, code, patterns, reason in rows:
        if reason == "-":
            faults += [f"no test has seen {member} return {code} ({name}, {chapter})"
                       for member in expand(patterns, functions)
                       if code not in record.seen(member) and member not in excused[chapter, code]]
    return faults


def check_chapters(rows, functions):
    listed = [row[0] for row in rows]
    faults = [f"functions.tsv lacks {function}" for function in functions if function not in listed]
    faults += [f"functions.tsv: {name} is not declared" for name in listed if name not in functions]
    return faults


def check_effects(functions, excuses, record, runner):
    """Each function, doing nothing, makes a test fail in which it is only ever successful."""
    def is_noticed(function):
        if function in excuses or "GrB_SUCCESS" not in record.seen(function):
            return True  # that no call succeeds is for codes.tsv to explain
        candidates = record.successful(function)
        return any(runner.notices(*test, function) for test in candidates)

    # A test that is not told a size may ask for any; a crash that it takes leaves no file.
    resource.setrlimit(resource.RLIMIT_AS, (IDLE_BYTES, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        noticed = list(pool.map(is_noticed, functions))
    return [f"no test fails when {function} does nothing" for function, is_good
            in zip(functions, noticed) if not is_good]


def code_order(names):
    """The order of the header: success first."""
    return {name: number for number, name in enumerate(names.values())}


def test_name(program, test):
    if test == program:
        return program
    suite, name = test.split(".", 1)
    # Before the suite a prefix may stand, behind it the number of a type.
    suite = [part for part in suite.split("/") if not part.isdigit()][-1]
    return f"{program.removeprefix('test_')}: {suite}.{name.split('/')[0]}"


def distinct(names):
    return list(dict.fromkeys(names))


def document(functions, chapters, rows, excuses, record, order):
    lines = [
        "# Conformance",
        "",
        "What the tests call, written by the tests themselves: `ctest -L conformance` runs them with a",
        "recorder between them and the library, and checks what follows.",
        "",
        f"- Each of the {len(functions)} functions that `GraphBLAS.h` declares is called, and was seen to succeed where",
        "  it can. Those of `graphblast/gxb_*.h` have tests in `tests/api` and `tests/oracle` and are not listed.",
        "- Every function was made to do nothing and to return `GrB_SUCCESS`, and a test failed",
        "  (`ctest -C Long -L effects`), but for those [whose effect cannot be seen](#functions-without-an-effect-to-see).",
        "- Every code that the specification lists for a function was seen, for each member of a typed",
        "  family, but for those [that cannot come](#codes-that-cannot-come).",
        "",
        f"The number of tests is that of those in which a call was seen; above {MANY} it is not counted.",
        "The named ones call little else. Codes lack their prefix.",
        "",
    ]
    grouped = collections.OrderedDict()
    for function in functions:
        grouped.setdefault(chapters[function], []).append(function)
    for (chapter, title), members in sorted(
            grouped.items(), key=lambda item: [int(part) if part.isdigit() else 99
                                               for part in item[0][0].split(".")]):
        lines += [f"## {title if chapter == '-' else chapter + ' ' + title}", "",
                  "| function | tests | among them | codes seen |", "|---|---|---|---|"]
        for function in members:
            tests = distinct(test_name(*test) for test in record.tests(function))
            count = f"> {MANY}" if len(tests) > MANY else str(len(tests))
            codes = ", ".join(code.removeprefix("GrB_")
                              for code in sorted(record.seen(function), key=order.get))
            lines.append(f"| `{function}` | {count} | {', '.join(tests[:3])} | {codes} |")
        lines.append("")
    lines += ["## Functions without an effect to see", "",
              "| function | why |", "|---|---|"]
    lines += [f"| `{function}` | {reason} |" for function, reason in sorted(excuses.items())]
    lines += ["", "## Codes that cannot come", "",
              "The specification lists them, and this library has no way to return them.", "",
              "| code | why | functions |", "|---|---|---|"]
    reasons = collections.defaultdict(list)
    for _, _, code, patterns, reason in rows:
        if reason != "-":
            reasons[code, reason] += patterns.split()
    for (code, reason), patterns in sorted(reasons.items(), key=lambda item: order[item[0][0]]):
        lines.append(f"| `{code}` | {reason} | {', '.join(f'`{name}`' for name in patterns)} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recorder", type=pathlib.Path, required=True)
    parser.add_argument("--wrappers", type=pathlib.Path, required=True)
    parser.add_argument("--tests", type=pathlib.Path, required=True, help="the folder of the programs")
    parser.add_argument("--effects", action="store_true", help="see that a test fails without each function")
    parser.add_argument("--page", type=pathlib.Path, help="the page to write")
    arguments = parser.parse_args()

    names = codes_of_header()
    functions = exported_functions(arguments.wrappers)
    function_rows, code_rows = read_table("functions.tsv"), read_table("codes.tsv")
    excuses = {function: reason for function, reason in read_table("without_effect.tsv")}

    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments.recorder.resolve(), arguments.tests.resolve(), pathlib.Path(folder))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            shares = [(program, shard) for program in GTEST_PROGRAMS + HEADER_PROGRAMS
                      for shard in range(SHARDS.get(program, 1))]
            record = Record(pool.map(runner.record, sorted(shares, key=lambda share: share[0] not in SHARDS)), names)
        faults = check_chapters(function_rows, functions)
        faults += check_calls(functions, record)
        faults += check_codes(code_rows, functions, record)
        faults += [f"without_effect.tsv: {name} is not declared"
                   for name in excuses if name not in functions]
        if arguments.effects:
            faults += check_effects(functions, excuses, record, runner)
    for fault in faults:
        print(fault)

    if not faults and arguments.page:
        chapters = {function: (chapter, title) for function, chapter, title in function_rows}
        arguments.page.write_text(
            document(functions, chapters, code_rows, excuses, record, code_order(names)))
    pairs = sum(len(record.seen(function)) for function in functions)
    print(f"{len(functions)} functions, {pairs} pairs of function and code seen; {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
