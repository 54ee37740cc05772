"""Checks that what comments and pages cite by author and year stands in docs/references.md, and the reverse.

    check_references.py [ROOT]

A citation is "Smith 1962", "Bell and Garland 2009" or "Yang ... et al. 2019", also across the lines of a comment.
Papers have no numbers: "paper 004" fails.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "include", "algorithms", "tools", "tests", "fortran", "cmake", "docs")
FILES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh", ".def", ".py", ".md", ".tsv", ".txt", ".cmake", ".in", ".f90", ""}
# Raw output and data, whose words are nobody's citation.
SKIPPED = ("tests/data", "tests/fuzz/seeds", "docs/references.md", "tests/docs")

NAME = r"[A-ZÀ-Þ][A-Za-zÀ-ɏ'’-]+"
CITATION = re.compile(rf"\b({NAME}(?: and (?:[a-z]+ )*{NAME}| et al\.)?),? \(?((?:19[4-9]|20[0-4])\d)(?![\d-])")
NUMBERED = re.compile(r"\b[Pp]apers? (?:\d{3}\b|00)|(?<![\w.:])00\d §")
# A standard is named by its year as a work is.
STANDARDS = {"Fortran", "C", "Debian", "Ubuntu"}
LINE_BREAK = re.compile(r"\n[ \t]*(?:///?<?|\*|#|;)?[ \t]*")


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and path.suffix in SUFFIXES and not name.startswith(SKIPPED):
                yield name, path
    for name in FILES:
        yield name, root / name


def citations(text):
    """The citations of a text in one spelling."""
    for author, year in CITATION.findall(LINE_BREAK.sub(" ", text)):
        if author not in STANDARDS:
            yield f"{author} {year}"


def listed(page):
    return set(re.findall(r"^\| ([^|]*\d{4}) \| ", page, re.MULTILINE))


def problems(root):
    works = listed((root / "docs/references.md").read_text(encoding="utf-8"))
    if not works:
        yield "docs/references.md lists nothing"
    unused = set(works)
    for name, path in sources(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for found in NUMBERED.findall(text):
            yield f"{name}: '{found}': a paper is cited by author and year"
        for citation in citations(text):
            unused.discard(citation)
            if citation not in works:
                yield f"{name}: '{citation}' is not in docs/references.md"
    for work in sorted(unused):
        yield f"docs/references.md: '{work}' is cited nowhere"


def main():
    here = pathlib.Path(__file__).resolve().parents[2]
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    found = list(problems(root))
    print("\n".join(found) or "every citation has its entry")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
