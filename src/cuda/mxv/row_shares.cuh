// The rows of a block whose entries several warps share. See mxv_pull.cuh for P.
#pragma once

#include "mxv/mxv_pull.cuh"
#include "kernels/row_walk.cuh"

namespace grb::device {

/// Resides in shared memory: a sum for each of the block's rows.
template <class P>
struct RowSums {
    typename P::Z values[schedule_threads];
    bool has[schedule_threads];

    __device__ void set(int row, const Partial<P> &sum) {
        values[row] = sum.value;
        has[row] = sum.has;
    }
    __device__ Partial<P> get(int row) const {
        Partial<P> sum;
        if (has[row]) {
            sum.value = values[row];
            sum.has = true;
        }
        return sum;
    }
};

/// Resides in shared memory: the work table of a block's 256 rows, equal shares of its entries for
/// `walkers` warps, the sum that each of these left of the row that its share begins within, and
/// the rows that have reached the terminal value. A row's sum is added up in the order of the
/// shares, whichever warp finishes first.
template <class P, int walkers>
struct RowShares {
    WorkTable table;
    RowSums<P> sums;
    typename P::Z head_values[walkers];
    bool head_has[walkers];
    int head_rows[walkers]; // -1: the share begins with a row
    unsigned final_rows[schedule_threads / warp_size];

    /// All threads call this. Returns the number of entries.
    __device__ unsigned long register_rows(const PullView<P> &view) {
        sums.has[threadIdx.x] = false;
        if (threadIdx.x < walkers) {
            head_rows[threadIdx.x] = -1;
            head_has[threadIdx.x] = false;
        }
        if (threadIdx.x < schedule_threads / warp_size) final_rows[threadIdx.x] = 0;
        return table.fill(view, blockIdx.x * static_cast<unsigned long>(schedule_threads));
    }
    /// Shares are multiples of 32 entries.
    __device__ unsigned long begin_of(int walker, unsigned long total) const {
        const unsigned long share =
            (total + walkers * warp_size - 1) / (walkers * warp_size) * warp_size;
        return min(walker * share, total);
    }
    /// One lane calls this; atomic, as other warps do the same meanwhile.
    __device__ void set_final(int row) { atomicOr(final_rows + row / 32, 1u << (row % 32)); }
    __device__ bool is_known_final(int row) {
        return (atomicOr(final_rows + row / 32, 0u) >> (row % 32) & 1) != 0;
    }
    /// All threads call this when all shares are done: each writes its row.
    __device__ void write_rows(const PullView<P> &view) {
        __syncthreads();
        const int own = static_cast<int>(threadIdx.x);
        const unsigned long row =
            blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x;
        Partial<P> sum = sums.get(own);
        for (int k = 0; k < walkers; k++) {
            if (head_rows[k] != own || !head_has[k]) continue;
            Partial<P> partial;
            partial.value = head_values[k];
            partial.has = true;
            sum.add(partial);
        }
        const bool is_written = row < view.arguments.A.nrows && view.write_value(row, sum);
        view.write_word(row - lane(), is_written);
        view.publish(is_written);
    }
};

/// Walks a warp's share.
template <class P, int walkers>
class ShareWalk {
public:
    __device__ ShareWalk(RowShares<P, walkers> &shared, int walker, unsigned long begin,
                         unsigned long end)
        : shared_(shared), walker_(walker) {
        if (begin >= end) return;
        const int owner = shared.table.owner(begin);
        if (shared.table.start_of(owner) < begin) head_ = owner;
    }
    /// Returns the end of the row at entry `start` where the rest of that row is skipped; else
    /// start.
    __device__ unsigned long skipped_to(unsigned long start, unsigned long end) {
        if constexpr (P::has_terminal) {
            if (walk_.row == RowWalk<P>::no_row) return start;
            const int row = static_cast<int>(walk_.row);
            const unsigned long row_end = shared_.table.ends[row];
            if (row_end <= start) return start;
            bool is_done = is_final(walk_.sum);
            if (!is_done && lane() == 0) is_done = shared_.is_known_final(row);
            if (__any_sync(all_lanes, is_done)) return min(row_end, end);
        }
        return start;
    }
    __device__ void step(bool is_entry, int owner, const Partial<P> &term) {
        walk_.step(is_entry, static_cast<unsigned long>(owner), term,
                   [&](unsigned long row, const Partial<P> &sum) { put(row, sum); });
        if (P::has_terminal && lane() == 0 && is_final(walk_.sum))
            shared_.set_final(static_cast<int>(walk_.row));
    }
    __device__ void finish() const {
        walk_.finish_last([&](unsigned long row, const Partial<P> &sum) { put(row, sum); });
    }

private:
    __device__ void put(unsigned long row, const Partial<P> &sum) const {
        const int own = static_cast<int>(row);
        if (own != head_) {
            shared_.sums.set(own, sum);
            return;
        }
        shared_.head_values[walker_] = sum.value;
        shared_.head_has[walker_] = sum.has;
        shared_.head_rows[walker_] = own;
    }
    RowShares<P, walkers> &shared_;
    int walker_;
    int head_ = -1; // the row that the share begins within
    RowWalk<P> walk_;
};

} // namespace grb::device
