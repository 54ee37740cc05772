#!/usr/bin/env python3
"""Looks for every function of SuiteSparse:GraphBLAS 9.3 (suitesparse_functions.txt) in libgraphblast.so.

A program that calls one that is not there stops when it is started, so each has to be exported. Those on
complex numbers may be missing, and are listed.
"""

import pathlib
import re
import sys

from check_symbols import exported

COMPLEX = re.compile(r"_FC(32|64)$")


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} libgraphblast.so")
    listed = (pathlib.Path(__file__).resolve().parent / "suitesparse_functions.txt").read_text()
    wanted = [line for line in listed.splitlines() if line and not line.startswith("#")]
    symbols = exported(sys.argv[1])
    missing = [name for name in wanted if symbols.get(name, ("-", 0))[0] != "T"]
    faults = [name for name in missing if not COMPLEX.search(name)]
    for name in faults:
        print(f"function {name}: not exported")
    accepted = [name for name in missing if COMPLEX.search(name)]
    if accepted:
        print(f"{len(accepted)} functions on complex numbers are not there: " + ", ".join(accepted))
    print(f"{len(wanted) - len(missing)} of {len(wanted)} functions exported; {len(faults)} faults")
    return 1 if faults or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
