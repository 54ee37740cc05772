// Transpose.
#pragma once

#include "operations/arguments.hpp"

namespace grb {

/// C⟨M⟩ = accum(C, A'); with A transposed by the descriptor, accum(C, A).
void transpose(const Output &output, const Container &A, const Descriptor *descriptor);

/// Replaces a dense A that is to be transposed by A': a dense form has no second orientation to
/// read.
void transpose_if_dense(Ref<Snapshot> &A, bool &is_transposed);

} // namespace grb
