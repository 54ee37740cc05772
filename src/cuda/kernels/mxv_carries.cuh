// What balanced pull kernels leave of rows that go on in a later tile.
#pragma once

#include "kernels/mxv_pull.cuh"

namespace grb::device {

/// Adds what tiles left of rows that end in a later tile. A warp per tile; those that are the first to
/// carry a row add up its carries, in an order that depends on the tiles alone. Grid: tiles / 8 blocks of
/// 256. Second kernel of mxv_merge_path and mxv_vsr.
template <class P>
__device__ void mxv_add_carries(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const unsigned long tile =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    unsigned made = 0;
    if (tile < arguments.tiles) {
        const unsigned long row = arguments.carry_rows[tile];
        const bool is_first = tile == 0 || arguments.carry_rows[tile - 1] != row;
        if (row < arguments.nrows && is_first) {
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
            unsigned long last = k;
            for (int distance = 16; distance > 0; distance /= 2) {
                const unsigned long other = __shfl_xor_sync(all_lanes, last, distance);
                last = min(last, other);
            }
            reduce_lanes(sum, warp_size);
            if (lane() == 0 && sum.has) {
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
        }
    }
    view.publish(made);
}
} // namespace grb::device
