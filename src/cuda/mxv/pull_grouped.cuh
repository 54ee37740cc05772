// Pull under the schedules that number the entries of a group of rows consecutively: `warp` (the 32
// rows of a warp) and `block` (the 256 of a block). See mxv_pull.cuh for P.
#pragma once

#include "mxv/row_shares.cuh"

namespace grb::device {

/// S_wm of Jeong et al. 2025: a warp registers 32 rows. A prefix sum over the lanes numbers the
/// entries of the rows that the mask allows; all lanes take them, and find their row by binary
/// search with shuffles. Skip: when the warp's current row has reached the monoid's terminal value,
/// the rest of it is skipped. Grid: rows / 256 blocks of 256. Deterministic.
template <class P>
__device__ void mxv_pull_warp(const MxvPullArguments &arguments) {
    __shared__ RowSums<P> sums;
    const PullView<P> view(arguments);
    const unsigned long own_row =
        blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x;
    const int warp_first = static_cast<int>(threadIdx.x) - lane();
    const Registration own = view.registration(own_row);
    const unsigned long end = inclusive_in_warp(own.degree);
    const unsigned long first = own.begin - (end - own.degree); // + e = position in A
    const unsigned long total = __shfl_sync(all_lanes, end, warp_size - 1);
    sums.has[threadIdx.x] = false;
    __syncwarp();
    const auto finish = [&](unsigned long row, const Partial<P> &sum) {
        sums.set(warp_first + static_cast<int>(row), sum);
    };
    RowWalk<P> walk;
    for (unsigned long start = 0; start < total;) {
        if (is_final(walk.sum)) {
            const unsigned long row_end = __shfl_sync(all_lanes, end, static_cast<int>(walk.row));
            if (row_end > start) {
                start = row_end;
                continue;
            }
        }
        const unsigned long e = start + lane();
        const int owner = owner_in_warp(end, e);
        const unsigned long p = __shfl_sync(all_lanes, first, owner) + e;
        Partial<P> term;
        if (e < total) term = view.product(p);
        walk.step(e < total, static_cast<unsigned long>(owner), term, finish);
        start += warp_size;
    }
    walk.finish_last(finish);
    __syncwarp();
    const Partial<P> sum = sums.get(static_cast<int>(threadIdx.x));
    const bool is_written = own_row < arguments.A.nrows && view.write_value(own_row, sum);
    view.write_word(own_row - lane(), is_written);
    view.publish(is_written);
}

/// S_cm of Jeong et al. 2025: a block registers 256 rows in a table in shared memory; each of its
/// warps walks an equal share of their entries. Skip: when a warp has seen a row reach the terminal
/// value, the others skip it. Grid: rows / 256 blocks of 256. Deterministic.
template <class P>
__device__ void mxv_pull_block(const MxvPullArguments &arguments) {
    constexpr int warps = schedule_threads / warp_size;
    __shared__ RowShares<P, warps> shared;
    const PullView<P> view(arguments);
    const unsigned long total = shared.register_rows(view);
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    const unsigned long end = shared.begin_of(warp + 1, total);
    unsigned long start = shared.begin_of(warp, total);
    ShareWalk<P, warps> walk(shared, warp, start, end);
    while (start < end) {
        const unsigned long next = walk.skipped_to(start, end);
        if (next != start) {
            start = next;
            continue;
        }
        const unsigned long e = start + lane();
        const int owner = shared.table.owner(e);
        Partial<P> term;
        if (e < end) term = view.product(shared.table.firsts[owner] + e);
        walk.step(e < end, owner, term);
        start += warp_size;
    }
    walk.finish();
    shared.write_rows(view);
}

} // namespace grb::device
