// Registration, the first half of a schedule (Jeong et al. 2025 §III-A).
// Each thread reads start and degree of a base vertex; distribution then assigns their entries to
// lanes. The base vertices of push are the frontier's entries, those of pull the rows; rows that
// the mask rejects have degree 0. A set of base vertices has
//   count(), registration(q)    q from 0; degree 0 past the end
#pragma once

#include "kernels/common.cuh"
#include "kernels/schedule_arguments.h"

namespace grb::device {

/// Start and degree of a base vertex.
struct Registration {
    unsigned long begin = 0, degree = 0;
};

/// Returns how many of `ends` (ascending, `size` of them, a power of two) are at most e, at most
/// size - 1.
__device__ inline int owner_in_block(const unsigned long *ends, int size, unsigned long e) {
    int owner = 0;
    for (int step = size / 2; step > 0; step /= 2) {
        if (ends[owner + step - 1] <= e) owner += step;
    }
    return owner;
}

/// Returns the same number over the lanes' values; all lanes together, each with its own e.
__device__ inline int owner_in_warp(unsigned long end, unsigned long e) {
    int owner = 0;
    for (int step = warp_size / 2; step > 0; step /= 2) {
        if (__shfl_sync(all_lanes, end, owner + step - 1) <= e) owner += step;
    }
    return owner;
}

/// Returns the last q in [low, high) with prefix[q] <= e, by one thread. prefix[low] <= e.
template <class Number>
__device__ inline unsigned long owner_between(const Number *prefix, unsigned long low,
                                              unsigned long high, Number e) {
    while (high - low > 1) {
        const unsigned long middle = (low + high) / 2;
        if (prefix[middle] <= e) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The block's registered vertices: `ends` has the end of each vertex's entries in their common
/// numbering, `firsts` the offset from such a number to a position in A.
struct WorkTable {
    unsigned long ends[schedule_threads], firsts[schedule_threads];
    unsigned long warp_sums[schedule_threads / warp_size];

    /// Fills the table, complete for all threads afterwards. Returns the number of entries. All
    /// threads call it.
    template <class Set>
    __device__ unsigned long fill(const Set &set, unsigned long base) {
        const Registration own = set.registration(base + threadIdx.x);
        const unsigned long end = inclusive_in_block(own.degree, warp_sums);
        ends[threadIdx.x] = end;
        firsts[threadIdx.x] = own.begin - (end - own.degree);
        __syncthreads();
        return ends[schedule_threads - 1];
    }
    __device__ int owner(unsigned long e) const {
        return owner_in_block(ends, schedule_threads, e);
    }
    __device__ unsigned long start_of(int owner) const { return owner == 0 ? 0 : ends[owner - 1]; }
};

__device__ inline unsigned long slot_in_queues(const WorkQueues &queues, int work_class,
                                               unsigned long k) {
    return work_class == thread_class ? k
           : work_class == warp_class ? queues.capacity - 1 - k
                                      : queues.capacity + k;
}

/// Returns base vertex k of a class.
__device__ inline unsigned long queued(const WorkQueues &queues, int work_class, unsigned long k) {
    return queues.slots[slot_in_queues(queues, work_class, k)];
}

/// Sorts base vertices into the queues of S_twce (Jeong et al. 2025, after Merrill et al. 2012):
/// one atomic per warp and class. Omits vertices without entries. Any grid. The order within a
/// queue depends on timing, its contents do not.
template <class Set>
__device__ void enumerate_classes(const Set &set, const WorkQueues &queues) {
    const unsigned long stride = static_cast<unsigned long>(gridDim.x) * schedule_threads;
    unsigned long base =
        blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x - lane();
    for (; base < set.count(); base += stride) {
        const unsigned long degree = set.registration(base + lane()).degree;
        const int own = degree >= block_degree  ? block_class
                        : degree >= warp_degree ? warp_class
                        : degree > 0            ? thread_class
                                                : work_class_count;
        for (int work_class = 0; work_class < work_class_count; work_class++) {
            const unsigned members = __ballot_sync(all_lanes, own == work_class);
            if (members == 0) continue;
            unsigned long long first = 0;
            if (lane() == 0)
                first = atomicAdd(queues.counts + work_class,
                                  static_cast<unsigned long long>(__popc(members)));
            first = __shfl_sync(all_lanes, first, 0);
            if (own != work_class) continue;
            const unsigned before = __popc(members & ((1u << lane()) - 1));
            queues.slots[slot_in_queues(queues, work_class, first + before)] = base + lane();
        }
    }
}

} // namespace grb::device
