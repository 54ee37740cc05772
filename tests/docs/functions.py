"""The functions of a source file in C, C++, CUDA or Python, with their lines.

C and C++ are read by their braces, once comments, literals and preprocessor lines are gone. Of #if ... #else
the first branch counts: the second would open the same braces again. A lambda within a function belongs to it.
"""
import ast
import re

LITERAL = re.compile(r"""
    //(?:\\\n|[^\n])* | /\*.*?\*/
  | (?:\b(?:u8|[uUL]))?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
  | "(?:\\.|[^"\\\n])*"
  | (?<!\w)(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'""", re.DOTALL | re.VERBOSE)
CONDITIONAL = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b")
TYPE = re.compile(r"\b(?:namespace|struct|class|union|enum)\b")
QUALIFIERS = (r"(?:\s|const\b|noexcept\b|override\b|final\b|mutable\b|volatile\b|try\b|&|\(\)|__\w+"
              r"|requires\b.*|->.*)*")
PARAMETERS = re.compile(rf"\(\){QUALIFIERS}$", re.DOTALL)
MEMBERS = re.compile(rf"\(\){QUALIFIERS}:(?!:).*$", re.DOTALL)
LAMBDA = re.compile(rf"(?:^|[=,(\s])\[[^\[\]]*\]\s*(?:\(\){QUALIFIERS})?$", re.DOTALL)
VALUE = re.compile(r"(?<!operator)(?<!operator[=!<>+*/%&|^-])(?<![=!<>+*/%&|^-])=(?!=)")
NAME = re.compile(r"(operator\s*(?:\(\)|[^\w\s(]+)|[\w:~]+)\s*\(")
NO_NAMES = {"alignas", "decltype", "noexcept", "requires", "__attribute__", "__launch_bounds__"}


def without_literals(text):
    """The same lines; an empty string stays where a literal was."""
    def blank(found):
        return ("" if found[0].startswith("/") else '""') + "\n" * found[0].count("\n")
    return LITERAL.sub(blank, text)


def without_directives(text):
    """The same lines; empty ones stay for directives and for all branches but the first."""
    lines, branches, goes_on = [], [], False
    for line in text.split("\n"):
        conditional = None if goes_on else CONDITIONAL.match(line)
        if conditional and conditional[1].startswith("if"):
            branches.append(True)
        elif conditional and conditional[1] == "endif":
            branches.pop()
        elif conditional:
            branches[-1] = False
        is_directive = goes_on or line.lstrip().startswith("#")
        goes_on = is_directive and line.endswith("\\")
        lines.append("" if is_directive or not all(branches) else line)
    return "\n".join(lines)


def without_insides(text, opening, closing):
    """Without what stands in pairs of brackets, which themselves stay."""
    result, depth = "", 0
    for character in text:
        depth -= character == closing and depth > 0
        result += character if depth == 0 else ""
        depth += character == opening
    return result


def kind_of(statement):
    """What the brace after a declaration opens: "function", "lambda", "member" (its initial value), or None."""
    outside = without_insides(re.sub(r"^\s*template\s*<", "<", statement), "(", ")")
    plain = without_insides(outside, "<", ">")
    if LAMBDA.search(outside):
        return "lambda"
    if VALUE.search(plain):
        return None
    if PARAMETERS.search(outside):
        return "function"
    if MEMBERS.search(outside) and not TYPE.search(plain):
        return "member"
    return None


def is_lambda_in_call(statement):
    """Whether it stands within parentheses that are still open."""
    depth = 0
    for place in range(len(statement) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(statement[place], 0)
        if depth < 0:
            return kind_of(statement[place + 1:]) == "lambda"
    return False


def name_of(statement):
    found = [name[1] for name in NAME.finditer(statement) if name[1] not in NO_NAMES]
    return found[0] if found else "a lambda"


class Reader:
    """Goes through a file's characters and notes where functions begin and end."""

    def __init__(self):
        self.found = []
        self.opened = []    # of each open brace: kind, statement, first line, open parentheses before
        self.inside = 0     # how many of them are a function or lie in one
        self.statement, self.first, self.parentheses = "", 0, 0

    def open(self):
        kind = None
        if not self.inside and self.parentheses:
            kind = "lambda" if is_lambda_in_call(self.statement) else None
        elif not self.inside:
            kind = kind_of(self.statement)
        self.opened.append((kind, self.statement, self.first, self.parentheses))
        if kind in ("function", "lambda") or self.inside:
            self.inside += 1
        elif not self.parentheses:
            self.statement = ""

    def close(self, line):
        kind, statement, first, parentheses = self.opened.pop()
        self.inside -= self.inside > 0
        if self.inside:
            return
        if kind in ("function", "lambda"):
            self.found.append((name_of(statement), first, line))
        self.parentheses = parentheses
        is_over = kind != "member" and not parentheses
        self.statement, self.first = ("", 0) if is_over else (statement + "()", first)

    def read(self, text):
        line = 1
        for character in text:
            line += character == "\n"
            if character == "{":
                self.open()
            elif character == "}":
                self.close(line)
            elif not self.inside:
                self.take(character, line)
        if self.opened or self.parentheses:
            raise ValueError("brackets do not match")
        return self.found

    def take(self, character, line):
        if not self.statement.strip():
            self.statement, self.first = "", line
        self.parentheses += {"(": 1, ")": -1}.get(character, 0)
        is_over = character == ";" or (character == ":" and re.search(r"\b(?:public|private|protected)\s*$",
                                                                      self.statement))
        self.statement = "" if is_over and not self.parentheses else self.statement + character


def functions_of_python(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno


def functions_of(path):
    """(name, first line, last line) of each; the declaration counts, from its template on."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".py":
        return list(functions_of_python(text))
    return Reader().read(without_directives(without_literals(text)))
