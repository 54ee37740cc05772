// Counts the terms of products and of sums of rows, and adds up their magnitudes.
#include "oracle/terms.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace grb::oracle {
namespace {

double multiplied(const Binary &op, double x, double y) {
    if (op.base == "FIRST") return x;
    if (op.base == "SECOND") return y;
    if (op.base == "ONEB") return 1.0;
    if (op.base == "MIN") return std::fmin(x, y);
    if (op.base == "MAX") return std::fmax(x, y);
    if (op.base == "PLUS") return x + y;
    if (op.base == "MINUS") return x - y;
    return x * y;
}

} // namespace

bool has_tame_terms(const Semiring &semiring) {
    static const std::set<std::string> tame = {"FIRST", "SECOND", "ONEB",  "MIN",
                                               "MAX",   "PLUS",   "TIMES", "MINUS"};
    const std::string &base = semiring.multiply.base;
    // A product of differences may underflow.
    return tame.count(base) && !(base == "MINUS" && semiring.add->op.base == "TIMES");
}

void add_term(Terms &terms, double term, const Monoid &monoid) {
    const double size = std::fabs(term);
    if (monoid.op.base == "TIMES") {
        terms.magnitude = terms.count == 0 ? size : terms.magnitude * size;
    } else {
        terms.magnitude += size;
    }
    ++terms.count;
}

TermMap product_terms(const Content &a, const Content &b, const Semiring &semiring) {
    TermMap result;
    for (const auto &[at, x] : a.entries) {
        const auto first = b.entries.lower_bound({at.second, 0});
        for (auto y = first; y != b.entries.end() && y->first.first == at.second; ++y) {
            const double term = multiplied(semiring.multiply, as_double(a.type, x.bytes),
                                           as_double(b.type, y->second.bytes));
            add_term(result[{at.first, y->first.second}], term, *semiring.add);
        }
    }
    return result;
}

TermMap row_terms(const Content &a, const Monoid &monoid) {
    TermMap result;
    for (const auto &[at, x] : a.entries)
        add_term(result[{at.first, 0}], as_double(a.type, x.bytes), monoid);
    return result;
}

} // namespace grb::oracle
