"""Makes the documentation's site, without a warning, and looks for its pages.

    check_site.py ENVIRONMENT [TOOL]     TOOL, if there is one, draws the pictures

Exit status 77: the environment cannot be made.
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from environment import python_with_packages  # noqa: E402


def main():
    python = python_with_packages(pathlib.Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder, "site")
        made = subprocess.run([python, ROOT / "docs" / "make_site.py", site, *(f"--tool={tool}" for tool in sys.argv[2:] if tool)])
        if made.returncode:
            return made.returncode
        missing = [page for page in [*ROOT.glob("docs/**/*.md"), ROOT / "CHANGELOG.md"]
                   if not (site / page.relative_to(ROOT)).with_suffix(".html").exists() and page.name != "index.md"]
        for page in missing:
            print(f"{page.relative_to(ROOT)} is not in the site")
        return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
