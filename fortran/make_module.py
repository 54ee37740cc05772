#!/usr/bin/env python3
"""Writes the Fortran module `graphblas` from GraphBLAS.h, preprocessed by the C compiler.

Strict on purpose: a declaration that is not understood ends the build here, so that the module never
lacks one without notice. docs/guide/fortran.md says how each kind of argument looks in Fortran.
"""

import argparse
import itertools
import pathlib
import re
import subprocess
import sys

MACROS = {"GRB_VERSION": "c_int", "GRB_SUBVERSION": "c_int", "GrB_INDEX_MAX": "GrB_Index"}
# Fortran has no unsigned integers: the signed one of the same size stands for each.
KINDS = {
    "_Bool": "logical(c_bool)", "char": "character(kind=c_char)", "float": "real(c_float)",
    "double": "real(c_double)", "int": "integer(c_int)", "unsigned int": "integer(c_int)",
    "size_t": "integer(c_size_t)", "GrB_Index": "integer(GrB_Index)",
    **{f"{u}int{bits}_t": f"integer(c_int{bits}_t)" for u in ("", "u") for bits in (8, 16, 32, 64)},
}
# C does not say whether a pointer to what is not const is one element or an array; its name does.
ARRAYS = {"indices", "rows", "columns", "values", "offsets"}
ELEMENTS = {"value", "c", "n", "nrows", "ncols", "nvals", "size", "count", "format", "version",
            "subversion", "offsets_len", "indices_len", "values_len", "values_size", "Ax_size", "vx_size",
            "iso"}
# What may be NULL in C is optional in Fortran: functions and parameters.
OPTIONAL = [(r"GrB_\w+_extractTuples_\w+", ARRAYS), (r"GxB_\w+_new", {"type_name", "type_defn"}),
            (r"GxB_\w+Op_new", {f"{stem}_{what}" for stem in ("unop", "binop", "idxop")
                                for what in ("name", "defn")}),
            (r"GxB_\w+_export_Full\w*", {"iso"})]
# Index lists for which GrB_ALL may stand.
TAKES_ALL = re.compile(r"GrB_\w+_(extract|assign)(_[A-Z]\w*)?$")
LONGEST_NAME = 63  # of Fortran 2003 and later


def stop(message):
    sys.exit(f"make_module.py: {message}")


def preprocessed(header, compiler):
    """The header's own text, and the values of MACROS."""
    source = f'#include "{header}"\n' + "".join(f"{name}\n" for name in MACROS)
    run = subprocess.run([compiler, "-E", "-std=c11", "-D__attribute__(x)=", "-x", "c", "-"], check=True,
                         input=source, stdout=subprocess.PIPE, text=True)
    text, values, place = [], [], ""
    for line in run.stdout.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            place = marker.group(1)
        elif place.endswith(header.name):
            text.append(line)
        elif place == "<stdin>" and line.strip():
            values.append(re.sub(r"\(GrB_Index\)|(?<=\d)ULL", "", line))
    for name, value in zip(MACROS, values, strict=True):
        if not re.fullmatch(r"[\d()<\-+ ]+", value):
            stop(f"the macro {name} is no number: {value}")
    return " ".join(text), {name: eval(value) for name, value in zip(MACROS, values)}


