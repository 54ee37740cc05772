// Carries: sums that tiles of balanced products by a full matrix leave for rows that continue in a
// later tile.
#pragma once

#include "spmm/spmm.cuh"

namespace grb::device {

inline constexpr int carry_warps = 8;

/// The last of the tiles that carry row `row`, which are consecutive.
template <class P>
__device__ inline unsigned long last_carrier(const SpmmView<P> &view, unsigned long tile,
                                             unsigned long row) {
    const SpmmArguments &arguments = view.arguments;
    if (arguments.tile_rows == nullptr) {
        // Tiles of entries alone: the carriers are the tiles that end inside the row.
        const unsigned long end = view.offsets[row + 1];
        return (end + arguments.share - 1) / arguments.share - 2;
    }
    unsigned long low = tile, high = arguments.tiles - 1;
    while (low < high) {
        const unsigned long middle = (low + high + 1) / 2;
        if (arguments.tile_rows[middle + 1] == row) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/// Sums the carries begin to end - 1, four in flight at a time.
template <class P>
__device__ inline Sums<P> sum_of_carries(const SpmmView<P> &view, unsigned long begin,
                                         unsigned long end, unsigned c) {
    Sums<P> sums;
#pragma unroll 4
    for (unsigned long tile = begin; tile < end; tile++)
        sums.add(view.sums_at(view.arguments.carry_values, tile, c));
    return sums;
}

/// A row that many tiles carry, from `first` to `last`.
struct LongRow {
    unsigned long row, first, last;
};

/// Adds the carries of rows, in order, to the sum that the tile has in which the row ends. P::lanes
/// lanes for a tile, P::vec neighbouring columns each; where many tiles carry one row, the groups
/// of the block take equal shares of them. Grid: tiles / (256 / P::lanes) · slices of P::lanes ·
/// P::vec columns. Last kernel of the balanced variants. Deterministic.
template <class P>
__device__ void spmm_add_carries(const SpmmArguments &arguments) {
    constexpr unsigned long short_run = 16;
    constexpr int groups = carry_warps * warp_size / P::lanes, adders = groups < 32 ? groups : 32;
    const SpmmView<P> view(arguments);
    __shared__ LongRow long_rows[groups];
    __shared__ int long_count;
    __shared__ Sums<P> partials[adders][P::lanes];
    const int group = static_cast<int>(threadIdx.x) / P::lanes;
    const int member = static_cast<int>(threadIdx.x) % P::lanes;
    const unsigned long blocks_a_slice = (arguments.tiles + groups - 1) / groups;
    const unsigned long tile = blockIdx.x % blocks_a_slice * groups + group;
    const unsigned long own = (blockIdx.x / blocks_a_slice * P::lanes + member) * P::vec;
    const bool is_active = own < arguments.columns;
    const unsigned c = is_active ? static_cast<unsigned>(own) : 0;
    if (threadIdx.x == 0) long_count = 0;
    __syncthreads();

    unsigned long row = tile < arguments.tiles ? arguments.carry_rows[tile] : view.no_row;
    if (row != view.no_row && tile > 0 && arguments.carry_rows[tile - 1] == row)
        row = view.no_row; // an earlier tile's
    if (row != view.no_row) {
        const unsigned long last = last_carrier(view, tile, row);
        const Sums<P> end = view.end_at(last + 1, row, c);
        if (last - tile < short_run) {
            Sums<P> sums = sum_of_carries<P>(view, tile, last + 1, c);
            sums.add(end);
            if (is_active) view.store(row, c, sums);
        } else if (member == 0) {
            long_rows[atomicAdd(&long_count, 1)] = {row, tile, last};
        }
    }
    __syncthreads();
    for (int k = 0; k < long_count; k++) { // the same for all threads
        const LongRow &own_row = long_rows[k];
        const unsigned long count = own_row.last + 1 - own_row.first;
        const unsigned long share = (count + adders - 1) / adders;
        if (group < adders) {
            const unsigned long from = own_row.first + min(share * group, count);
            const unsigned long to = own_row.first + min(share * (group + 1), count);
            partials[group][member] = sum_of_carries<P>(view, from, to, c);
        }
        __syncthreads();
        if (group == 0 && is_active) {
            Sums<P> sums;
            for (int adder = 0; adder < adders; adder++) sums.add(partials[adder][member]);
            sums.add(view.end_at(own_row.last + 1, own_row.row, c));
            view.store(own_row.row, c, sums);
        }
        __syncthreads();
    }
}

} // namespace grb::device
