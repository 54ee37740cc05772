// Arguments of the kernels that combine tuples, as host and device see them.
#pragma once

namespace grb::device {

/// Runs of tuples at one position each.
struct RunArguments {
    unsigned long runs;
    const void *values;     // of the tuples, or the one of all
    const unsigned *order;  // sorted position to input position; null: the same
    const unsigned *starts; // runs + 1; null: each run is one tuple
    void *out;
};

/// Tuples scattered into cells.
struct CellArguments {
    unsigned long count, cells;
    const void *indices, *tuple_values;
    void *values;   // neutral at first; bytes up to a multiple of 4; null: none are wanted
    unsigned *bits; // cleared
    // See CountAndFlags.
    unsigned long long *count_sum;
    unsigned *count_blocks, *flags;
    unsigned long long *where;
};

inline constexpr int build_threads = 256;

} // namespace grb::device
