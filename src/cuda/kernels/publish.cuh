// Publication of a launch's count and flags for the polling host.
#pragma once

namespace grb::device {

struct CountAndFlags {
    unsigned long long *sum; // these three on the device, 0 before and after
    unsigned *blocks_done, *flags;
    unsigned long long *where; // mapped: the sum of all counts, then the flags of all threads
};

/// Adds each thread's count and flags; the last block publishes. All threads of every block call it
/// once.
__device__ inline void publish_flags(const CountAndFlags &to, unsigned made, unsigned flags) {
    constexpr unsigned all = 0xFFFFFFFFu;
    __shared__ unsigned made_in_block, flags_in_block;
    if (threadIdx.x == 0) made_in_block = flags_in_block = 0;
    __syncthreads();
    made = __reduce_add_sync(all, made);
    flags = __reduce_or_sync(all, flags);
    if (threadIdx.x % 32 == 0) {
        if (made != 0) atomicAdd(&made_in_block, made);
        if (flags != 0) atomicOr(&flags_in_block, flags);
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (made_in_block != 0) atomicAdd(to.sum, static_cast<unsigned long long>(made_in_block));
    if (flags_in_block != 0) atomicOr(to.flags, flags_in_block);
    __threadfence();
    if (atomicAdd(to.blocks_done, 1u) + 1 != gridDim.x) return;
    __threadfence();
    const unsigned long long total = atomicExch(to.sum, 0ull);
    const unsigned all_flags = atomicExch(to.flags, 0u);
    *to.blocks_done = 0;
    static_cast<volatile unsigned long long *>(to.where)[1] = all_flags;
    __threadfence_system();
    *static_cast<volatile unsigned long long *>(to.where) = total;
    __threadfence_system();
}

} // namespace grb::device
