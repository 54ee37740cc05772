// Matrix-vector and vector-matrix multiplication.
#pragma once

#include "objects/descriptor.hpp"
#include "operations/commit.hpp"

namespace grb {

/// w⟨mask⟩ = accum(w, A ⊕.⊗ u); GrB_INP0 transposes A.
void mxv(const Output &output, const Semiring &semiring, const Container &A, const Container &u,
         const Descriptor *descriptor);

/// w'⟨mask'⟩ = accum(w', u' ⊕.⊗ A); GrB_INP1 transposes A.
void vxm(const Output &output, const Semiring &semiring, const Container &u, const Container &A,
         const Descriptor *descriptor);

} // namespace grb
