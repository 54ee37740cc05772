// Sorts the keys of one block.
#pragma once

#include "kernels/common.cuh"

namespace grb::device {

/// Sorts `length` of threads · items keys; those from `length` on are absent and hold the largest
/// key. Before and after, the x-th key is own[x % items] of thread x / items. Bitonic network
/// (Batcher 1968): compares keys in registers within a thread, by shuffles within a warp, else
/// through `exchange`, in which neighbouring threads use neighbouring words. All threads of the
/// block must call this.
template <int threads, int items, class Key>
__device__ inline void sort_in_block(Key (&own)[items], unsigned length,
                                     Key (&exchange)[threads * items]) {
    const unsigned thread = threadIdx.x, first = thread * items;
    unsigned size = 1;
    while (size < length) size *= 2;
    // A warp without any of the first `size` keys only takes part in the barriers.
    const bool is_idle = first - lane() * items >= size;
    for (unsigned run = 2; run <= size; run *= 2) {
        const auto keep = [&](unsigned i, unsigned distance, Key other) {
            const unsigned x = first + i;
            const bool wants_less = ((x & run) == 0) == ((x & distance) == 0);
            if ((other < own[i]) == wants_less) own[i] = other;
        };
        unsigned distance = run / 2;
        for (; distance >= items * warp_size; distance /= 2) {
            __syncthreads(); // until all threads have read the last exchange
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
