"""The environment of Python's that tests share which need packages."""

import fcntl
import pathlib
import subprocess
import sys
import venv

# All at once: to make an environment takes longer than most tests.
PACKAGES = ["cffi", "numpy", "ml_dtypes", "scipy", "networkx", "pytest", "mypy", "mkdocs", "mkdocs-material"]


def python_with_packages(folder: pathlib.Path) -> pathlib.Path:
    """The Python of the environment in this folder, made where it is not there yet. Ends the process with exit status 77
    where it cannot be made."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    python, done = folder / "made" / "bin" / "python", folder / "packages"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists() and done.read_text().split() == PACKAGES:
            return python
        try:
            venv.create(folder / "made", clear=True, with_pip=True)
        except subprocess.CalledProcessError:
            print("skipped: this Python has no ensurepip (Debian: python3-venv)")
            sys.exit(77)
        # Not compiled: tests use a small part of it, and keep what they compiled.
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", *PACKAGES]
        if subprocess.run(pip).returncode != 0:
            print("skipped: pip cannot install", ", ".join(PACKAGES))
            sys.exit(77)
        done.write_text(" ".join(PACKAGES))
    return python
