"""Checks that no source file is longer than 400 lines, but for those that hold one interface.

    check_lengths.py [ROOT]
"""
import pathlib
import sys

LONGEST = 400
FOLDERS = ("src", "include", "tools", "tests")
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh", ".py"}
LONGER = {
    "include/GraphBLAS.h": "the C API with its documentation",
    "tests/api/test_gxb_hand_over.cpp": "arrays handed over in every form, one test after the other",
}


def problems(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in SUFFIXES or name in LONGER:
                continue
            count = len(path.read_text(encoding="utf-8", errors="replace").splitlines())
            if count > LONGEST:
                yield f"{name} has {count} lines, more than {LONGEST}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or f"no file has more than {LONGEST} lines")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
