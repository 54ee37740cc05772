"""Checks that docs/coefficients.md lists every coefficient of the cost models as the sources declare it, and that cost
functions hold no fitted number outside of these declarations. An integer, which may well be a count of bytes or of
passes, is looked at in functions alone that give a cost or ask for rates.

    check_rates.py [--write] [ROOT]
"""
import pathlib
import re
import sys

import functions

PAGE = "docs/coefficients.md"
DECLARED = re.compile(r"\b(Host|Device)Coefficient\s+\w+\s*\{((?:[^{}\"]|\"(?:[^\"\\]|\\.)*\")*)\}")
TEXT = re.compile(r"\"((?:[^\"\\]|\\.)*)\"")
OBJECT = re.compile(r"\b(?:Host|Device)Coefficient\s+(\w+)\s*\{")
COMMENT = re.compile(r"//[^\n]*")
NUMBER = re.compile(r"(?<![\w.])(\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+|\d+[eE][-+]?\d+)(?![\w.])")
INTEGER = re.compile(r"(?<![\w.'])(?<![eE][-+])(\d+)(?![\w.'])")
# Kernels of a variant, and waits for one.
LAUNCHES = re.compile(r"\b\d+ \* [\w.:()]*(?:launch|wait)_seconds|\blaunches \+?= [^;]*;")
COST_NAME = re.compile(r"cost|seconds")
COST_TYPE = re.compile(r"\bCost\b[^(]*\(")
# Folders with costs: the variants of the host, the device's variants and what they share, problems, rates and the choice.
FOLDERS = ("src/cpu", "src/cuda/library", "src/cuda/*/variants", "src/problems", "src/costs",
           "src/dispatch", "src/distributed")

