// Bits of rows that have entries.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Sets the bits of the rows of A that have entries and that the mask allows, and counts them.
Status row_bits(const SparseArrays &A, const MaskBits &allowed, std::uint64_t *words,
                const CountOutput &count);

} // namespace grb::device
