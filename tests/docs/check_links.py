"""Checks that relative links of the pages lead somewhere, and that sources name pages that exist.

    check_links.py [ROOT]

In pages: [text](path#heading), from the page's folder. In sources and scripts: docs/....md.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "include", "algorithms", "tools", "tests", "fortran", "cmake", "docs", "packaging", "python", ".ci")
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh", ".def", ".py", ".md", ".txt", ".tsv", ".cmake", ".in", ".sh", ".f90", ""}
SKIPPED = ("tests/data", "tests/fuzz/seeds", "tests/docs", "tests/figures/test_")
LINK = re.compile(r"(?<!!)\[[^\]\n]*(?:\n[^\]\n]*)?\]\(([^)\s]+)\)")
PAGE = re.compile(r"\bdocs/[\w/.-]*\.md\b")
CODE = re.compile(r"```.*?```", re.DOTALL)


def anchor(heading):
    """The name that a heading gets on a page: lower case, words joined by hyphens."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip())
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def anchors(path):
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def files(root):
    yield from sorted(root.glob("*.md"))
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and path.suffix in SUFFIXES and not name.startswith(SKIPPED):
                yield path


def page_problems(path, text):
    for target in LINK.findall(CODE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, part = target.partition("#")
        there = path.parent / name if name else path
        if not there.exists():
            yield f"no file {target}"
        elif part and there.suffix == ".md" and part not in anchors(there):
            yield f"no heading {target}"


def problems(root):
    linked = {root / "docs/index.md"}
    for path in files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found = [f"no page {page}" for page in PAGE.findall(text) if not (root / page).exists()]
        if path.suffix == ".md":
            found += page_problems(path, text)
        for problem in dict.fromkeys(found):
            yield f"{path.relative_to(root).as_posix()}: {problem}"
    index = root / "docs/index.md"
    if index.exists():
        linked |= {(index.parent / target.partition("#")[0]).resolve()
                   for target in LINK.findall(index.read_text(encoding="utf-8"))}
        for page in sorted((root / "docs").rglob("*.md")):
            if page.resolve() not in {there.resolve() for there in linked}:
                yield f"docs/index.md: does not list {page.relative_to(root).as_posix()}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root.resolve()))
    print("\n".join(found) or "every link leads somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
