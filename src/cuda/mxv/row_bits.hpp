#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Bits of the rows of A that have entries and that the mask lets through, and their number.
Status row_bits(const SparseArrays &A, const MaskBits &allowed, std::uint64_t *words,
                const CountOutput &count);

} // namespace grb::device
