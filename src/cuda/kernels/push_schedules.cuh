// The gather of push under a schedule: which lane visits which entry of the columns that the frontier
// selects (paper 003 §III-A: registration, each thread reads start and degree of a base vertex, then
// distribution of their edges to lanes). A schedule is a policy of the kernel:
//   Schedule::gather<P>(frontier, visit) calls visit(is_edge, q, p, e) for each entry p of A in the column
// of frontier entry q. All lanes of a warp call it together, those without an entry with is_edge false. e
// is the number of the product in order of (q, p), for MergeSchedule and OwnMergeSchedule only.
// All blocks have push_threads threads; any grid does. Positions are 64-bit.
#pragma once

#include "kernels/common.cuh"
#include "kernels/mxv_push_arguments.h"

namespace grb::device {

template <class P>
struct Frontier {
    const MxvPushArguments &arguments;
    unsigned long count;

    __device__ explicit Frontier(const MxvPushArguments &a) : arguments(a), count(a.count) {}
    __device__ unsigned long vertex(unsigned long q) const {
        const auto *list = static_cast<const typename P::FrontierIndex *>(arguments.frontier);
        return list == nullptr ? q : static_cast<unsigned long>(__ldg(list + q));
    }
    __device__ unsigned long offset(unsigned long v) const {
        return __ldg(static_cast<const typename P::Offset *>(arguments.offsets) + v);
    }
};

/// Start and degree of a base vertex; degree 0 past the end.
struct Registration {
    unsigned long begin = 0, degree = 0;

    template <class P>
    __device__ static Registration of(const Frontier<P> &frontier, unsigned long q) {
        Registration own;
        if (q < frontier.count) {
            const unsigned long v = frontier.vertex(q);
            own.begin = frontier.offset(v);
            own.degree = frontier.offset(v + 1) - own.begin;
        }
        return own;
    }
};

/// The number of `ends` (ascending, `size` of them, a power of two) that are at most e, at most size - 1.
__device__ inline int owner_in_block(const unsigned long *ends, int size, unsigned long e) {
    int owner = 0;
    for (int step = size / 2; step > 0; step /= 2) {
        if (ends[owner + step - 1] <= e) owner += step;
    }
    return owner;
}

/// S_vm: a thread per base vertex. Grid: vertices / 256.
struct VertexSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * push_threads;
        unsigned long base =
            blockIdx.x * static_cast<unsigned long>(push_threads) + threadIdx.x - lane();
        for (; base < frontier.count; base += stride) {
            const unsigned long q = base + lane();
            const Registration own = Registration::of(frontier, q);
            const unsigned long end = own.begin + own.degree;
            for (unsigned long p = own.begin; __any_sync(all_lanes, p < end); p++)
                visit(p < end, q, p, 0ul);
        }
    }
};

/// S_wm: a warp registers `group` vertices; their edges, numbered by a prefix sum over the lanes, go to
/// all lanes, which find the owner by binary search with shuffles. Grid: vertices / (8 · group).
struct WarpSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        const unsigned long group = frontier.arguments.group;
        const unsigned long warps =
            static_cast<unsigned long>(gridDim.x) * (push_threads / warp_size);
        const unsigned long warp =
            (blockIdx.x * static_cast<unsigned long>(push_threads) + threadIdx.x) / warp_size;
        for (unsigned long base = warp * group; base < frontier.count; base += warps * group) {
            Registration own;
            if (lane() < group) own = Registration::of(frontier, base + lane());
            const unsigned long end = inclusive_in_warp(own.degree);
            const unsigned long first = own.begin - (end - own.degree); // + e = position in A
            const unsigned long total = __shfl_sync(all_lanes, end, warp_size - 1);
            for (unsigned long start = 0; start < total; start += warp_size) {
                const unsigned long e = start + lane();
                int owner = 0;
                for (int step = warp_size / 2; step > 0; step /= 2) {
                    if (__shfl_sync(all_lanes, end, owner + step - 1) <= e) owner += step;
                }
                const unsigned long p = __shfl_sync(all_lanes, first, owner) + e;
                visit(e < total, base + owner, p, 0ul);
            }
        }
    }
};

/// The block's registered vertices: where the edges of each end when they are numbered one after the
/// other, and what turns such a number into a position in A.
struct WorkTable {
    unsigned long ends[push_threads], firsts[push_threads];
    unsigned long warp_sums[push_threads / warp_size];

    /// All threads; the table is complete for all of them afterwards. Returns the number of edges.
    template <class P>
    __device__ unsigned long fill(const Frontier<P> &frontier, unsigned long base) {
        const Registration own = Registration::of(frontier, base + threadIdx.x);
        const unsigned long end = inclusive_in_block(own.degree, warp_sums);
        ends[threadIdx.x] = end;
        firsts[threadIdx.x] = own.begin - (end - own.degree);
        __syncthreads();
        return ends[push_threads - 1];
    }
};

