"""Runs oracle_objects twice, with GraphBLAST and with a SuiteSparse library under its name, and compares what the two
print, line by line.

    compare_objects.py ORACLE_OBJECTS [--version 7|10]        (see compare.py)

Exit status: 0 equal, 1 not, 77 when the other library is not installed.
"""
import argparse
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

import exceptions
from compare import OTHERS, other_library, put, takes


def lines(program, version, environment):
    """The lines as (call, result)."""
    run = subprocess.run([program, version], text=True, stdout=subprocess.PIPE, env=environment, check=False)
    printed = run.stdout.splitlines()
    if run.returncode == 3:
        sys.exit(f"not the library of version {version}")
    if run.returncode != 0 or not printed or printed.pop() != "end":
        sys.exit(f"version {version}: oracle_objects ended with {run.returncode}\n" + "\n".join(printed[-3:]))
    return [tuple(line.rsplit(" = " if " = " in line else " code ", 1)) for line in printed]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--show", type=int, default=20, help="failures that are printed")
    parser.add_argument("--version", choices=OTHERS, default="7")
    options = parser.parse_args()
    other, other_api = other_library(options.version), OTHERS[options.version]
    environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="2")
    ours = lines(options.program, "2.1", environment)
    with tempfile.TemporaryDirectory() as folder:
        put(other, pathlib.Path(folder))
        if not takes(options.program, folder, dict(environment, LD_LIBRARY_PATH=folder)):
            sys.exit(f"oracle_objects does not take the library in {folder}")
        theirs = lines(options.program, other_api, dict(environment, LD_LIBRARY_PATH=folder))
    if [call for call, _ in ours] != [call for call, _ in theirs]:
        sys.exit("the two libraries were called differently")

    used = collections.Counter()
    failures = []
    for (call, our), (_, their) in zip(ours, theirs):
        if our == their:
            continue
        name = exceptions.first_object_match(call, our, their)
        if name is None:
            failures.append(f"{call}: GraphBLAST {our}, SuiteSparse {their}")
        else:
            used[name] += 1
    print(f"{len(ours)} results, {sum(used.values())} differences explained:")
    for name, reason, _ in exceptions.OBJECT_RULES:
        print(f"  {used[name]:6} {name}: {reason}")
    print(f"{len(failures)} differences not explained")
    for failure in failures[:options.show]:
        print(f"  {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
