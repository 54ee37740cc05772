"""The mutants of a file: each changes one line in one place, as a slip of the pen would."""
import dataclasses
import re

# Name, pattern, replacement. Binary operators have blanks around them (.clang-format), brackets of
# templates do not.
SWAPS = [
    ("<", r" < ", " <= "), ("<=", r" <= ", " < "), (">", r" > ", " >= "), (">=", r" >= ", " > "),
    ("==", r" == ", " != "), ("!=", r" != ", " == "),
    ("+", r" \+ ", " - "), ("-", r"(?<=[\w)\]]) - ", " + "),
    ("+=", r" \+= ", " -= "), ("-=", r" -= ", " += "),
    ("++", r"\+\+", "--"), ("*", r"(?<=[\w)\]]) \* ", " + "),
    ("&&", r" && ", " || "), ("||", r" \|\| ", " && "), ("!", r"(?<=[ (])!(?=[\w(])", ""),
    ("true", r"\btrue\b", "false"), ("false", r"\bfalse\b", "true"),
    ("min", r"\bstd::min\b", "std::max"), ("max", r"\bstd::max\b", "std::min"),
    ("off by one", r"(?<=[\w)\]] [-+] )1\b", "0"), ("off by one", r"\b0\b(?=;)", "1"),
    ("other index", r"\bnrows\b", "ncols"), ("other index", r"\bncols\b", "nrows"),
    ("other index", r"\brow\b", "column"), ("other index", r"\bcolumn\b", "row"),
    ("other index", r"\bi\b(?=\])", "i + 1"), ("other index", r"\bk\b(?=\])", "k + 1"),
]
# A call, an assignment or a step that stands alone in its line; no declaration.
STATEMENT = re.compile(r"^\s+(?:[\w:.\[\]()*]|->)+(?: [-+*|&^]?= .+|\+\+|--|\(.*\));$")
NOT_DROPPED = re.compile(r"^\s+(?:return|break|continue|throw|using|static_assert|case|delete)\b")


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    line: int  # from 1
    kind: str
    before: str
    after: str

    def key(self):
        """What stays when lines move."""
        return self.path, self.before.strip(), self.after.strip()

    def __str__(self):
        return (f"{self.path}:{self.line} [{self.kind}]\n"
                f"    - {self.before.strip()}\n    + {self.after.strip()}")


def code_of(line):
    """The line with comments and texts blanked out, of the same length."""
    def blank(match):
        return " " * len(match[0])
    return re.sub(r"//.*", blank, re.sub(r'"(?:[^"\\]|\\.)*"', blank, line))


def is_code(code):
    return code.strip() != "" and not re.match(
        r"\s*(#|template\b|using\b|namespace\b|static_assert|extern\b|struct\b|class\b|enum\b)", code)


def mutants_of(path, text):
    """All of them, in the order of the lines."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        code = code_of(line)
        if not is_code(code) or line.endswith("\\"):
            continue
        is_declaration = re.search(r"\w [&*]?\w+\([^()]*\b(std::|const |bool |int )", code)
        for kind, pattern, replacement in SWAPS:
            if kind == "other index" and is_declaration:
                continue
            for match in re.finditer(pattern, code):
                after = line[:match.start()] + replacement + line[match.end():]
                found.append(Mutant(path, number, kind, line, after))
        if STATEMENT.match(code) and not NOT_DROPPED.match(code):
            indent = line[:len(line) - len(line.lstrip())]
            found.append(Mutant(path, number, "dropped", line, indent + ";"))
    return found
