// Products by a full matrix in equal shares of rows + entries. See spmm.cuh for P, which has here
// too
//   P::lanes                of a group: 2 to 32, for P::vec columns each
#pragma once

#include "kernels/diagonal.cuh"
#include "spmm/spmm.cuh"

namespace grb::device {

/// Finds the rows before the beginning of each group's share, and before the end (Shan et al. 2023,
/// Algorithm 1): the schedule of spmm_merge_path. It depends on the row offsets and the share
/// alone, and the matrix keeps it. Grid: a thread per group and one more.
template <class P>
__device__ void spmm_merge_path_schedule(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    const unsigned long tile = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    if (tile > arguments.tiles) return;
    arguments.tile_rows[tile] = rows_before_diagonal(
        [&](unsigned long k) { return static_cast<unsigned long>(view.offsets[k + 1]); },
        arguments.A.nrows, arguments.A.nvals,
        min(tile * arguments.share, arguments.A.nrows + arguments.A.nvals));
}

/// Equal shares of rows + entries per group of lanes, which cover adjacent columns. A group writes
/// complete rows at once and carries the rest of the last row; spmm_add_carries joins the rests
/// (MergePath-SpMM, Shan et al. 2023, Algorithm 2, §III-C: fewer than 32 columns, several groups a
/// warp; more, several warps a group. Differs: a lane takes up to four columns by one load; carries
/// replace atomics, so that every monoid will do, and sums are the same on every run). Grid: groups
/// · slices · lanes / 256 blocks of 256. Time does not depend on the distribution of entries over
/// rows. Deterministic.
template <class P>
__device__ void spmm_merge_path(const SpmmArguments &arguments) {
    const SpmmView<P> view(arguments);
    const unsigned long thread = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    const WarpTask<P> task(thread / P::lanes, arguments.tiles);
    const unsigned long own = task.first_column(static_cast<int>(thread % P::lanes), P::lanes);
    if (own >= arguments.columns || task.slice >= arguments.slices) return;
    const auto c = static_cast<unsigned>(own);
    const unsigned long total = arguments.A.nrows + arguments.A.nvals;
    const unsigned long tile = task.unit, end_row = arguments.tile_rows[tile + 1];
    unsigned long row = arguments.tile_rows[tile];
    unsigned long p = tile * arguments.share - row;
    const unsigned long end = min((tile + 1) * arguments.share, total) - end_row;
    const auto sum_to = [&](unsigned long stop) {
        Sums<P> sums;
#pragma unroll 4
        for (; p < stop; p++) sums.add(view.walked_value(p), view.terms(view.walked_column(p), c));
        return sums;
    };
    unsigned long row_begin = row < end_row ? view.offsets[row] : 0;
    for (; row < end_row; row++) {
        const unsigned long row_end = view.offsets[row + 1];
        const Sums<P> sums = sum_to(row_end);
        if (row_end != row_begin) view.store(row, c, sums);
        row_begin = row_end;
    }
    const bool goes_on = p < end;
    const Sums<P> sums = sum_to(end);
    view.leave(tile, goes_on ? end_row : view.no_row, c, sums);
}

} // namespace grb::device