/// S_cm: as S_wm, a block sharing 256 vertices through shared memory. Grid: vertices / 256.
struct BlockSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ WorkTable table;
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * push_threads;
        for (unsigned long base = blockIdx.x * static_cast<unsigned long>(push_threads);
             base < frontier.count; base += stride) {
            const unsigned long total = table.fill(frontier, base);
            for (unsigned long start = 0; start < total; start += push_threads) {
                const unsigned long e = start + threadIdx.x;
                const int owner = owner_in_block(table.ends, push_threads, e);
                visit(e < total, base + owner, table.firsts[owner] + e, 0ul);
            }
            __syncthreads();
        }
    }
};

/// S_twc (Merrill, Garland & Grimshaw via paper 003): vertices of 256 edges or more are taken by the whole
/// block, of 32 or more by the warp, the rest by their own thread. Grid: vertices / 256.
struct TwcSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ unsigned winner;
        __shared__ unsigned long shared_q, shared_begin, shared_end;
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * push_threads;
        for (unsigned long base = blockIdx.x * static_cast<unsigned long>(push_threads);
             base < frontier.count; base += stride) {
            const unsigned long q = base + threadIdx.x;
            const Registration own = Registration::of(frontier, q);
            unsigned long begin = own.begin, left = own.degree;
            while (__syncthreads_or(left >= push_threads)) {
                if (left >= push_threads) atomicExch(&winner, threadIdx.x);
                __syncthreads();
                if (left >= push_threads && winner == threadIdx.x) {
                    shared_q = q;
                    shared_begin = begin;
                    shared_end = begin + left;
                    left = 0;
                }
                __syncthreads();
                const unsigned long from = shared_q, end = shared_end;
                for (unsigned long start = shared_begin; start < end; start += push_threads)
                    visit(start + threadIdx.x < end, from, start + threadIdx.x, 0ul);
            }
            unsigned wide = __ballot_sync(all_lanes, left >= warp_size);
            while (wide != 0) {
                const int source = __ffs(wide) - 1;
                wide &= wide - 1;
                const unsigned long from = __shfl_sync(all_lanes, q, source);
                const unsigned long start = __shfl_sync(all_lanes, begin, source);
                const unsigned long end = start + __shfl_sync(all_lanes, left, source);
                for (unsigned long p = start; p < end; p += warp_size)
                    visit(p + lane() < end, from, p + lane(), 0ul);
            }
            if (left >= warp_size) left = 0;
            const unsigned long end = begin + left;
            for (; __any_sync(all_lanes, begin < end); begin++) visit(begin < end, q, begin, 0ul);
        }
    }
};

/// The last q in [low, high) with prefix[q] <= e, by all lanes together: 32 probes a step. prefix[low] <= e.
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

/// The last q in [low, high) with prefix[q] <= e, by one thread. prefix[low] <= e.
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

