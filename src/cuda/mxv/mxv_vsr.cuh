// Pull by equal shares of entries. See mxv_pull.cuh for P, which has here too
//   P::steps                rounds of 32 entries in a warp's share
#pragma once

#include "mxv/mxv_carries.cuh"
#include "kernels/row_walk.cuh"

namespace grb::device {

/// Equal numbers of entries per warp, 32 at a time: each lane finds the row of its entry, a prefix
/// network of shuffles adds neighbours of the same row, and the first lane of each segment writes
/// (VSR, vectorised segment reduction, Huang et al. 2021 §2.1.1). A segment that continues is
/// carried into the next 32, at the warp's end into the carry arrays (there: atomics). Grid:
/// entries / (32 · P::steps) warps. For short rows of uneven length. Deterministic.
template <class P>
__device__ void mxv_vsr(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long tile =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    const unsigned long begin = tile * (warp_size * P::steps);
    const unsigned long end = min(begin + warp_size * P::steps, arguments.A.nvals);
    unsigned made = 0;
    if (begin < end) { // the same for all lanes
        // Lane 0 searches for the first row, the others for the last one.
        const unsigned long found =
            row_of(view.offsets, lane() == 0 ? begin : end - 1, 0, arguments.A.nrows - 1);
        const unsigned long first_row = __shfl_sync(all_lanes, found, 0);
        const unsigned long last_row = __shfl_sync(all_lanes, found, 1);
        const bool starts_inside = view.offsets[first_row] < begin;
        bool start_was_written = false;
        unsigned long carry_row = first_row;
        Partial<P> carry;
        const auto finish = [&](unsigned long row, const Partial<P> &sum) {
            const unsigned is_written = view.write(row, sum);
            made += is_written;
            if (row == first_row && starts_inside) start_was_written = is_written != 0;
        };
        const auto term_of = [&](unsigned long p) {
            return p < end ? view.product(view.template column<true>(p),
                                          view.template matrix_value<true>(p))
                           : Partial<P>();
        };
        unsigned long lowest_row = first_row;
        Partial<P> next = term_of(begin + lane());
        // Not unrolled: eight copies of the search cost more compile time than they save.
#pragma unroll 1
        for (unsigned long base = begin; base < end; base += warp_size) {
            const unsigned long p = base + lane();
            const bool is_entry = p < end;
            const Partial<P> term = next;
            next = term_of(p + warp_size);
            // Lanes past the end form a segment of their own, which is never written.
            const unsigned long row =
                is_entry ? row_of(view.offsets, p, lowest_row, last_row) : arguments.A.nrows;
            Partial<P> sum = term;
            const unsigned long row_before = __shfl_up_sync(all_lanes, row, 1);
            const bool is_head = lane() == 0 || row_before != row;
            if (lane() == 0) {
                if (carry_row == row) {
                    carry.add(sum);
                    sum = carry;
                } else {
                    finish(carry_row, carry);
                }
            }
            add_segments(sum, row);
            const int entries = static_cast<int>(min(end - base, 32ul));
            const unsigned long row_at_end = __shfl_sync(all_lanes, row, entries - 1);
            const bool is_last_segment = row == row_at_end;
            if (is_entry && is_head && !is_last_segment) finish(row, sum);
            const int source =
                __ffs(__ballot_sync(all_lanes, is_entry && is_head && is_last_segment)) - 1;
            carry.value = shuffle(sum.value, source);
            carry.has = shuffle(sum.has, source);
            carry_row = row_at_end;
            lowest_row = row_at_end;
        }
        const bool goes_on = view.offsets[carry_row + 1] > end;
        if (lane() == 0) {
            if (!goes_on) finish(carry_row, carry);
            arguments.carry_rows[tile] = goes_on ? carry_row : ~0ul;
            static_cast<typename P::Z *>(arguments.carry_values)[tile] = carry.value;
            arguments.carry_has[tile] = goes_on && carry.has;
        }
        start_was_written = __any_sync(all_lanes, start_was_written);
        if (lane() == 0) arguments.start_has[tile] = start_was_written;
    }
    view.publish(made);
    if (arguments.carry_blocks != nullptr) add_carries_at_last<P>(arguments);
}
} // namespace grb::device
