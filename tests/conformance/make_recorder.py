#!/usr/bin/env python3
"""Writes the wrappers of the recorder: one for each function that GraphBLAS.h declares.

A wrapper calls the library's function and notes what it returned (recorder.h).
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "symbols"))
from declarations import declared, parameter_name  # noqa: E402


def prototypes(header, compiler):
    """Function -> its parameters, in the order of the header."""
    functions, _ = declared(header, compiler)
    for name, (result, parameters) in functions.items():
        if result != "GrB_Info" or "..." in parameters:
            sys.exit(f"{header}: {name} returns {result} or has a variable list of arguments")
    return {name: [parameter.replace("_Bool", "bool") for parameter in function.parameters]
            for name, function in functions.items()}


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
