#!/usr/bin/env python3
"""Runs every algorithm of libgraphblast_algorithms.so with other GraphBLAS libraries than ours, and compares the results.

    other_graphblas.py EVERY_ALGORITHM FOLDER

EVERY_ALGORITHM was built from every_algorithm.c. SuiteSparse's libraries, Debian's 7.4 (C API 2.0) and those of versions 9 and
10 (2.1) that tests/peer/suitesparse.py finds, take the place of libgraphblast.so.0. And algorithms/ is built in FOLDER by itself,
with Debian's header and library. Exit status: 0 the results are equal, 1 not, 77 when there is no other library.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "peer"))
import suitesparse  # noqa: E402

DEBIAN_HEADER = pathlib.Path("/usr/include/GraphBLAS.h")
DEBIAN_LIBRARY = pathlib.Path("/usr/lib/x86_64-linux-gnu/libgraphblas.so.7")
OUR_NAME = "libgraphblast.so.0"


def output(program, **environment):
    run = subprocess.run([program], env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         check=False)
    return run.stdout + (f"exit status {run.returncode}\n" if run.returncode else "")


def in_our_place(program, library):
    """The program's output with the library under our library's name."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / OUR_NAME).symlink_to(library)
        path = f"{folder}:{library.parent}"  # beside the library of a wheel is what it needs
        loaded = subprocess.run(["ldd", program], env={**os.environ, "LD_LIBRARY_PATH": path}, stdout=subprocess.PIPE, text=True,
                                check=True).stdout
        if f"{folder}/{OUR_NAME}" not in loaded:
            return f"the loader does not take {library}:\n{loaded}"
        return output(program, LD_LIBRARY_PATH=path)


def built_alone(folder):
    """The output with a library of algorithms that was built for Debian's GraphBLAS, installed and found by pkg-config."""
    prefix = folder / "prefix"
    program = folder / "every_algorithm"

    def run(*command, **environment):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={**os.environ, **environment}).stdout

    try:
        run("cmake", "-S", ROOT / "algorithms", "-B", folder / "build", f"-DGRAPHBLAS_INCLUDE_DIR={DEBIAN_HEADER.parent}",
            f"-DGRAPHBLAS_LIBRARY={DEBIAN_LIBRARY}", "-DCMAKE_C_FLAGS=-Werror -O1", "-DCMAKE_INSTALL_LIBDIR=lib")
        run("cmake", "--build", folder / "build")
        run("cmake", "--install", folder / "build", "--prefix", prefix)
        flags = run("pkg-config", "--cflags", "--libs", "graphblast_algorithms", PKG_CONFIG_PATH=str(prefix / "lib/pkgconfig"))
        run(os.environ.get("CC", "cc"), "-std=c99", "-Wall", "-Wextra", HERE / "every_algorithm.c", "-o", program, *flags.split())
    except subprocess.CalledProcessError as error:
        return f"{error}\n{error.stdout}"
    needed = run("readelf", "-d", prefix / "lib/libgraphblast_algorithms.so")
    return output(program, LD_LIBRARY_PATH=str(prefix / "lib")) + ("it needs libgraphblast.so\n" if OUR_NAME in needed else "")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    ours = output(program)
    others = {f"SuiteSparse:GraphBLAS {version}": suitesparse.library(version) for version in ("9", "10")}
    others["SuiteSparse:GraphBLAS 7.4"] = DEBIAN_LIBRARY if DEBIAN_LIBRARY.exists() else None
    results = {name: in_our_place(program, library) for name, library in others.items() if library is not None}
    if DEBIAN_LIBRARY.exists() and DEBIAN_HEADER.exists():
        results["a build for SuiteSparse:GraphBLAS 7.4"] = built_alone(folder)
    wrong = 0
    for name, found in results.items():
        print(f"with {name}: {'the same results' if found == ours else 'OTHER RESULTS'}")
        if found != ours:
            wrong += 1
            print(f"ours:\n{ours}\nits:\n{found}")
    if not results:
        print("skipped: no other GraphBLAS: python3 tests/peer/suitesparse.py downloads two")
        return 77
    return 1 if wrong or len(ours.splitlines()) < 25 else 0


if __name__ == "__main__":
    sys.exit(main())