# Numbers that no machine changes. Of all files:
PLAIN = {"0.0", "1.0", "0.125", "1e9", "1e-9"}  # none, all, bytes of a bit, "unknown: many" or billions, nanoseconds
PLAIN_INTEGERS = {"0", "1", "2", "4", "8"}  # none, once, read and written, bytes of a narrow and a wide index, bits of a byte
# Of one file: what the number is.
STRUCTURE = {
    ("src/cpu/mxm/mxm_blas.cpp", "16.0"): "columns of a panel",
    ("src/cpu/mxm/mxm_blas.cpp", "1e12"): "largest result",
    ("src/cpu/mxm/mxm_full_rows.cpp", "1e12"): "largest result",
    ("src/cpu/mxm/mxm_full_rows.cpp", "8.0"): "lanes of a vector instruction",
    ("src/cpu/mxm/mxm_full_rows.cpp", "32.0"): "bytes of one",
    ("src/cpu/mxm/mxm_widened.cpp", "32.0"): "bytes of a vector instruction",
    ("src/cpu/elementwise/merge_dense.cpp", "2.0"): "steps of a position, for the number of threads",
    ("src/cpu/elementwise/merge_sparse.cpp", "8.0"): "steps of an entry, for the number of threads",
    ("src/cpu/elementwise/reduce_scalar.cpp", "1.5"): "steps of a slot, for the number of threads",
    ("src/cpu/mxv/mxv_cost.cpp", "4.0"): "bytes of a narrow index",
    ("src/cpu/mxv/mxv_cost.cpp", "8.0"): "bytes of a wide one",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "4.0"): "lanes that share a row, at least",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "256.0"): "threads of a block",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "32.0"): "rows of a warp",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "1024.0"): "entries of a row that is a block's",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "0.1"): "seconds, so that nobody takes it: nothing is known of the rows",
    ("src/cuda/mxm/variants/mxm_sort.cpp", "4294967296.0"): "products that 4 bytes can number",
    ("src/cuda/mxv/variants/mxv_hub.cpp", "24"): "bytes of six words of a column",
    ("src/cuda/mxv/variants/mxv_push_choice.cpp", "8.0"): "bits of a pass of the sort",
    ("src/cuda/mxv/variants/mxv_push_choice.cpp", "4.0"): "bytes of a slot, at least",
    ("src/cuda/spmm/variants/spmm.cpp", "9.35"): "entries of a row from which on it counts as long (Yang 2019)",
    ("src/cuda/spmm/variants/spmm.cpp", "32.0"): "lanes of a warp",
    ("src/cuda/spmm/variants/spmm_operands.cpp", "32.0"): "bytes of a sector",
    ("src/dispatch/variant.hpp", "1e6"): "seconds, so that nobody takes it",
    ("src/dispatch/compare.cpp", "5e-4"): "seconds of a measurement",
    ("src/dispatch/compare.cpp", "0.05"): "seconds of a call of which two turns tell enough",
    ("src/dispatch/compare.cpp", "0.1"): "seconds of an estimate that may be too long to be timed",
    ("src/problems/commit.cpp", "65536.0"): "elements that may always be dense, as the storage has it",
    ("src/dispatch/log.cpp", "1e6"): "microseconds",
    ("src/dispatch/trials.cpp", "1.001"): "step of a derivative",
    ("src/dispatch/trials.cpp", "1e-4"): "least derivative",
    ("src/cpu/commit/commit_merge_sparse.cpp", "24"): "bytes of three offsets",
    ("src/cpu/commit/commit_merge_sparse.cpp", "3"): "C and T are read, the result is written",
    ("src/cpu/commit/commit_rows.cpp", "24"): "bytes of three offsets",
    ("src/cpu/elementwise/ewise_rows.cpp", "32"): "steps of a search in a much longer row",
    ("src/cpu/submatrix/extract_vector.cpp", "12"): "bytes of a word of bits and a count",
    ("src/cpu/submatrix/extract_vector.cpp", "64"): "positions of a word",
    ("src/cpu/structure/convert_slots.cpp", "3"): "counted, read, written",
    ("src/cpu/mxm/mxm_few_columns.cpp", "64"): "bytes of a cache line",
    ("src/cpu/mxm/mxm_few_rows.cpp", "3"): "rounds up to lanes of four",
    ("src/cpu/mxm/mxm_few_rows.cpp", "8"): "bytes of a word of bits",
    ("src/cpu/mxm/mxm_gustavson_dense.cpp", "18"): "logarithm of the columns that a word of the upper summary stands for",
    ("src/cpu/mxv/mxv_cost.cpp", "20"): "logarithm of the number of keys that sort_keys is the rate of",
    ("src/cpu/mxv/mxv_cost.cpp", "16"): "bytes of keys, written and read",
    ("src/cpu/elementwise/reduce_scalar.cpp", "64"): "multiplications of one value by a number of 64 bits",
    ("src/cuda/merge/variants/commit_merge_dense.cpp", "6"): "values that go through memory for each dense element",
    ("src/cuda/merge/variants/commit_scatter.cpp", "16"): "bytes of an entry that is scattered",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "64"): "bytes of a sector of indices and one of offsets",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "256"): "threads of a block",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "16"): "mean length from which on all rows are a warp's; bytes of a segment",
    ("src/cuda/mxv/variants/mxv_pull.cpp", "32"): "rows of a warp",
    ("src/cuda/mxv/variants/mxv_push_choice.cpp", "5"): "reads and writes of a pass of the sort; its kernels besides the passes",
    ("src/cuda/mxv/variants/mxv_push_choice.cpp", "6"): "reads and writes before and after the sort",
    ("src/cuda/mxv/variants/mxv_push_choice.cpp", "3"): "kernels with a scan",
    ("src/cuda/spmm/variants/spmm_cusparse.cpp", "16"): "columns that cuSPARSE's kernels change at",
    ("src/cuda/spmm/variants/spmm_cusparse.cpp", "64"): "columns that they change at again",
    ("src/cuda/spmm/variants/spmm_operands.cpp", "32"): "bytes of a sector",
    ("src/cuda/ssd/variants/ssd.cpp", "32"): "bytes of a sector",
    ("src/cuda/structure/variants/build_scatter.cpp", "5"): "kernels",
    ("src/cuda/structure/variants/build_sort.cpp", "16"): "bytes of a key and a position, read and written",
    ("src/cuda/structure/variants/extract.cpp", "64"): "bytes of offsets and sums for each row",
    ("src/cuda/structure/variants/transpose.cpp", "16"): "bytes of a key and a position, read and written",
    ("src/cuda/structure/variants/update_elements.cpp", "6"): "kernels",
    ("src/dispatch/compare.cpp", "50"): "calls of a measurement, at most",
    ("src/dispatch/compare.cpp", "3"): "turns of a measurement, of which the last counts",
}


def sources(root):
    for folder in FOLDERS:
        for path in sorted(root.glob(folder)):
            yield from (file for file in sorted(path.iterdir()) if file.suffix in (".cpp", ".hpp"))


def coefficients(root):
    """(name, unit, meaning, default, kind), by name."""
    found = []
    for path in sorted((root / "src").rglob("*.[ch]pp")):
        for kind, body in DECLARED.findall(path.read_text(encoding="utf-8")):
            # The parts of a text that is written in several lines belong together.
            body = re.sub(r"\"\s+\"", "", body)
            texts = TEXT.findall(body)
            rest = [word.strip() for word in TEXT.sub("", body).split(",")]
            default = next((word for word in rest if word), "")
            if len(texts) == 3:
                found.append((*texts, default, kind))
    return sorted(found)


