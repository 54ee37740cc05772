// Exclusive prefix sums on the device.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// sums[k] = counts[0] + ... + counts[k - 1] modulo 2^32, k < n; `sums` may be `counts`.
Status exclusive_sums(const unsigned *counts, unsigned *sums, std::uint64_t n);

} // namespace grb::device
