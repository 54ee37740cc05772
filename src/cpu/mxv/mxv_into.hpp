// Conditions of products that are added to the output in place.
#pragma once

#include "problems/output.hpp"
#include "problems/products.hpp"

namespace grb {

/// Returns null when the call is w = w ⊕ A ⊕.⊗ u, with the monoid's own operator as accumulator and
/// without a mask, into a full w that nobody shares; else the reason why a product must not be
/// added in place. MIN, MAX and LOR alone: a repeated or reordered addition changes nothing.
const char *refuses_into(const MxvProblem &problem);

} // namespace grb
