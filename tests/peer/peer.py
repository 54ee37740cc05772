"""Runs peer_programs with SuiteSparse:GraphBLAS as the other library.

    peer.py PEER_PROGRAMS OURS [--version 9|10] [what peer_programs takes]

suitesparse.py finds the other library: 9.3.1 or 10.5.1. Without --version each that is there, one after the other. Exit
status: 77 when there is none.
"""
import os
import subprocess
import sys

import suitesparse
from suitesparse import SKIPPED


def run(version, program, ours, options):
    library = suitesparse.library(version)
    if library is None:
        print(suitesparse.why_skipped(version))
        return SKIPPED
    print(f"SuiteSparse:GraphBLAS {version}: {library}", flush=True)
    # One thread: what the libraries compute does not depend on it, and so many small calls are faster.
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    environment.setdefault("OMP_NUM_THREADS", "1")
    return subprocess.run([program, ours, library, *options], env=environment, check=False).returncode


def main():
    program, ours, *options = sys.argv[1:]
    versions = list(suitesparse.SUFFIXES)
    if "--version" in options:
        at = options.index("--version")
        versions = [options[at + 1]]
        del options[at:at + 2]
    codes = [run(version, program, ours, options) for version in versions]
    ran = [code for code in codes if code != SKIPPED]
    return max(ran, key=abs) if ran else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
