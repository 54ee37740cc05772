// Moves a tile's entries to their positions among tuples: the library fills in this call, the
// plugin executes it.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// rows(k) = row_shift + the row of entry k, columns(k) = column_shift + its column, for A by rows.
/// row_ids (of A's index width): the numbers of the stored rows; null: all rows are stored. rows
/// null: not computed.
struct TileCall {
    SparseArrays A;
    const void *row_ids;
    std::uint64_t row_shift, column_shift;
    std::uint64_t *rows, *columns;
};

namespace gpu {
inline const Function<const TileCall *> shift_tile{"shift_tile"};
} // namespace gpu

} // namespace grb::device
