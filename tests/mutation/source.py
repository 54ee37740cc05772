"""C++ source text cut into tokens, as far as mutants need it: where an operand begins and ends."""
import bisect
import dataclasses
import re

# Of binary operators; ',' '?' ':' ';' and brackets bound every operand.
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
PRECEDENCE = {**dict.fromkeys(ASSIGNMENTS, 1), "||": 3, "&&": 4, "|": 5, "^": 6, "&": 7, "==": 8,
              "!=": 8, "<": 9, ">": 9, "<=": 9, ">=": 9, "<<": 10, ">>": 10, "+": 11, "-": 11,
              "*": 12, "/": 12, "%": 12}
TIGHT = 13  # of an operand without binary operators
OPENERS, CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">"}, {")": "(", "]": "[", "}": "{", ">": "<"}
TOKEN = re.compile(r"[A-Za-z_]\w*|\d(?:[\w.]|'\d)*|\"\s*\"|'\s*'|<<=|>>=|\.\.\.|->|::|\+\+|--|&&|\|\||"
                   r"[-+*/%&|^=!<>]=|<<|\S")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?<!\w)\'(?:[^\'\\\n]|\\.)+\'|//[^\n]*|/\*.*?\*/', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
# Where a value must be known to the compiler, or no expression stands.
FIXED = re.compile(r"\b(?:template|static_assert|alignas|decltype|noexcept|namespace|using|typedef|enum|case|"
                   r"requires|constexpr|constinit|consteval|struct|class|union|friend|extern|operator)\b|"
                   r"\bif constexpr\b|\[\[")


@dataclasses.dataclass
class Token:
    text: str
    start: int
    end: int
    is_binary: bool = False  # an operator between two operands: blanks on both sides (.clang-format)
    partner: int = -1        # of a bracket


def blanked(match):
    """Blanks in place of comments and of what is in a text; lines stay."""
    text = match[0]
    inner = re.sub(r"[^\n]", " ", text)
    return text[0] + inner[1:-1] + text[0] if text[0] in "\"'" and len(text) > 1 else inner


class Source:
    def __init__(self, path, text):
        self.path, self.text = path, text
        code = STRING.sub(blanked, text)
        self.code = DIRECTIVE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), code)
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]
        self.tokens = [Token(m[0], m.start(), m.end()) for m in TOKEN.finditer(self.code)]
        self._starts = [token.start for token in self.tokens]
        self._pair_brackets()
        self.fixed = sorted(self._fixed_ranges())

    def line_of(self, place):
        return bisect.bisect_right(self.lines, place)

    def token_at(self, place):
        """Index of the first token that begins at or behind a place."""
        return bisect.bisect_left(self._starts, place)

    def is_fixed(self, place):
        return any(start <= place < end for start, end in self.fixed)

    def _is_blank(self, place):
        return not 0 <= place < len(self.code) or self.code[place].isspace()

    def _pair_brackets(self):
        stack = []
        for index, token in enumerate(self.tokens):
            between = self._is_blank(token.start - 1) and self._is_blank(token.end)
            token.is_binary = token.text in PRECEDENCE and between
            if token.is_binary or token.text not in OPENERS and token.text not in CLOSERS:
                continue
            if token.text in OPENERS:
                stack.append(index)
                continue
            while stack and token.text != ">" and self.tokens[stack[-1]].text == "<":
                stack.pop()  # it was no bracket
            if stack and OPENERS[self.tokens[stack[-1]].text] == token.text:
                token.partner = stack.pop()
                self.tokens[token.partner].partner = index

    def close_of(self, index):
        """Index of the bracket that closes the one at `index`, or the last token's."""
        partner = self.tokens[index].partner
        return partner if partner > index else len(self.tokens) - 1

    def _fixed_ranges(self):
        for match in FIXED.finditer(self.code):
            index = self.token_at(match.start())
            word = self.tokens[index].text
            if match[0] in ("template", "static_assert", "alignas", "decltype", "noexcept", "[["):
                index += match[0] != "[["
                opens = index < len(self.tokens) and self.tokens[index].text in OPENERS
                end = self.close_of(index) if opens else index
            elif match[0] == "if constexpr":
                end = self.close_of(index + 2)
            elif word == "case":
                end = self._first(index, {":"})
            elif word in ("constexpr", "constinit", "consteval"):
                if self.tokens[index - 1].text == "if":
                    continue
                first = self._first(index, {"=", "(", "{", ";"})
                # A function's body is run; a variable's value is known.
                end = first if self.tokens[first].text == "(" else self._first(index, {";"})
            elif word in ("using", "typedef", "enum", "friend", "extern"):
                end = self._first(index, {";"})
            else:
                end = self._first(index, {";", "{"})
            yield match.start(), self.tokens[min(end, len(self.tokens) - 1)].end

    def _first(self, index, wanted):
        """Index of the first of some tokens from `index` on, outside of brackets."""
        while index + 1 < len(self.tokens):
            token = self.tokens[index]
            if token.text in wanted:
                return index
            index = token.partner + 1 if token.partner > index else index + 1
        return index

    def left(self, index, precedence):
        """Index of the first token of the operand that ends before `index`; None where there is none."""
        begin = None
        k = index - 1
        while k >= 0:
            token = self.tokens[k]
            if token.is_binary and PRECEDENCE[token.text] < precedence:
                break
            if token.text in (",", "?", ":", ";") or token.text in OPENERS and token.partner > k:
                break
            if token.text in ("return", "throw", "else", "do", "case", "co_return", "delete", "new", "goto"):
                break
            if begin is not None and not self._joins(token, self.tokens[begin]):
                break
            begin = token.partner if 0 <= token.partner < k else k
            k = begin - 1
        return begin

    def _joins(self, left, right):
        """Whether a token belongs to the operand that goes on with `right`."""
        if left.is_binary or right.is_binary or left.text in ("::", ".", "->", "sizeof", "!", "~", "*", "&", "-"):
            return True
        if left.text in ("++", "--") and left.end == right.start:
            return True
        if right.text in (".", "->", "::", "++", "--") or right.text in ("(", "[", "{", "<"):
            return left.end == right.start or right.text in (".", "->")
        return False

    def right(self, index, precedence):
        """Index of the last token of the operand that begins behind `index`; None where there is none."""
        last = None
        k = index + 1
        while k < len(self.tokens):
            token = self.tokens[k]
            if token.is_binary and PRECEDENCE[token.text] <= precedence and precedence > 1:
                break
            if token.text in (",", ";") or token.text in CLOSERS and token.partner < k and token.partner >= 0:
                break
            if token.text in ("?", ":") and precedence > 1:
                break
            last = token.partner if token.partner > k else k
            k = last + 1
        return last
