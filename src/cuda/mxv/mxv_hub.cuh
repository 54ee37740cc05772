// Pull with the most used values in shared memory. See mxv_pull.cuh for P; u is full.
#pragma once

#include "mxv/hub_source.cuh"
#include "mxv/mxv_segmented.cuh"

namespace grb::device {

/// Computes mxv_segmented with HubSource, and gives the same bits. Warps take tiles in turn. Grid:
/// a block of 1,024 a multiprocessor. Deterministic.
template <class P>
__device__ void mxv_hub(const MxvPullArguments &arguments) {
    static_assert(P::u_is_full);
    extern __shared__ __align__(16) unsigned char hub_memory[];
    const PullView<P> view(arguments);
    const HubSource<P> source(arguments, hub_memory);
    const unsigned long warps = static_cast<unsigned long>(gridDim.x) * (blockDim.x / warp_size);
    for (unsigned long tile =
             (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
         tile < arguments.tiles; tile += warps)
        add_segments_of<2>(view, tile, source);
}

} // namespace grb::device
