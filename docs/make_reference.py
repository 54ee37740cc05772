"""Writes the reference of the public headers as pages of Markdown: make_reference.py FOLDER [--compiler CC]

A page a chapter of GraphBLAS.h and a page a header of include/graphblast. Typed families (GrB_Matrix_build_FP64, ...) and those
of all kinds of objects (GrB_Matrix_free, ...) are one entry. The texts are the headers' comments; an example is the shortest
function of docs/samples that calls one of the family, and is run by a test. With --check it only says which entries of
GraphBLAS.h have no example.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "docs"))
import check_header  # noqa: E402
import functions  # noqa: E402

SUFFIX = re.compile(r"_(BOOL|U?INT(8|16|32|64)|F[PC](32|64)|[BF][FP]16|UDT|Scalar|String|VOID|SIZE|ENUM)$")
KIND = re.compile(r"^GrB_(Type|UnaryOp|BinaryOp|IndexUnaryOp|Monoid|Semiring|Descriptor|Scalar|Vector|Matrix|Global)"
                  r"_(free|wait|error|get|set)$")
DECLARATION = re.compile(r"\b(G(?:rB|xB|rX|B)_\w+) ?\(([^;{}]*)\) ?[;{]")
CHAPTER = re.compile(r"^// (\d+) +(\S.*?)$", re.MULTILINE)
OPERATIONS = "10"


def family(name: str) -> str:
    """What a function is listed under."""
    if name == "GrB_Descriptor_set":
        return name
    stem = name
    while SUFFIX.search(stem) and not stem.endswith(("setElement", "extractElement")):
        stem = SUFFIX.sub("", stem)
    stem = re.sub(r"(eWiseAdd|eWiseMult|kronecker)_(BinaryOp|Monoid|Semiring)$", r"\1", stem)
    kind = KIND.match(stem)
    return f"GrB_*_{kind[2]}" if kind else stem


def anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


class Entry:
    def __init__(self, title: str, result: str, parameters: str, comment: str) -> None:
        self.title, self.names = title, []
        self.result, self.parameters, self.comment = result, parameters, comment


def chapters(compiler: str) -> dict[str, list[Entry]]:
    """The entries of GraphBLAS.h by chapter, and those of the other headers by file, in their order."""
    text, _ = check_header.preprocessed(ROOT / "include" / "GraphBLAS.h", compiler)
    found: dict[str, list[Entry]] = {}
    marks = [*CHAPTER.finditer(text)]
    for mark, after in zip(marks, [*marks[1:], None]):
        entries = collected(text[mark.end(): after.start() if after else len(text)])
        if entries:
            found[f"{mark[1]} {mark[2]}"] = entries
    texts = by_file(compiler)
    for header in sorted((ROOT / "include" / "graphblast").glob("gxb_*.h")):
        entries = collected(texts[header.resolve()])
        if entries:
            found[f"graphblast/{header.name}"] = entries
    return found


def by_file(compiler: str) -> dict[pathlib.Path, str]:
    """What each header itself declares, preprocessed and with its comments."""
    command = [compiler, "-E", "-CC", "-std=c11", "-D__attribute__(x)=", "-x", "c", "-"]
    source = f'#include "{ROOT / "include" / "suitesparse" / "GraphBLAS.h"}"\n'
    run = subprocess.run(command, check=True, input=source, stdout=subprocess.PIPE, text=True)
    lines: dict[str, list[str]] = {}
    own = lines.setdefault("", [])
    for line in run.stdout.splitlines():
        if marker := re.match(r'# \d+ "([^"]*)"', line):
            own = lines.setdefault(marker[1], [])
        else:
            own.append(line)
    texts: dict[pathlib.Path, str] = {}
    for name, own in lines.items():
        path = pathlib.Path(name).resolve()
        texts[path] = texts.get(path, "") + "\n".join(own) + "\n"
    return texts


def collected(text: str) -> list[Entry]:
    entries: dict[str, Entry] = {}
    declared = dict(DECLARATION.findall(re.sub(check_header.COMMENT, "", text, flags=re.DOTALL)))
    for name, result, _, comment in check_header.declarations(text):
        if not comment:
            continue
        title = family(name)
        entry = entries.setdefault(title, Entry(title, result, declared.get(name, ""), comment))
        entry.names.append(name)
    return [*entries.values()]


def samples() -> list[tuple[pathlib.Path, str]]:
    """The functions of the samples, but for main and what they have in common: their file and their text."""
    found = []
    for path in sorted((ROOT / "docs" / "samples").glob("*.c")):
        lines = path.read_text().splitlines()
        for name, first, last in functions.functions_of(path):
            if name != "main":
                while first > 1 and lines[first - 2].strip().startswith(("/*", "*")) or lines[first - 2].rstrip().endswith("*/"):
                    first -= 1
                found.append((path, "\n".join(lines[first - 1:last])))
    return found


def example(entry: Entry, chapter: str, known: list[tuple[pathlib.Path, str]]) -> tuple[pathlib.Path, str] | None:
    calls = re.compile(r"\b(" + "|".join(map(re.escape, entry.names)) + r")\(")
    fitting = [(path, text) for path, text in known if calls.search(text)]
    return min(fitting, key=lambda sample: (sample[0].stem not in chapter.lower(), len(sample[1])), default=None)


def plain(text: str) -> str:
    """A piece of a comment as Markdown."""
    text = re.sub(r"\*(\w+)\*", r"`\1`", text)
    text = re.sub(r"(?<![\w`])(\w+\*\*?|\*\w+)(?![\w`*])", r"`\1`", text)
    text = re.sub(r"\s+", " ", text).strip().replace("|", "\\|").replace("<", "&lt;").replace("_", "\\_")
    text = re.sub(r"\\ref contract\b", "[contract](10_operations.md#contract)", text)
    return re.sub(r"\\ref (\w+)", r"\1", text)


def parts(comment: str) -> tuple[str, list[tuple[str, str, str]], str]:
    """Description, parameters (direction, names, text) and what is returned."""
    body = re.sub(r"^/\*\*|\*/$", "", comment)
    body = re.sub(r"^\s*\* ?", "", body, flags=re.MULTILINE)
    pieces = re.split(r"\\(param|return)\b", body)
    parameters, returned = [], ""
    for tag, text in zip(pieces[1::2], pieces[2::2]):
        if tag == "return":
            returned = text
            continue
        found = re.match(r"(?:\[([\w,]+)\])?\s*(\S+)\s+(.*)", text, re.DOTALL)
        parameters.append((found[1] or "in", found[2], found[3]))
    return pieces[0], parameters, returned


def written(entry: Entry, chapter: str, known: list[tuple[pathlib.Path, str]]) -> list[str]:
    description, parameters, returned = parts(entry.comment)
    lines = [f"## `{entry.title.replace('*', '…')}` {{#{anchor(entry.title)}}}", "", plain(description), ""]
    declared = re.sub(r"\s+", " ", entry.parameters).strip()
    call = f"{entry.result.replace('extern ', '').strip()} {entry.names[0]}("
    lines += ["```c", *textwrap.wrap(f"{call}{declared});", 90, subsequent_indent=" " * min(len(call), 24)), "```", ""]
    if len(entry.names) > 1:
        lines += ["The same for " + ", ".join(f"`{name}`" for name in entry.names[1:]) + ".", ""]
    if parameters:
        lines += ["| argument | | |", "|---|---|---|"]
        lines += [f"| `{names.replace(',', '`, `')}` | {direction.replace(',', ', ')} | {plain(text)} |"
                  for direction, names, text in parameters] + [""]
    special = "" if plain(returned).lower().startswith("the usual codes") else f"{plain(returned)} And "
    lines += [f"**Returns** {special}[the usual codes](index.md#codes).", ""]
    if chapter.split()[0] == OPERATIONS:
        lines += ["**Shapes** are those of the table, after transposing. **Aliasing**: the output may be any of the inputs and the "
                  "mask ([contract](10_operations.md#contract)).", ""]
    shown = example(entry, chapter, known)
    if shown:
        path, text = shown
        lines += [f"Example, from [{path.name}](../samples/{path.name}):", "", "```c", text, "```", ""]
    return lines


def contract() -> str:
    """What the header says of all operations."""
    text = (ROOT / "include" / "GraphBLAS.h").read_text()
    body = re.search(r"/\*\* \\page contract [^\n]*\n(.*?)\*/", text, re.DOTALL)[1]
    body = re.sub(r"^    ", "", body, flags=re.MULTILINE).replace("\\code", "```text").replace("\\endcode", "```")
    body = re.sub(r"(?<!\n)\n- ", "\n\n- ", body)
    return re.sub(r"^([A-Z][\w ]+)\. ", r"**\1.** ", body, flags=re.MULTILINE)


def page_name(chapter: str) -> str:
    if chapter.startswith("graphblast/"):
        return chapter.removeprefix("graphblast/").removesuffix(".h") + ".md"
    number, title = chapter.split(" ", 1)
    return f"{int(number):02}_{anchor(title.split(',')[0].split(':')[0])}.md"


USUAL_CODES = """## The usual codes {#codes}

