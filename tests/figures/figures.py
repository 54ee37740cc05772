"""What the scripts of this folder share: a page, its tables and sentences, and the raw files."""
import decimal
import json
import math
import pathlib
import statistics

ROOT = pathlib.Path(__file__).resolve().parents[2]
RAW = "benchmarks/raw"
RUN_FIELDS = ("commit", "device", "driver", "date", "command")


def geomean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def fixed(value, places):
    """A decimal of so many places, halves rounded away from 0."""
    exact = decimal.Decimal(repr(round(value, 9)))
    return str(exact.quantize(decimal.Decimal(1).scaleb(-places), decimal.ROUND_HALF_UP))


def digits(value, count=3):
    """A number in so many significant digits, never with an exponent."""
    if value == 0:
        return "0"
    places = max(0, count - 1 - math.floor(math.log10(abs(value))))
    return fixed(value, places)


def span(values, places=2):
    """Least and largest value: "0.30 to 0.42"; one where both look the same."""
    values = list(values)
    low, high = fixed(min(values), places), fixed(max(values), places)
    return low if low == high else f"{low} to {high}"


def millions(count):
    return f"{digits(count / 1e6)} M"


class Raw:
    """A raw file of benchmarks/raw: one JSON object a line.

    A line with "run" says how the records below it were measured, and what else holds for all of them. `reports` are
    these lines, each with its "records"; `lines` are the records of the whole file.
    """

    def __init__(self, path):
        self.reports, self.lines = [], []
        for text in path.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if "run" in line:
                self.reports.append({**line, "records": []})
                continue
            self.lines.append(line)
            if self.reports:
                self.reports[-1]["records"].append(line)
        self.runs = [report["run"] for report in self.reports]

    def problems(self):
        """What its runs do not say; "not recorded" is an answer."""
        if not self.runs:
            yield "says of no run how it was made"
        for run in self.runs:
            for field in RUN_FIELDS:
                if not str(run.get(field, "")).strip():
                    yield f"a run without its {field}"


class Table:
    def __init__(self, line, rows):
        self.line = line  # of the header, from 0
        self.header, self.rows = rows[0], rows[2:]
        self.is_checked = False


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables_of(lines):
    tables, start = [], None
    for number, line in enumerate([*lines, ""]):
        if line.startswith("|"):
            start = number if start is None else start
        elif start is not None:
            tables.append(Table(start, [cells_of(row) for row in lines[start:number]]))
            start = None
    return tables


class Page:
    """A page and what is found wrong with it. Tables that nothing checks are wrong, unless they hold no figure."""

    def __init__(self, path, root=ROOT):
        self.path, self.root = path, root
        self.lines = (root / path).read_text(encoding="utf-8").split("\n")
        self.text = " ".join(" ".join(self.lines).split())
        self.tables = tables_of(self.lines)
        self.problems = []
        self.raw_files = {}
        self.checked = 0

    def raw(self, name):
        """A file of benchmarks/raw."""
        if name not in self.raw_files:
            self.raw_files[name] = Raw(self.root / RAW / name)
            self.problems += [f"{name} {problem}" for problem in self.raw_files[name].problems()]
        return self.raw_files[name]

    def table(self, header, rows):
        """The table with this header has these rows, all of them as text."""
        found = [table for table in self.tables if table.header == list(header)]
        if len(found) != 1:
            self.problems.append(f"{len(found)} tables with the header {' | '.join(header)}")
            return
        table, rows = found[0], [list(row) for row in rows]
        table.is_checked = True
        table.expected = rows
        if len(table.rows) != len(rows):
            self.problems.append(f"line {table.line + 1}: {len(table.rows)} rows, {len(rows)} in the raw file")
        for number, (is_row, wanted) in enumerate(zip(table.rows, rows)):
            for column, name in enumerate(table.header):
                cell = is_row[column] if column < len(is_row) else ""
                want = wanted[column] if column < len(wanted) else ""
                self.checked += 1
                if cell != want:
                    self.problems.append(f"line {table.line + 3 + number}, '{is_row[0]}', '{name}': "
                                         f"'{cell}', by the raw file '{want}'")

    def without_figures(self, *header):
        """A table of words: no raw file has what it says."""
        for table in self.tables:
            if table.header == list(header):
                table.is_checked = True
                return
        self.problems.append(f"no table with the header {' | '.join(header)}")

    def others_hold_words(self):
        """No other table of this page has figures of a measurement."""
        for table in self.tables:
            table.is_checked = True

    def says(self, form, *values):
        """The page has this text, with the values in the places of {}."""
        wanted = " ".join(form.format(*values).split())
        self.checked += len(values)
        if wanted not in self.text:
            self.problems.append(f"it does not say: {wanted}")

    def finish(self):
        self.problems += [f"line {table.line + 1}: nothing checks the table '{' | '.join(table.header)}'"
                          for table in self.tables if not table.is_checked]
        return self.problems

    def write(self):
        """Puts the expected rows into the page's tables."""
        lines = list(self.lines)
        for table in reversed(self.tables):
            if hasattr(table, "expected"):
                body = ["| " + " | ".join(row) + " |" for row in table.expected]
                lines[table.line + 2:table.line + 2 + len(table.rows)] = body
        (self.root / self.path).write_text("\n".join(lines), encoding="utf-8")
