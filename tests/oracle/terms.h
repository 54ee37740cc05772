// How many terms a float sum (or product) has and how large they are, computed plainly from the
// operands: what the allowed difference between two orders of addition is made of.
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
