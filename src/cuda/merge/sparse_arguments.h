// Arguments of the merges of sparse rows, for host and device; see sparse_merge.cuh.
#pragma once

#include "elementwise/elementwise_arguments.h"
#include "kernels/bound_arguments.h"
#include "kernels/look_back_arguments.h"
#include "kernels/operand_arguments.h"

namespace grb::device {

/// Items of a tile: entries of both operands, and ends of rows.
inline constexpr int sparse_threads = 256, sparse_per_thread = 8,
                     sparse_tile = sparse_threads * sparse_per_thread;

/// A CSR with sorted rows; row_offsets null: one row, or no entries.
struct Rows : CsrArrays {
    unsigned long value; // the only one (iso) if values is null
    bool has_short_offsets, has_short_columns;
};

struct SparseMergeArguments {
    unsigned long nrows, ncols, items;
    Rows a, b;
    // A dense operand in place of b.
    const void *dense_values;
    const unsigned *dense_bits; // null: full
    unsigned long dense_value;
    // Two bits each, from the lowest: the answer where only a, only b, both have an entry.
    unsigned inside, outside;
    DenseMask mask;
    BoundValue scalar;
    bool is_vector;
    // The row and the entry of a at the start of tile t; tiles + 1 of each.
    unsigned long *tile_rows, *tile_entries;
    /// Entries that a tile makes; after a scan, entries of all tiles before it. Null: the result
    /// has a's pattern, or the tiles look back.
    unsigned long *sums;
    LookBack look_back;        // for one row; without words the result has a's pattern
    unsigned long long *where; // mapped: the entries of all tiles that look back
    // The result; null: not written.
    void *offsets, *columns, *values;
    bool makes_short_offsets, makes_short_columns;
};

#ifdef __CUDACC__

__device__ inline unsigned long load_index(const void *array, bool is_short, unsigned long k) {
    return is_short ? static_cast<const unsigned *>(array)[k]
                    : static_cast<const unsigned long *>(array)[k];
}

__device__ inline void store_index(void *array, bool is_short, unsigned long k,
                                   unsigned long index) {
    if (is_short) {
        static_cast<unsigned *>(array)[k] = static_cast<unsigned>(index);
    } else {
        static_cast<unsigned long *>(array)[k] = index;
    }
}

__device__ inline unsigned long row_offset(const Rows &x, unsigned long row) {
    if (x.row_offsets == nullptr) return row == 0 ? 0 : x.nvals;
    return load_index(x.row_offsets, x.has_short_offsets, row);
}

/// Returns how many of the first `diagonal` merged items are x's, which come first among equal
/// ones: merge path (Odeh et al. 2012). x(i), y(j) give the columns, of x_size and y_size.
template <class X, class Y, class Size>
__device__ inline Size merge_path(const X &x, Size x_size, const Y &y, Size y_size, Size diagonal) {
    Size low = diagonal > y_size ? diagonal - y_size : 0;
    Size high = diagonal < x_size ? diagonal : x_size;
    while (low < high) {
        const Size middle = low + (high - low) / 2;
        if (x(middle) <= y(diagonal - 1 - middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

#endif

} // namespace grb::device
