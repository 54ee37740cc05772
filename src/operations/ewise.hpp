// Element-wise operations on the union and on the intersection of two patterns.
#pragma once

#include "operations/arguments.hpp"

namespace grb {

/// C⟨M⟩ = accum(C, A ⊕ B) on the union of the patterns; ewise_mult: A ⊗ B on the intersection.
/// Shapes after transposition must agree. Vectors are one row.
void ewise_add(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
               const Descriptor *descriptor);
void ewise_mult(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
                const Descriptor *descriptor);

} // namespace grb
