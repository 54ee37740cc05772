// Push under the schedule `weaver`.
#pragma once

#include "kernels/phase_barrier.cuh"
#include "mxv/push_frontier.cuh"

namespace grb::device {

/// SparseWeaver's unit in software (Jeong et al. 2025 §III-C, Figure 7). Registration fills the
/// block's sparse work table in vertex order. Warp 0, the decoder, then converts it into dense work
/// rows (vertex, edge per lane), two stages of one row for each of the other seven warps, which
/// consume them behind barriers while the decoder makes the next stage. Grid: vertices / 256.
struct WeaverSchedule {
    static constexpr int consumers = schedule_threads / warp_size - 1, stages = 2;
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
        const unsigned long stride = static_cast<unsigned long>(gridDim.x) * schedule_threads;
        unsigned turn = 0; // stages used so far; the same in all threads between groups
        for (unsigned long base = blockIdx.x * static_cast<unsigned long>(schedule_threads);
             base < frontier.count(); base += stride) {
            const unsigned long total = table.fill(frontier, base);
            for (unsigned long start = 0; start < total; start += row, turn++) {
                const unsigned stage = turn % stages, parity = turn / stages % 2;
                if (warp == 0) {
                    empty[stage].wait(parity ^ 1); // at once the first time
                    for (int k = lane(); k < row; k += warp_size) {
                        const unsigned long e = start + k;
                        const int owner = table.owner(e);
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
