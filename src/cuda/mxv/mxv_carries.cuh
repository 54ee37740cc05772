// Carries: sums that tiles of balanced pull kernels leave for rows that continue in a later tile.
#pragma once

#include "mxv/mxv_pull.cuh"

namespace grb::device {

/// Sums the carries of row `row` in the tiles from `tile` on. All lanes; the order of addition
/// depends on the tiles alone. `last`: the tile in which the row ends.
template <class P>
__device__ inline Partial<P> carried_by_many(const MxvPullArguments &arguments, unsigned long tile,
                                             unsigned long row, unsigned long &last) {
    Partial<P> sum;
    unsigned long k = tile + lane();
    while (k < arguments.tiles && arguments.carry_rows[k] == row) {
        Partial<P> partial;
        partial.value = static_cast<const typename P::Z *>(arguments.carry_values)[k];
        partial.has = arguments.carry_has[k] != 0;
        sum.add(partial);
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

/// Adds the carry of `tile` to a row that ends in a later tile, with the carries that following
/// tiles have of the same row; the warp adds these up. All lanes, of neighbouring tiles. Returns 1
/// where this made an entry.
template <class P>
__device__ inline unsigned add_carry(const PullView<P> &view, unsigned long tile) {
    const MxvPullArguments &arguments = view.arguments;
    constexpr unsigned long none = ~0ul;
    const auto row_of_tile = [&](unsigned long t) {
        return t < arguments.tiles ? arguments.carry_rows[t] : none;
    };
    unsigned long row = row_of_tile(tile);
    if (row >= arguments.A.nrows || (tile > 0 && row_of_tile(tile - 1) == row)) row = none;
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
    return made;
}

/// A thread per tile. Grid: tiles / 256. Last kernel of the balanced variants.
template <class P>
__device__ void mxv_add_carries(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    view.publish(
        add_carry<P>(view, blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x));
}

/// Adds the carries at the end of the kernel that left them, in the block that finishes last: one
/// launch where tiles are few. All threads of all blocks. Not inlined, so that it takes no
/// registers of the kernel.
template <class P>
__device__ __noinline__ void add_carries_at_last(const MxvPullArguments &arguments) {
    __shared__ bool is_last;
    __threadfence(); // sums and carries, before this block counts as done
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(arguments.carry_blocks, 1u) + 1 == gridDim.x;
        if (is_last) *arguments.carry_blocks = 0;
        __threadfence(); // behind the barrier all threads see what the other blocks wrote
    }
    __syncthreads();
    if (!is_last) return;
    const PullView<P> view(arguments);
    for (unsigned long first = 0; first < arguments.tiles; first += blockDim.x)
        add_carry<P>(view, first + threadIdx.x);
}

} // namespace grb::device
