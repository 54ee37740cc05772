// Makes the other orientation of a matrix on the device.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// Transposes the values of nrows × ncols cells, of 1, 2, 4, 8 or 16 bytes each. Throws Failure, std::bad_alloc.
Array turned_cells(const Array &values, std::uint64_t nrows, std::uint64_t ncols, std::size_t size);

/// True when the snapshot has the part, or the part can be made of arrays that are on the device.
bool can_transpose_there(const Snapshot &snapshot, bool wants_columns) noexcept;
/// Estimated seconds of making it, with the arrays on the device.
double transposition_seconds(const Snapshot &snapshot) noexcept;

} // namespace grb::device
