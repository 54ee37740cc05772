"""Checks that sources and pages use the field's words.

    check_words.py [ROOT]
"""
import pathlib
import re
import sys

# A word of names and comments in src, and the field's word for it.
WORDS = {
    "cell": "element, dense, bitmap", "piece": "partition, chunk", "team": "thread pool, group of processes, of devices",
    "afar": "remote", "alike": "iso", "uniform": "iso", "passage": "streamed", "turned": "transposed", "debt": "owed cost",
}
# Names of the public interface.
KEPT = {"GrX_init_team", "GrX_init_team_fortran", "grx_team"}
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|[A-Za-z_]\w*|.", re.S)
SEGMENT = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
SUFFIXES = {".h", ".hpp", ".c", ".cpp", ".cu", ".cuh", ".def"}
PAGES = ("README.md", "docs/*.md", "docs/guide/*.md", "docs/internals/*.md", "docs/kernels/*.md")
# In pages only what is never said otherwise.
PHRASES = {"lets through": "allows", "let through": "allow", "afar": "remote", "the registry's rows": "the registry's variants"}


def refused(text):
    """The words of a text that have a better one."""
    for name in re.findall(r"[A-Za-z_]\w*", text):
        if name in KEPT:
            continue
        for segment in SEGMENT.findall(name):
            word = segment.lower()
            if word in WORDS or word.removesuffix("s") in WORDS:
                yield name, WORDS.get(word) or WORDS[word.removesuffix("s")]


def problems(root):
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in SUFFIXES or path.name == "former_names.cpp":
            continue
        number = 1
        for token in TOKEN.findall(path.read_text(encoding="utf-8")):
            if token[0] not in "\"'":
                for name, better in refused(token):
                    yield f"{path.relative_to(root).as_posix()}:{number}: {name}: say {better}"
            number += token.count("\n")
    for pattern in PAGES:
        for path in sorted(root.glob(pattern)):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for phrase, better in PHRASES.items():
                    if re.search(rf"\b{phrase}\b", line):
                        yield f"{path.relative_to(root).as_posix()}:{number}: {phrase}: say {better}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or "names and comments use the field's words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
