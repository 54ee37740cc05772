"""Checks that no two types of one namespace in src have the same name: the linker would take one's functions for the other's.

    check_names.py [ROOT]

Types in namespaces without a name do not count. What is nested in another type, and so indented, does not either, nor do
the kernels' headers (.cuh): each of their programs is compiled alone.
"""
import pathlib
import re
import sys

NAMESPACE = re.compile(r"(?:inline )?namespace(?: ([\w:]+))? \{")
TYPE = re.compile(r"(?:template <.*>\s*)?(?:struct|class|enum class|enum)(?: alignas\(\d+\))? (\w+)(?: final)?(?: :[^;{]*)?\s*\{")


def types_of(text):
    """(namespace, name) of the types that are defined at the outermost level of a file."""
    inside = []
    for line in text.splitlines():
        opened = NAMESPACE.match(line)
        if opened:
            inside.append(opened[1])
        elif line.startswith("} // namespace"):
            inside.pop()
        found = TYPE.match(line)
        if found and None not in inside:
            yield "::".join(inside), found[1]


def problems(root):
    places = {}
    for path in sorted((root / "src").rglob("*")):
        if path.suffix in {".h", ".hpp", ".cpp"}:
            for name in types_of(path.read_text(encoding="utf-8")):
                places.setdefault(name, set()).add(path.relative_to(root).as_posix())
    for (namespace, name), files in places.items():
        if len(files) > 1:
            yield f"{namespace}::{name} is defined in {' and '.join(sorted(files))}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = list(problems(root))
    print("\n".join(found) or "each type has a name of its own")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
