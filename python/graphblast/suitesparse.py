"""Puts this library in the place of SuiteSparse:GraphBLAS under python-graphblas, and takes it back.

    python -m graphblast.suitesparse on      python-graphblas computes with GraphBLAST from now on
    python -m graphblast.suitesparse off     with its own library again
    python -m graphblast.suitesparse         says which it is

The package suitesparse-graphblas, which python-graphblas stands on, has its library in a file of its wheel. `on` keeps
that file beside itself, ending in .original, and puts this package's library of the same version there.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import sys

_HERE = pathlib.Path(__file__).resolve().parent
_KEPT = ".original"


class NotPossible(Exception):
    pass


def wheel_library() -> pathlib.Path:
    """The file of the package suitesparse-graphblas that is its library."""
    found = importlib.util.find_spec("suitesparse_graphblas")
    if found is None or not found.submodule_search_locations:
        raise NotPossible("the package suitesparse-graphblas is not installed here: pip install python-graphblas[default]")
    folder = pathlib.Path(found.submodule_search_locations[0]).parent / "suitesparse_graphblas.libs"
    libraries = [file for file in sorted(folder.glob("libgraphblas[-.]*")) if not file.name.endswith(_KEPT)]
    if len(libraries) != 1:
        raise NotPossible(f"{folder} has {len(libraries)} files libgraphblas[-.]*; a wheel of PyPI has one")
    return libraries[0]


def replacement(library: pathlib.Path) -> pathlib.Path:
    """The file of this package that has the version of a wheel's library."""
    version = re.search(r"\.so\.(\d+)", library.name)
    ours = _HERE / f"libgraphblas.so.{version[1] if version else '?'}"
    if not ours.exists():
        raise NotPossible(f"{library.name} is of a version that this package has no library for; it has "
                          + ", ".join(file.name for file in sorted(_HERE.glob("libgraphblas.so.*"))))
    return ours


def is_on(library: pathlib.Path) -> bool:
    return library.with_name(library.name + _KEPT).exists()


def switch_on(library: pathlib.Path) -> None:
    if is_on(library):
        return
    ours = replacement(library)
    engine = library.with_name("libgraphblast.so.0")
    engine.unlink(missing_ok=True)
    engine.symlink_to(os.path.relpath(_HERE / engine.name, engine.parent))
    made = library.with_name(library.name + ".new")
    shutil.copyfile(ours, made)
    os.link(library, library.with_name(library.name + _KEPT))
    os.replace(made, library)


def switch_off(library: pathlib.Path) -> None:
    kept = library.with_name(library.name + _KEPT)
    if kept.exists():
        os.replace(kept, library)
        library.with_name("libgraphblast.so.0").unlink(missing_ok=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m graphblast.suitesparse", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("state", nargs="?", choices=["on", "off"])
    state = parser.parse_args(arguments).state
    try:
        library = wheel_library()
        if state is not None:
            (switch_on if state == "on" else switch_off)(library)
    except (NotPossible, OSError) as error:
        print(f"graphblast.suitesparse: {error}", file=sys.stderr)
        return 1
    print(f"{library}: {'GraphBLAST' if is_on(library) else 'SuiteSparse:GraphBLAS'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
