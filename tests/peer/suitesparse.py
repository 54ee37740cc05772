"""Finds the libraries of SuiteSparse:GraphBLAS that tests compare with: 9.3.1 and 10.5.1.

    suitesparse.py          downloads both from PyPI into build/peer

A library is the file that GRAPHBLAST_PEER_9 or GRAPHBLAST_PEER_10 names, or that of build/peer, or that of the Python
package suitesparse-graphblas. suitesparse_9.txt and suitesparse_10.txt have the versions and the hashes of the wheels for
x86-64 and aarch64. Exit status: 77 where pip is missing or PyPI cannot be reached, 1 where what came has another hash.
"""
import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "build" / "peer"
# The end of a library's file, by version.
SUFFIXES = {"9": ".so.9.3.1", "10": ".so.10.5.1"}
# The library is the same in the wheels of every Python: the hashes are those of one.
TAGS = ["--only-binary=:all:", "--implementation=cp", "--python-version=3.12",
        *(f"--platform=manylinux_2_{glibc}_{platform.machine()}" for glibc in (17, 28))]


def folders(version):
    """The folders in which a wheel's library may lie, best first."""
    yield FOLDER / version / "suitesparse_graphblas.libs"
    package = importlib.util.find_spec("suitesparse_graphblas")
    if package is not None and package.origin is not None:
        yield pathlib.Path(package.origin).parents[1] / "suitesparse_graphblas.libs"


def library(version):
    """The library of version "9" or "10", or None."""
    if named := os.environ.get(f"GRAPHBLAST_PEER_{version}"):
        return pathlib.Path(named) if pathlib.Path(named).exists() else None
    found = (file for folder in folders(version) for file in folder.glob("libgraphblas*" + SUFFIXES[version]))
    return next(found, None)


def why_skipped(version):
    if named := os.environ.get(f"GRAPHBLAST_PEER_{version}"):
        return f"skipped: GRAPHBLAST_PEER_{version}={named}: no such file"
    return f"skipped: no SuiteSparse:GraphBLAS {version}: python3 tests/peer/suitesparse.py downloads it"


def pip(folder):
    """A command that is pip; the folder takes an environment where this Python has none."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    try:
        venv.create(folder, clear=True, with_pip=True)
    except subprocess.CalledProcessError:
        print("skipped: this Python has neither pip nor ensurepip (Debian: python3-venv)")
        sys.exit(SKIPPED)
    return [folder / "bin" / "python", "-m", "pip"]


def download(version):
    """Unpacks the wheel into FOLDER, at once or not at all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        folder = pathlib.Path(name)
        command = [*pip(folder / "environment"), "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                   "--require-hashes", *TAGS, "--dest", folder, "--requirement", HERE / f"suitesparse_{version}.txt"]
        process = subprocess.run(command, text=True, stderr=subprocess.PIPE, check=False)
        if process.returncode != 0:
            print(process.stderr, end="")
            if "DO NOT MATCH THE HASHES" in process.stderr:
                sys.exit(1)
            print(f"skipped: pip cannot download suitesparse_{version}.txt")
            sys.exit(SKIPPED)
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
            wheel.extractall(folder / "wheel")
        shutil.rmtree(FOLDER / version, ignore_errors=True)
        os.rename(folder / "wheel", FOLDER / version)


def main():
    for version in SUFFIXES:
        if library(version) is None and not os.environ.get(f"GRAPHBLAST_PEER_{version}"):
            download(version)
        found = library(version)
        if found is None:
            sys.exit(why_skipped(version))
        print(f"SuiteSparse:GraphBLAS {version}: {found}")


if __name__ == "__main__":
    main()
