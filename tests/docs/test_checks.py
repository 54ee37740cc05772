"""What the checks of this folder find, and what they let through."""
import pathlib
import subprocess
import tempfile
import unittest

import check_commands
import check_header
import check_kernels
import check_leftovers
import check_lengths
import check_links
import check_names
import check_rates
import check_recipes
import check_references
import functions


class Tree(unittest.TestCase):
    """A folder with a few files."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Names(Tree):
    def problems(self, one, other):
        self.write("src/one.hpp", f"namespace grb {{\n\n{one}\n\n}} // namespace grb\n")
        self.write("src/other.cpp", f"namespace grb {{\n{other}\n}} // namespace grb\n")
        return list(check_names.problems(self.root))

    def test_types_of_one_name_fail(self):
        for other in ("struct Tile {\n    int x;\n};", "class Tile final : public Base {", "template <class T>\nstruct Tile {"):
            self.assertEqual(self.problems("struct Tile {", other), ["grb::Tile is defined in src/one.hpp and src/other.cpp"])

    def test_others_pass(self):
        for other in ("namespace {\nstruct Tile {\n};\n} // namespace", "namespace device {\nstruct Tile {\n};\n} // namespace device",
                      "struct Tile;", "struct Part {\n    struct Tile {", "struct Tiles {"):
            self.assertEqual(self.problems("struct Tile {", other), [])


class References(Tree):
    def problems(self, comment, page="| Smith 1962 | a work |\n| Odeh et al. 2012 | another |\n"):
        for name in check_references.FILES:
            self.write(name, "")
        self.write("docs/references.md", page)
        self.write("src/both.hpp", "// Smith 1962, doi:10.1/2; Odeh et al. 2012\n")
        self.write("src/one.cpp", comment)
        return list(check_references.problems(self.root))

    def test_known_works_pass(self):
        self.assertEqual(self.problems("/// After Smith 1962, and (Odeh et\n/// al. 2012) for Fortran 2003.\n"), [])

    def test_unknown_works_fail(self):
        for comment, name in (("// As Jones 1999.", "Jones 1999"),
                              ("// Jones and\n// Smith 1962 say", "Jones and Smith 1962"),
                              ("// Goto and van de Geijn 2008", "Goto and van de Geijn 2008"),
                              ("/* Asanović et al.\n * (2012) */", "Asanović et al. 2012")):
            self.assertEqual(self.problems(comment), [f"src/one.cpp: '{name}' is not in docs/references.md"])

    def test_numbers_of_papers_fail(self):
        for comment in ("// paper 004 §3", "// Papers 001 and 002", "// (000 §III)"):
            found = self.problems(comment)
            self.assertEqual(len(found), 1, found)
            self.assertIn("author and year", found[0])

    def test_uncited_works_fail(self):
        page = "| Smith 1962 | a work |\n| Odeh et al. 2012 | another |\n| Nobody 1900 | a third |\n"
        self.assertEqual(self.problems("", page), ["docs/references.md: 'Nobody 1900' is cited nowhere"])

    def test_an_empty_page_fails(self):
        self.assertIn("docs/references.md lists nothing", self.problems("", "nothing"))


class Links(Tree):
    def problems(self, page):
        self.write("docs/index.md", "# Index\n\n[one](one.md), [two](sub/two.md#a-part-of-it)\n")
        self.write("docs/one.md", page)
        self.write("docs/sub/two.md", "# Two\n\n## A part (of it)\n\n[back](../one.md)\n")
        return list(check_links.problems(self.root))

    def test_links_that_lead_somewhere_pass(self):
        self.assertEqual(self.problems("# One\n\n[two](sub/two.md), [here](#one), [out](https://a.b/c.md)\n"
                                       "```\n[no link](of.code)\n```\n"), [])

    def test_links_that_lead_nowhere_fail(self):
        for link, problem in (("three.md", "no file three.md"), ("sub/two.md#nothing", "no heading sub/two.md#nothing"),
                              ("#nothing", "no heading #nothing")):
            self.assertEqual(self.problems(f"# One\n[x\ny]({link})"), [f"docs/one.md: {problem}"])

    def test_pages_named_in_sources(self):
        self.write("src/a.cpp", "// See docs/one.md and docs/gone.md.\n")
        self.assertEqual(self.problems("# One"), ["src/a.cpp: no page docs/gone.md"])

    def test_pages_that_the_index_forgets(self):
        self.write("docs/sub/three.md", "# Three")
        self.assertEqual(self.problems("# One"), ["docs/index.md: does not list docs/sub/three.md"])


class Commands(unittest.TestCase):
    def test_blocks_of_shell_hold_commands(self):
        text = ("```sh\ngraphblast run bfs \\\n    --graph kron:20   # why\nOMP_NUM_THREADS=1 graphblast info\n"
                "cmake --build graphblast\n```\n```c\ngraphblast(run);\n```\n")
        self.assertEqual(list(check_commands.commands_of(text)),
                         [("", "run bfs --graph kron:20"), ("OMP_NUM_THREADS=1", "info")])

    def test_graphs_become_smaller(self):
        for long, short in (("run bfs --graph kron:20,w=1..9 --repeat 25", "run bfs --graph kron:6,w=1..9 --repeat 2"),
                            ("tune -o p", "tune -o p --seconds 0"),
                            ("bench --json a", "bench --json a --graph kron:5 --repeat 1"),
                            ("bench --compare a b", "bench --compare a b")):
            self.assertEqual(check_commands.smaller(long), short)


class Kernels(Tree):
    def test_rows_and_pages_agree(self):
        self.write("src/cpu/a.cpp", 'row{"cpu/mxv_a", run}; row{"cuda/mxv_b", run};')
        self.write("docs/kernels/mxv.md", "`cpu/mxv_a`, `cuda/mxv_b:schedule`")
        self.assertEqual(list(check_kernels.problems(self.root)), [])
        self.write("docs/kernels/mxv.md", "`cpu/mxv_a`, `cpu/mxv_c`")
        self.assertEqual(list(check_kernels.problems(self.root)),
                         ["docs/kernels: nothing about cuda/mxv_b", "docs/kernels/mxv.md: no variant cpu/mxv_c"])


class Lengths(Tree):
    def test_long_files_fail(self):
        self.write("src/short.cpp", "x\n" * 400)
        self.assertEqual(list(check_lengths.problems(self.root)), [])
        self.write("src/long.cpp", "x\n" * 401)
        self.assertEqual(list(check_lengths.problems(self.root)), ["src/long.cpp has 401 lines, more than 400"])


    def test_long_functions_fail(self):
        for name, begin, end in (("f.cpp", "template <class T>\nint f(T x) noexcept {", "}"),
                                 ("f.cuh", "__global__ void __launch_bounds__(256) f(int n) {", "}"),
                                 ("f.c", "struct s *f(void)\n{", "}"),
                                 ("f.cpp", "namespace a { struct alignas(16) A : B<(3)> { int operator()() const {", "} }; }"),
                                 ("f.hpp", "struct A {\n    A(int x) : x_{x}, y_(1) {", "}\n};"),
                                 ("f.cu", "const auto f = [](int x) {", "};"),
                                 ("f.cpp", "A a{[] { return 1; }, [](int x) {", "}};"),
                                 ("f.cpp", "TEST(Suite, Case) {", "}"),
                                 ("f.cpp", "CALL(a, [](int x) -> int {", "});"),
                                 ("f.py", "def f():", "    return 1")):
            own = begin.count("\n") + end.count("\n") + 2
            if "A(int" in begin:
                own -= 2  # the lines of the type around it
            for longer, expected in ((0, 0), (1, 1)):
                path = self.root / "src" / name
                self.write(f"src/{name}", f"{begin}\n" + "    x();\n" * (80 - own + longer) + f"{end}\n")
                found = list(check_lengths.problems(self.root))
                self.assertEqual(len(found), expected, (begin, found))
                if found:
                    self.assertIn("has 81 lines, more than 80", found[0])
                path.unlink()

    def test_what_is_no_function_may_be_long(self):
        for begin, end in (("namespace a {", "}"), ("struct A {", "};"), ("class A : public B<int> {", "};"),
                           ('extern "C" {', "}"), ("const int table[] = {", "};"), ("enum class E : int {", "};")):
            self.write("src/f.cpp", f"{begin}\n" + "\n" * 100 + f"{end}\n")
            self.assertEqual(list(check_lengths.problems(self.root)), [], begin)

    def test_braces_that_are_none(self):
        self.write("src/f.cpp", "#if A\nvoid f(int x) {\n#else\nvoid f() {\n#endif\n  g('{', \"}{{\", R\"(\"{)\", 1'000); // {\n"
                                "}\n#define OPEN {{{ \\\n {\nint g(int x = {}) { return x; }\n")
        self.assertEqual(functions.functions_of(self.root / "src/f.cpp"), [("f", 2, 7), ("g", 10, 10)])
        self.write("src/g.cpp", "int f() {\n")
        self.assertEqual(list(check_lengths.problems(self.root)), ["src/g.cpp: brackets do not match"])


class Header(Tree):
    COMMENT = "/** The sum of x and y.\n    \\param[in] x,y  terms.\n    \\return The usual codes. */\n"

    def problems(self, text):
        self.write("h.h", "typedef int GrB_Info;\n" + text)
        return list(check_header.problems(self.root / "h.h", self.root, "cc"))

    def test_documented_functions_pass(self):
        macro = self.COMMENT.replace("/** The", "#define DECLARE(T, type) /** The").replace("*/\n", "*/ \\\n")
        for text in (self.COMMENT + "GrB_Info GrB_f(int x, const int *y);",
                     self.COMMENT + "/** @{ */\nGrB_Info GrB_f(int x, int y);\nGrB_Info GrB_g(int x, int y);\n/** @} */",
                     macro + "GrB_Info GrB_f_##T(type x, void (*y)(int, int));\nDECLARE(A, int) DECLARE(B, char)",
                     "enum { first, ///< one\n second };\n/** Nothing.\n\\return The usual codes. */ GrB_Info GrB_f(void);",
                     "/** \\page there Page */\n" + self.COMMENT.replace("terms", "\\ref there") +
                     "GrB_Info GrB_f(int x, int y);",
                     self.COMMENT.replace("x,y  terms.", "x  a term.\n    \\param[in] ...  more.") + "GrB_Info GrB_f(int x, ...);",
                     self.COMMENT.replace("\\return The usual codes.", "") + "void GB_f(int x, int y);",
                     self.COMMENT + "static inline GrB_Info GxB_f(int x, int y) { return x + y; }"):
            self.assertEqual(self.problems(text), [], text)

    def test_functions_without_a_comment_fail(self):
        declaration = "GrB_Info GrB_f(int x, int y);\n"
        for text in (declaration, self.COMMENT.replace("/**", "/*") + declaration,
                     self.COMMENT + "typedef int GrB_Index;\n" + declaration,
                     self.COMMENT + "/** @{ */ typedef int GrB_Index; /** @} */\n" + declaration,
                     declaration.replace("; ", ";") + self.COMMENT + "typedef int GrB_Index;",
                     "#define DECLARE(T) GrB_Info GrB_f(T x, T y);\nDECLARE(int)"):
            self.assertEqual(self.problems(text), ["GrB_f has no documentation comment"], text)

    def test_headers_that_programs_include_by_themselves(self):
        self.write("graphblast/algorithms.h", "#include <h.h>\nGrB_Info gba_f(int x);\n")
        self.assertEqual(self.problems(self.COMMENT + "GrB_Info GrB_f(int x, int y);"), ["gba_f has no documentation comment"])

    def test_what_a_comment_lacks(self):
        for parameters, problem in (("int x", "there is no parameter y"),
                                    ("int x, int y, int z", "parameter z is described 0 times")):
            self.assertEqual(self.problems(f"{self.COMMENT}GrB_Info GrB_f({parameters});"), [f"GrB_f: {problem}"])
        for change, problem in (((",y", ",y,x"), "parameter x is described 2 times"),
                                (("[in]", ""), "\\param x,y has no direction"),
                                (("terms.", ""), "\\param x,y has no text"),
                                (("The sum of x and y.", ""), "the comment does not begin with a sentence"),
                                (("\\return The usual codes.", ""), "the comment does not say what is returned"),
                                (("terms", "\\ref nowhere"), "there is no page nowhere")):
            text = self.COMMENT.replace(*change) + "GrB_Info GrB_f(int x, int y);"
            self.assertIn(f"GrB_f: {problem}", self.problems(text))

    def test_functions_of_any_result_are_looked_at(self):
        for text, name in (("int GxB_f(int x);", "GxB_f"), ("GrB_Info GB_f(void);", "GB_f"),
                           ("#include <stdbool.h>\nbool GrX_f(void);", "GrX_f"),
                           ("static inline int GxB_f(int x) { return x; }\nextern int y;", "GxB_f")):
            self.assertEqual(self.problems(text), [f"{name} has no documentation comment"], text)
        self.assertEqual(self.problems(self.COMMENT + "void GxB_f(int x, int y);"),
                         ["GxB_f: the comment says what is returned"])

    def test_included_headers_are_looked_at(self):
        self.write("deep/more.h", "int GxB_f(int x);")
        self.assertEqual(self.problems('#include "deep/more.h"\n'), ["GxB_f has no documentation comment"])
        self.write("deep/other.h", "")
        self.assertEqual(self.problems('#include "deep/more.h"\n')[0],
                         f"{self.root / 'deep/other.h'} is not included by {self.root / 'h.h'}")

    def test_a_header_without_functions_fails(self):
        self.assertEqual(self.problems(""), [f"{self.root / 'h.h'} declares no function"])


class Rates(Tree):
    SOURCE = 'const HostCoefficient rows{"mxv_rows", "s", "a "\n    "row", 2e-8};\n'

    def problems(self, source=SOURCE, page=None):
        self.write("src/cpu/mxv.cpp", source)
        self.write(check_rates.PAGE, check_rates.page(self.root) if page is None else page)
        return list(check_rates.problems(self.root))

    def test_described_coefficients_pass(self):
        self.assertEqual(self.problems(), [])
        self.assertIn("| `mxv_rows` | s | 2e-8 | a row |", check_rates.page(self.root))

    def test_missing_ones_fail(self):
        found = self.problems(page="| `mxv_columns` | s | 2e-8 | a row |\n")
        self.assertIn("docs/coefficients.md: nothing about mxv_rows", found)

    def test_other_defaults_fail(self):
        self.problems()
        page = check_rates.page(self.root).replace("2e-8", "3e-8")
        self.assertEqual(len(self.problems(page=page)), 1)

    def test_bare_numbers_fail(self):
        for line, number in (("return rows * 3e-8;", "3e-8"), ("x = 1.7 * y; // 2.5", "1.7"), ("x(.5)", ".5")):
            self.assertEqual(self.problems(self.SOURCE + line),
                             [f'src/cpu/mxv.cpp: {number} in "{check_rates.COMMENT.sub("", line).strip()}" is no coefficient'])

    def test_plain_numbers_pass(self):
        self.assertEqual(self.problems(self.SOURCE + 'x = 0x1p36 + std::max(1.0, y) + 7; // 3.5\nsay("%.3g 1.5");\n'), [])

    def test_bare_integers_in_cost_functions_fail(self):
        for text, number in (("Cost cost(const P &p) {\n    return {3 * p.n};\n}", "3"),
                             ("double f() {\n    return 12 / rates().x;\n}", "12"),
                             ("double g() { return rows * 5; }", "5"),
                             ("double pull_seconds(int n) { return n / 100; }", "100")):
            found = self.problems(self.SOURCE + text)
            self.assertEqual(len(found), 1, text)
            self.assertIn(f"src/cpu/mxv.cpp: {number} in ", found[0])
        for text in ("int f() { return 3; }",
                     "Cost cost() { return {2 * n + 8 * m + 3 * r.launch_seconds + 1e-9}; } // 7",
                     "Cost cost() { double launches = 5; launches += many ? 3 : 6; return {rows * launches}; }"):
            self.assertEqual(self.problems(self.SOURCE + text), [], text)

    def test_explanations_of_what_is_gone_fail(self):
        self.write("src/dispatch/log.cpp", "double x = 2 * y;\n")
        self.assertEqual(self.problems(), ["src/dispatch/log.cpp: 1e6 is explained and not there"])

    def test_truncated_coefficients_fail(self):
        for line in ("x = is_here ? 0 : rows;", "f(y, is_here ? r.rows : 1)", "x = is_here ? 0 :\n    rates().rows;"):
            found = self.problems(self.SOURCE + line)
            self.assertEqual(len(found), 1, line)
            self.assertIn("is an integer", found[0])
        self.assertEqual(self.problems(self.SOURCE + "x = is_here ? 0.0 : rows; y = a ? 0 : b * rows; z = a ? 1 : more_rows;"), [])

    def test_names_tell_the_kind(self):
        self.assertEqual(len(self.problems('const DeviceCoefficient rows{"mxv_rows", "s", "a row", 2e-8};\n')), 1)

    def test_an_empty_tree_fails(self):
        self.assertIn("src declares no coefficient", self.problems(""))


class Leftovers(Tree):
    def problems(self, name, text):
        self.write(name, text)
        return list(check_leftovers.problems(self.root))

    def test_left_overs_fail(self):
        kind = "a path beside the checkout"
        for name, text, problem in (
                ("src/a.cpp.orig", "", "src/a.cpp.orig: a left-over of an editor or a merge"),
                ("src/a.rej", "", "src/a.rej: a left-over of an editor or a merge"),
                ("a.md~", "", "a.md~: a left-over of an editor or a merge"),
                ("a.h", "one\n// .." + "/shared/data\n", f"a.h:2: {kind}: .." + "/shared/"),
                ("a.py", "/wo" + "rk/main", f"a.py:1: {kind}: /wo" + "rk/"),
                ("a.cmake", "<me@a" + ".invalid>", "a.cmake:1: an address that nobody has: @a" + ".invalid"),
                ("a.txt", "a\n" + "<" * 7 + " HEAD\n", "a.txt:2: a conflict: " + "<" * 7)):
            with self.subTest(name):
                self.assertEqual(self.problems(name, text), [problem])
                (self.root / name).unlink()

    def test_others_pass(self):
        self.assertEqual(self.problems("a.cpp", 'path("shared/out.mtx"); a.invalid(); // https://a.example/wo' + "rk/ x <<< y\n"), [])

    def test_a_repository_is_what_git_keeps(self):
        git = ["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@example.org"]
        self.write("b.orig", "")
        subprocess.run([*git, "init", "-q"], check=True)
        self.write("a.cpp", "")
        subprocess.run([*git, "add", "a.cpp"], check=True)
        self.assertEqual(list(check_leftovers.problems(self.root)), [])
        subprocess.run([*git, "add", "b.orig"], check=True)
        self.assertEqual(list(check_leftovers.problems(self.root)), ["b.orig: a left-over of an editor or a merge"])


class Recipes(Tree):
    """The project's own recipes, with a mistake."""

    FILES = ("CMakeLists.txt", "CMakePresets.json", "src/CMakeLists.txt", "cmake", "bootstrap.sh", "packaging")

    def problems(self, name=None, text=None, other=None):
        root = pathlib.Path(__file__).resolve().parents[2]
        for file in self.FILES:
            for path in (root / file).rglob("*") if (root / file).is_dir() else [root / file]:
                if path.is_file():
                    self.write(path.relative_to(root), path.read_text())
        if name is not None:
            before = (self.root / name).read_text()
            self.assertIn(text, before)
            self.write(name, before.replace(text, other))
        return list(check_recipes.problems(self.root))

    def test_the_projects_pass(self):
        self.assertEqual(self.problems(), [])

    def test_other_versions_fail(self):
        self.assertEqual(len(self.problems("CMakeLists.txt", "VERSION 0.1.0", "VERSION 0.2.0")), 2)

    def test_other_versions_of_cmake_fail(self):
        for name, old, new in (("CMakePresets.json", '"minor": 22', '"minor": 23'),
                               ("CMakeLists.txt", "cmake_minimum_required(VERSION 3.22)", "cmake_minimum_required(VERSION 3.25)"),
                               ("packaging/conda/recipe.yaml", "cmake >=3.22", "cmake >=3.20")):
            [found] = self.problems(name, old, new)
            self.assertIn("different versions of CMake are asked for", found)

    def test_unknown_options_fail(self):
        for recipe in ("conda/recipe.yaml", "docker/Dockerfile", "spack/packages/graphblast/package.py",
                       "vcpkg/graphblast/portfile.cmake"):
            found = self.problems(f"packaging/{recipe}", "GRAPHBLAST_BUILD_TESTS", "GRAPHBLAST_TESTS")
            self.assertEqual(len(found), 1, found)
            self.assertIn(f"the {recipe.split('/')[0]} recipe sets GRAPHBLAST_TESTS", found[0])

    def test_a_variant_that_spack_does_not_know_fails(self):
        with self.assertRaises(KeyError):
            self.problems("packaging/spack/packages/graphblast/package.py", '"+cuda"', '"+gpu"')

    def test_missing_packages_fail(self):
        self.assertEqual(self.problems("packaging/docker/Dockerfile", " libfmt-dev", ""),
                         ["the Dockerfile does not install libfmt-dev, which bootstrap.sh does"])


if __name__ == "__main__":
    unittest.main()
