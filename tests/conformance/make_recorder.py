#!/usr/bin/env python3
"""Writes the wrappers of the recorder: one for each function that GraphBLAS.h declares.

A wrapper calls the library's function and notes what it returned (recorder.h).
"""

import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "symbols"))
from check_symbols import statements  # noqa: E402


def split_parameters(text):
    """The parameters between top-level commas."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip() not in ("", "void")]


def parameter_name(parameter):
    found = (re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", parameter)
             or re.search(r"(\w+)\s*(?:\[[^\]]*\])?$", parameter))
    return found.group(1)


def prototypes(header, compiler):
    """Function -> its parameters, in the order of the header."""
    found = {}
    for statement in statements(header, compiler):
        if re.match(r"(typedef|static|struct|enum|union|_Static_assert|extern)\b", statement):
            continue
        function = re.match(r"(.*?)\b(Gr[BX]_\w+|GxB_\w+)\s*\((.*)\)$", statement)
        if not function:
            sys.exit(f"{header}: not understood: {statement[:120]}")
        result, name, parameters = function.groups()
        if result.strip() != "GrB_Info" or "..." in parameters:
            sys.exit(f"{header}: {name} returns {result}or has a variable list of arguments")
        found[name] = split_parameters(parameters.replace("_Bool", "bool"))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()

    found = prototypes(arguments.header, arguments.compiler)
    lines = ['#include "conformance/recorder.h"', "", "namespace recorder {",
             "const char *const function_names[] = {"]
    lines += [f'    "{name}",' for name in found]
    lines += ["};", f"const unsigned function_count = {len(found)};",
              f"Tally tallies[{len(found)}];", "} // namespace recorder", "", 'extern "C" {']
    for number, (name, parameters) in enumerate(found.items()):
        given = ", ".join(parameter_name(parameter) for parameter in parameters)
        lines += [f"GrB_Info {name}({', '.join(parameters)}) {{",
                  f"    static const auto real = ::recorder::find<decltype(&{name})>({number});",
                  f"    return ::recorder::run({number}, [&] {{ return real({given}); }});", "}"]
    lines += ["}", ""]
    arguments.output.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
