// The Kronecker product.
#pragma once

#include "objects/descriptor.hpp"
#include "operations/commit.hpp"

namespace grb {

/// C⟨M⟩ = accum(C, A ⊗kron B); GrB_INP0 transposes A, GrB_INP1 B. `op`: an operator, or a monoid's
/// or a semiring's.
void kronecker(const Output &output, const BinaryOp *op, const Container &A, const Container &B,
               const Descriptor *descriptor);

} // namespace grb
