"""What the mutants are, that a switch does what the changed text does, and that the campaign sees what fails."""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import run
import schemata
import suites
from mutants import changed, mutants_of

COMPILER = os.environ.get("CXX", "c++")

# One of each kind; no mutant makes it run for ever.
SAMPLE = """
constexpr int size = 3 + 4; // stays 7
template <int N = 1 + 1>
struct Cells { // a + b
    int nrows = 2, ncols = 5;
    int at(int row, int column) const { return row * ncols + column; }
    bool is_empty() const { return !(nrows > 0 && ncols > 0); }
};
constexpr int twice(int x) { return x + x; }
static_assert(twice(2) == 4);
inline void put(int *target, int a, int b) {
    *target = a - b;
}
inline int span(const int *data, int n) {
    int low = 0, high = 1;
    for (int k = n; k > 0; k -= 2) {
        if (data[k - 1] < low || data[k - 1] == 7)
            low = data[k - 1];
        else if (data[k - 1] >= high)
            high = std::max(high, data[k - 1]);
    }
    low += size;
    return high - low *
                      2;
}
inline long result() {
    const Cells<> cells;
    const int cells_around[] = {8, 6, 3, -5, 7, 2, 9, 6, 4, 5, 8}; // a mutant that looks beside the five sees a number
    const int *data = &cells_around[2];
    int difference = 0;
    put(&difference, cells.nrows, cells.ncols);
    const bool is_odd = size % 2 == 1 && !cells.is_empty();
    const char *text = is_odd ? "a + b" : "1 < 2";
    const auto more = [&](int x) { return x <= difference ? x << 1 : x | 1; };
    return cells.at(1, 2) + 100L * (twice(3) != 6) + 1000L * span(data, 5) + more(-9) + text[0] / 7;
}
"""


ASSERTION = "static_assert(twice(2) == 4);"


class Found(unittest.TestCase):
    def setUp(self):
        self.mutants = mutants_of("src/a.cpp", SAMPLE)
        self.seen = {(SAMPLE[m.start:m.end], SAMPLE[m.start:m.place] + m.after + SAMPLE[m.stop:m.end])
                     for m in self.mutants}

    def test_expressions_are_whole(self):
        for before, after in (
                ("row * ncols + column", "row * ncols - column"), ("row * ncols", "row + ncols"),
                ("nrows > 0 && ncols > 0", "nrows > 0 || ncols > 0"), ("!(nrows > 0 && ncols > 0)", "!!(nrows > 0 && ncols > 0)"),
                ("data[k - 1] < low || data[k - 1] == 7", "data[k - 1] < low && data[k - 1] == 7"),
                ("data[k - 1] < low || data[k - 1] == 7", "!(data[k - 1] < low || data[k - 1] == 7)"),
                ("std::max(high, data[k - 1])", "std::min(high, data[k - 1])"), ("k -= 2", "k += 2"), ("1", "0"),
                ("put(&difference, cells.nrows, cells.ncols)", "put(&difference, cells.ncols, cells.nrows)"),
                ("cells.nrows", "cells.ncols"), ("*target = a - b;", ";"), ("low += size;", ";"),
                ("x <= difference", "x < difference"), ("x << 1", "x >> 1"), ("0", "1")):
            self.assertIn((before, after), self.seen)

    def test_what_the_compiler_computes_stays(self):
        for mutant in self.mutants:
            self.assertFalse(re.search("constexpr int size|static_assert|template|return high.*text", mutant.lines[0]), mutant)
        self.assertNotIn("a - b", {after for before, after in self.seen if before == "a + b"})

    def test_declarations_are_not_calls(self):
        text = "void f(int row, int column);\nstd::vector<int> row(n, m);\nauto [row, column] = g();\nint row = 2;\n"
        self.assertEqual([str(m) for m in mutants_of("src/a.cpp", text)], [])


