// Matrix-matrix multiplication.
#pragma once

#include "objects/descriptor.hpp"
#include "operations/commit.hpp"

namespace grb {

/// C⟨M⟩ = accum(C, A ⊕.⊗ B); GrB_INP0 transposes A, GrB_INP1 B.
void mxm(const Output &output, const Semiring &semiring, const Container &A, const Container &B,
         const Descriptor *descriptor);

} // namespace grb
