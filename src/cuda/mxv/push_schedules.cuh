// The schedules of push that assign one base vertex, or a group of them, at a time.
#pragma once

#include "mxv/push_frontier.cuh"

namespace grb::device {

/// S_vm: a thread per base vertex. Grid: vertices / 256.
struct VertexSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * schedule_threads;
        unsigned long base =
            blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x - lane();
        for (; base < frontier.count(); base += stride) {
            const unsigned long q = base + lane();
            const Registration own = frontier.registration(q);
            const unsigned long end = own.begin + own.degree;
            for (unsigned long p = own.begin; __any_sync(all_lanes, p < end); p++)
                visit(p < end, q, p, 0ul);
        }
    }
};

/// S_wm: a warp registers `group` vertices. A prefix sum over the lanes numbers their edges; all
/// lanes take them, and find the owner by binary search with shuffles. Grid: vertices / (8 ·
/// group).
struct WarpSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        const unsigned long group = frontier.arguments.group;
        const unsigned long warps =
            static_cast<unsigned long>(gridDim.x) * (schedule_threads / warp_size);
        const unsigned long warp =
            (blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x) / warp_size;
        for (unsigned long base = warp * group; base < frontier.count(); base += warps * group) {
            Registration own;
            if (lane() < group) own = frontier.registration(base + lane());
            const unsigned long end = inclusive_in_warp(own.degree);
            const unsigned long first = own.begin - (end - own.degree); // + e = position in A
            const unsigned long total = __shfl_sync(all_lanes, end, warp_size - 1);
            for (unsigned long start = 0; start < total; start += warp_size) {
                const unsigned long e = start + lane();
                const int owner = owner_in_warp(end, e);
                const unsigned long p = __shfl_sync(all_lanes, first, owner) + e;
                visit(e < total, base + owner, p, 0ul);
            }
        }
    }
};

/// S_cm: as S_wm, but a block shares 256 vertices through shared memory. Grid: vertices / 256.
struct BlockSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ WorkTable table;
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * schedule_threads;
        for (unsigned long base = blockIdx.x * static_cast<unsigned long>(schedule_threads);
             base < frontier.count(); base += stride) {
            const unsigned long total = table.fill(frontier, base);
            for (unsigned long start = 0; start < total; start += schedule_threads) {
                const unsigned long e = start + threadIdx.x;
                const int owner = table.owner(e);
                visit(e < total, base + owner, table.firsts[owner] + e, 0ul);
            }
            __syncthreads();
        }
    }
};

/// S_twc (Merrill et al. 2012 via Jeong et al. 2025): the whole block takes vertices of 256 edges
/// or more, the warp those of 32 or more, their own thread the rest. Grid: vertices / 256.
struct TwcSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ unsigned winner;
        __shared__ unsigned long shared_q, shared_begin, shared_end;
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * schedule_threads;
        for (unsigned long base = blockIdx.x * static_cast<unsigned long>(schedule_threads);
             base < frontier.count(); base += stride) {
            const unsigned long q = base + threadIdx.x;
            const Registration own = frontier.registration(q);
            unsigned long begin = own.begin, left = own.degree;
            while (__syncthreads_or(left >= block_degree)) {
                if (left >= block_degree) atomicExch(&winner, threadIdx.x);
                __syncthreads();
                if (left >= block_degree && winner == threadIdx.x) {
                    shared_q = q;
                    shared_begin = begin;
                    shared_end = begin + left;
                    left = 0;
                }
                __syncthreads();
                const unsigned long from = shared_q, end = shared_end;
                for (unsigned long start = shared_begin; start < end; start += schedule_threads)
                    visit(start + threadIdx.x < end, from, start + threadIdx.x, 0ul);
            }
            unsigned wide = __ballot_sync(all_lanes, left >= warp_degree);
            while (wide != 0) {
                const int source = __ffs(wide) - 1;
                wide &= wide - 1;
                const unsigned long from = __shfl_sync(all_lanes, q, source);
                const unsigned long start = __shfl_sync(all_lanes, begin, source);
                const unsigned long end = start + __shfl_sync(all_lanes, left, source);
                for (unsigned long p = start; p < end; p += warp_size)
                    visit(p + lane() < end, from, p + lane(), 0ul);
            }
            if (left >= warp_degree) left = 0;
            const unsigned long end = begin + left;
            for (; __any_sync(all_lanes, begin < end); begin++) visit(begin < end, q, begin, 0ul);
        }
    }
};

} // namespace grb::device
