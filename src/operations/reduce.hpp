#pragma once

#include "operations/arguments.hpp"

namespace grb {

/// w⟨m⟩ = accum(w, ⊕_j A(:, j)); rows without entries give none. Transposition reduces columns.
void reduce_rows(const Output &output, const Monoid *monoid, const Container &A,
                 const Descriptor *descriptor);

/// ⊕ over all entries into `value` (the monoid's type); false when there are none, value untouched.
bool reduce_to_scalar(const Container &A, const Monoid *monoid, void *value);

/// The monoid of an associative operator, for the forms of reduce that take an operator: the predefined
/// one, or one whose identity is not set, as none of these forms reads it.
/// Throws GrB_DOMAIN_MISMATCH when its types differ.
Held<Monoid> monoid_of(const BinaryOp *op);

} // namespace grb
