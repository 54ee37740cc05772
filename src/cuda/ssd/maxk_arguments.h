// Arguments of the selection of the largest entries of rows, as host and device see them.
#pragma once

namespace grb::device {

struct MaxkArguments {
    unsigned long nrows;
    unsigned columns, k;
    unsigned share_bytes;        // of shared memory, a warp
    const void *values;          // row-major
    const unsigned long *bits;   // of the elements; null: all are entries
    unsigned *counts;            // of entries kept, a row
    void *positions, *to_values; // k a row; slots without an entry are 0
    // See EntryCounter.
    unsigned long long *count_sum;
    unsigned *count_blocks;
    unsigned long long *count_where;
};

} // namespace grb::device
