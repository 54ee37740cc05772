"""Runs networkx' own tests on its backend, with libraries that were just built.

    python3 run_networkx.py LIBRARY ALGORITHMS DEVICE_ARRAYS ENVIRONMENT FOLDER

ENVIRONMENT and FOLDER as run.py has them. Calls that the backend does not take are networkx' own, and are counted.
GRAPHBLAST_TEST_TENTH, 0 to 9, takes a tenth of the tests. Exit status 77: the environment cannot be made, or has no networkx
with a test suite for backends.
"""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from environment import python_with_packages  # noqa: E402
from run import package  # noqa: E402

ASK = "import networkx; print(networkx.__version__, networkx.__path__[0])"


def main() -> None:
    library, algorithms, device_arrays, environment, folder = *sys.argv[1:5], pathlib.Path(sys.argv[5]).resolve()
    python = python_with_packages(pathlib.Path(environment))
    asked = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=False)
    version, _, home = asked.stdout.strip().partition(" ")
    if asked.returncode != 0 or tuple(map(int, version.split(".")[:2])) < (3, 6):
        print(f"skipped: networkx 3.6 is not installed; found {version or 'none'}")
        sys.exit(77)
    package(python, folder / "package")
    variables = {**os.environ, "GRAPHBLAST_LIBRARY": library, "GRAPHBLAST_ALGORITHMS": algorithms,
                 "GRAPHBLAST_DEVICE_ARRAYS": device_arrays,
                 "PYTHONPATH": os.pathsep.join((str(folder / "package"), str(HERE))),
                 "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "NETWORKX_TEST_BACKEND": "graphblast",
                 "NETWORKX_FALLBACK_TO_NX": "1", "OMP_NUM_THREADS": "1"}
    tests = [python, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", "-p", "networkx_tenth", home]
    sys.exit(subprocess.run(tests, env=variables, cwd=pathlib.Path(home).parent, check=False).returncode)


if __name__ == "__main__":
    main()