def split(text, separator):
    """The parts between separators that are in no brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(character, 0)
        if character == separator and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [" ".join(part.split()) for part in parts if part.strip()]


class Header:
    """What the header declares, each list in its order."""

    def __init__(self, text):
        self.handles, self.enumerations, self.callbacks = [], {}, []
        self.objects, self.functions = {}, {}
        for statement in split(text, ";"):
            self.read(statement)

    def read(self, statement):
        if found := re.fullmatch(r"typedef enum \{(.*)\} (\w+)", statement):
            self.enumerations[found[2]] = self.constants(found[1])
        elif found := re.fullmatch(r"typedef struct \w+ \*(\w+)", statement):
            self.handles.append(found[1])
        elif found := re.fullmatch(r"typedef void \(\*(\w+)\)\(.*\)", statement):
            self.callbacks.append(found[1])
        elif found := re.fullmatch(r"extern (?:const )?(GrB_Index ?\*|\w+) ?(\w+)", statement):
            self.objects[found[2]] = found[1]
        elif found := re.fullmatch(r"GrB_Info (\w+)\((.*)\)", statement):
            self.functions[found[1]] = [p for p in split(found[2], ",") if p != "void"]
        elif statement != "typedef uint64_t GrB_Index":
            stop(f"not understood: {statement}")

    @staticmethod
    def constants(text):
        values, following = {}, 0
        for item in split(text, ","):
            name, _, value = (part.strip() for part in item.partition("="))
            values[name] = int(value, 0) if value else following
            following = values[name] + 1
        return values


class Module:
    """The text of the module, and the names in it."""

    def __init__(self, header):
        self.header = header
        self.lines = []
        self.names = {}
        self.optional_seen = set()
        values = {name for constants in header.enumerations.values() for name in constants}
        upper = {name.upper() for name in (*header.objects, *header.functions, *values)}
        # Fortran does not tell GrB_Global, the type, from GrB_GLOBAL, the object.
        self.type_names = {name: name + ("_t" if name.upper() in upper else "") for name in header.handles}

    def write(self, indent, text):
        """One statement, continued where it gets long."""
        limit = 100 - 4 * indent
        while len(text) > limit:
            at = text.rfind(") bind", 0, limit + 5) + 1 or text.rfind(", ", 0, limit) + 1
            if not at:
                break
            self.lines.append("    " * indent + text[:at] + " &")
            text = "    " + text[at:].strip()
        self.lines.append("    " * indent + text)

    def name(self, name):
        """The Fortran name: cut to what Fortran allows; the name to the linker stays whole."""
        short = name[:LONGEST_NAME]
        other = self.names.setdefault(short.upper(), name)
        if other != name:
            stop(f"{name} and {other} are one name in Fortran")
        return short

    def write_types(self):
        self.write(1, "! A handle is one pointer in C; a type per kind lets the compiler find mix-ups.")
        for name in [*self.type_names.values(), "GrB_All_t"]:
            self.write(1, f"type, bind(C) :: {self.name(name)}")
            self.write(2, "type(c_ptr) :: handle")
            self.write(1, "end type")
        self.write(1, "! GrB_NULL: no object; also the value of a handle that has been freed.")
        for kind, name in self.type_names.items():
            null = self.name("GrB_NULL_" + kind.split("_", 1)[1].upper())
            self.write(1, f"type({name}), parameter :: {null} = {name}(c_null_ptr)")

    def write_constants(self, macros):
        for name, value in macros.items():
            kind = MACROS[name]
            self.write(1, f"integer({kind}), parameter :: {self.name(name)} = {value}_{kind}")
        for enumeration, constants in self.header.enumerations.items():
            self.write(1, f"! {enumeration}")
            for name, value in constants.items():
                self.write(1, f"integer(c_int), parameter :: {self.name(name)} = {value}")

    def write_objects(self):
        self.write(1, "! The predefined objects: the library's own variables.")
        for name, kind in self.header.objects.items():
            fortran = self.type_names.get(kind) or {"GrB_Index *": "GrB_All_t"}.get(kind)
            if not fortran:
                stop(f"{name} is a {kind}")
            self.write(1, f'type({fortran}), bind(C, name="{name}"), protected :: {self.name(name)}')

    def argument(self, function, parameter):
        """A parameter of C as (name, declarations without the name); two where GrB_ALL may stand."""
        if found := re.fullmatch(r".*\( ?\* ?(\w+) ?\) ?\(.*\)", parameter):
            return found[1], ["type(c_funptr), value"]
        found = re.fullmatch(r"(const )?(unsigned int|\w+) ?(\**)(?: ?const)? ?(\w+)", parameter)
        if not found:
            stop(f"{function}: parameter not understood: {parameter}")
        is_const, kind, stars, name = bool(found[1]), found[2], len(found[3]), found[4]
        if kind in self.header.callbacks and not stars:
            return name, ["type(c_funptr), value"]
        if kind == "void" and stars == 1:
            return name, ["type(c_ptr), value"]
        if kind in ("char", "void") and stars == 2:
            return name, ["type(c_ptr), intent(inout)"]
        handle = self.type_names.get(kind)
        fortran = (f"type({handle})" if handle else
                   "integer(c_int)" if kind in self.header.enumerations else KINDS.get(kind))
        if not fortran or stars > 1:
            stop(f"{function}: type not understood: {parameter}")
        if not stars:
            return name, [fortran + ", value"]
        # What is written is inout: a call that fails, or finds no entry, leaves it as it was.
        intent = ", intent(in)" if is_const else ", intent(inout)"
        for rule, (functions, parameters) in enumerate(OPTIONAL):
            if re.fullmatch(functions, function) and name in parameters:
                self.optional_seen.add((rule, name))
                intent += ", optional"
        if not (is_const or kind == "char" or name in ARRAYS):
            if not handle and name not in ELEMENTS:
                stop(f"{function}: is '{parameter}' one element or an array? (ELEMENTS, ARRAYS)")
            return name, [fortran + intent]
        arrays = [f"{fortran}{intent}, dimension(*)"]
        if is_const and kind == "GrB_Index" and TAKES_ALL.match(function):
            arrays.append("type(GrB_All_t), value")
        return name, arrays

    def write_function(self, fortran, function, arguments):
        names = [name for name, _ in arguments]
        if len({name.upper() for name in names}) < len(names):
            stop(f"{function}: two parameters are one name in Fortran: {', '.join(names)}")
        self.write(2, f"integer(c_int) function {self.name(fortran)}({', '.join(names)}) "
                      f'bind(C, name="{function}")')
        self.write(3, "import")
        for declaration, group in itertools.groupby(arguments, key=lambda argument: argument[1]):
            self.write(3, f"{declaration} :: {', '.join(name for name, _ in group)}")
        self.write(2, "end function")

    def write_functions(self):
        for function, parameters in self.header.functions.items():
            arguments = [self.argument(function, parameter) for parameter in parameters]
            forms = list(itertools.product(*(declarations for _, declarations in arguments)))
            self.write(1, "interface" if len(forms) == 1 else f"interface {self.name(function)}")
            for form in forms:
                suffix = "".join("_all" if "GrB_All_t" in declaration else "_list"
                                 for (_, both), declaration in zip(arguments, form) if len(both) > 1)
                self.write_function(function + suffix, function,
                                    [(name, declaration) for (name, _), declaration in zip(arguments, form)])
            self.write(1, "end interface")
        for rule, (functions, parameters) in enumerate(OPTIONAL):
            for name in parameters - ARRAYS:
                if (rule, name) not in self.optional_seen:
                    stop(f"OPTIONAL names {name}, which no function of {functions} has")

    def text(self, macros):
        self.lines = ["! Made from GraphBLAS.h, which says what each function does; docs/guide/fortran.md says how",
                      "! its arguments look here. The object file of this module need not be linked.",
                      "module graphblas"]
        self.write(1, "use, intrinsic :: iso_c_binding")
        self.write(1, "implicit none")
        self.write(1, "public")
        self.write(1, f"integer, parameter :: {self.name('GrB_Index')} = c_int64_t")
        self.write_constants(macros)
        self.write_types()
        self.write_objects()
        self.write_functions()
        return "\n".join(self.lines) + "\nend module\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()
    text, macros = preprocessed(arguments.header, arguments.compiler)
    header = Header(text)
    arguments.output.write_text(Module(header).text(macros), encoding="utf-8")


if __name__ == "__main__":
    main()
