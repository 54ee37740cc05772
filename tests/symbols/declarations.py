"""What suitesparse/GraphBLAS.h and the headers that it includes declare: one reader for all tests that go by the header."""

import re
import subprocess
import sys
from typing import NamedTuple


class Function(NamedTuple):
    result: str       # its type
    parameters: list  # as they are declared


def without_attributes(text):
    """Removes __attribute__((...)) with its nested parentheses."""
    out = []
    at = 0
    while True:
        found = re.compile(r"__attribute__\s*\(").search(text, at)
        if not found:
            return "".join(out) + text[at:]
        out.append(text[at:found.start()])
        depth = 1
        at = found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1


def without_bodies(text):
    """Removes everything in braces: enumerators, members, inline functions."""
    while True:
        shorter = re.sub(r"\{[^{}]*\}", " ", text)
        if shorter == text:
            return text
        text = shorter


def statements(header, compiler):
    """The statements of the header and of ours that it includes, preprocessed, each on one line."""
    run = subprocess.run([compiler, "-E", "-std=c11", header], check=True, stdout=subprocess.PIPE, text=True)
    own = []
    in_header = False
    for line in run.stdout.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            in_header = re.search(r"(GraphBLAS\.h|/graphblast/\w+\.(h|def))$", marker.group(1)) is not None
        elif in_header:
            own.append(line)
    split = without_bodies(without_attributes(" ".join(own))).split(";")
    return [statement for statement in (" ".join(part.split()) for part in split) if statement]


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


def declared(header, compiler):
    """The functions that the header declares and the objects with their types, by name in the header's order. What it
    does not understand ends the program."""
    functions, objects = {}, {}
    for statement in statements(header, compiler):
        if re.match(r"(typedef|static|struct|enum|union|_Static_assert)\b", statement):
            continue
        function = re.match(r"(?:extern )?(.*?)\b(Gr[BX]_\w+|GxB_\w+|GB_\w+)\s*\((.*)\)$", statement)
        variable = re.search(r"\b(Gr[BX]_\w+|GxB_\w+)\s*(\[[^\]]*\])?$", statement)
        if function:
            result, name, parameters = function.groups()
            functions.setdefault(name, Function(result.strip(), split_parameters(parameters)))
        elif variable and re.search(r"\bextern\b", statement):
            objects[variable.group(1)] = statement.split()[-2]
        else:
            sys.exit(f"{header}: not understood: {statement[:120]}")
    return functions, objects
