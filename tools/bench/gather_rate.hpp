// Rates that bound a product by a full matrix, measured on the current device. A failed call throws
// std::runtime_error.
#pragma once

#include <cstddef>

namespace grb::tool {

/// Bytes per second, read and written, of copies of `bytes`.
double copy_rate(std::size_t bytes);
/// Bytes per second of rows of `columns` floats in random order from a part of the memory that fits
/// into the L2 cache.
double gather_rate(unsigned columns);

} // namespace grb::tool
