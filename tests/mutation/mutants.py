"""The mutants of a file: each is one small slip, and knows the expression or statement that a switch can replace."""
import dataclasses
import re

from source import ASSIGNMENTS, PRECEDENCE, TIGHT, Source

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
         "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&",
         "+=": "-=", "-=": "+=", "*=": "+=", "&=": "|=", "|=": "&="}
STEPS = {"++": "--", "--": "++"}
WORDS = {"true": "false", "false": "true", "min": "max", "max": "min", "nrows": "ncols", "ncols": "nrows",
         "row": "column", "column": "row", "by_column": "!by_column"}
NO_CALLS = {"if", "for", "while", "switch", "catch", "return", "sizeof", "requires", "decltype", "noexcept",
            "min", "max", "swap", "__builtin_mul_overflow"}  # the last four are the same either way
NO_STATEMENTS = {"return", "break", "continue", "throw", "using", "static_assert", "case", "default", "delete", "if",
                 "for", "while", "do", "switch", "else", "goto", "public", "private", "template", "GRB_APPLY"}
# What a name or a call says of its type; what does not agree need not be compiled.
DECLARED = re.compile(r"(?<![\w.>])((?:const )?[A-Za-z_][\w:]*(?:<[\w:, *]*>)?)(?: const)? ([*&]*)"
                      r"(?:const )?(\w+)(?= = |[,)({;])")
TYPES = ((r"(?:.*(?:\.|->))?type(?:\(\))?", "Type*"), 
         (r".*\b(?:nrows|ncols|nvals|size|count)(?:\(\))?", "std::uint64_t"),
         (r".*\.(?:begin|end)\(\)", "iterator"), (r"std::move\(.*", "moved"), (r"\d\w*", "number"))
STATEMENT = re.compile(r"(?:\*|\+\+|--)?(?:[\w:.]|->|\[[^\[\]]*\]|\([^()]*\))*"
                       r"(?: [-+*|&^]?= |\+\+$|--$|\(.*\)$)", re.S)


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    kind: str
    place: int   # of what is changed, [place, stop) becomes `after`
    stop: int
    after: str
    start: int   # of the expression or statement that a switch replaces
    end: int
    line: int
    lines: tuple  # the changed lines: before and after
    alike: tuple = ()  # two expressions, which must have the same type

    def key(self):
        """What stays when lines move."""
        return self.path, *self.lines

    def __str__(self):
        return f"{self.path}:{self.line} [{self.kind}]\n    - {self.lines[0]}\n    + {self.lines[1]}"


def one_line(text):
    return " ".join(text.split())


