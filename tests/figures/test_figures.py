"""What check_figures finds, and what it lets through."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools/bench"))

import check_figures
import commits
import figures
import run_record
import traversals

RUN = {"commit": "abc", "device": "a GPU", "driver": "1.2", "date": "not recorded", "command": "bench x"}
PAGE = """# Page

It took 1.5 ms in
the mean of 2 runs.

| graph | ms |
|---|---|
| a | 1.0 |
| b | 2.0 |
"""


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        (self.root / "docs/benchmarks").mkdir(parents=True)
        (self.root / figures.RAW).mkdir(parents=True)
        self.write("x.jsonl", json.dumps({"run": RUN}) + '\n{"graph": "a", "ms": 1}\n{"graph": "b", "ms": 2}\n')

    def write(self, name, text):
        folder = "docs/benchmarks" if name.endswith(".md") else figures.RAW
        (self.root / folder / name).write_text(text, encoding="utf-8")

    def problems(self, text=PAGE, rows=None):
        self.write("page.md", text)
        page = figures.Page("docs/benchmarks/page.md", self.root)
        lines = page.raw("x.jsonl").lines
        if rows is None:
            rows = [[line["graph"], figures.fixed(line["ms"], 1)] for line in lines]
        page.table(["graph", "ms"], rows)
        page.says("It took {} ms in the mean of {} runs.", figures.fixed(1.5, 1), len(lines))
        return page.finish()

    def test_right_figures_pass(self):
        self.assertEqual(self.problems(), [])

    def test_a_wrong_cell_fails(self):
        self.assertEqual(self.problems(PAGE.replace("| 2.0 |", "| 2.1 |")),
                         ["line 9, 'b', 'ms': '2.1', by the raw file '2.0'"])

    def test_a_missing_row_fails(self):
        self.assertEqual(self.problems(PAGE.replace("| b | 2.0 |\n", "")), ["line 6: 1 rows, 2 in the raw file"])

    def test_a_wrong_sentence_fails(self):
        self.assertEqual(self.problems(PAGE.replace("1.5 ms", "1.4 ms")),
                         ["it does not say: It took 1.5 ms in the mean of 2 runs."])

    def test_a_table_that_nothing_checks_fails(self):
        self.assertEqual(self.problems(PAGE + "\n| more | us |\n|---|---|\n| c | 7 |\n"),
                         ["line 11: nothing checks the table 'more | us'"])

    def test_a_table_that_is_not_there_fails(self):
        self.assertIn("0 tables with the header graph | ms", self.problems(PAGE.replace("| ms |", "| s |")))

    def test_raw_files_say_how_they_were_made(self):
        self.write("x.jsonl", '{"graph": "a", "ms": 1}\n{"graph": "b", "ms": 2}\n')
        self.assertEqual(self.problems(), ["x.jsonl says of no run how it was made"])
        self.write("x.jsonl", json.dumps({"run": {**RUN, "driver": ""}}) + '\n{"graph": "a", "ms": 1}\n'
                   '{"graph": "b", "ms": 2}\n')
        self.assertEqual(self.problems(), ["x.jsonl a run without its driver"])

    def test_writing_puts_the_figures_in(self):
        self.write("page.md", PAGE.replace("| a | 1.0 |\n| b | 2.0 |\n", ""))
        page = figures.Page("docs/benchmarks/page.md", self.root)
        page.table(["graph", "ms"], [["a", "1.0"], ["b", "2.0"]])
        page.write()
        self.assertEqual((self.root / page.path).read_text(encoding="utf-8"), PAGE)

    def test_pages_and_files_that_nothing_checks(self):
        self.write("page.md", PAGE)
        self.assertEqual(list(check_figures.without_script(self.root, [])),
                         ["docs/benchmarks/page.md: no script in tests/figures checks it"])
        self.assertEqual(list(check_figures.without_script(self.root, ["docs/benchmarks/page.md"])), [])
        self.assertEqual(list(check_figures.unused_files(self.root, set())),
                         ["benchmarks/raw/x.jsonl: no page uses it"])


class Numbers(unittest.TestCase):
    def test_rounding(self):
        self.assertEqual(figures.fixed(47.15, 1), "47.2")
        self.assertEqual(figures.fixed(0.435, 2), "0.44")
        self.assertEqual([figures.digits(value) for value in (0.04567, 7.0, 64.35, 1234.5)],
                         ["0.0457", "7.00", "64.4", "1235"])
        self.assertEqual(figures.span([2.0, 1.004]), "1.00 to 2.00")
        self.assertEqual(figures.span([1.001, 1.004]), "1.00")

    def test_runs_of_the_tool(self):
        line = {"section": "now", "command": "GRAPHBLAST_CUDA=always graphblast run cc --graph grid:2x2",
                "graph": "grid:2x2", "algorithm": "cc", "result": "1 components, largest 4", "time": [985.2, "us"],
                "launches": 44, "waits": 15, "bytes_in": 1000, "bytes_out": 24, "bytes_per_entry": 9.61}
        table = {"losses": {"all": {"calls": 3, "geomean": 1.5, "worst": 2.0, "lost_us": 7.0}}}
        [run] = traversals.runs([line, table])
        self.assertEqual((run.graph, run.algorithm, run.is_always, run.has_sources), ("grid:2x2", "cc", True, False))
        self.assertAlmostEqual(run.ms, 0.9852)
        self.assertEqual((run.launches, run.waits, run.bytes, run.bytes_per_entry), (44, 15, 1024, 9.61))
        self.assertEqual(traversals.losses([line, table]), [table["losses"]])


class Commits(unittest.TestCase):
    history = ["abcdef0123456789", "1234567890abcdef"]

    def problems(self, commit, name="new.jsonl"):
        return list(commits.problems({name: [{"commit": commit}]}, self.history))

    def test_commits_of_the_history_pass(self):
        for commit in ("abcdef0", "abcdef012345", "abcdef0 against 1234567 (products)"):
            self.assertEqual(self.problems(commit), [])

    def test_others_fail(self):
        end = ": measure in a clone, at a commit that stays"
        for commit, *sentences in (("abcdef0-dirty", 0), ("abcdef1", 1), ("abcdef1-dirty", 0, 1), ("not recorded", 2),
                                   ("not recorded; file committed with abcdef0", 2), ("", 2), ("abcdef0 or fedcba9", 1)):
            self.assertEqual(self.problems(commit),
                             [f"new.jsonl: {commits.FAULTS[index][1]}{end}" for index in sentences])

    def test_a_known_file_that_is_right_leaves_the_list(self):
        self.assertEqual(self.problems("abcdef0-dirty", "gpu_masks.jsonl"), [])
        self.assertEqual(self.problems("abcdef0", "gpu_masks.jsonl"),
                         ["gpu_masks.jsonl: no longer of changes that were not committed: take it out of "
                          "tests/figures/commits.py"])

    def test_listed_files_are_there(self):
        names = set().union(*(known for known, *_ in commits.FAULTS))
        self.assertEqual(list(commits.gone(names)), [])
        self.assertEqual(list(commits.gone(names - {"gpu_masks.jsonl"})),
                         ["gpu_masks.jsonl, which is listed in tests/figures/commits.py as of changes that were not committed, "
                          "is not there"])

    def test_the_history_is_that_of_the_present_commit(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(commits.history(folder))
            git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org"]
            subprocess.run([*git, "init", "-q"], check=True)
            for text in ("one", "two"):
                subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", text], check=True)
            self.assertEqual(len(commits.history(folder)), 2)
            # A tree inside of another repository has no history of its own.
            pathlib.Path(folder, "sub").mkdir()
            self.assertIsNone(commits.history(f"{folder}/sub"))

    def test_pages_say_what_is_known(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "page.md").write_text("These raw files do not record their commit: gpu_gcn, gpu_spmm.\n", encoding="utf-8")
            page = figures.Page("page.md", root)
            page.raw_files = dict.fromkeys(("gpu_spmm.jsonl", "gpu_gcn.jsonl", "new.jsonl"))
            commits.check_sentences(page)
            self.assertEqual(page.finish(), [])
            page.raw_files = dict.fromkeys(("gpu_masks.jsonl",))
            commits.check_sentences(page)
            self.assertEqual(page.finish(), ["it does not say: These raw files are of sources with changes that were not committed: gpu_masks."])


class Records(unittest.TestCase):
    def test_scripts_say_how_they_were_run(self):
        tools = figures.ROOT / "tools/bench"
        done = subprocess.run([sys.executable, "-B", "-c", "import json, run_record; "
                               "print(json.dumps(run_record.run_record()))", "--graph", "a b"],
                              env={**os.environ, "PYTHONPATH": str(tools)}, capture_output=True, text=True, check=True)
        record = json.loads(done.stdout)
        self.assertEqual(set(record), set(figures.RUN_FIELDS))
        self.assertTrue(all(record.values()), record)
        self.assertTrue(record["command"].endswith("--graph 'a b'"), record["command"])
        self.assertRegex(record["date"], r"^20\d\d-\d\d-\d\dT")

    def test_scripts_write_what_pages_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.jsonl")
            records = [{"cell": "a", "us": [1.5, 2]}, {"cell": "µ", "us": []}]
            run_record.write_records(path, RUN, iter(records), threads=2)
            self.assertEqual(path.read_text(encoding="utf-8").count("\n"), 3)
            raw = figures.Raw(path)
        self.assertEqual(raw.reports, [{"run": RUN, "threads": 2, "records": records}])
        self.assertEqual((raw.runs, raw.lines, list(raw.problems())), ([RUN], records, []))


if __name__ == "__main__":
    unittest.main()
