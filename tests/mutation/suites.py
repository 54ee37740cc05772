"""The tests in pieces that are run by themselves: what each takes, and which mutants it comes by."""
import concurrent.futures
import dataclasses
import math
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading

# Rounds of random problems as few as still find most.
PROGRAMS = {"unit": {}, "api": {}, "choice": {}, "property": {}, "differential": {"GRAPHBLAST_TEST_ROUNDS": "0.1"}}
LONG = 2.0  # seconds: a suite that takes longer is run test by test
# Seconds of processor time until a suite counts as hanging, and how many times as many as without a mutant; and of
# time when it uses none.
PATIENCE, ASLEEP = (10.0, 10.0), 300.0


@dataclasses.dataclass
class Suite:
    program: str
    filter: str
    seconds: float = 0.0
    reaches: frozenset = frozenset()

    def __str__(self):
        return f"{self.program} {self.filter}"


def limit_resources(seconds):
    """A mutant may ask for any amount of memory and time, and crash."""
    resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(10)


def stop(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Tests:
    """The test programs of a build with `count` mutants."""

    def __init__(self, folder, programs, count, jobs):
        self.folder, self.programs, self.count, self.jobs = pathlib.Path(folder), programs, count, jobs

    def run(self, suite, seconds=None, mutant=None, reached=None):
        """(exit status, None when time ran out; seconds of processor time; what it printed)"""
        environment = dict(os.environ, OMP_WAIT_POLICY="passive", **PROGRAMS[suite.program])
        if mutant is not None:
            environment["GRAPHBLAST_MUTANT"] = str(mutant)
        if reached is not None:
            environment["GRAPHBLAST_MUTANTS_REACHED"] = str(reached)
        with tempfile.TemporaryFile() as output, tempfile.TemporaryDirectory() as cwd:
            process = subprocess.Popen(
                [self.folder / f"test_{suite.program}", "--gtest_brief=1", "--gtest_fail_fast",
                 f"--gtest_filter={suite.filter}"],
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                preexec_fn=lambda: limit_resources(seconds), cwd=cwd, env=environment)
            asleep = threading.Timer(ASLEEP if seconds is None else ASLEEP + 10 * seconds, stop, [process.pid])
            asleep.start()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out_of_time = not asleep.is_alive() or process.returncode == -signal.SIGXCPU
            asleep.cancel()
            stop(process.pid)  # children of its tests too
            output.seek(0)
            return (None if out_of_time else process.returncode, used.ru_utime + used.ru_stime,
                    output.read().decode(errors="replace"))

    def listed(self, program):
        """Suites, and the tests of each."""
        text = subprocess.run([self.folder / f"test_{program}", "--gtest_list_tests"], check=True,
                              capture_output=True, text=True).stdout
        found, tests = {}, None
        for line in text.splitlines():
            name = line.split("#")[0].rstrip()
            if re.match(r"\S+\.$", name):
                tests = found.setdefault(name, [])
            elif tests is not None and line.startswith("  "):
                tests.append(name.strip())
        return found

    def traced(self, suite, longest=None):
        """The suite with its time and the mutants that it comes by; an exception when it fails without a mutant. It is
        stopped after the seconds `longest`."""
        with tempfile.NamedTemporaryFile() as reached:
            reached.truncate(self.count)
            status, seconds, output = self.run(suite, longest, reached=reached.name)
            if status is None and longest is not None:
                seconds = math.inf
            elif status != 0:
                raise RuntimeError(f"{suite} fails without a mutant:\n{output[-4000:]}")
            table = pathlib.Path(reached.name).read_bytes()
            return Suite(suite.program, suite.filter, seconds, frozenset(k for k, byte in enumerate(table) if byte))

    def traced_suites(self, longest=None):
        """All of them, the quickest first; long ones in pieces. Without those that take more seconds than `longest`."""
        names = {program: self.listed(program) for program in self.programs}
        first = None if longest is None else max(longest, LONG)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            whole = list(pool.map(lambda suite: self.traced(suite, first), [
                Suite(program, name + "*") for program in self.programs for name in names[program]]))
            pieces = [suite for suite in whole if suite.seconds <= LONG]
            pieces += pool.map(lambda suite: self.traced(suite, longest), [
                Suite(suite.program, suite.filter[:-1] + test) for suite in whole if suite.seconds > LONG
                for test in names[suite.program][suite.filter[:-1]]])
        kept = [suite for suite in pieces if suite.seconds <= (longest or math.inf)]
        print(f"{len(kept)} suites, {sum(suite.seconds for suite in kept):.0f} s in all; "
              f"{len(pieces) - len(kept)} left out", flush=True)
        return sorted(kept, key=lambda suite: suite.seconds)

    def killer(self, mutant, suites):
        """Name of the first suite that notices the mutant, or None."""
        for suite in suites:
            if mutant not in suite.reaches:
                continue
            status, _, _ = self.run(suite, PATIENCE[0] + PATIENCE[1] * suite.seconds, mutant)
            if status != 0:
                return f"{suite}{' (time)' if status is None else ''}"
        return None
