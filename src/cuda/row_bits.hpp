#pragma once

#include "cuda/runtime.hpp"

namespace grb::device {

/// Bits of the rows of A that have entries and that the mask lets through; their number in *nvals, for
/// which it waits.
Status row_bits(const MxvCusparseCall &call);

} // namespace grb::device
