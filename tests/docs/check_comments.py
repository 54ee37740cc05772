"""Checks comments of C and C++ sources: how they begin, how long their lines are, that each file says what it holds.

    check_comments.py [ROOT]
"""
import pathlib
import re
import sys

LONGEST_LINE = 100
FOLDERS = ("src", "algorithms", "tools", "tests")
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh"}
# Sentences without a subject, which a reader has to decode.
OPENINGS = ("What", "Of", "The same", "Where", "As", "Who", "How", "Null")
OPENING = re.compile(r"\s*///? (" + "|".join(OPENINGS) + r")\b(?! returns)")
COMMENT = re.compile(r"\s*//")


def paragraphs(lines):
    """The numbers of the lines that begin a comment."""
    for number, line in enumerate(lines):
        if COMMENT.match(line) and (number == 0 or not COMMENT.match(lines[number - 1])):
            yield number


def problems_of(path, name):
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    if lines and not re.match(r"//|/\*|#ifndef|#pragma", lines[0]):
        yield f"{name}: the first line does not say what the file holds"
    for number in paragraphs(lines):
        found = OPENING.match(lines[number])
        if found:
            yield f"{name}:{number + 1}: a comment begins with \"{found.group(1)}\""
    for number, line in enumerate(lines):
        if COMMENT.match(line) and len(line) > LONGEST_LINE:
            yield f"{name}:{number + 1}: a comment of {len(line)} columns"


def problems(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield from problems_of(path, path.relative_to(root).as_posix())


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or "comments begin with their subject and are no wider than 100 columns")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
