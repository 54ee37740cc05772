// Carries: sums that tiles of balanced pull kernels leave of rows that go on in a later tile.
#pragma once

#include "mxv/mxv_pull.cuh"

namespace grb::device {

/// Sum of the carries of the tiles from `tile` on that carry row `row`. All lanes; the order of addition depends on
/// the tiles alone. `last`: the tile in which the row ends.
template <class P>
__device__ inline Partial<P> carried_by_many(const MxvPullArguments &arguments, unsigned long tile,
                                             unsigned long row, unsigned long &last) {
    Partial<P> sum;
    unsigned long k = tile + lane();
    while (k < arguments.tiles && arguments.carry_rows[k] == row) {
        Partial<P> part;
        part.value = static_cast<const typename P::Z *>(arguments.carry_values)[k];
        part.has = arguments.carry_has[k] != 0;
        sum.add(part);
        k += warp_size;
    }
    // The lane that stopped first stands at the tile in which the row ends.
    last = k;
    for (int distance = 16; distance > 0; distance /= 2) {
        const unsigned long other = __shfl_xor_sync(all_lanes, last, distance);
        last = min(last, other);
    }
    reduce_lanes(sum, warp_size);
    return sum;
}

/// Adds what tiles left of rows that end in a later tile. A thread per tile; where several tiles carry one
/// row, the warp of the first adds them up. Grid: tiles / 256. Last kernel of the balanced variants.
template <class P>
__device__ void mxv_add_carries(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    constexpr unsigned long none = ~0ul;
    const unsigned long tile = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    const auto row_of_tile = [&](unsigned long t) {
        return t < arguments.tiles ? arguments.carry_rows[t] : none;
    };
    unsigned long row = row_of_tile(tile);
    if (row >= arguments.nrows || (tile > 0 && row_of_tile(tile - 1) == row)) row = none;
    Partial<P> sum;
    unsigned long last = tile + 1;
    const bool is_long = row != none && row_of_tile(last) == row;
    if (row != none && !is_long) {
        sum.value = static_cast<const typename P::Z *>(arguments.carry_values)[tile];
        sum.has = arguments.carry_has[tile] != 0;
    }
    for (unsigned left = __ballot_sync(all_lanes, is_long); left != 0; left &= left - 1) {
        const int source = __ffs(left) - 1;
        unsigned long end = 0;
        Partial<P> of_many = carried_by_many<P>(arguments, __shfl_sync(all_lanes, tile, source),
                                                __shfl_sync(all_lanes, row, source), end);
        of_many.value = shuffle(of_many.value, 0);
        of_many.has = shuffle(of_many.has, 0);
        if (lane() == source) {
            sum = of_many;
            last = end;
        }
    }
    unsigned made = 0;
    if (row != none && sum.has) {
        if (last < arguments.tiles && arguments.start_has[last] != 0) {
            Partial<P> rest;
            rest.value = static_cast<const typename P::Z *>(arguments.w_values)[row];
            rest.has = true;
            sum.add(rest);
            view.write_value(row, sum);
        } else {
            made = view.write(row, sum);
        }
    }
    view.publish(made);
}
} // namespace grb::device
