// Exclusive sums over the blocks of one launch while they run.
// Each block publishes its count and adds those of the blocks before it. A pass that counts and a
// pass that writes thus become one (Merrill and Garland 2016, without their running prefixes: there
// are few blocks).
#pragma once

#include "kernels/look_back_arguments.h"

namespace grb::device {

/// Returns to all threads the sum of `own` over the blocks before this one. All threads call it,
/// once. Blocks begin in order, so the blocks that a block waits for are running or done.
__device__ inline unsigned long sum_before(const LookBack &look_back, unsigned own) {
    constexpr unsigned all = 0xFFFFFFFFu;
    __shared__ unsigned long long before;
    volatile unsigned long long *const words = look_back.words;
    if (threadIdx.x == 0) {
        before = 0;
        words[blockIdx.x] = static_cast<unsigned long long>(look_back.epoch) << 32 | own;
    }
    __syncthreads();
    unsigned long long sum = 0;
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += blockDim.x) {
        unsigned long long word;
        do {
            word = words[b];
        } while (word >> 32 != look_back.epoch);
        sum += static_cast<unsigned>(word);
    }
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all, sum, distance);
    if (threadIdx.x % 32 == 0 && sum != 0) atomicAdd(&before, sum);
    __syncthreads();
    return before;
}

/// Sums up two counts below 2^16; `before` is in shared memory. All threads call it, once, and
/// wait before they read.
__device__ inline void sums_before(const LookBack &look_back, const unsigned (&own)[2],
                                   unsigned long (&before)[2]) {
    constexpr unsigned all = 0xFFFFFFFFu;
    volatile unsigned long long *const words = look_back.words;
    if (threadIdx.x == 0) {
        before[0] = before[1] = 0;
        words[blockIdx.x] =
            static_cast<unsigned long long>(look_back.epoch) << 32 | own[1] << 16 | own[0];
    }
    __syncthreads();
    unsigned first = 0, second = 0;
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += blockDim.x) {
        unsigned long long word;
        do {
            word = words[b];
        } while (word >> 32 != look_back.epoch);
        first += static_cast<unsigned>(word) & 0xFFFF;
        second += static_cast<unsigned>(word) >> 16;
    }
    first = __reduce_add_sync(all, first);
    second = __reduce_add_sync(all, second);
    if (threadIdx.x % 32 != 0) return;
    atomicAdd(reinterpret_cast<unsigned long long *>(&before[0]), first);
    atomicAdd(reinterpret_cast<unsigned long long *>(&before[1]), second);
}

/// Publishes a number to the host, which polls. One thread calls it.
__device__ inline void publish_number(unsigned long long *where, unsigned long number) {
    *static_cast<volatile unsigned long long *>(where) = number;
    __threadfence_system();
}

} // namespace grb::device
