"""Where the two libraries may differ: each rule has a name and a reason (docs/guide/deviations.md).

A rule is a function of the two results of one case; it returns True where it explains the whole
difference: the codes, the pattern, and each value, as far as the rule says what it must be. A case that no rule
explains fails. So does a rule that explains more than `most` of 21000
cases, three times what it did when it was written: it then hides something else. A rule that explains
none of 21000 is marked as rare, or fails.
"""
import math
import re

from values import cast, is_same, parse

RULES = []
LIMITS = {}  # by rule: the most of 21000 cases, and whether none is all right
# The same for the results of compare_objects.py: functions of the call and the two results, as texts.
OBJECT_RULES = []


def rule(name, reason, most, is_rare=False):
    def add(explains):
        RULES.append((name, reason, explains))
        LIMITS[name] = (most, is_rare)
        return explains
    return add


def out_of_limits(used, count):
    """What the number of cases that each rule explained says against it."""
    problems = []
    for name, (most, is_rare) in LIMITS.items():
        allowed = 3 + most * count / 21000
        if used[name] > allowed:
            problems.append(f"{name} explains {used[name]} cases, more than {allowed:.0f}")
        if count >= 21000 and used[name] == 0 and not is_rare:
            problems.append(f"{name} explains nothing")
    return problems


def object_rule(name, reason):
    def add(explains):
        OBJECT_RULES.append((name, reason, explains))
        return explains
    return add


def undocumented(page):
    """Names that only one of the rules and the table of the page (docs/guide/deviations.md) has."""
    documented = set(re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE))
    return documented.symmetric_difference(name for name, _, _ in RULES + OBJECT_RULES)


def first_match(ours, theirs):
    """The name of the first rule that explains the difference, or None."""
    for name, _, explains in RULES:
        if explains(ours, theirs):
            return name
    return None


def first_object_match(call, ours, theirs):
    """The name of the first rule that explains the difference, or None."""
    for name, _, explains in OBJECT_RULES:
        if explains(call, ours, theirs):
            return name
    return None


def has_minus_zero_mask(case):
    return "(-0 at " in case.description


def entries(case):
    """The result lines as (row, column, value), and the others. Left out is what a mask entry of
    -0.0 decides (rule mask-minus-zero), and the number of entries with it."""
    places = set(re.findall(r"\(-0 at (\d+),(\d+)\)", case.description))
    triples = [tuple(line.split()) for line in case.results if line[0].isdigit()]
    others = [line for line in case.results if not line[0].isdigit()]
    if places:
        # Row_assign and Col_assign have a vector as mask of a matrix.
        is_line = re.match(r"GrB_(Row|Col)_assign", case.description)
        triples = [(i, j, value) for i, j, value in triples if (i, j) not in places and not
                   (is_line and ((i, "0") in places or (j, "0") in places))]
        others = [re.sub(r"^(> .*) \d+$", r"\1", line) for line in others]
    return triples, others


def output_type(case):
    """The type of the one object that the case printed, or None."""
    found = [line.split()[2] for line in case.results if line.startswith("> ")]
    return found[0] if len(found) == 1 else None


def differing(ours, theirs):
    """(row, column, our value, their value) of the entries that differ, by one pattern; None: the patterns differ, or
    there is not one output."""
    kind = output_type(ours)
    if kind is None or not has_same_pattern(ours, theirs):
        return None
    pairs = ((int(i), int(j), parse(our, kind), parse(their, kind))
             for (i, j, our), (_, _, their) in zip(entries(ours)[0], entries(theirs)[0]))
    return [pair for pair in pairs if not is_same(*pair[2:])]


def scalar(case):
    """The scalar that the case gives the operator, or None."""
    found = re.search(r" s:(?:GrB_Scalar:)?(\w+)=(\S+)", case.description)
    return parse(found[2], found[1]) if found and found[2] != "empty" else None


def identity(monoid, domain):
    """The identity of a predefined monoid, in its domain."""
    if monoid in ("MIN", "MAX"):
        return cast(math.inf if monoid == "MIN" else -math.inf, domain)
    return cast({"PLUS": 0, "TIMES": 1, "LOR": 0, "LAND": 1, "LXOR": 0, "LXNOR": 1}[monoid], domain)


def has_accumulator(case):
    return " accum=" in case.description


