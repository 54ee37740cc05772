#!/usr/bin/env python3
"""Compares the names of suitesparse/GraphBLAS.h, as version 9 and as version 10, and the exported variables with those of
SuiteSparse:GraphBLAS 9.3.1 and 10.5.1 (suitesparse_names.tsv): a program that uses one that is not there does not
compile, or does not start.

A number (enumerator or macro) must have the value of the list, a variable and a function must be exported, a macro
defined, a type known to the compiler.
"""

import argparse
import pathlib
import re
import subprocess
import sys

from check_symbols import exported


def compile_text(compiler, header, text, *options):
    return subprocess.run([compiler, "-std=gnu11", *options, "-include", header, "-x", "c", "-"], input=text,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def faults_of(version, rows, header, symbols, compiler):
    """What a program written for the version does not find. rows: name, kind, value."""
    names = {kind: [name for name, each, _ in rows if each == kind]
             for kind in ("variable", "function", "macro", "number", "type")}
    values = {name: value for name, kind, value in rows if kind == "number"}
    defined = f"-DGRAPHBLAST_SUITESPARSE_VERSION={version}"
    faults = []

    for kind, letters in (("variable", "BDRV"), ("function", "T")):
        faults += [f"{kind} {name}: not exported" for name in names[kind]
                   if symbols.get(name, ("-", 0))[0] not in letters]

    run = compile_text(compiler, header, "", "-E", "-dM", defined)
    macros = set(re.findall(r"^#define (\w+)", run.stdout, re.MULTILINE))
    faults += [f"macro {name}: not defined" for name in names["macro"] if name not in macros]

    # A line for each declaration, so that the compiler's messages say which are missing or differ.
    lines = [f"extern __typeof__({name}) {name};" for name in names["variable"]]
    lines += [f"{name} *a_{name};" for name in names["type"]]
    lines += [f"_Static_assert(({name}) == {value}, \"{name} is not {value}\");" for name, value in values.items()]
    lines += [f"__typeof__(&{name}) a_{name};" for name in names["function"]]
    run = compile_text(compiler, header, "\n".join(lines) + "\n", defined,
                       "-fsyntax-only", "-w", "-fmax-errors=0", "-ftrack-macro-expansion=0")
    wrong = {int(number) for number in re.findall(r"^<stdin>:(\d+):\d+: error", run.stderr, re.MULTILINE)}
    faults += [f"not so in the header: {lines[number - 1]}" for number in sorted(wrong)]
    if run.returncode != 0 and not wrong:
        faults.append(run.stderr)

    return [f"version {version}: {fault}" for fault in faults]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header", help="suitesparse/GraphBLAS.h")
    parser.add_argument("shared_object")
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()

    listed = pathlib.Path(__file__).resolve().parent / "suitesparse_names.tsv"
    rows = [line.split("\t") for line in listed.read_text().splitlines() if not line.startswith("#")]
    symbols = exported(arguments.shared_object)
    faults, count = [], 0
    for column, version in ((2, 9), (3, 10)):
        here = [(row[0], row[1], row[column]) for row in rows if row[column] != "-"]
        count += len(here)
        faults += faults_of(version, here, arguments.header, symbols, arguments.compiler)

    for fault in faults:
        print(fault)
    print(f"{count} names; {len(faults)} faults")
    return 1 if faults or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