class Finder:
    def __init__(self, source):
        self.source, self.tokens, self.found = source, source.tokens, []
        self.types = {}
        for kind, stars, name in DECLARED.findall(source.code):
            if kind not in ("return", "else", "new", "delete", "throw", "case", "auto", "const auto"):
                self.types.setdefault(name, set()).add(kind.replace("const ", "") + stars.replace("&", ""))

    def add(self, kind, changed, after, around, alike=()):
        """`changed` and `around`: the first and the last token."""
        source, tokens = self.source, self.tokens
        place, stop = tokens[changed[0]].start, tokens[changed[1]].end
        start, end = tokens[around[0]].start, tokens[around[1]].end
        # What is doubled becomes one line, so it may hold neither a directive nor a comment.
        code = re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", source.code[start:end])
        text = re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'', "", source.text[start:end])
        if code != text or source.is_fixed(place) or source.is_fixed(start):
            return
        first, last = source.text.rfind("\n", 0, place) + 1, source.text.find("\n", stop)
        before = source.text[first:last]
        changed_lines = source.text[first:place] + after + source.text[stop:last]
        self.found.append(Mutant(source.path, kind, place, stop, after, start, end, source.line_of(place),
                                 (one_line(before), one_line(changed_lines)), alike))

    def operators(self):
        for k, token in enumerate(self.tokens):
            if token.is_binary and token.text in SWAPS:
                precedence = PRECEDENCE[token.text]
                first, last = self.source.left(k, precedence), self.source.right(k, precedence)
                if first is not None and last is not None:
                    self.add(token.text, (k, k), SWAPS[token.text], (first, last))
            elif token.text in STEPS:
                is_prefix = k + 1 < len(self.tokens) and re.match(r"[\w(*]", self.tokens[k + 1].text) \
                    and self.tokens[k + 1].start == token.end
                first = k if is_prefix else self.source.left(k, TIGHT)
                last = self.source.right(k, TIGHT) if is_prefix else k
                if first is not None and last is not None:
                    self.add(token.text, (k, k), STEPS[token.text], (first, last))
            elif token.text == "!":
                last = self.source.right(k, TIGHT)
                if last is not None:
                    self.add("!", (k, k), "!!", (k, last))

    def words(self):
        for k, token in enumerate(self.tokens[:-1]):
            if token.text in WORDS:
                self.word(k)
            elif token.text in ("0", "1"):
                before, behind = self.tokens[k - 1], self.tokens[k + 1]
                is_step = before.is_binary and before.text in "+-" and token.text == "1"
                is_start = before.text == "=" and behind.text == ";" and self.tokens[k - 2].text not in (")", "const")
                if is_step or is_start:
                    self.add("off by one", (k, k), "1" if token.text == "0" else "0", (k, k))

    def word(self, k):
        """A literal, or a name that has a counterpart; not where it is declared."""
        token, behind = self.tokens[k], self.tokens[k + 1]
        first = self.source.left(k + 1, TIGHT)
        last = behind.partner if behind.text == "(" and behind.partner > k else k
        if first is None or token.text in ("min", "max") and (self.tokens[k - 1].text != "::" or last == k):
            return
        before = self.tokens[first - 1]
        is_declared = re.fullmatch(r"\w+|[*&>}]|&&|::|~", before.text) and not before.is_binary \
            and before.text not in ("return", "else", "throw")
        is_member = self.tokens[k - 1].text in (".", "->") and first == k or before.text in (".", "->")
        is_initialised = first == k and behind.text in ("(", "=") and before.text in (",", ":")
        is_label = behind.text in ("{", ":", "[") and token.text not in ("true", "false")
        if not (is_declared or is_member or self.is_bound(first) or is_initialised or is_label):
            self.add("other word", (k, k), WORDS[token.text], (first, last))

    def is_bound(self, k):
        """Whether the token stands in the captures of a lambda or in a structured binding."""
        while k > 0:
            token = self.tokens[k - 1]
            if token.partner >= k or token.text == ";":
                before = self.tokens[k - 2].text if k > 1 else ""
                return token.text == "[" and (not re.fullmatch(r"\w+|[)\]>]", before) or before in ("auto", "return"))
            k = token.partner if 0 <= token.partner < k else k - 1
        return False

    def arguments(self, k):
        """The arguments of a call whose opening bracket is at k: their first and last tokens."""
        inside, start, close = [], k + 1, self.tokens[k].partner
        j = start
        while j <= close:
            if j == close or self.tokens[j].text == ",":
                inside.append((start, j - 1))
                start = j + 1
            j = self.tokens[j].partner + 1 if j < self.tokens[j].partner < close else j + 1
        return inside

    def type_of(self, argument):
        """None where nothing is known."""
        known = self.types.get(argument, ())
        return next(iter(known)) if len(known) == 1 else next(
            (kind for pattern, kind in TYPES if re.fullmatch(pattern, argument)), None)

    def calls(self):
        text = self.source.text
        for k, token in enumerate(self.tokens):
            if token.text != "(" or token.partner < k or not re.fullmatch(r"[A-Za-z_]\w*", self.tokens[k - 1].text):
                continue
            callee = self.tokens[k - 1]
            is_macro = callee.text == callee.text.upper()
            if callee.text in NO_CALLS or is_macro or callee.end != token.start:
                continue
            first = self.source.left(k, TIGHT)
            before = self.tokens[first - 1] if first else None
            if before is None or re.fullmatch(r"\w+|[*&>]", before.text) and not before.is_binary \
                    and before.text not in ("return", "else", "throw"):
                continue
            given = self.arguments(k)
            for a, b in zip(given, given[1:]):
                spans = [(self.tokens[s].start, self.tokens[e].end) for s, e in (a, b) if s <= e]
                words = [text[s:e] for s, e in spans]
                if len(words) != 2 or words[0] == words[1] or not all(map(is_plain, words)):
                    continue
                kinds = [self.type_of(one_line(word)) for word in words]
                if None not in kinds and kinds[0] != kinds[1]:
                    continue
                middle = text[spans[0][1]:spans[1][0]]
                self.add("swapped", (a[0], b[1]), words[1] + middle + words[0], (first, token.partner),
                         tuple(map(one_line, words)))

    def conditions(self):
        for k, token in enumerate(self.tokens[:-1]):
            if token.text not in ("if", "while") or self.tokens[k + 1].text != "(":
                continue
            inside = (k + 2, self.source.close_of(k + 1) - 1)
            code = self.source.code[self.tokens[inside[0]].start:self.tokens[inside[1]].end]
            if not re.search(r' = |;|"', code):
                self.add("negated", inside, f"!({one_line(code)})", inside)

    def statements(self):
        """A call, an assignment or a step; no declaration."""
        for k, token in enumerate(self.tokens[:-1]):
            if not k or self.tokens[k - 1].text not in (";", "{", "}", ")", "else", ":"):
                continue
            if not re.match(r"[A-Za-z_*+(-]", token.text) or token.text in NO_STATEMENTS:
                continue
            if "\n" not in self.source.code[self.tokens[k - 1].end:token.start] and self.tokens[k - 1].text != ")":
                continue  # within the head of a loop
            end = self.source.right(k - 1, 1)
            if end is None or end + 1 >= len(self.tokens) or self.tokens[end + 1].text != ";":
                continue
            code = self.source.code[token.start:self.tokens[end].end]
            if code.endswith(("= delete", "= default", "= 0")):
                continue
            if STATEMENT.match(code):
                self.add("dropped", (k, end + 1), ";", (k, end + 1))


def is_plain(argument):
    """No text, no number alone, no declaration, no lambda."""
    return re.fullmatch(r"[\w:.()\[\]*&>+\s-]+", argument) and re.search(r"[A-Za-z_]", argument) and \
        not re.search(r"\w[ \n]+[*&]?\w", re.sub(r" [-+*&] ", "+", argument)) and \
        not argument.startswith("[") and argument not in ("nullptr", "true", "false")


def mutants_of(path, text):
    """All of them, in the order of the lines."""
    finder = Finder(Source(path, text))
    for search in (finder.operators, finder.words, finder.calls, finder.conditions, finder.statements):
        search()
    return sorted(finder.found, key=lambda m: (m.place, m.kind, m.after))


def changed(text, mutant):
    """What stands in place of the mutant's expression or statement: one operand still, so in brackets."""
    inside = text[mutant.start:mutant.place] + mutant.after + text[mutant.stop:mutant.end]
    return inside if mutant.kind == "dropped" else f"({inside})"
