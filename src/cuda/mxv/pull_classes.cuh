// Pull under the schedules that give a row to a thread, a warp or a block by the class of its
// length: `twc` and `twce`. See mxv_pull.cuh for P.
#pragma once

#include "mxv/mxv_pull.cuh"

namespace grb::device {

/// The sum of entries [begin, end) for all lanes of a warp, 32 at a time until one of them holds
/// the monoid's terminal value.
template <class P>
__device__ inline Partial<P> sum_by_warp(const PullView<P> &view, unsigned long begin,
                                         unsigned long end) {
    Partial<P> partial;
    for (unsigned long base = begin; base < end; base += warp_size) {
        if (base + lane() < end) view.accumulate(partial, base + lane());
        if (P::has_terminal && __any_sync(all_lanes, is_final(partial))) break;
    }
    reduce_lanes(partial, warp_size);
    partial.value = shuffle(partial.value, 0);
    partial.has = shuffle(partial.has, 0);
    return partial;
}

/// Resides in shared memory.
template <class P>
struct BlockSum {
    static constexpr int warps = schedule_threads / warp_size;
    typename P::Z values[warps];
    bool has[warps];

    /// Sums the entries for all threads of the block, 256 entries at a time.
    __device__ Partial<P> of(const PullView<P> &view, unsigned long begin, unsigned long end) {
        Partial<P> partial;
        for (unsigned long base = begin; base < end; base += schedule_threads) {
            if (base + threadIdx.x < end) view.accumulate(partial, base + threadIdx.x);
            if (P::has_terminal && __syncthreads_or(is_final(partial))) break;
        }
        reduce_lanes(partial, warp_size);
        __syncthreads(); // the sums of the row before have been read
        if (lane() == 0) {
            values[threadIdx.x / warp_size] = partial.value;
            has[threadIdx.x / warp_size] = partial.has;
        }
        __syncthreads();
        Partial<P> sum;
        for (int k = 0; k < warps; k++) {
            if (!has[k]) continue;
            partial.value = values[k];
            partial.has = true;
            sum.add(partial);
        }
        return sum;
    }
};

/// S_twc: of the rows that the mask allows, a warp takes those of more than 8 entries, the block
/// those of 1,024 and more, their own thread the rest; each stops at the monoid's terminal value
/// (Yang 2019 Algorithm 8 and §5.3: mask, early exit, pattern only where values are not needed;
/// classes after Merrill et al. 2012 via Jeong et al. 2025). A warp takes 32 rows: their mask bits
/// and offsets come in one load each, and excluded rows cost nothing more. Grid: rows / 256 blocks
/// of 256. Deterministic.
template <class P>
__device__ void mxv_pull_twc(const MxvPullArguments &arguments) {
    constexpr unsigned long short_row = 8, long_row = 1024;
    __shared__ BlockSum<P> by_block;
    __shared__ unsigned winner;
    __shared__ unsigned long shared_begin, shared_end;
    const PullView<P> view(arguments);
    const unsigned long own =
        blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x;
    const Registration row = view.registration(own);
    const unsigned long end = row.begin + row.degree;
    Partial<P> sum;
    bool is_left = row.degree >= long_row;
    while (__syncthreads_or(is_left)) {
        if (is_left) atomicExch(&winner, threadIdx.x);
        __syncthreads();
        const bool is_winner = winner == threadIdx.x;
        if (is_winner) {
            shared_begin = row.begin;
            shared_end = end;
            is_left = false;
        }
        __syncthreads();
        const Partial<P> partial = by_block.of(view, shared_begin, shared_end);
        if (is_winner) sum = partial;
    }
    if (row.degree <= short_row) {
        for (unsigned long p = row.begin; p < end && !is_final(sum); p++) view.accumulate(sum, p);
    }
    unsigned left = __ballot_sync(all_lanes, row.degree > short_row && row.degree < long_row);
    while (left != 0) {
        const int source = __ffs(left) - 1;
        left &= left - 1;
        const Partial<P> partial = sum_by_warp(view, __shfl_sync(all_lanes, row.begin, source),
                                            __shfl_sync(all_lanes, end, source));
        if (lane() == source) sum = partial;
    }
    const bool is_written = own < arguments.A.nrows && view.write_value(own, sum);
    view.write_word(own - lane(), is_written);
    view.publish(is_written);
}

/// Enumerates the rows into the queues of mxv_pull_twce. Any grid.
template <class P>
__device__ void mxv_pull_enumerate(const MxvPullArguments &arguments) {
    enumerate_classes(PullView<P>(arguments), arguments.queues);
}

/// S_twce: S_twc whose three classes are first enumerated into queues (mxv_pull_enumerate), so that
/// each runs with full warps and blocks: blocks take rows of 256 entries and more, warps those of
/// 32 and more, threads the rest. Any grid. Deterministic: the order of the queues is not, but each
/// row is added up by itself.
template <class P>
__device__ void mxv_pull_twce(const MxvPullArguments &arguments) {
    __shared__ BlockSum<P> by_block;
    const PullView<P> view(arguments);
    const WorkQueues &queues = arguments.queues;
    unsigned made = 0;
    for (unsigned long k = blockIdx.x; k < queues.counts[block_class]; k += gridDim.x) {
        const unsigned long row = queued(queues, block_class, k);
        const Registration own = view.registration(row);
        const Partial<P> sum = by_block.of(view, own.begin, own.begin + own.degree);
        if (threadIdx.x == 0) made += view.write(row, sum);
    }
    const unsigned long threads = static_cast<unsigned long>(gridDim.x) * schedule_threads;
    const unsigned long thread =
        blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x;
    for (unsigned long k = thread / warp_size; k < queues.counts[warp_class];
         k += threads / warp_size) {
        const unsigned long row = queued(queues, warp_class, k);
        const Registration own = view.registration(row);
        const Partial<P> sum = sum_by_warp(view, own.begin, own.begin + own.degree);
        if (lane() == 0) made += view.write(row, sum);
    }
    for (unsigned long k = thread; k < queues.counts[thread_class]; k += threads) {
        const unsigned long row = queued(queues, thread_class, k);
        const Registration own = view.registration(row);
        Partial<P> sum;
        for (unsigned long p = own.begin; p < own.begin + own.degree && !is_final(sum); p++)
            view.accumulate(sum, p);
        made += view.write(row, sum);
    }
    view.publish(made);
}

} // namespace grb::device