/// S_strict: equal numbers of edges per block, whatever the degrees. The edges of the frontier are numbered
/// by a prefix sum that was made before (arguments.prefix); a block takes tiles of 1,024 of them, finds the
/// vertices at both ends of the tile, stages these in shared memory and looks each edge's owner up there.
/// As the merge path cuts rows + edges (paper 004 §6.1), but rows without edges cost nothing in push, so
/// edges alone are cut. The number of edges is read on the device. Any grid.
struct MergeSchedule {
    static constexpr int tile = 4 * push_threads, staged = 1024;

    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ unsigned long corners[2];
        __shared__ unsigned starts[staged];
        __shared__ unsigned long firsts[staged];
        const unsigned long *prefix = frontier.arguments.prefix;
        const unsigned long total = prefix[frontier.count];
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * tile;
        for (unsigned long tile_begin = blockIdx.x * static_cast<unsigned long>(tile);
             tile_begin < total; tile_begin += stride) {
            const unsigned long tile_end = min(tile_begin + tile, total);
            const unsigned warp = threadIdx.x / warp_size;
            if (warp < 2) {
                const unsigned long corner =
                    owner_by_warp(prefix, 0, frontier.count, warp == 0 ? tile_begin : tile_end - 1);
                if (lane() == 0) corners[warp] = corner;
            }
            __syncthreads();
            const unsigned long low = corners[0], vertices = corners[1] - low + 1;
            const bool is_staged = vertices <= staged;
            if (is_staged) {
                for (unsigned long k = threadIdx.x; k < vertices; k += push_threads) {
                    const unsigned long before = prefix[low + k];
                    starts[k] =
                        before <= tile_begin ? 0u : static_cast<unsigned>(before - tile_begin);
                    firsts[k] = frontier.offset(frontier.vertex(low + k)) - before;
                }
            }
            __syncthreads();
            for (unsigned long start = tile_begin; start < tile_end; start += push_threads) {
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

/// S_strict for up to push_own_scan vertices, in one launch: each block makes the prefix sum of all of them
/// for itself in shared memory, then takes its tiles. A tile is 256 to 1,024 edges, so that a small frontier
/// spreads over all blocks. Any grid; for frontiers whose launches would cost more than their work.
struct OwnMergeSchedule {
    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ unsigned long prefix[push_own_scan];
        __shared__ unsigned long warp_sums[push_threads / warp_size];
        __shared__ unsigned long sum;
        unsigned long total = 0;
        for (unsigned long base = 0; base < frontier.count; base += push_threads) {
            const unsigned long q = base + threadIdx.x;
            const Registration own = Registration::of(frontier, q);
            const unsigned long end = total + inclusive_in_block(own.degree, warp_sums);
            if (q < frontier.count) prefix[q] = end - own.degree;
            if (threadIdx.x == push_threads - 1) sum = end;
            __syncthreads();
            total = sum;
        }
        const unsigned long blocks = gridDim.x;
        const unsigned long turns =
            min(max((total + blocks * push_threads - 1) / (blocks * push_threads), 1ul), 4ul);
        const unsigned long tile = turns * push_threads;
        for (unsigned long tile_begin = blockIdx.x * tile; tile_begin < total;
             tile_begin += blocks * tile) {
            const unsigned long tile_end = min(tile_begin + tile, total);
            for (unsigned long start = tile_begin; start < tile_end; start += push_threads) {
                const unsigned long e = start + threadIdx.x;
                const bool is_edge = e < tile_end;
                unsigned long q = 0, p = 0;
                if (is_edge) {
                    q = owner_between(prefix, 0, frontier.count, e);
                    p = frontier.offset(frontier.vertex(q)) + (e - prefix[q]);
                }
                visit(is_edge, q, p, e);
            }
        }
    }
};

/// Barrier in shared memory that a number of arrivals complete (mbarrier, sm_80 and later): arriving
/// publishes what the thread wrote, waiting for the phase makes it visible.
struct PhaseBarrier {
    unsigned long word;

    __device__ unsigned address() { return static_cast<unsigned>(__cvta_generic_to_shared(&word)); }
    __device__ void initialise(unsigned arrivals) {
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address()), "r"(arrivals)
                     : "memory");
    }
    __device__ void arrive() {
        asm volatile(
            "{\n .reg .b64 state;\n mbarrier.arrive.shared.b64 state, [%0];\n}" ::"r"(address())
            : "memory");
    }
    __device__ void wait(unsigned parity) {
        unsigned is_complete;
        do {
            asm volatile("{\n .reg .pred complete;\n"
                         " mbarrier.test_wait.parity.shared.b64 complete, [%1], %2;\n"
                         " selp.u32 %0, 1, 0, complete;\n}"
                         : "=r"(is_complete)
                         : "r"(address()), "r"(parity)
                         : "memory");
        } while (is_complete == 0);
    }
};

/// SparseWeaver's unit in software (paper 003 §III-C, Figure 7). Registration fills the block's sparse work
/// table in vertex order; then warp 0, the decoder, turns it into dense work rows (vertex, edge per lane),
/// two stages of one row for each of the other seven warps, which consume them behind barriers while the
/// next stage is decoded. Grid: vertices / 256.
struct WeaverSchedule {
    static constexpr int consumers = push_threads / warp_size - 1, stages = 2;
    static constexpr int row = consumers * warp_size;
    static constexpr unsigned long no_edge = ~0ul;

    template <class P, class Visit>
    __device__ static void gather(const Frontier<P> &frontier, const Visit &visit) {
        __shared__ WorkTable table;
        __shared__ unsigned long edges[stages][row];
        __shared__ unsigned char vertices[stages][row];
        __shared__ PhaseBarrier full[stages], empty[stages];
        if (threadIdx.x < stages) {
            full[threadIdx.x].initialise(warp_size);
            empty[threadIdx.x].initialise(row);
        }
        __syncthreads();
        const int warp = static_cast<int>(threadIdx.x) / warp_size;
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * push_threads;
        unsigned turn = 0; // stages used so far; the same in all threads between groups
        for (unsigned long base = blockIdx.x * static_cast<unsigned long>(push_threads);
             base < frontier.count; base += stride) {
            const unsigned long total = table.fill(frontier, base);
            for (unsigned long start = 0; start < total; start += row, turn++) {
                const unsigned stage = turn % stages, parity = turn / stages % 2;
                if (warp == 0) {
                    empty[stage].wait(parity ^ 1); // at once the first time
                    for (int k = lane(); k < row; k += warp_size) {
                        const unsigned long e = start + k;
                        const int owner = owner_in_block(table.ends, push_threads, e);
                        vertices[stage][k] = static_cast<unsigned char>(owner);
                        edges[stage][k] = e < total ? table.firsts[owner] + e : no_edge;
                    }
                    full[stage].arrive();
                } else {
                    const int k = static_cast<int>(threadIdx.x) - warp_size;
                    full[stage].wait(parity);
                    const unsigned long p = edges[stage][k];
                    const unsigned long q = base + vertices[stage][k];
                    empty[stage].arrive();
                    visit(p != no_edge, q, p, 0ul);
                }
            }
            __syncthreads();
        }
    }
};

} // namespace grb::device
