"""Many mutants in one build: each stands behind a switch, and the environment says which one is on.

GRAPHBLAST_MUTANT=ID switches one on; GRAPHBLAST_MUTANTS_REACHED=FILE names a file of as many bytes as there are
mutants, in which the switch of each that a program comes by is set to 1.
"""
import re

from mutants import changed

HEADER = """#pragma once
#include <type_traits>
namespace grb_mutation {
extern int active;
extern unsigned char *reached;
inline bool look(int id) {
    if (reached[id] == 0) reached[id] = 1;
    return active == id;
}
// What the compiler computes is never changed.
constexpr bool is_on(int id) {
    return !__builtin_is_constant_evaluated() && look(id);
}
template <class A, class B>
constexpr bool is_on_alike(int id) {
    static_assert(std::is_same_v<std::remove_cvref_t<A>, std::remove_cvref_t<B>>);
    return is_on(id);
}
}
"""
WARNINGS = ("pragmas sign-compare parentheses unused-value unused-variable unused-parameter unused-but-set-variable bool-compare "
            "int-in-bool-context type-limits maybe-uninitialized uninitialized array-bounds stringop-overflow "
            "stringop-overread extra bool-operation logical-not-parentheses tautological-compare address nonnull "
            "free-nonheap-object aggressive-loop-optimizations div-by-zero unused-function enum-compare "
            "dangling-pointer use-after-free restrict nonnull-compare array-compare class-memaccess return-type "
            "format-truncation format-overflow alloc-size-larger-than clobbered shift-count-overflow "
            "shift-count-negative sizeof-pointer-memaccess memset-transposed-args comment").split()
SOURCE = """#include "base/mutant_switch.hpp"
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
namespace grb_mutation {
namespace {
unsigned char ignored[COUNT];
}
int active = -1;
unsigned char *reached = ignored;
// Before all other initialisation. The file is shared memory: what a crash or a child reached is in it.
__attribute__((constructor(101))) static void start() {
    if (const char *text = std::getenv("GRAPHBLAST_MUTANT")) active = std::atoi(text);
    const char *const path = std::getenv("GRAPHBLAST_MUTANTS_REACHED");
    if (path == nullptr) return;
    const int file = open(path, O_RDWR);
    void *const mapped = mmap(nullptr, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || mapped == MAP_FAILED) std::abort();
    reached = static_cast<unsigned char *>(mapped);
}
}
"""
ERROR = re.compile(r"(?:^|\s)(\S*?((?:src|tests)/[\w/]+\.(?:cpp|hpp))):(\d+)(?::\d+)?[:,](?: (error|fatal error):)?", re.M)


def switch_files(count):
    """Path below src/ and text of the files that the build of `count` mutants needs."""
    ignored = "".join(f'#pragma GCC diagnostic ignored "-W{name}"\n' for name in WARNINGS)
    return {"src/base/mutant_switch.hpp": HEADER + ignored,
            "src/base/mutant_switch.cpp": SOURCE.replace("COUNT", str(max(1, count)))}


def is_nested(mutants):
    """Whether of any two expressions one contains the other, or they have nothing in common."""
    for a in mutants:
        for b in mutants:
            if a.start < b.start < a.end < b.end:
                return False
    return True


def with_switches(text, mutants):
    """The file with all of `mutants`, {id: mutant}, behind switches; lines keep their numbers."""
    order = sorted(mutants.items(), key=lambda item: (item[1].start, -item[1].end, item[1].kind != "dropped", item[0]))

    def rendered(start, end, inside):
        out, place = [], start
        while inside:
            number, mutant = inside.pop(0)
            within = [item for item in inside if item[1].start < mutant.end]
            inside = inside[len(within):]
            original = rendered(mutant.start, mutant.end, within)
            out += [text[place:mutant.start], switched(text, number, mutant, original)]
            place = mutant.end
        return "".join(out) + text[place:end]

    return '#include "base/mutant_switch.hpp"\n#line 1\n' + rendered(0, len(text), order)


def switched(text, number, mutant, original):
    if mutant.kind == "dropped":
        return f"{{ if (!grb_mutation::is_on({number})) {original} }}"
    other = re.sub(r"\s*\n\s*", " ", changed(text, mutant))
    if mutant.kind == "negated":
        original = f"static_cast<bool>({original})"
    call = f"is_on({number})"
    if mutant.alike:
        call = f"is_on_alike<decltype({mutant.alike[0]}), decltype({mutant.alike[1]})>({number})"
    return f"(grb_mutation::{call} ? {other} : ({original}))"


def blamed(output, mutants, texts):
    """Ids of the mutants that the compiler's errors speak of: on the line of an error or, where no mutant is on it,
    on a line that its notes name."""
    found = set()
    lines = {}
    for number, mutant in mutants.items():
        text = texts[mutant.path]
        for line in range(text.count("\n", 0, mutant.start) + 1, text.count("\n", 0, mutant.end) + 2):
            lines.setdefault((mutant.path, line), set()).add(number)
    for block in re.split(r"^FAILED: ", output, flags=re.M)[1:]:
        places = [(match[2], int(match[3]), match[4]) for match in ERROR.finditer(block)]
        errors = [lines[path, line] for path, line, is_error in places if is_error and (path, line) in lines]
        notes = [lines[path, line] for path, line, _ in places if (path, line) in lines]
        found.update(*(errors or notes))
    return found
