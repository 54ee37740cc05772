"""Runs peer_programs with SuiteSparse:GraphBLAS 9.3.1 as the other library.

    peer.py PEER_PROGRAMS OURS [what peer_programs takes]

The other library is the one that GRAPHBLAST_PEER names, or that of the Python package suitesparse-graphblas 9.3.1.0
where it is installed; CONTRIBUTING.md says how to get it. Exit status: 77 when there is none.
"""
import importlib.util
import os
import pathlib
import subprocess
import sys

SKIPPED = 77


def peer():
    if named := os.environ.get("GRAPHBLAST_PEER"):
        return pathlib.Path(named)
    package = importlib.util.find_spec("suitesparse_graphblas")
    if package is None or package.origin is None:
        return None
    libraries = pathlib.Path(package.origin).parents[1] / "suitesparse_graphblas.libs"
    return next(libraries.glob("libgraphblas*.so.9.3.1"), None)


def main():
    program, ours, *options = sys.argv[1:]
    library = peer()
    if library is None or not library.exists():
        print("skipped: no SuiteSparse:GraphBLAS 9.3.1 (GRAPHBLAST_PEER, or the Python package "
              "suitesparse-graphblas 9.3.1.0)")
        return SKIPPED
    # One thread: what the libraries compute does not depend on it, and so many small calls are faster.
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    environment.setdefault("OMP_NUM_THREADS", "1")
    return subprocess.run([program, ours, library, *options], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
