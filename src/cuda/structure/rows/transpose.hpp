// Makes the other orientation of a matrix on the device.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// Transposes the values of nrows × ncols cells, of `size` bytes each. Throws Failure, std::bad_alloc.
Array turned_cells(const Array &values, std::uint64_t nrows, std::uint64_t ncols, std::size_t size);

/// Null when the device can transpose such rows, wherever the arrays are; else why not.
const char *refuses_transposition(const SparsePart &rows, const Type *type,
                                  std::uint64_t ncols) noexcept;
/// Sorts the entries by column; rows may be in any order. Throws Failure, std::bad_alloc.
SparsePart transposed(const SparsePart &rows, const Type *type, std::uint64_t nrows,
                      std::uint64_t ncols);

/// True when the snapshot has the part, or the part can be made of arrays that are on the device.
bool can_transpose_there(const Snapshot &snapshot, bool wants_columns) noexcept;
/// Estimated seconds of making it, with the arrays on the device.
double transposition_seconds(const Snapshot &snapshot) noexcept;
/// The same of so many entries, and rows and columns together.
double transposition_seconds(double entries, double lines) noexcept;

} // namespace grb::device
