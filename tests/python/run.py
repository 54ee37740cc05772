"""Runs the tests of the Python package on libraries that were just built, the first examples with nothing but what the
package brings, and checks its types.

    python3 run.py LIBRARY ALGORITHMS DEVICE_ARRAYS ENVIRONMENT FOLDER

ENVIRONMENT has the tests' packages, ENVIRONMENT_plain those that the package brings. FOLDER holds a copy of the package, and what Python compiles. Exit status 77: the environment cannot be made.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
from environment import dependencies, python_with_packages  # noqa: E402


def package(python: pathlib.Path, folder: pathlib.Path) -> None:
    """A copy of the package with its declarations."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "python" / "graphblast", folder / "graphblast", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([python, ROOT / "python" / "make_declarations.py", "--include", ROOT / "include",
                    "--include", ROOT / "python",
                    "--output", folder / "graphblast" / "_declarations.py"],
                   check=True, stdout=subprocess.DEVNULL)
    entry_points(folder)


def entry_points(folder: pathlib.Path) -> None:
    """What an installed package says about itself: networkx looks for its backends there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    about = folder / "graphblast-0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: graphblast\nVersion: 0\n")
    lines = [line for group, found in project["entry-points"].items()
             for line in (f"[{group}]", *(f"{name} = {where}" for name, where in found.items()))]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n")


def main() -> None:
    library, algorithms, device_arrays, environment, folder = *sys.argv[1:5], pathlib.Path(sys.argv[5]).resolve()
    python = python_with_packages(pathlib.Path(environment))
    plain = python_with_packages(pathlib.Path(f"{environment}_plain"), dependencies())
    package(python, folder / "package")
    variables = {**os.environ, "GRAPHBLAST_LIBRARY": library, "GRAPHBLAST_ALGORITHMS": algorithms,
                 "GRAPHBLAST_DEVICE_ARRAYS": device_arrays, "PYTHONPATH": str(folder / "package"), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    tests = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", "--doctest-glob=*.md",
             "--ignore", folder / "package" / "graphblast" / "torch", HERE, folder / "package",
             ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]
    checks = [python, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", folder / "types", "-p", "graphblast"]
    first = [plain, HERE / "first_contact.py", ROOT / "README.md", ROOT / "python" / "README.md"]
    failed = [subprocess.run(command, env=variables, cwd=cwd).returncode != 0
              for command, cwd in ((tests, ROOT), (first, ROOT), (checks, folder / "package"))]
    sys.exit(any(failed))


if __name__ == "__main__":
    main()
