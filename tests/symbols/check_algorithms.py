#!/usr/bin/env python3
"""Compares what libgraphblast_algorithms.so exports and takes from a GraphBLAS with its header and with the C API 2.1.

It exports the functions that graphblast/algorithms.h declares, and nothing else. It needs names of the C API 2.1 alone:
the functions of tests/conformance/functions.tsv, and the GrB_ objects of GraphBLAS.h. Others are weak references, and
stand in OPTIONAL: without them it works, too.
"""

import argparse
import pathlib
import re
import subprocess
import sys

from declarations import declared

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Functions that the library does without where they are missing.
OPTIONAL = {"GrB_GLOBAL", "GrB_Global_get_INT32", "GrB_Matrix_get_INT32", "GxB_Vector_build_Vector", "GxB_Vector_extract_Vector"}
OF_GRAPHBLAS = re.compile(r"(GrB|GxB|GrX|GB)_")


def symbols(library, *options):
    """Name -> nm's letter."""
    run = subprocess.run(["nm", "-D", *options, library], check=True, stdout=subprocess.PIPE, text=True)
    return {fields[-1]: fields[-2] for fields in map(str.split, run.stdout.splitlines())}


def of_the_standard(header, compiler):
    """The names of the C API 2.1."""
    lines = (ROOT / "tests/conformance/functions.tsv").read_text().splitlines()
    functions = {line.split("\t")[0] for line in lines if not line.startswith("#")}
    return functions | {name for name in declared(header, compiler)[1] if name.startswith("GrB_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared_object")
    parser.add_argument("--include", default=ROOT / "include", type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()

    run = subprocess.run([arguments.compiler, "-E", "-std=c11", "-I", arguments.include,
                          arguments.include / "graphblast/algorithms.h"], check=True, stdout=subprocess.PIPE, text=True)
    wanted = set(re.findall(r"\b(gba_\w+)\s*\(", run.stdout))
    exported = symbols(arguments.shared_object, "--defined-only")
    needed = {name: kind for name, kind in symbols(arguments.shared_object, "--undefined-only").items()
              if OF_GRAPHBLAS.match(name)}
    standard = of_the_standard(arguments.include / "GraphBLAS.h", arguments.compiler)

    faults = [f"{name}: declared, not exported as a function" for name in sorted(wanted) if exported.get(name) != "T"]
    faults += [f"{name}: exported, not declared" for name in sorted(set(exported) - wanted)]
    for name, kind in sorted(needed.items()):
        if name in OPTIONAL:
            if kind not in "vw":  # weak objects and functions
                faults.append(f"{name}: needed, and not optional")
        elif name not in standard:
            faults.append(f"{name}: needed, and not in the C API 2.1")
    if not wanted or len(needed) < 50:
        faults.append(f"{len(wanted)} functions declared, {len(needed)} names needed: too few to be so")
    for fault in faults:
        print(fault)
    print(f"{len(wanted)} functions exported, {len(needed)} names of GraphBLAS needed; {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
