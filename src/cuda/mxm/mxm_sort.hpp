// Host interface of the products that are sorted by position.
#pragma once

#include "cuda/mxm/mxm_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

/// Returns the text of the program for a call; for tests that compile without a device.
std::string mxm_sort_program(const MxmSortCall &call);

/// positions[q] = the number of B's stored row that entry q of A multiplies, B.nrows where B lacks
/// that row. Without row_ids each row is stored.
Status find_positions(const MxmSortCall &call, void *positions, int width);
/// Extends the offsets of B's stored rows by an empty row, for rows that B lacks: offsets[stored +
/// 1] = offsets[stored].
Status extend_offsets(const MxmSortCall &call, void *offsets);
/// entry_rows[q] = the row of C that entry q of A adds to. ranks null: the number of A's stored
/// row.
Status find_entry_rows(const MxmSortCall &call, const unsigned *ranks, void *entry_rows, int width);
/// flags[r] = 1 where stored row r of A has a product, else 0; count: their number. prefix:
/// products before each entry of A.
Status mark_rows(const MxmSortCall &call, const unsigned long *prefix, unsigned *flags,
                 std::uint64_t *count);
/// ids[ranks[r]] = the number of stored row r of A, where it has a product.
Status list_rows(const MxmSortCall &call, const unsigned long *prefix, const unsigned *ranks,
                 void *ids, int width);

} // namespace grb::device