class Switches(unittest.TestCase):
    def test_a_switch_does_what_the_text_does(self):
        mutants, mains, spaces = {}, [], []
        for mutant in mutants_of("src/a.cpp", SAMPLE):
            if "&difference" in mutant.after or mutant.lines[0].startswith("for"):
                continue  # does not compile; does not end
            number = len(mutants)
            mutants[number] = mutant
            text = SAMPLE[:mutant.start] + changed(SAMPLE, mutant) + SAMPLE[mutant.end:]
            spaces.append(f"namespace m{number} {{\n{text.replace(ASSERTION, '')}\n}}")
            mains.append(f'std::printf("%ld\\n", m{number}::result());')
        self.assertGreater(len(mutants), 40)
        head = "#include <algorithm>\n#include <cstdio>\n"
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in schemata.switch_files(len(mutants) + 5).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            (root / "apart.cpp").write_text(head + "\n".join(spaces) + "\nint main() {\n" + "\n".join(mains) + "\n}\n", encoding="utf-8")
            together = schemata.with_switches(head + SAMPLE, {k: shifted(m, len(head)) for k, m in mutants.items()})
            (root / "together.cpp").write_text(together + '\nint main() { std::printf("%ld\\n", result()); }\n', encoding="utf-8")
            for name, sources in (("apart", ["apart.cpp"]), ("together", ["together.cpp", "src/base/mutant_switch.cpp"])):
                subprocess.run([COMPILER, "-std=c++20", "-w", "-I", "src", *sources, "-o", name], cwd=root, check=True)

            def said(program, **environment):
                done = subprocess.run([root / program], env={**os.environ, **environment}, capture_output=True, text=True, check=True)
                return done.stdout.split()

            expected = said("apart")
            self.assertGreater(len(set(expected)), 15)
            table = root / "reached"
            table.write_bytes(bytes(len(mutants) + 5))
            unchanged = said("together", GRAPHBLAST_MUTANTS_REACHED=str(table))
            self.assertEqual(said("together", GRAPHBLAST_MUTANT=str(len(mutants))), unchanged)
            reached = table.read_bytes()
            self.assertEqual(len(reached), len(mutants) + 5)
            self.assertEqual(sum(reached[len(mutants):]), 0)
            for number, mutant in mutants.items():
                self.assertEqual(said("together", GRAPHBLAST_MUTANT=str(number)), [expected[number]], mutant)
                self.assertTrue(reached[number] or [expected[number]] == unchanged, mutant)

    def test_errors_name_their_mutants(self):
        text = "int f(int a, int b) {\n    return a < b;\n}\nint g(int a) {\n    return a +\n           1;\n}\n"
        mutants = {k: m for k, m in enumerate(mutants_of("src/a.cpp", text))}
        of_line = {line: {k for k, m in mutants.items() if m.line == line} for line in (2, 5, 6)}
        for output, numbers in (
                ("FAILED: a.o\n/x/src/a.cpp:2:14: error: no\n/x/src/a.cpp:5:1: note: there\n", of_line[2]),
                ("FAILED: a.o\n/x/tests/b.cpp:9:14: error: no\n/x/src/a.cpp:6:1:   required from here\n", of_line[5] | of_line[6]),
                ("/x/src/a.cpp:2:14: warning: well\nFAILED: a.o\n/x/tests/b.cpp:9:14: error: no\n", set())):
            self.assertEqual(schemata.blamed(output, mutants, {"src/a.cpp": text}), numbers)


def shifted(mutant, by):
    return mutant.__class__(**{**mutant.__dict__, "place": mutant.place + by, "stop": mutant.stop + by,
                               "start": mutant.start + by, "end": mutant.end + by})


# In place of a test program: mutant 1 fails, 2 turns for ever, 3 sleeps; one suite comes by them.
PROGRAM = f"""#!{sys.executable}
import os, sys, time
if "--gtest_list_tests" in sys.argv:
    print("Good.\\n  First\\n  Second  # GetParam() = 3\\nOther.\\n  Third")
    sys.exit()
if "GRAPHBLAST_MUTANTS_REACHED" in os.environ and "Good.*" in sys.argv[-1]:
    with open(os.environ["GRAPHBLAST_MUTANTS_REACHED"], "r+b") as table:
        table.write(bytes([0, 1, 1, 1]))
mutant = os.environ.get("GRAPHBLAST_MUTANT")
if mutant == "2":
    while True: pass
if mutant == "3":
    time.sleep(1000)
sys.exit(mutant == "1" or mutant is None and os.path.exists(sys.argv[0] + ".broken"))
"""


class Campaign(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = pathlib.Path(self.folder.name) / "test_unit"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(0o755)
        self.tests = suites.Tests(self.folder.name, ["unit"], 5, 2)

    def test_outcomes(self):
        with contextlib.redirect_stdout(io.StringIO()):
            found = self.tests.traced_suites()
        self.assertEqual({str(suite): set(suite.reaches) for suite in found},
                         {"unit Good.*": {1, 2, 3}, "unit Other.*": set()})
        mutants = mutants_of("src/a.cpp", "int f(int a) {\n    return a + 1;\n}\nint g(int a) {\n    return a * 2 < a;\n}\n")
        by_id = dict(zip((1, 2, 3, 4), mutants))
        with mock.patch.object(suites, "PATIENCE", (1.0, 0.0)), \
                mock.patch.object(suites, "ASLEEP", 3.0), contextlib.redirect_stdout(io.StringIO()):
            results = pathlib.Path(self.folder.name) / "results.tsv"
            outcomes = run.campaign(self.tests, found, by_id, {}, results)
            self.assertEqual(outcomes, {1: "killed", 2: "killed", 3: "killed", 4: "not reached"})
            self.assertEqual(results.read_text(encoding="utf-8").count("unit Good.* (time)"), 2)
            unreached = {by_id[4].key(): "a reason"}
            self.assertEqual(run.campaign(self.tests, found, {4: by_id[4]}, unreached, results), {4: "equivalent"})

    def test_tests_that_fail_anyway_are_no_judges(self):
        (self.program.parent / "test_unit.broken").touch()
        self.assertRaises(RuntimeError, self.tests.traced_suites)

    def test_the_sources_have_the_controls(self):
        for path, before, after in run.table("controls.tsv"):
            text = (run.ROOT / path).read_text(encoding="utf-8")
            self.assertEqual([m.key() for m in mutants_of(path, text) if m.key() == (path, before, after)],
                             [(path, before, after)])


if __name__ == "__main__":
    unittest.main()