def has_same_pattern(ours, theirs):
    our_entries, our_lines = entries(ours)
    their_entries, their_lines = entries(theirs)
    return our_lines == their_lines and \
        [entry[:2] for entry in our_entries] == [entry[:2] for entry in their_entries]


def codes(ours, theirs):
    return ours.code, theirs.code


def code_of_fault(case):
    """What a call returns that has the mistake which its description names, or none."""
    found = re.search("FAULT=(dimension|domain|null)", case.description)
    return {"dimension": -6, "domain": -5, "null": -2}[found[1]] if found else 0


@rule("crash", "SuiteSparse 7.4 crashes: a NULL input to reduce, and rare cases beyond that",
      most=20)
def _(ours, theirs):
    return theirs.code == "crash" and ours.code != "crash"


@rule("accumulator-domain",
      "an entry that only C or T has goes through the accumulator's output domain; "
      "SuiteSparse casts it directly", most=450)
def _(ours, theirs):
    # An entry of C that T lacks is cast there and back. What T alone has is not known, but can be cast so.
    through = re.search(r"\(through (\w+)\)", ours.description)
    pairs = differing(ours, theirs) if codes(ours, theirs) == (0, 0) and through else None
    if pairs is None:
        return False
    kind = output_type(ours)
    for i, j, our, their in pairs:
        before = ours.before.get((str(i), str(j)))
        entry = our if before is None else parse(before, kind)
        if before is not None and not is_same(their, entry):
            return False
        if not is_same(our, cast(cast(entry, through[1]), kind)):
            return False
    return True


@rule("coo-order", "COO import and export: the offsets are columns and the indices rows; "
      "SuiteSparse has them the other way round", most=260)
def _(ours, theirs):
    if "GrB_Matrix_import COO" not in ours.description:
        return False
    nrows, ncols = map(int, re.search(r"A:\w+\[(\d+)x(\d+)", ours.description).groups())
    if codes(ours, theirs) == (0, -105):
        return nrows != ncols
    our_entries, our_lines = entries(ours)
    their_entries, their_lines = entries(theirs)
    return codes(ours, theirs) == (0, 0) and our_lines == their_lines and \
        sorted((j, i, x) for i, j, x in our_entries) == sorted(their_entries)


@rule("invalid-line", "Row_assign and Col_assign: a row or column outside C is GrB_INVALID_INDEX; "
      "SuiteSparse says GrB_INDEX_OUT_OF_BOUNDS, or nothing", most=100)
def _(ours, theirs):
    return ours.code == -4 and theirs.code in (-105, 0) and \
        re.match(r"GrB_(Row|Col)_assign", ours.description) is not None


@rule("spoiled-output", "a failed call leaves its output as it was; SuiteSparse makes it invalid",
      most=90)
def _(ours, theirs):
    return ours.code == theirs.code != 0 and \
        any("code -104" in line for line in theirs.results)


@rule("empty-blob", "SuiteSparse 7.4 refuses what it serialized from a matrix without entries",
      most=36)
def _(ours, theirs):
    return codes(ours, theirs) == (0, -104) and "GrB_Matrix_serialize" in ours.description and \
        ",0]" in ours.description


@rule("empty-scalar", "an empty GrB_Scalar in apply is GrB_EMPTY_OBJECT; SuiteSparse notices it "
      "only where it is read", most=36)
def _(ours, theirs):
    return codes(ours, theirs) == (-106, 0) and "=empty" in ours.description


@rule("unread-domain", "operands of a domain that the operator does not read are refused; "
      "SuiteSparse does not look", most=15)
def _(ours, theirs):
    return codes(ours, theirs) == (-5, 0) and "FAULT=domain" in ours.description and \
        re.search("FIRST|SECOND|ONEB", ours.description) is not None


@rule("unseen-mistake", "arguments are checked always; SuiteSparse returns early where an empty "
      "input or mask leaves nothing to compute", most=30)
def _(ours, theirs):
    return ours.code in (-5, -6, -105) and theirs.code == 0 and "FAULT" in ours.description and \
        (re.search(r"(Mask|A):\w+\[[\dx]+,\d\]|GrB_Matrix_extract", ours.description) is not None
         or ("Mask" not in ours.description and re.search(r"desc=R?S?C", ours.description)))


