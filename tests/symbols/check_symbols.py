#!/usr/bin/env python3
"""Compares what libgraphblast.so exports with what its headers declare: suitesparse/GraphBLAS.h and those
that it includes.

The headers, preprocessed by the C compiler, are the one list of names: each declared function must be
exported as code, each declared object as data of its size (a handle: 8 bytes), and nothing else. And
the library imports no allocation function of C++: its memory comes from those given to GxB_init.
"""

import argparse
import collections
import re
import subprocess
import sys

from declarations import declared

FUNCTIONS = 512  # GrB_ functions of the C API 2.1
OBJECTS = 546    # GrB_ predefined objects
# GxB_ predefined objects of SuiteSparse:GraphBLAS, by their type: 9.3 has them but for three operators of 10.5.
EXTENDED = {"GrB_UnaryOp": 185, "GrB_BinaryOp": 249, "GrB_IndexUnaryOp": 7, "GrB_Monoid": 78,
            "GrB_Semiring": 1553, "GrB_Type": 2, "GxB_SelectOp": 16}
HANDLE_BYTES = 8
# Objects of other sizes: an enumerator.
OTHER_BYTES = {"GxB_FORMAT_DEFAULT": 4}
# What the libraries under SuiteSparse's names take from this one (compat/); in no public header.
FOR_COMPAT = {"GrX_overridden", "GrX_diagindex_int32_op", "GrX_diagindex_int64_op"}
# Memory that does not come from the functions given to GxB_init: operator new in all its forms.
OTHER_MEMORY = re.compile(r"_Zn[wa]")


def exported(library):
    """Exported name -> (nm type letter, size in bytes)."""
    run = subprocess.run(["nm", "-D", "-S", "--defined-only", library], check=True, stdout=subprocess.PIPE, text=True)
    symbols = {}
    for line in run.stdout.splitlines():
        fields = line.split()
        if len(fields) == 4:
            symbols[fields[3]] = (fields[2], int(fields[1], 16))
        elif len(fields) == 3:
            symbols[fields[2]] = (fields[1], 0)
    return symbols


def imported(library):
    """Names that the library takes from others."""
    run = subprocess.run(["nm", "-D", "--undefined-only", library], check=True, stdout=subprocess.PIPE, text=True)
    return {line.split()[-1] for line in run.stdout.splitlines()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header", help="suitesparse/GraphBLAS.h, which includes all others")
    parser.add_argument("shared_object")
    parser.add_argument("--also", action="append", default=[], help="a header that it does not include")
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()

    functions, objects = declared(arguments.header, arguments.compiler)
    for header in arguments.also:
        more_functions, more_objects = declared(header, arguments.compiler)
        functions |= more_functions
        objects |= more_objects
    symbols = exported(arguments.shared_object)
    faults = []
    for name in sorted(functions):
        kind = symbols.get(name, ("-", 0))[0]
        if kind != "T":
            faults.append(f"function {name}: " + ("not exported" if kind == "-" else f"exported as {kind}"))
    for name in sorted(objects):
        kind, size = symbols.get(name, ("-", 0))
        if kind not in "BDR":
            faults.append(f"object {name}: " + ("not exported" if kind == "-" else f"exported as {kind}"))
        elif size != OTHER_BYTES.get(name, HANDLE_BYTES):
            faults.append(f"object {name}: {size} bytes, expected {OTHER_BYTES.get(name, HANDLE_BYTES)}")
    for name in sorted(set(symbols) - set(functions) - set(objects) - FOR_COMPAT):
        faults.append(f"exported but not declared: {name}")
    for name in sorted(imported(arguments.shared_object)):
        if OTHER_MEMORY.match(name):
            faults.append(f"imported: {name}: allocates without the functions of GxB_init")

    counts = {}
    for label, names in (("functions", functions), ("objects", objects)):
        for prefix in ("GrB_", "GrX_", "GxB_"):
            counts[prefix + " " + label] = sum(name.startswith(prefix) for name in names)
    if counts["GrB_ functions"] != FUNCTIONS:
        faults.append(f"{counts['GrB_ functions']} GrB_ functions declared, expected {FUNCTIONS}")
    if counts["GrB_ objects"] != OBJECTS:
        faults.append(f"{counts['GrB_ objects']} GrB_ objects declared, expected {OBJECTS}")
    extended = collections.Counter(kind for name, kind in objects.items() if name.startswith("GxB_"))
    for kind, expected in EXTENDED.items():
        if extended[kind] != expected:
            faults.append(f"{extended[kind]} GxB_ objects of {kind} declared, expected {expected}")

    for fault in faults:
        print(fault)
    print(", ".join(f"{count} {label}" for label, count in counts.items()) + f"; {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