def without_declarations(text):
    return DECLARED.sub("", text)


def bare_numbers(root):
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        text = without_declarations(path.read_text(encoding="utf-8"))
        # The namespace of classes of machines is data of another kind.
        if name in ("src/costs/coefficient.cpp", "src/costs/coefficient.hpp"):
            continue
        for line in COMMENT.sub("", text).split("\n"):
            for number in NUMBER.findall(re.sub(TEXT, "", line)):
                if number not in PLAIN and (name, number) not in STRUCTURE:
                    yield f"{name}: {number} in \"{line.strip()}\" is no coefficient"


def cost_functions(path):
    """The lines, without comments and texts, of each function that gives a cost or asks for rates."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    asks = re.compile("|".join([r"\brates\(\)", *(rf"\b{name}\b" for name in OBJECT.findall(text))]))
    for name, first, last in functions.functions_of(path):
        body = [TEXT.sub("", COMMENT.sub("", line)) for line in lines[first - 1:last]]
        whole = "\n".join(body)
        if COST_NAME.search(name) or COST_TYPE.match(whole) or asks.search(whole):
            yield body


def bare_integers(root):
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        for body in cost_functions(path):
            for line in body:
                for number in INTEGER.findall(LAUNCHES.sub("", line)):
                    if number not in PLAIN_INTEGERS and (name, number) not in STRUCTURE:
                        yield f"{name}: {number} in \"{line.strip()}\" is no coefficient"


def unused_structure(root):
    """What the table above explains and no file has any more."""
    for name, number in STRUCTURE:
        path = root / name
        if path.is_file() and not re.search(rf"(?<![\w.]){re.escape(number)}(?![\w.])", path.read_text(encoding="utf-8")):
            yield f"{name}: {number} is explained and not there"


def truncations(root):
    """Where a coefficient would become an integer: as one branch of a choice whose other branch is one."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((root / "src").rglob("*.[ch]pp"))}
    names = sorted({name for text in texts.values() for name in OBJECT.findall(text)})
    if not names:
        return
    object_ = rf"[\w.:()]*\b(?:{'|'.join(names)})"
    choice = re.compile(rf"\?\s*\d+\s*:\s*{object_}\s*[;,)]|\?\s*{object_}\s*:\s*\d+\s*[;,)]")
    for path, text in texts.items():
        for found in choice.findall(COMMENT.sub("", text)):
            yield f"{path.relative_to(root).as_posix()}: '{found}' is an integer; write 0.0 or 1.0"


def page(root):
    lines = [
        "# Coefficients",
        "",
        "For who tunes the choice of variants. Every number of the cost models that was fitted to a machine, with the",
        "value that it has without a profile; written by `tests/docs/check_rates.py --write`. How to fit them to a machine:",
        "[tuning.md](tuning.md). In a profile each is a line `name value`.",
        "",
    ]
    tables = [("Host", "## Of the host", "A current server or desktop, a thread at a time."),
              ("Device", "## Of GPUs", "As fitted on an H100 and an H200; other GPUs start from these and what they say of "
                                       "themselves.")]
    for kind, title, words in tables:
        lines += [title, "", words, "", "| name | unit | default | |", "|---|---|---|---|"]
        lines += [f"| `{name}` | {unit} | {default} | {meaning} |"
                  for name, unit, meaning, default, own in coefficients(root) if own == kind]
        lines.append("")
    return "\n".join(lines)


def problems(root):
    known = coefficients(root)
    if not known:
        yield "src declares no coefficient"
    names = [entry[0] for entry in known]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two coefficients are called {name}"
    for name, unit, meaning, _, kind in known:
        if not unit or not meaning:
            yield f"{name}: no unit or no meaning"
        if (kind == "Device") != name.startswith("device_"):
            yield f"{name}: the coefficients of devices, and no others, begin with device_"
    path = root / PAGE
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    for entry in known:
        if f"| `{entry[0]}` |" not in text:
            yield f"{PAGE}: nothing about {entry[0]}"
    if text != page(root):
        yield f"{PAGE} is not what the sources say: tests/docs/check_rates.py --write"
    yield from bare_numbers(root)
    yield from bare_integers(root)
    yield from unused_structure(root)
    yield from truncations(root)


def main():
    given = [word for word in sys.argv[1:] if word != "--write"]
    root = pathlib.Path(given[0]) if given else pathlib.Path(__file__).resolve().parents[2]
    if "--write" in sys.argv:
        (root / PAGE).write_text(page(root), encoding="utf-8")
    found = list(problems(root))
    print("\n".join(found) or "every fitted number is a coefficient, and described")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
