#pragma once

#include "operations/arguments.hpp"

namespace grb {

/// C⟨M⟩ = accum(C, A'); with A transposed by the descriptor, accum(C, A).
void transpose(const Output &output, const Container &A, const Descriptor *descriptor);

} // namespace grb
