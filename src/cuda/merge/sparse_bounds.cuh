// The bounds of a block's tile on the merge path.
#pragma once

#include "kernels/common.cuh"
#include "merge/sparse_arguments.h"

namespace grb::device {

/// A tile's part of the merge path: items from `first` on, up to row `end_row` and entry `end_a` of
/// a.
struct TileBounds {
    unsigned long first, row, end_row, a, end_a;
};

/// Computes merge_path() by all lanes of a warp together, 32 probes a step: the lists are in global
/// memory.
template <class X, class Y>
__device__ inline unsigned long merge_path_by_warp(const X &x, unsigned long x_size, const Y &y,
                                                   unsigned long y_size, unsigned long diagonal) {
    unsigned long low = diagonal > y_size ? diagonal - y_size : 0;
    unsigned long high = diagonal < x_size ? diagonal : x_size;
    while (low < high) {
        const unsigned long step = (high - low + 31) / 32, last = low + (lane() + 1) * step - 1;
        const bool is_taken = last < high && x(last) <= y(diagonal - 1 - last);
        low += step * __popc(__ballot_sync(all_lanes, is_taken));
        if (low + step - 1 < high) high = low + step - 1;
    }
    return low;
}

/// Returns this block's tile from the results of find_tiles().
__device__ inline TileBounds found_bounds(const SparseMergeArguments &g) {
    const unsigned long t = blockIdx.x;
    return {t * sparse_tile, g.tile_rows[t], g.tile_rows[t + 1], g.tile_entries[t],
            g.tile_entries[t + 1]};
}

/// Returns this block's tile of one row, which the block finds itself. All threads call it.
__device__ inline TileBounds searched_bounds(const SparseMergeArguments &g) {
    __shared__ unsigned long entries[2]; // of a, before this tile and before the next
    const unsigned warp = threadIdx.x / warp_size;
    const bool is_last = blockIdx.x + 1 == gridDim.x;
    if (warp < 2) {
        unsigned long entry = g.a.nvals;
        if (warp == 0 || !is_last) {
            const auto a_column = [&](unsigned long i) {
                return load_index(g.a.column_indices, g.a.has_short_columns, i);
            };
            const auto b_column = [&](unsigned long j) {
                return load_index(g.b.column_indices, g.b.has_short_columns, j);
            };
            entry =
                merge_path_by_warp(a_column, g.a.nvals, b_column, g.b.nvals,
                                   (blockIdx.x + static_cast<unsigned long>(warp)) * sparse_tile);
        }
        if (lane() == 0) entries[warp] = entry;
    }
    __syncthreads();
    return {blockIdx.x * static_cast<unsigned long>(sparse_tile), 0, is_last ? 1ul : 0ul,
            entries[0], entries[1]};
}

} // namespace grb::device
