// Arguments of the pull kernels, as host and device see them.
#pragma once

#include "kernels/operand_arguments.h"
#include "kernels/row_tasks_arguments.h"
#include "kernels/schedule_arguments.h"

namespace grb::device {

/// mxv_segmented: a bit for each entry that begins a row, and one behind the last entry; rows that
/// begin before each tile; the rows that have entries, null: all have.
struct RowSegments {
    const unsigned *flags, *ranks, *rows;
    unsigned long count; // of rows
};

struct MxvPullArguments {
    CsrArrays A;
    bool is_aligned; // A's indices and values begin on boundaries of 16 bytes
    const void *u_values;
    const unsigned long *u_bits; // null: u is full
    MaskWords mask;
    void *w_values;
    unsigned long *w_bits; // cleared; null when every row gets an entry
    // Balanced variants, one element a tile: its sum of its last, unfinished row (row, value,
    // whether there is a sum), and whether the tile wrote the row that begins in an earlier tile.
    unsigned long *carry_rows;
    void *carry_values;
    unsigned char *carry_has, *start_has;
    unsigned long tiles;
    // On the device, 0 before and after: the kernel's last block adds up the tiles' carries. Null:
    // mxv_add_carries does.
    unsigned *carry_blocks;
    unsigned long *tile_rows;    // tiles + 1, see mxv_merge_schedule
    const void *edge_rows;       // pull_edge: the row of each entry
    const unsigned long *prefix; // pull_merge: entries of allowed rows before row k, nrows + 1
    WorkQueues queues;           // pull_twce
    // See EntryCounter.
    unsigned long long *count_sum;
    unsigned *count_blocks;
    unsigned long long *count_where;
    unsigned hubs; // mxv_hub: elements of u that go into the table
    RowSegments segments;
    RowTasks tasks; // mxv_row_classes
};

} // namespace grb::device
