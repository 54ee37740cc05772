// Makes the other orientation of a matrix on the device.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// Transposes the values of an nrows × ncols dense form, of `size` bytes each. Throws Failure,
/// std::bad_alloc.
Array transposed_elements(const Array &values, std::uint64_t nrows, std::uint64_t ncols,
                          std::size_t size);

/// Returns null if the device can transpose such rows, wherever the arrays are, else the reason.
const char *refuses_transposition(const SparseForm &rows, const Type *type,
                                  std::uint64_t ncols) noexcept;
/// Sorts the entries by column; rows may be in any order. Throws Failure, std::bad_alloc.
SparseForm transposed(const SparseForm &rows, const Type *type, std::uint64_t nrows,
                      std::uint64_t ncols);

/// Returns true if the snapshot has the form, or arrays on the device to make it from.
bool can_transpose_there(const Snapshot &snapshot, bool wants_columns) noexcept;
/// Estimated seconds to make it, with the arrays on the device.
double transposition_seconds(const Snapshot &snapshot) noexcept;
/// The estimate from the number of entries, and of rows and columns together.
double transposition_seconds(double entries, double major_count) noexcept;

} // namespace grb::device
