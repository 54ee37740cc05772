// Segmented sums: a warp processes entries in the order of their rows, 32 at a time.
#pragma once

#include "kernels/partial.cuh"

namespace grb::device {

/// Returns the row of entry p, between two rows that are known to enclose it.
template <class Offset>
__device__ inline unsigned long row_of(const Offset *offsets, unsigned long p, unsigned long low,
                                       unsigned long high) {
    while (low < high) {
        const unsigned long middle = (low + high + 1) / 2;
        if (offsets[middle] <= p) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}
/// Adds neighbouring lanes of the same row (rows ascend with the lane): afterwards the first lane
/// of each row has its sum, the others have partial sums. A prefix network of shuffles (Huang et
/// al. 2021 §2.1.1).
template <class P>
__device__ inline void add_segments(Partial<P> &sum, unsigned long row) {
    for (int distance = 1; distance < warp_size; distance *= 2) {
        Partial<P> other;
        other.value = shuffle_down(sum.value, distance);
        other.has = shuffle_down(sum.has, distance);
        const unsigned long other_row = __shfl_down_sync(all_lanes, row, distance);
        if (lane() + distance < warp_size && other_row == row) sum.add(other);
    }
}

/// A warp's walk over rows. The sum of the current row stays in registers until another row begins.
/// Sums depend only on the steps, not on timing.
template <class P>
struct RowWalk {
    static constexpr unsigned long no_row = ~0ul;
    unsigned long row = no_row; // row and sum are the same in all lanes
    Partial<P> sum;

    /// Adds the lanes' entries. Lanes with an entry come first, their rows ascend from `row` on.
    /// One lane calls finish(row, sum) for each complete row. All lanes call it.
    template <class Finish>
    __device__ void step(bool is_entry, unsigned long own, Partial<P> term, const Finish &finish) {
        const unsigned entries = __ballot_sync(all_lanes, is_entry);
        if (entries == 0) return;
        if (!is_entry) own = no_row;
        const unsigned long row_before = __shfl_up_sync(all_lanes, own, 1);
        const bool is_head = lane() == 0 || row_before != own;
        if (lane() == 0) {
            if (row == own) {
                Partial<P> joined = sum;
                joined.add(term);
                term = joined;
            } else if (row != no_row) {
                finish(row, sum);
            }
        }
        add_segments(term, own);
        row = __shfl_sync(all_lanes, own, __popc(entries) - 1);
        const bool is_last = is_entry && own == row;
        if (is_entry && is_head && !is_last) finish(own, term);
        const int source = __ffs(__ballot_sync(all_lanes, is_head && is_last)) - 1;
        sum.value = shuffle(term.value, source);
        sum.has = shuffle(term.has, source);
    }
    /// Finishes the open row, which is complete.
    template <class Finish>
    __device__ void finish_last(const Finish &finish) const {
        if (lane() == 0 && row != no_row) finish(row, sum);
    }
};

} // namespace grb::device
