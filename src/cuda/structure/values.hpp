// Gathers values by position.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// out(k) = values(order(k)), k < n, of values of `size` bytes; order null: a copy.
Status gather_values(const unsigned *order, const void *values, std::uint64_t n, int size,
                     void *out);

} // namespace grb::device
