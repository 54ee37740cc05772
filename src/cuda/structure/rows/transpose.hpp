// The other orientation of a matrix made on the device.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// The values of all ncols × nrows cells of the transpose, by rows; from values of 1, 2, 4, 8 or 16 bytes. Throws
/// Failure, std::bad_alloc.
Array turned_cells(const Array &values, std::uint64_t nrows, std::uint64_t ncols, std::size_t size);

/// True when the snapshot has the part, or can get it from arrays that the device has.
bool can_transpose_there(const Snapshot &snapshot, bool wants_columns) noexcept;
/// What making it costs, its arrays being there. Seconds.
double transposition_seconds(const Snapshot &snapshot) noexcept;

} // namespace grb::device
