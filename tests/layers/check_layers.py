#!/usr/bin/env python3
"""Checks that no file under src/ includes one of a higher layer.

Usage: check_layers.py SRC

LAYERS lists the folders from the bottom up; folders of one line are on one level and may not include each other.
UNNAMED lists folders whose files know operations by the registry alone: they name no device, and include no header of
those that have the variants of one. Prints each include that points up and each such name, and exits with 1 if there is
one, or if a folder stands in no line.
"""
import pathlib
import re
import sys

LAYERS = [
    ["base"],
    ["algebra"],
    ["storage"],
    ["objects"],
    ["io"],
    ["costs"],
    ["problems"],
    ["dispatch"],
    ["distributed"],
    ["mpi"],
    ["cpu"],
    ["cuda"],
    ["deferred"],
    ["operations"],
    ["capi"],
]

UNNAMED = ["operations"]
PLACED = ["distributed", "cpu", "cuda"]
PLACE = re.compile(r"\b(Device|DeviceKind|host_kind|cuda_kind|devices|here|cuda|CUDA|GPU|device)\b")

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def level_of(folder):
    """The line of LAYERS that has the folder, None if there is none."""
    return next((k for k, line in enumerate(LAYERS) if folder in line), None)


def violations(src):
    """(file, included header) for each include that does not point down."""
    for path in sorted(src.rglob("*")):
        if path.suffix not in {".cpp", ".hpp", ".h", ".cu", ".cuh", ".def"}:
            continue
        own = path.relative_to(src)
        for header in INCLUDE.findall(path.read_text(encoding="utf-8")):
            folder = header.split("/")[0]
            if not (src / header).is_file() or folder == own.parts[0]:
                continue  # the public headers, the plugin's short names, the folder itself
            if level_of(folder) is None or level_of(folder) >= level_of(own.parts[0]):
                yield own, header


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def placed_names(src):
    """(file, name) for each device, and each header of one, in a folder that knows none."""
    for folder in UNNAMED:
        for path in sorted((src / folder).rglob("*.?pp")):
            text = without_comments(path.read_text(encoding="utf-8"))
            headers = INCLUDE.findall(text)
            names = [header for header in headers if header.split("/")[0] in PLACED]
            names += PLACE.findall(INCLUDE.sub("", text))
            yield from ((path.relative_to(src), name) for name in names)


def main():
    src = pathlib.Path(sys.argv[1])
    folders = (d for d in sorted(src.iterdir()) if d.is_dir() and any(d.rglob("*.?pp")))
    unknown = [folder.name for folder in folders if level_of(folder.name) is None]
    found = list(violations(src))
    for folder in unknown:
        print(f"src/{folder}/ is in no layer")
    for path, header in found:
        print(f"src/{path} includes {header}, which is not below it")
    placed = list(placed_names(src))
    for path, name in placed:
        print(f"src/{path} names {name}: which device carries out an operation is the registry's choice")
    if not any(src.rglob("*.cpp")):
        print(f"no sources in {src}")
        return 1
    return 1 if unknown or found or placed else 0


if __name__ == "__main__":
    sys.exit(main())
