// Reduce: combines the entries of each row, or all entries, with a monoid.
#pragma once

#include "algebra/held.hpp"
#include "operations/arguments.hpp"

namespace grb {

/// w⟨m⟩ = accum(w, ⊕_j A(:, j)); rows without entries give none. Transposition reduces columns.
void reduce_rows(const Output &output, const Monoid *monoid, const Container &A,
                 const Descriptor *descriptor);

/// Reduces all entries into `value` (the monoid's type); returns false when there are none and
/// leaves `value` unchanged.
bool reduce_to_scalar(const Container &A, const Monoid *monoid, void *value);

/// Returns the monoid of an associative operator, for the forms of reduce that take an operator:
/// the predefined one, or one without an identity, which these forms do not read. Throws
/// GrB_DOMAIN_MISMATCH when its types differ.
Held<Monoid> monoid_of(const BinaryOp *op);

} // namespace grb
