// Schedules of push that need a preparation: classes in queues, a column for each entry, or a
// prefix sum.
#pragma once

#include "mxv/push_frontier.cuh"

namespace grb::device {

/// S_twce: S_twc whose three classes are first enumerated into queues (mxv_push_enumerate), so that
/// each runs with full warps and blocks. Any grid.
struct TwceSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        const WorkQueues &queues = frontier.arguments.queues;
        for (unsigned long k = blockIdx.x; k < queues.counts[block_class]; k += gridDim.x) {
            const unsigned long q = queued(queues, block_class, k);
            const Registration own = frontier.registration(q);
            for (unsigned long start = 0; start < own.degree; start += schedule_threads) {
                const unsigned long edge = start + threadIdx.x;
                visit(edge < own.degree, q, own.begin + edge, 0ul);
            }
        }
        const unsigned long threads = static_cast<unsigned long>(gridDim.x) * schedule_threads;
        const unsigned long first =
            blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x - lane();
        for (unsigned long k = first / warp_size; k < queues.counts[warp_class];
             k += threads / warp_size) {
            const unsigned long q = queued(queues, warp_class, k);
            const Registration own = frontier.registration(q);
            for (unsigned long start = 0; start < own.degree; start += warp_size)
                visit(start + lane() < own.degree, q, own.begin + start + lane(), 0ul);
        }
        const unsigned long short_ones = queues.counts[thread_class];
        for (unsigned long base = first; base < short_ones; base += threads) {
            unsigned long q = 0, p = 0, end = 0;
            if (base + lane() < short_ones) {
                q = queued(queues, thread_class, base + lane());
                const Registration own = frontier.registration(q);
                p = own.begin;
                end = p + own.degree;
            }
            for (; __any_sync(all_lanes, p < end); p++) visit(p < end, q, p, 0ul);
        }
    }
};

/// S_em: a thread per entry of A finds its column in an array that is kept with A; the frontier's
/// bits tell whether it counts. For frontiers of most vertices. Grid: entries / 256.
struct EdgeSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        const MxvPushArguments &arguments = frontier.arguments;
        const auto *vertices = static_cast<const typename P::EdgeRow *>(arguments.edge_rows);
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * schedule_threads;
        unsigned long base =
            blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x - lane();
        for (; base < arguments.A.nvals; base += stride) {
            const unsigned long p = base + lane();
            bool is_edge = p < arguments.A.nvals;
            unsigned long q = 0;
            if (is_edge) {
                const unsigned long v = load_once(vertices + p);
                is_edge = arguments.frontier_bits == nullptr || bit_at(arguments.frontier_bits, v);
                if (is_edge) q = entry_of(frontier, v);
            }
            if (__any_sync(all_lanes, is_edge)) visit(is_edge, q, p, 0ul);
        }
    }

private:
    /// The frontier entry of a vertex; arbitrary where no value depends on it.
    template <class P>
    __device__ static unsigned long entry_of(const Frontier<P> &frontier, unsigned long v) {
        if constexpr (!reads_u<P>()) {
            return 0;
        } else {
            const auto *list =
                static_cast<const typename P::FrontierIndex *>(frontier.arguments.frontier);
            if (list == nullptr) return v;
            return owner_between(list, 0, frontier.count(),
                                 static_cast<typename P::FrontierIndex>(v));
        }
    }
    template <class P>
    __device__ static constexpr bool reads_u() {
        if constexpr (P::has_values) {
            return P::uses_u && !P::u_is_iso;
        } else {
            return false;
        }
    }
};

/// The last q in [low, high) with prefix[q] <= e, by all lanes together: 32 probes a step.
/// prefix[low] <= e.
__device__ inline unsigned long owner_by_warp(const unsigned long *prefix, unsigned long low,
                                              unsigned long high, unsigned long e) {
    while (high - low > 1) {
        const unsigned long step = (high - low + warp_size - 1) / warp_size;
        const unsigned long probe = low + (lane() + 1) * step;
        const bool is_before = probe < high && __ldg(prefix + probe) <= e;
        low += step * __popc(__ballot_sync(all_lanes, is_before));
        high = min(low + step, high);
    }
    return low;
}

