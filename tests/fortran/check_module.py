#!/usr/bin/env python3
"""Compares the Fortran module with GraphBLAS.h: every function and object that the header declares is
bound by its name, nothing else is, and every enumerator has the header's value, as the C compiler says.
"""

import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "symbols"))
from declarations import declared  # noqa: E402


def enumerators(header):
    """The names in the enumerations of the header, comments taken out."""
    text = re.sub(r"//.*|/\*.*?\*/", "", pathlib.Path(header).read_text(encoding="utf-8"))
    bodies = re.findall(r"typedef enum \{(.*?)\}", text, re.DOTALL)
    return {name for body in bodies for name in re.findall(r"\b(G[rx][BX]_\w+)\s*=", body)}


def differences(kind, expected, found):
    return ([f"{kind} {name}: not in the module" for name in sorted(expected - found)]
            + [f"{kind} {name}: not in the header" for name in sorted(found - expected)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header")
    parser.add_argument("module", type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()
    module = re.sub(r" &\n\s*", " ", arguments.module.read_text(encoding="utf-8"))

    functions, objects = declared(arguments.header, arguments.compiler)
    bound_functions = set(re.findall(r'function \w+\(.*\) bind\(C, name="(\w+)"\)', module))
    bound_objects = set(re.findall(r'^ *type\(\w+\), bind\(C, name="(\w+)"\)', module, re.MULTILINE))
    values = dict(re.findall(r"^ *integer\(c_int\), parameter :: (\w+) = (-?\d+)$", module, re.MULTILINE))
    faults = (differences("function", set(functions), bound_functions)
              + differences("object", set(objects), bound_objects)
              + differences("enumerator", enumerators(arguments.header), set(values)))

    asserts = "".join(f'_Static_assert({name} == {value}, "{name}");\n' for name, value in values.items())
    run = subprocess.run([arguments.compiler, "-std=c11", "-fsyntax-only", "-x", "c", "-"],
                         input=f'#include "{pathlib.Path(arguments.header).resolve()}"\n' + asserts,
                         stderr=subprocess.PIPE, text=True)
    if run.returncode:
        faults.append(run.stderr)

    for fault in faults:
        print(fault)
    print(f"{len(bound_functions)} functions, {len(bound_objects)} objects, {len(values)} enumerators; "
          f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
