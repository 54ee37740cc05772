// Moves entries to other positions: tiles of one matrix, diagonals, other shapes.
#pragma once

#include "storage/snapshot.hpp"

#include <span>

namespace grb {

/// A tile and the position of its first element.
struct Tile {
    Ref<Snapshot> entries;
    std::uint64_t row, column;
};

/// Joins tiles, which do not overlap; casts values to `type`. O(n log n) for n entries.
Ref<Snapshot> concatenated(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                           std::span<const Tile> tiles);

/// Returns the entries of a matrix that all lie on its k-th diagonal as a vector of `length`
/// positions.
Ref<Snapshot> diagonal_entries(const Snapshot &A, std::int64_t k, std::uint64_t length,
                               const Type *type);

/// Keeps the entries in row-major (column-major) order in a shape of as many elements.
Ref<Snapshot> reshaped(const Snapshot &A, bool by_column, std::uint64_t nrows, std::uint64_t ncols);

} // namespace grb
