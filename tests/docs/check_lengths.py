"""Checks that no source file is longer than 400 lines, but for those that hold one interface, and no function than 80.

    check_lengths.py [ROOT]
"""
import pathlib
import sys

import functions

LONGEST_FILE = 400
LONGEST_FUNCTION = 80
FOLDERS = ("src", "include", "algorithms", "tools", "tests", "cmake", "fortran")
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh", ".py"}
LONGER = {
    "include/GraphBLAS.h": "the C API with its documentation",
}


def problems_of(path, name):
    count = len(path.read_text(encoding="utf-8", errors="replace").splitlines())
    if count > LONGEST_FILE and name not in LONGER:
        yield f"{name} has {count} lines, more than {LONGEST_FILE}"
    try:
        for function, first, last in functions.functions_of(path):
            if last - first + 1 > LONGEST_FUNCTION:
                yield f"{name}:{first}: {function} has {last - first + 1} lines, more than {LONGEST_FUNCTION}"
    except (SyntaxError, ValueError) as error:
        yield f"{name}: {error}"


def problems(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield from problems_of(path, path.relative_to(root).as_posix())


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or f"no file has more than {LONGEST_FILE} lines, no function more than {LONGEST_FUNCTION}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
