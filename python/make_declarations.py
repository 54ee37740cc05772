"""Writes graphblast/_declarations.py: what the headers declare, as tables that cffi opens without a compiler.

    python make_declarations.py --compiler cc --include DIR... --output FILE
"""

import argparse
import pathlib
import re
import subprocess
import tempfile

import cffi

# cffi knows their types; their text is for a compiler.
SYSTEM_HEADERS = ["complex", "errno", "float", "inttypes", "limits", "math", "stdbool", "stddef", "stdint", "stdio", "stdlib",
                  "string"]

HEADERS = ["GraphBLAS.h", "graphblast/grx_narrow.h", "graphblast/gxb_complex.h", "graphblast/gxb_containers.h", "graphblast/gxb_objects.h",
           "graphblast/algorithms.h", "device_arrays.h", "host_arrays.h"]

# Macros that the package uses. cffi sees enumerations and functions, but no macros.
CONSTANTS = ["GrB_INDEX_MAX", "GxB_IS_READONLY", "GrX_DEVICE_MEMORY", "GxB_SPARSE", "GxB_FULL", "GBA_PAGERANK_DAMPING", "GBA_PAGERANK_TOLERANCE"]


# Of the C library: arrays that the library hands out are freed by it.
SYSTEM_FUNCTIONS = "void free(void *);"


def preprocessed(compiler: str, includes: list[str], headers: list[str]) -> str:
    """The headers' declarations without the system's, then a line `constant NAME = TEXT` for each of CONSTANTS."""
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM_HEADERS:
            pathlib.Path(folder, f"{name}.h").touch()
        source = pathlib.Path(folder, "headers.c")
        lines = [f'#include "{header}"' for header in headers]
        lines += [f"constant {name[0]}~{name[1:]} = {name}" for name in CONSTANTS]
        source.write_text("\n".join(lines) + "\n")
        command = [compiler, "-E", "-P", "-nostdinc", "-U__GNUC__", "-I", folder]
        for include in includes:
            command += ["-I", include]
        return subprocess.run([*command, str(source)], check=True, stdout=subprocess.PIPE, text=True).stdout


def constant(name: str, text: str) -> str:
    """A line of cdef, or of Python where the value is no integer, for a macro of this text."""
    plain = re.sub(r"\(\s*[A-Za-z_]\w*\s*\)", "", text)  # casts
    plain = re.sub(r"\b(\d+)[uUlL]+\b", r"\1", plain)
    if not re.fullmatch(r"[-+*/()<>.\de\s]+", plain):
        raise SystemExit(f"make_declarations: {name} is not a number: {text}")
    return f"{name} = {eval(plain)!r}"  # numbers, operators and parentheses alone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()

    declarations, constants = [], []
    for line in preprocessed(options.compiler, options.include, HEADERS).splitlines():
        if line.startswith("constant "):
            name, text = line.removeprefix("constant ").split(" = ", 1)
            constants.append(constant(name.replace("~", "").replace(" ", ""), text))
        else:
            declarations.append(line)

    builder = cffi.FFI()
    builder.cdef("\n".join([*declarations, SYSTEM_FUNCTIONS]))
    builder.set_source("graphblast._declarations", None)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    builder.emit_python_code(str(options.output))
    with options.output.open("a") as file:
        file.write("\n" + "\n".join(constants) + "\n")


if __name__ == "__main__":
    main()