/// S_strict: equal numbers of edges per block, whatever the degrees. An earlier prefix sum numbers
/// the edges of the frontier (arguments.prefix). A block takes tiles of 1,024 of them, finds the
/// vertices at both ends of the tile, stages these in shared memory and finds each edge's owner
/// there. The merge path cuts rows + edges (Yang 2019 §6.1), but rows without edges cost nothing in
/// push, so this cuts edges alone. The device reads the number of edges. Any grid.
struct MergeSchedule {
    static constexpr int tile = 4 * schedule_threads, staged = 1024;

    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ unsigned long corners[2];
        __shared__ unsigned starts[staged];
        __shared__ unsigned long firsts[staged];
        const unsigned long *prefix = frontier.arguments.prefix;
        const unsigned long total = prefix[frontier.count()];
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * tile;
        for (unsigned long tile_begin = blockIdx.x * static_cast<unsigned long>(tile);
             tile_begin < total; tile_begin += stride) {
            const unsigned long tile_end = min(tile_begin + tile, total);
            const unsigned warp = threadIdx.x / warp_size;
            if (warp < 2) {
                const unsigned long corner = owner_by_warp(prefix, 0, frontier.count(),
                                                           warp == 0 ? tile_begin : tile_end - 1);
                if (lane() == 0) corners[warp] = corner;
            }
            __syncthreads();
            const unsigned long low = corners[0], vertices = corners[1] - low + 1;
            const bool is_staged = vertices <= staged;
            if (is_staged) {
                for (unsigned long k = threadIdx.x; k < vertices; k += schedule_threads) {
                    const unsigned long before = prefix[low + k];
                    starts[k] =
                        before <= tile_begin ? 0u : static_cast<unsigned>(before - tile_begin);
                    firsts[k] = frontier.offset(frontier.vertex(low + k)) - before;
                }
            }
            __syncthreads();
            for (unsigned long start = tile_begin; start < tile_end; start += schedule_threads) {
                const unsigned long e = start + threadIdx.x;
                const bool is_edge = e < tile_end;
                unsigned long q = 0, p = 0;
                if (is_edge && is_staged) {
                    const unsigned long slot =
                        owner_between(starts, 0, vertices, static_cast<unsigned>(e - tile_begin));
                    q = low + slot;
                    p = firsts[slot] + e;
                } else if (is_edge) {
                    q = owner_between(prefix, low, low + vertices, e);
                    p = frontier.offset(frontier.vertex(q)) + (e - prefix[q]);
                }
                visit(is_edge, q, p, e);
            }
            __syncthreads();
        }
    }
};

/// S_strict for up to push_own_scan vertices, in one launch: each block makes the prefix sum of all
/// of them in its shared memory, then takes its tiles. A tile is 256 to 1,024 edges, so that a
/// small frontier reaches all blocks. Any grid; for frontiers whose launches would cost more than
/// their work.
struct OwnMergeSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ unsigned long prefix[push_own_scan];
        __shared__ unsigned long warp_sums[schedule_threads / warp_size];
        __shared__ unsigned long sum;
        unsigned long total = 0;
        for (unsigned long base = 0; base < frontier.count(); base += schedule_threads) {
            const unsigned long q = base + threadIdx.x;
            const Registration own = frontier.registration(q);
            const unsigned long end = total + inclusive_in_block(own.degree, warp_sums);
            if (q < frontier.count()) prefix[q] = end - own.degree;
            if (threadIdx.x == schedule_threads - 1) sum = end;
            __syncthreads();
            total = sum;
        }
        const unsigned long blocks = gridDim.x;
        const unsigned long turns = min(
            max((total + blocks * schedule_threads - 1) / (blocks * schedule_threads), 1ul), 4ul);
        const unsigned long tile = turns * schedule_threads;
        for (unsigned long tile_begin = blockIdx.x * tile; tile_begin < total;
             tile_begin += blocks * tile) {
            const unsigned long tile_end = min(tile_begin + tile, total);
            for (unsigned long start = tile_begin; start < tile_end; start += schedule_threads) {
                const unsigned long e = start + threadIdx.x;
                const bool is_edge = e < tile_end;
                unsigned long q = 0, p = 0;
                if (is_edge) {
                    q = owner_between(prefix, 0, frontier.count(), e);
                    p = frontier.offset(frontier.vertex(q)) + (e - prefix[q]);
                }
                visit(is_edge, q, p, e);
            }
        }
    }
};

} // namespace grb::device
