// Arguments of the kernels that multiply by a full matrix, as host and device see them.
#pragma once

#include "mxv/mxv_pull_arguments.h"

namespace grb::device {

struct SpmmArguments {
    CsrArrays A;
    bool is_aligned;  // A's indices and values begin on boundaries of 16 bytes
    unsigned columns; // of B and C
    unsigned slices;  // of the columns: a warp takes one
    const void *b_values;
    void *c_values;
    // Balanced variants: a tile's sum of the row that it breaks off in (`columns` values), and that
    // row, ~0 when it ends with a row. The tile in which such a row ends has written its own sum of
    // it.
    unsigned long tiles, share; // share: entries (merge_path: rows + entries) a tile
    unsigned long *carry_rows;
    void *carry_values;
    void *
        end_values; // P::rounds_once: a tile's sum of the row that began in an earlier one and ends
                    // in it
    unsigned long
        *tile_rows; // tiles + 1: rows that end before the tile; null: tiles are of entries alone
    unsigned long *limits; // spmm_merge: the row of each tile's first entry
    RowSegments segments;
    RowTasks tasks; // spmm_row_classes; `arrived` for each slice
    // P::is_masked: a bit a row (in `segments`: of those with entries); more may be read
    const unsigned *wanted;
};

} // namespace grb::device
