"""Tests of the checks of comments and words in sources."""
import unittest

import check_comments
import check_words
from test_checks import Tree


class Words(Tree):
    def problems(self, text, page=""):
        self.write("src/one.cpp", text)
        self.write("docs/guide/one.md", page)
        return list(check_words.problems(self.root))

    def test_the_fields_words_pass(self):
        self.assertEqual(self.problems('// A miscellany.\nint elements = of("cells"); GrX_init_team();\n', "It allows all."), [])

    def test_other_words_fail(self):
        self.assertEqual(self.problems("// One.\nint lastCells, team_size;\n// A piece.\n"),
                         ["src/one.cpp:2: lastCells: say element, dense, bitmap",
                          "src/one.cpp:2: team_size: say thread pool, group of processes, of devices",
                          "src/one.cpp:3: piece: say partition, chunk"])
        self.assertEqual(self.problems("// One.\n", "What the mask lets through."),
                         ["docs/guide/one.md:1: lets through: say allows"])


class Comments(Tree):
    def problems(self, text):
        self.write("src/one.cpp", text)
        return list(check_comments.problems(self.root))

    def test_plain_comments_pass(self):
        self.assertEqual(self.problems("// One thing.\n\n/// Returns it, or null.\n// What follows is no beginning.\n"), [])

    def test_files_without_a_first_line_fail(self):
        self.assertEqual(self.problems("#include <map>\n"), ["src/one.cpp: the first line does not say what the file holds"])

    def test_comments_without_a_subject_fail(self):
        self.assertEqual(self.problems("// One thing.\nint x;\n    /// What it is.\n"),
                         ['src/one.cpp:3: a comment begins with "What"'])

    def test_wide_comments_fail(self):
        self.assertEqual(self.problems("// " + "x" * 98 + "\n"), ["src/one.cpp:1: a comment of 101 columns"])


if __name__ == "__main__":
    unittest.main()
