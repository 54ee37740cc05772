"""Runs peer_programs with SuiteSparse:GraphBLAS as the other library.

    peer.py PEER_PROGRAMS OURS [--version 9|10] [what peer_programs takes]

The other library is the one that GRAPHBLAST_PEER_10 (10.5.1) or GRAPHBLAST_PEER_9 (9.3.1) names, or that of the
Python package suitesparse-graphblas 10.5.1.1 or 9.3.1.0 where it is installed; CONTRIBUTING.md says how to get them.
Without --version each that is there, one after the other. Exit status: 77 when there is none.
"""
import importlib.util
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
# Version: what names the library, the end of the library's file, the package's version.
PEERS = {"9": ("GRAPHBLAST_PEER_9", ".so.9.3.1", "9.3.1.0"),
         "10": ("GRAPHBLAST_PEER_10", ".so.10.5.1", "10.5.1.1")}


def peer(version):
    variable, suffix, _ = PEERS[version]
    if named := os.environ.get(variable):
        return pathlib.Path(named)
    package = importlib.util.find_spec("suitesparse_graphblas")
    if package is None or package.origin is None:
        return None
    libraries = pathlib.Path(package.origin).parents[1] / "suitesparse_graphblas.libs"
    return next(libraries.glob("libgraphblas*" + suffix), None)


def run(version, program, ours, options):
    library = peer(version)
    if library is None or not library.exists():
        variable, _, package = PEERS[version]
        print(f"skipped: no SuiteSparse:GraphBLAS {version} ({variable}, or the Python package "
              f"suitesparse-graphblas {package})")
        return SKIPPED
    print(f"SuiteSparse:GraphBLAS {version}: {library}", flush=True)
    # One thread: what the libraries compute does not depend on it, and so many small calls are faster.
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    environment.setdefault("OMP_NUM_THREADS", "1")
    return subprocess.run([program, ours, library, *options], env=environment, check=False).returncode


def main():
    program, ours, *options = sys.argv[1:]
    versions = list(PEERS)
    if "--version" in options:
        at = options.index("--version")
        versions = [options[at + 1]]
        del options[at:at + 2]
    codes = [run(version, program, ours, options) for version in versions]
    ran = [code for code in codes if code != SKIPPED]
    return max(ran, key=abs) if ran else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
