"""Checks that the repository has no left-overs: files of merges and editors, conflicts, paths of one machine, addresses that
nobody has.

    check_leftovers.py [ROOT]
"""
import pathlib
import re
import subprocess
import sys

NAME = re.compile(r"\.(orig|rej|bak|swp)$|~$")
TEXTS = {
    "a path beside the checkout": re.compile(r"\.\./shared/|(?<![\w.])/wor[k]/"),
    "an address that nobody has": re.compile(r"@[\w.-]+\.invalid\b"),
    "a conflict": re.compile(r"^(<{7}|>{7}) ", re.MULTILINE),
}


def files(root):
    """What git keeps, or everything where it keeps nothing."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return sorted(root / name for name in listed.stdout.split("\0") if name)
    return sorted(path for path in root.rglob("*") if "build" not in path.relative_to(root).parts)


def problems(root):
    for path in files(root):
        name = path.relative_to(root).as_posix()
        if NAME.search(name):
            yield f"{name}: a left-over of an editor or a merge"
        if not path.is_file() or name.startswith("benchmarks/raw/"):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for said, form in TEXTS.items():
            for match in form.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{name}:{line}: {said}: {match[0].strip()}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or "no left-overs")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
