// What balanced products by a full matrix leave of rows that go on in a later tile.
#pragma once

#include "kernels/spmm.cuh"

namespace grb::device {

inline constexpr int carry_warps = 8;

/// The last tile that carries row `row`: they follow each other.
template <class P>
__device__ inline unsigned long last_carrier(const SpmmView<P> &view, unsigned long tile,
                                             unsigned long row) {
    const SpmmArguments &arguments = view.arguments;
    if (arguments.tile_rows == nullptr) {
        // Those that end inside it.
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

/// The sum of carries begin to end - 1, eight on their way at a time.
template <class P>
__device__ inline Sums<P> sum_of_carries(const SpmmArguments &arguments, unsigned long begin,
                                         unsigned long end, unsigned c) {
    const auto *carries = static_cast<const typename P::Z *>(arguments.carry_values) + c;
    Sums<P> sums;
#pragma unroll 8
    for (unsigned long tile = begin; tile < end; tile++)
        sums.values[0] = P::add(sums.values[0], carries[tile * arguments.columns]);
    return sums;
}

/// Adds what tiles left of rows to what the tile in which they end has written: the carries in order, then
/// that. A warp for a tile and 32 columns (P::vec is 1); where many tiles carry one row, all warps of the block
/// take equal shares of them. Grid: tiles / 8 · slices of 32 columns. Last kernel of the balanced variants.
/// Deterministic.
template <class P>
__device__ void spmm_add_carries(const SpmmArguments &arguments) {
    static_assert(P::vec == 1);
    constexpr unsigned long few = 16;
    const SpmmView<P> view(arguments);
    __shared__ unsigned long rows[carry_warps], lasts[carry_warps];
    __shared__ typename P::Z parts[carry_warps][warp_size];
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    const unsigned long blocks_a_slice = (arguments.tiles + carry_warps - 1) / carry_warps;
    const unsigned long first = blockIdx.x % blocks_a_slice * carry_warps, tile = first + warp;
    const unsigned long own = blockIdx.x / blocks_a_slice * warp_size + lane();
    const bool is_active = own < arguments.columns;
    const unsigned c = is_active ? static_cast<unsigned>(own) : 0;
    auto *values = static_cast<typename P::Z *>(arguments.c_values) + c;

    unsigned long row = tile < arguments.tiles ? arguments.carry_rows[tile] : view.no_row;
    if (row != view.no_row && tile > 0 && arguments.carry_rows[tile - 1] == row)
        row = view.no_row; // an earlier tile's
    const unsigned long last = row != view.no_row ? last_carrier(view, tile, row) : tile;
    const bool is_long = last - tile >= few;
    if (row != view.no_row && !is_long) {
        const Sums<P> sums = sum_of_carries<P>(arguments, tile, last + 1, c);
        if (is_active) {
            auto *value = values + row * arguments.columns;
            *value = P::add(sums.values[0], *value);
        }
    }
    if (lane() == 0) {
        rows[warp] = is_long ? row : view.no_row;
        lasts[warp] = last;
    }
    __syncthreads();
    for (int k = 0; k < carry_warps; k++) { // the same for all threads
        if (rows[k] == view.no_row) continue;
        const unsigned long begin = first + k, count = lasts[k] + 1 - begin;
        const unsigned long share = (count + carry_warps - 1) / carry_warps;
        const unsigned long from = begin + min(share * warp, count);
        const unsigned long to = begin + min(share * (warp + 1), count);
        parts[warp][lane()] = sum_of_carries<P>(arguments, from, to, c).values[0];
        __syncthreads();
        if (warp == 0 && is_active) {
            Sums<P> sums;
            for (int part = 0; part < carry_warps; part++)
                sums.values[0] = P::add(sums.values[0], parts[part][lane()]);
            auto *value = values + rows[k] * arguments.columns;
            *value = P::add(sums.values[0], *value);
        }
        __syncthreads();
    }
}

} // namespace grb::device
