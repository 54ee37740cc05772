// Sorting what one block can hold.
#pragma once

#include "kernels/common.cuh"

namespace grb::device {

/// Sorts threads · items keys, the largest key standing for those that are absent: key x of the order is
/// own[x % items] of thread x / items, before and after; from `length` on all are absent. Bitonic network
/// (Batcher 1968): partners in one thread compare registers, in one warp by shuffles, others through
/// `exchange`, where neighbouring threads use neighbouring words. All threads of the block.
template <int threads, int items, class Key>
__device__ inline void sort_in_block(Key (&own)[items], unsigned length,
                                     Key (&exchange)[threads * items]) {
    const unsigned thread = threadIdx.x, first = thread * items;
    unsigned size = 1;
    while (size < length) size *= 2;
    // Warps that have none of the first `size` keys only take part in the barriers.
    const bool is_idle = first - lane() * items >= size;
    for (unsigned run = 2; run <= size; run *= 2) {
        const auto keep = [&](unsigned i, unsigned distance, Key other) {
            const unsigned x = first + i;
            const bool wants_less = ((x & run) == 0) == ((x & distance) == 0);
            if ((other < own[i]) == wants_less) own[i] = other;
        };
        unsigned distance = run / 2;
        for (; distance >= items * warp_size; distance /= 2) {
            __syncthreads(); // the last exchange was read
#pragma unroll
            for (int i = 0; i < items; i++) exchange[i * threads + thread] = own[i];
            __syncthreads();
#pragma unroll
            for (int i = 0; i < items; i++)
                keep(i, distance, exchange[i * threads + (thread ^ (distance / items))]);
        }
        if (is_idle) continue;
        for (; distance >= items; distance /= 2) {
#pragma unroll
            for (int i = 0; i < items; i++)
                keep(i, distance, __shfl_xor_sync(all_lanes, own[i], distance / items));
        }
#pragma unroll
        for (unsigned near = items / 2; near > 0; near /= 2) {
            if (near > distance) continue;
#pragma unroll
            for (unsigned i = 0; i < items; i++) {
                if ((i & near) != 0) continue;
                const Key low = own[i], high = own[i + near];
                const bool is_ascending = ((first + i) & run) == 0;
                if ((high < low) == is_ascending) {
                    own[i] = high;
                    own[i + near] = low;
                }
            }
        }
    }
}

} // namespace grb::device