@rule("reduce-operator", "reduce takes any operator; SuiteSparse says GrB_NOT_IMPLEMENTED where it "
      "knows no monoid", most=220)
def _(ours, theirs):
    return theirs.code == -8 and ours.code == code_of_fault(ours) and \
        "_reduce" in ours.description and "monoid(" in ours.description


@rule("removed-entries", "build takes an object all of whose entries were removed; SuiteSparse 7.4 "
      "may say GrB_OUTPUT_NOT_EMPTY", most=3, is_rare=True)
def _(ours, theirs):
    return codes(ours, theirs) == (0, -7) and \
        re.search(r" C:\w+\[[\dx]+,0\] ", ours.description) is not None


@rule("zero-size", "mxv on objects of dimension 0 with GrB_INP1 transposed, which concerns no vector: "
      "SuiteSparse 7.4 says GrB_DIMENSION_MISMATCH", most=3, is_rare=True)
def _(ours, theirs):
    return codes(ours, theirs) == (0, -6) and \
        re.match(r"GrB_mxv .*T1 .*\[0", ours.description) is not None


@rule("mask-minus-zero", "a mask entry of -0.0 is false, as every zero is; SuiteSparse looks at the "
      "bits and takes it for true", most=120)
def _(ours, theirs):
    return codes(ours, theirs) == (0, 0) and has_minus_zero_mask(ours) and \
        entries(ours) == entries(theirs)


@rule("diagindex", "DIAGINDEX gives j - i + s; SuiteSparse 7.4 gives j - i - s", most=36)
def _(ours, theirs):
    # With an accumulator what was there before takes part.
    pairs = differing(ours, theirs) if " DIAGINDEX" in ours.description else None
    shift = scalar(ours)
    if codes(ours, theirs) != (0, 0) or not pairs or not shift:
        return False
    domain = re.search(r" DIAGINDEX_(\w+)", ours.description)[1]
    shift, kind = cast(shift, domain), output_type(ours)
    return has_accumulator(ours) or all(
        is_same(our, cast(cast(j - i + shift, domain), kind)) and is_same(their, cast(cast(j - i - shift, domain), kind))
        for i, j, our, their in pairs)


@rule("zero-sign", "MIN and MAX take -0 for smaller than +0; in SuiteSparse either may come out",
      most=12, is_rare=True)
def _(ours, theirs):
    zeros = ("0x0p+0", "-0x0p+0")
    return codes(ours, theirs) == (0, 0) and re.search("MIN|MAX", ours.description) is not None \
        and has_same_pattern(ours, theirs) and all(
            ours_at == theirs_at or (ours_at[2] in zeros and theirs_at[2] in zeros)
            for ours_at, theirs_at in zip(entries(ours)[0], entries(theirs)[0]))


@rule("empty-sum", "the sum of no entries is the monoid's identity; SuiteSparse 7.4 gives 0 for some "
      "matrices whose entries were all removed", most=12)
def _(ours, theirs):
    pairs = differing(ours, theirs) if codes(ours, theirs) == (0, 0) else None
    call = re.match(r"GrB_\w+_reduce C-type (?:monoid\()?([A-Z]+)_(?:MONOID_)?(\w+)\b.* A:\w+\[[\dx]+,0\]",
                    ours.description)
    if not pairs or call is None:
        return False
    # With an accumulator what was there before takes part.
    kind = output_type(ours)
    return has_accumulator(ours) or all(is_same(our, cast(identity(*call.groups()), kind)) and their == 0
                                        for _, _, our, their in pairs)


def steps(case):
    """The results of `elements`: per step what it printed and its code; then the rest."""
    found = []
    printed = []
    for line in case.results:
        if line.startswith("- "):
            found.append((line, printed))
            printed = []
        else:
            printed.append(line)
    return found, printed


@rule("cleared-scalar", "extractElement with a wrong position or domain leaves the GrB_Scalar as it "
      "was; SuiteSparse empties it", most=54)
def _(ours, theirs):
    our_steps, our_rest = steps(ours)
    their_steps, their_rest = steps(theirs)
    return ours.operation == "elements" and codes(ours, theirs) == (0, 0) and \
        our_rest == their_rest and len(our_steps) == len(their_steps) and all(
            (our_code == their_code and our_text == their_text)
            or (our_code, their_code) in (("- -4", "- -4"), ("- -5", "- -5"), ("- -5", "- 0"))
            for (our_code, our_text), (their_code, their_text) in zip(our_steps, their_steps))


