#!/usr/bin/env python3
"""Runs ends.c on several processes in each way that a team can end, and checks what the processes say.

Usage: run_ends.py PROGRAM NUMBER LAUNCHER...
"""
import os
import re
import subprocess
import sys

PANIC, SUCCESS = -101, 0
LINE = re.compile(r"process (\d+): (-?\d+) after ([\d.]+): (.*)")
SECONDS = 1.0


def lines_of(launcher, program, number, how, **variables):
    """(process, code, seconds, text) of each line, and the exit status."""
    run = subprocess.run([*launcher, program, how], env=os.environ | variables, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    found = [(int(p), int(code), float(seconds), text) for p, code, seconds, text in LINE.findall(run.stdout)]
    if len({process for process, *_ in found}) < number - 1:
        sys.exit(f"{how}: too few processes answer:\n{run.stdout}")
    return found, run.returncode, run.stdout


def require(condition, how, output):
    if not condition:
        sys.exit(f"{how}:\n{output}")


def main():
    program, number, launcher = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    last = number - 1

    lines, status, output = lines_of(launcher, program, number, "different")
    require(all(code == PANIC for _, code, _, _ in lines) and len(lines) == 3 * number and status == 0, "different",
            output)
    who = f"from process 0 on GrB_mxv, from process {last} on GrB_Vector_apply"
    require(all(who in text for _, _, _, text in lines[:number]), "different", output)

    lines, status, output = lines_of(launcher, program, number, "light")
    require(all(code == SUCCESS for _, code, _, _ in lines) and status == 0, "light", output)
    lines, status, output = lines_of(launcher, program, number, "light", GRAPHBLAST_CHECK="collective")
    who = f"from process 0 on GrB_Vector_nvals, from process {last} on GrB_Vector_size"
    require(all(code == PANIC and who in text for _, code, _, text in lines) and status == 0, "light", output)

    lines, status, output = lines_of(launcher, program, number, "silent", GRAPHBLAST_MPI_SECONDS=str(SECONDS))
    require(all(code == PANIC and seconds < 5 * SECONDS + 3 and "not answered for 1 seconds" in text
                for _, code, seconds, text in lines), "silent", output)

    # A launcher may end all processes when one of them is killed: then there is nothing to wait for.
    if "--enable-recovery" in launcher:
        lines, status, output = lines_of(launcher, program, number, "killed", GRAPHBLAST_MPI_SECONDS=str(SECONDS))
        require(len(lines) == last and all(code == PANIC and seconds < 5 * SECONDS for _, code, seconds, _ in lines),
                "killed", output)


if __name__ == "__main__":
    main()