| code | when |
|---|---|
| `GrB_SUCCESS` | done; in non-blocking mode perhaps later |
| `GrB_UNINITIALIZED_OBJECT`, `GrB_NULL_POINTER` | an object was never made, or freed; a pointer is NULL that must not be |
| `GrB_INVALID_OBJECT` | an object is damaged: an earlier call that was left for later failed |
| `GrB_OUT_OF_MEMORY`, `GrB_PANIC` | no memory; something unforeseen, or the library was not started |

"""


def write(folder: pathlib.Path, compiler: str) -> None:
    found, known = chapters(compiler), samples()
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["# Reference", "", "Every function of the headers: arguments, shapes, what may be NULL, what is returned. The same "
             "comments stand in the headers.", ""]
    for chapter, entries in found.items():
        name = page_name(chapter)
        body = [f"# {chapter}", ""]
        if chapter.split()[0] == OPERATIONS:
            body += ["## The contract {#contract}", "", contract(), ""]
        for entry in entries:
            body += written(entry, chapter, known)
        (folder / name).write_text("\n".join(body) + "\n")
        lines += [f"**[{chapter}]({name})**: " +
                  ", ".join(f"[`{entry.title.replace('*', '…')}`]({name}#{anchor(entry.title)})" for entry in entries), ""]
    (folder / "index.md").write_text("\n".join(lines) + USUAL_CODES)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        found, known = chapters(options.compiler), samples()
        missing = [entry.title for chapter, entries in found.items() if not chapter.startswith("graphblast/")
                   for entry in entries if example(entry, chapter, known) is None]
        for title in missing:
            print(f"{title}: no function of docs/samples calls it")
        print(f"{sum(map(len, found.values()))} entries, {len(missing)} without an example that need one")
        return 1 if missing or not found else 0
    write(options.folder, options.compiler)
    return 0


if __name__ == "__main__":
    sys.exit(main())
