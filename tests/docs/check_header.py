"""Checks that every function of the public headers has a documentation comment, and that it says what has to be said.

    check_header.py [--compiler CC] [HEADER [FOLDER]]

The compiler preprocesses the header (include/suitesparse/GraphBLAS.h, which includes all others) and keeps the
comments, also those in macros, so that each function of a typed family is looked at. Included headers count,
but for the system's. All *.h of the folder (include) must be among them, or be included by none and stand in OTHERS:
those are looked at too.
The comment stands directly before the declaration, or before the group (@{ ... @}) that the declaration is in. It
begins with a sentence, names each parameter once, with its direction, and no other, and says what is returned.
Pages that it refers to exist.
"""
import argparse
import pathlib
import re
import subprocess
import sys

# Headers that programs include by themselves.
OTHERS = ["graphblast/algorithms.h", "graphblast/grx_narrow.h", "graphblast/grx_team.h"]

COMMENT = r"/\*.*?\*/|//[^\n]*"
PIECE = re.compile(rf"({COMMENT})|([^;{{}}/]+|/)|([;{{}}])", re.DOTALL)
FUNCTION = re.compile(r"^(?:static inline )?(\w[\w ]*?) ?\b(G(?:rB|rX|xB|B)_\w+|gba_\w+) ?\((.*)\)$")
PARAM = re.compile(r"\\param(\[(?:in|out|in,out)\])?[ \t]+([\w,]+|\.\.\.)[ \t]+(\S)?")


def preprocessed(header, compiler, *include):
    """The text of the header and of those it includes, with comments, macros expanded; and the paths of them."""
    command = [compiler, "-E", "-CC", "-std=c11", "-D__attribute__(x)=", *(f"-I{path}" for path in include), "-x", "c", str(header)]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    own, paths, is_own = [], set(), False
    for line in run.stdout.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"(.*)', line)
        if marker:
            path = pathlib.Path(marker[1]).resolve()
            # 3 marks a system's header, and also what one of its macros expands to.
            is_own = path in paths or not (marker[1].startswith("<") or "3" in marker[2].split())
            if is_own:
                paths.add(path)
        elif is_own:
            own.append(line)
    return "\n".join(own), paths


def is_documentation(comment):
    return comment.startswith(("/**", "/*!", "///", "//!")) and not comment.startswith(("/**<", "///<"))


def declarations(text):
    """(function, its result, its parameters, its comment) of each; the comment is empty where there is none."""
    groups, comment, statement, depth = [], "", "", 0
    for found in PIECE.finditer(text):
        piece, code, mark = found.groups()
        if piece is not None:
            if statement.strip() or depth or not is_documentation(piece):
                continue
            if "@{" in piece:
                groups.append(comment)
                comment = ""
            elif "@}" in piece:
                groups.pop()
                comment = ""
            else:
                comment = piece
        elif code is not None:
            statement += "" if depth else code
        elif mark == "{":
            depth += 1
        else:
            depth -= mark == "}"
            text_before = " ".join(statement.split())
            # A body ends a function, but not a struct or an enumeration.
            if depth or (mark == "}" and not text_before.endswith(")")):
                continue
            function = FUNCTION.search(text_before)
            if function:
                yield function[2], function[1], parameters(function[3]), comment or "".join(groups[-1:])
            comment, statement = "", ""


def parameters(text):
    """The names of parameters: a pointer to a function has its own in the first parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    for part in parts:
        pointer = re.search(r"\( ?\* ?(\w+) ?\)", part)
        if part.strip() != "void":
            yield pointer[1] if pointer else re.search(r"(\w+|\.\.\.) ?$", part)[1]


def faults(function, result, names, comment, pages):
    """What the comment of a function lacks."""
    names = list(names)
    if not comment:
        yield f"{function} has no documentation comment"
        return
    if not re.match(r"/\*\*\s+[^\s\\*]", comment):
        yield f"{function}: the comment does not begin with a sentence"
    described = []
    for direction, listed, text in PARAM.findall(comment):
        described += listed.split(",")
        if not direction or not text:
            yield f"{function}: \\param {listed} has no {'text' if direction else 'direction'}"
    for name in names:
        if described.count(name) != 1:
            yield f"{function}: parameter {name} is described {described.count(name)} times"
    for name in described:
        if name not in names:
            yield f"{function}: there is no parameter {name}"
    if (result != "void") != bool(re.search(r"\\return\s+\w", comment)):
        yield f"{function}: the comment {'says' if result == 'void' else 'does not say'} what is returned"
    for page in re.findall(r"\\ref (\w+)", comment):
        if page not in pages:
            yield f"{function}: there is no page {page}"


def problems(header, folder, compiler):
    text, paths = preprocessed(header, compiler)
    for other in (folder / name for name in OTHERS):
        if other.exists():
            more, more_paths = preprocessed(other, compiler, folder)
            text += "\n" + more
            paths |= more_paths
    for path in sorted(folder.rglob("*.h")):
        if path.resolve() not in paths:
            yield f"{path} is not included by {header}"
    pages = set(re.findall(r"\\page (\w+)", text))
    found = list(declarations(text))
    if not found:
        yield f"{header} declares no function"
    for function, result, names, comment in found:
        yield from faults(function, result, names, comment, pages)


def main():
    include = pathlib.Path(__file__).resolve().parents[2] / "include"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("header", nargs="?", default=include / "suitesparse/GraphBLAS.h", type=pathlib.Path)
    parser.add_argument("folder", nargs="?", default=include, type=pathlib.Path)
    parser.add_argument("--compiler", default="cc")
    arguments = parser.parse_args()
    found = list(problems(arguments.header, arguments.folder, arguments.compiler))
    print("\n".join(found) or "every function is documented")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
