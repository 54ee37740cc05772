#!/usr/bin/env python3
"""Writes misuse_calls.cpp for misuse.h: a call of each function that suitesparse/GraphBLAS.h declares, so that none
can be forgotten."""

import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "symbols"))
from declarations import declared, parameter_name  # noqa: E402

# Types of handles, and the names of Kind.
KINDS = {"GrB_Type": "type", "GrB_UnaryOp": "unary_op", "GrB_BinaryOp": "binary_op",
         "GrB_IndexUnaryOp": "index_unary_op", "GrB_Monoid": "monoid", "GrB_Semiring": "semiring",
         "GrB_Descriptor": "descriptor", "GrB_Scalar": "scalar", "GrB_Vector": "vector",
         "GrB_Matrix": "matrix", "GrB_Global": "global", "GxB_SelectOp": "select_op",
         "GxB_Context": "context", "GxB_IndexBinaryOp": "index_binary_op",
         "GxB_Container": "container", "GxB_Iterator": "iterator"}
HANDLE = re.compile(r"(?:const )?(" + "|".join(KINDS) + r") (\*?)\s*\w+$")


def call_of(number, name, parameters):
    """The lines of one call and the row of the table that names it."""
    given, handles = [], []
    for parameter in parameters:
        found = HANDLE.match(parameter)
        if parameter == "...":
            given.append("scratch()")
        elif not found:
            given.append("Other()")
        else:
            given.append(f"static_cast<{found.group(1)} {found.group(2)}>(h[{len(handles)}])")
            handles.append(f'{{"{parameter_name(parameter)}", Kind::{KINDS[found.group(1)]}, '
                           f'{"true" if found.group(2) else "false"}}}')
    lines = [f"GrB_Info call_{number}([[maybe_unused]] void *const *h) {{",
             f"    return {name}({', '.join(given)});", "}"]
    return lines, f'    {{"{name}", call_{number}, {{{", ".join(handles)}}}}},'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()

    functions, _ = declared(arguments.header, arguments.compiler)
    lines = ['#include "api/misuse_other.h"', "", "namespace api {", "namespace {", ""]
    rows, others = [], []
    for name, (result, parameters) in functions.items():
        if result.split()[-1] != "GrB_Info":
            others.append(f'    "{name}",')
            continue
        call, row = call_of(len(rows), name, parameters)
        lines += call
        rows.append(row)
    lines += ["", "} // namespace", "", "const std::vector<MisuseCall> all_calls = {", *rows, "};",
              "const std::vector<const char *> functions_without_code = {", *others, "};", "",
              "} // namespace api", ""]
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
