#!/usr/bin/env python3
"""Writes two lists for library.h from what suitesparse/GraphBLAS.h declares:
functions.def with PEER_FUNCTION(name), objects.def with PEER_OBJECT(type, name), one for each predefined handle."""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "symbols"))
from declarations import declared  # noqa: E402

# Operators that 10.5.1 exports for its own use: it gives other results for vectors than for matrices.
INTERNAL = {"GxB_FLIPDIAGINDEX_INT32", "GxB_FLIPDIAGINDEX_INT64", "GxB_NONZOMBIE"}
# Variables that are values and no handles; and what is this library's own is left out: the other one has it not.
VALUES = {"double", "int", "GxB_Format_Value"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()

    functions, objects = declared(arguments.header, arguments.compiler)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    (arguments.folder / "functions.def").write_text(
        "".join(f"PEER_FUNCTION({name})\n" for name in sorted(functions)))
    (arguments.folder / "objects.def").write_text(
        "".join(f"PEER_OBJECT({kind}, {name})\n" for name, kind in sorted(objects.items())
                if kind not in VALUES and name not in INTERNAL and not name.startswith("GrX_")))


if __name__ == "__main__":
    main()
