"""The environment of Python's that tests share which need packages."""

import fcntl
import pathlib
import subprocess
import sys
import tomllib
import venv
from collections.abc import Sequence

ROOT = pathlib.Path(__file__).resolve().parent.parent

# All at once: to make an environment takes longer than most tests.
PACKAGES = ["cffi", "numpy", "ml_dtypes", "scipy", "networkx", "pytest", "mypy", "mkdocs", "mkdocs-material", "h5py",
            "binsparse"]


def dependencies() -> list[str]:
    """What `pip install graphblast` brings."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]


def python_with_packages(folder: pathlib.Path, packages: Sequence[str] = PACKAGES) -> pathlib.Path:
    """The Python of the environment in this folder, made where it is not there yet. Ends the process with exit status 77
    where it cannot be made."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    python, done = folder / "made" / "bin" / "python", folder / "packages"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists() and done.read_text().split() == list(packages):
            return python
        try:
            venv.create(folder / "made", clear=True, with_pip=True)
        except subprocess.CalledProcessError:
            print("skipped: this Python has no ensurepip (Debian: python3-venv)")
            sys.exit(77)
        # Not compiled: tests use a small part of it, and keep what they compiled.
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", *packages]
        if subprocess.run(pip).returncode != 0:
            print("skipped: pip cannot install", ", ".join(packages))
            sys.exit(77)
        done.write_text(" ".join(packages))
    return python