@rule("union-domain", "eWiseAdd: an entry that only one operand has is cast to the operator's output "
      "domain; SuiteSparse casts it to the input domain before", most=6, is_rare=True)
def _(ours, theirs):
    # Ours went through BOOL; of theirs, which went through the input domain as well, no more is left than 0 or not.
    pairs = differing(ours, theirs) if codes(ours, theirs) == (0, 0) else None
    if not pairs or re.match(r"GrB_\w+_eWiseAdd (EQ|NE|LT|LE|GT|GE)_", ours.description) is None:
        return False
    return has_accumulator(ours) or all(our in (0, 1) and their in (0, 1) for _, _, our, their in pairs)


@rule("iso-index-operator", "user-defined index operators see each entry's value; SuiteSparse 7.4 "
      "reads past the end of an input that stores one value for all", most=3, is_rare=True)
def _(ours, theirs):
    return codes(ours, theirs) == (0, 0) and has_same_pattern(ours, theirs) and \
        re.match(r"GrB_apply_IndexOp (pair_at_position|on_even_positions) .*\(A iso\)",
                 ours.description) is not None


@rule("wide-thunk", "TRIL, TRIU, DIAG and OFFDIAG compare i + s as mathematical integers; in "
      "SuiteSparse the sum wraps", most=3, is_rare=True)
def _(ours, theirs):
    number = scalar(ours)
    call = re.match(r"GrB_\w+ (TRIL|TRIU|DIAG|OFFDIAG) ", ours.description)
    if codes(ours, theirs) != (0, 0) or not number or not abs(number) > 2**62 or call is None:
        return False
    # Every entry is on the same side of such a diagonal.
    is_true = call[1] == "OFFDIAG" or call[1] == ("TRIL" if number > 0 else "TRIU")
    triples, _ = entries(ours)
    if "Mask" in ours.description or has_accumulator(ours):
        return True
    if "_select" in ours.description:
        return is_true or not triples
    return all((float.fromhex(x) != 0) == is_true for _, _, x in triples)


@object_rule("complex-division", "both parts of a complex number are divided by a real or imaginary one, as "
             "SuiteSparse 9.3 does; 7.4 puts 0 where the dividend's part is 0")
def _(call, ours, theirs):
    our_parts, their_parts = ours.strip("()").split(","), theirs.strip("()").split(",")
    return re.search(r" (R?DIV|MINV|LOG2|LOG10)_FC", call) is not None and all(
        our == their or (their == "0x0p+0" and our in ("nan", "-0x0p+0"))
        for our, their in zip(our_parts, their_parts))


@object_rule("ldexp-range", "LDEXP casts the exponent to an integer as all casts do; in SuiteSparse one "
             "beyond the range of int is undefined")
def _(call, ours, theirs):
    found = re.search(r" LDEXP_FP\d+\((\S+), (\S+)\)", call)
    if found is None:
        return False
    x, exponent = map(float.fromhex, found.groups())
    if abs(exponent) < 2**31:
        return False
    # Beyond it a number that is neither 0 nor infinite becomes one of these, by the exponent's sign.
    right = x if math.isnan(exponent) or math.isnan(x) or x == 0 or math.isinf(x) else \
        math.copysign(math.inf if exponent > 0 else 0.0, x)
    return is_same(float.fromhex(ours), right)


@rule("select-domain", "9.3 and 10.5: GrB_select by GrB_VALUE* of another type than the input's does not cast",
      most=0, is_rare=True)
def _(ours, theirs):
    operand = "C" if " A=C " in ours.description else "A"
    found = re.match(rf"GrB_select VALUE[A-Z]{{2}}_(\w+) .*\b{operand}:(\w+)\[", ours.description)
    if found is None or found.group(1) == found.group(2) or codes(ours, theirs) != (0, 0):
        return False
    # Which entries are selected may differ, but not what an entry of both holds, unless an accumulator adds to it.
    our_values, their_values = ({(i, j): x for i, j, x in entries(case)[0]} for case in (ours, theirs))
    return has_accumulator(ours) or all(x == their_values.get(at, x) for at, x in our_values.items())
