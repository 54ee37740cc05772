// Overwrites single entries of unshared snapshots in place.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Finds the position of entry (row, column) of a view, in the view's orientation.
bool find_position(const SparseView &view, std::uint64_t row, std::uint64_t column,
                   std::uint64_t &position);

enum class Overwrite { absent, refused, done };
/// Overwrites an entry in all compressed forms of an unshared snapshot, unless it needs memory. The
/// columns of a symmetric matrix first get values of their own.
Overwrite overwrite_entry(Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                          const void *value);

/// Overwrites an entry's value in the dense form. Returns false when that needs memory, or there is
/// no such entry.
bool overwrite_element(DenseForm &form, std::uint64_t at, const void *value, std::size_t size);

} // namespace grb
