// Rates that bound a product by a full matrix, measured on the current device. A failed call throws
// std::runtime_error.
#pragma once

#include <cstddef>

namespace grb::tool {

/// Bytes a second, read and written, of copies of `bytes`.
double copy_rate(std::size_t bytes);
/// Bytes a second of rows of `columns` floats read in no order out of a part of the memory that the L2 cache
/// holds.
double gather_rate(unsigned columns);

} // namespace grb::tool
