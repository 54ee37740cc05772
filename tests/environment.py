"""An environment of Python's for a test that needs packages."""

import pathlib
import subprocess
import sys
import venv


def python_with(folder: pathlib.Path, packages: list[str]) -> pathlib.Path:
    """The Python of an environment with these packages, made where it is not there yet. Ends the process with exit status
    77 where pip cannot install them."""
    folder = folder.resolve()
    python, done = folder / "bin" / "python", folder / "packages"
    if done.exists() and done.read_text().split() == packages:
        return python
    venv.create(folder, clear=True, with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    if subprocess.run(pip).returncode != 0:
        print("skipped: pip cannot install", ", ".join(packages))
        sys.exit(77)
    done.write_text(" ".join(packages))
    return python
