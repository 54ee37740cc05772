#!/usr/bin/env python3
"""Looks for every function of suitesparse_functions.txt in libgraphblast.so: all of SuiteSparse:GraphBLAS 9.3, and
those of 10.5.1 that are there.

A program that calls one that is not there stops when it is started, so each has to be exported.
"""

import pathlib
import sys

from check_symbols import exported


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} libgraphblast.so")
    listed = (pathlib.Path(__file__).resolve().parent / "suitesparse_functions.txt").read_text()
    wanted = [line for line in listed.splitlines() if line and not line.startswith("#")]
    symbols = exported(sys.argv[1])
    missing = [name for name in wanted if symbols.get(name, ("-", 0))[0] != "T"]
    for name in missing:
        print(f"function {name}: not exported")
    print(f"{len(wanted) - len(missing)} of {len(wanted)} functions exported; {len(missing)} faults")
    return 1 if missing or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
