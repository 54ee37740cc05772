// Pull with the values that are asked for most in shared memory. See mxv_merge_path.cuh for P.
#pragma once

#include "kernels/mxv_merge_path.cuh"

namespace grb::device {

/// The merge path, from a full u whose first cells are those of the columns with most entries: they lie in a
/// table in shared memory, which gives a warp 32 values in 3 or 4 cycles where L1 gives about one a cycle,
/// and only the others are gathered from memory (the hub cache of Enterprise, Liu & Huang, SC 2015, for
/// products). Eight teams of 128 threads share a block's table and take tiles in turn, each behind barriers
/// of its own. Grid: a block a multiprocessor. The bits of mxv_merge_path. Deterministic.
template <class P>
__device__ void mxv_hub(const MxvPullArguments &arguments) {
    using Team = PartOfBlock<P::threads>;
    using Tile = MergeTile<P, Team>;
    using U = typename P::U;
    constexpr unsigned tile_bytes = hub_tile_bytes(sizeof(typename P::Z));
    static_assert(P::u_is_full && sizeof(Tile) <= tile_bytes);
    extern __shared__ __align__(16) unsigned char hub_memory[];
    const PullView<P> view(arguments);
    const unsigned team = threadIdx.x / P::threads;
    auto *table = reinterpret_cast<Bits<U> *>(hub_memory + hub_teams * tile_bytes);
    const auto *u = static_cast<const Bits<U> *>(arguments.u_values);
    for (unsigned k = threadIdx.x; k < arguments.hubs; k += blockDim.x) table[k] = __ldg(u + k);
    __syncthreads();
    auto &shared = *reinterpret_cast<Tile *>(hub_memory + team * tile_bytes);
    const unsigned long stride = static_cast<unsigned long>(gridDim.x) * hub_teams;
    unsigned made = 0;
    for (unsigned long tile = blockIdx.x * static_cast<unsigned long>(hub_teams) + team;
         tile < arguments.tiles; tile += stride) {
        made += add_tile<P, Team>(view, tile, shared, [&](typename P::Index j, typename P::A a) {
            Partial<P> term;
            term.value = P::multiply(a, from_bits<U>(j < arguments.hubs ? table[j] : __ldg(u + j)));
            term.has = true;
            return term;
        });
    }
    view.publish(made);
}

} // namespace grb::device
