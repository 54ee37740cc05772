"""Compares what this library's getters answer with the list of what SuiteSparse 9.3.1's do.

    compare_fields.py FIELD_ANSWERS
    compare_fields.py FIELD_ANSWERS --record LIBRARY

suitesparse_answers.tsv is the list: object, getter, field, code, value; what is not in it is GrB_INVALID_VALUE.
differences.tsv says what this library answers in its place, and why: patterns of object and getter, fields, code,
value ("*": any). A line that matches no difference fails, as a difference without a line does.

--record writes the list anew, from the library given: the one of the PyPI package suitesparse-graphblas 9.3.1.0.
"""
import argparse
import fnmatch
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LIST = HERE / "suitesparse_answers.tsv"
DIFFERENCES = HERE / "differences.tsv"
OUR_SONAME = "libgraphblast.so.0"
INVALID_VALUE = ("-3", "")


def rows(text):
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def answers(program, name, environment):
    run = subprocess.run([program, name], text=True, stdout=subprocess.PIPE, env=environment, check=False)
    lines = run.stdout.splitlines()
    if run.returncode != 0 or not lines or lines.pop() != "end":
        sys.exit(f"{program} {name} ended with {run.returncode}")
    return {tuple(row[:3]): tuple(row[3:]) for row in rows("\n".join(lines))}


def record(program, library):
    """The texts of a descriptor are its name, whatever the field, and texts are touched where a getter fails."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(library, pathlib.Path(folder) / OUR_SONAME)
        environment = dict(os.environ, HOME=folder,
                           LD_LIBRARY_PATH=f"{folder}:{pathlib.Path(library).resolve().parent}")
        theirs = answers(program, "SuiteSparse:GraphBLAS", environment)
        with open(LIST, "w", encoding="utf-8") as out:
            out.write("# object, getter, field, code, value; made by compare_fields.py --record\n")
            for key, (code, value) in theirs.items():
                of_any_field = key[0].startswith("Descriptor ") and key[1] == "String" and key[2] != "10"
                if code != "wrote and failed" and not of_any_field:
                    value = value.replace(folder, "~")
                    out.write("\t".join([*key, code, value]) + "\n")


def field_set(text):
    fields = set()
    for part in text.split(","):
        first, _, last = part.partition("..")
        fields.update(range(int(first), int(last or first) + 1))
    return fields


class Difference:
    def __init__(self, row):
        self.line = "\t".join(row)
        self.object, self.getter, fields, self.code, self.value, self.reason = row
        self.fields = field_set(fields)
        self.used = 0

    def explains(self, key, ours):
        explained = (fnmatch.fnmatchcase(key[0], self.object) and fnmatch.fnmatchcase(key[1], self.getter)
                     and int(key[2]) in self.fields and ours[0] == self.code
                     and self.value in ("*", ours[1]))
        self.used += explained
        return explained


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--record", metavar="LIBRARY")
    options = parser.parse_args()
    if options.record:
        record(options.program, options.record)
        return 0
    ours = answers(options.program, "GraphBLAST", dict(os.environ))
    theirs = {tuple(row[:3]): tuple(row[3:]) for row in rows(LIST.read_text(encoding="utf-8"))}
    differences = [Difference(row) for row in rows(DIFFERENCES.read_text(encoding="utf-8"))]
    failures = []
    for key in sorted(ours.keys() | theirs.keys(), key=lambda key: (key[0], key[1], int(key[2]))):
        our, their = ours.get(key, INVALID_VALUE), theirs.get(key, INVALID_VALUE)
        if our != their and not any(difference.explains(key, our) for difference in differences):
            failures.append(f"{' '.join(key)}: GraphBLAST {' '.join(our)}, SuiteSparse {' '.join(their)}")
    failures += [f"explains nothing: {each.line}" for each in differences if each.used == 0]
    print(f"{len(theirs)} answers in the list, {sum(each.used for each in differences)} differences explained, "
          f"{len(failures)} failures")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
