// The number and the magnitude of the terms of a float sum (or product), computed plainly from the
// operands: they bound the difference between two orders of addition.
#pragma once

#include "oracle/case.h"

namespace grb::oracle {

using TermMap = std::map<Position, Terms>;

/// False for a multiplication whose terms leave the range that Values keeps them in.
bool has_tame_terms(const Semiring &semiring);
/// The terms of A times B.
TermMap product_terms(const Content &a, const Content &b, const Semiring &semiring);
/// The terms of the sum over each row.
TermMap row_terms(const Content &a, const Monoid &monoid);
/// One more term.
void add_term(Terms &terms, double term, const Monoid &monoid);

} // namespace grb::oracle
