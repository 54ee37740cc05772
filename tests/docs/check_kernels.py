"""Checks that the pages of docs/kernels name every variant of the registry, and none that is not there.

    check_kernels.py [ROOT]
"""
import pathlib
import re
import sys

VARIANT = re.compile(r"\"((?:cpu|cuda|group)/[a-z0-9_]+)\"")
NAMED = re.compile(r"`((?:cpu|cuda|group)/[a-z0-9_]+)")


FORMER = "former_names.cpp"  # what variants were called


def variants(root):
    return {name for path in sorted((root / "src").rglob("*.cpp")) if path.name != FORMER
            for name in VARIANT.findall(path.read_text(encoding="utf-8"))}


def problems(root):
    known = variants(root)
    if not known:
        yield "src has no variant"
    text = {page: page.read_text(encoding="utf-8") for page in sorted((root / "docs/kernels").glob("*.md"))}
    described = {name for page in text.values() for name in NAMED.findall(page)}
    for name in sorted(known - described):
        yield f"docs/kernels: nothing about {name}"
    for page, content in text.items():
        for name in sorted(set(NAMED.findall(content)) - known):
            yield f"{page.relative_to(root).as_posix()}: no variant {name}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or "every variant has its page")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
