// Pull under the schedule `weaver`. See mxv_pull.cuh for P.
#pragma once

#include "kernels/phase_barrier.cuh"
#include "mxv/row_shares.cuh"

namespace grb::device {

/// SparseWeaver's unit in software, pull with skip (Jeong et al. 2025 §III-C, Figures 7 and 9).
/// Registration fills the block's sparse work table with the rows that the mask allows. Warp 0, the
/// decoder, then converts it into dense work rows (row, entry per lane), two stages of one for each
/// of the other seven warps, which consume them while the decoder makes the next stage. A consumer
/// that sees a row reach the terminal value reports it, and the decoder skips the rest of that row.
/// Differs: each consumer has a share of its own, so that sums stay in registers and do not depend
/// on timing. Grid: rows / 256 blocks of 256. Deterministic.
template <class P>
class PullWeaver {
public:
    static constexpr int consumers = schedule_threads / warp_size - 1;

    /// All threads call this; the table is filled and complete afterwards. Returns the number of
    /// entries.
    __device__ unsigned long register_rows(const PullView<P> &view) {
        if (threadIdx.x < stages) {
            full_[threadIdx.x].initialise(warp_size);
            empty_[threadIdx.x].initialise(consumers * warp_size);
        }
        return shares_.register_rows(view);
    }

    /// The decoder's warp calls this.
    __device__ void decode(unsigned long total) {
        // Lane k keeps the position up to which consumer k's share is decoded.
        unsigned long cursor = 0, limit = 0;
        if (lane() < consumers) {
            cursor = shares_.begin_of(lane(), total);
            limit = shares_.begin_of(lane() + 1, total);
        }
        for (unsigned turn = 0, is_last = 0; !is_last; turn++) {
            const unsigned stage = turn % stages;
            empty_[stage].wait(turn / stages % 2 ^ 1); // at once the first time
            for (int k = 0; k < consumers; k++) {
                const unsigned long end = __shfl_sync(all_lanes, limit, k);
                const unsigned long at = skipped_to(__shfl_sync(all_lanes, cursor, k), end);
                const unsigned long e = at + lane();
                const int owner = shares_.table.owner(e);
                rows_[stage][k * warp_size + lane()] = static_cast<unsigned char>(owner);
                entries_[stage][k * warp_size + lane()] =
                    e < end ? shares_.table.firsts[owner] + e : no_entry;
                if (lane() == k) cursor = min(at + warp_size, end);
            }
            is_last = __all_sync(all_lanes, cursor >= limit) != 0;
            if (lane() == 0) is_last_[stage] = is_last;
            full_[stage].arrive();
        }
    }

    /// Each of the other warps calls this.
    __device__ void consume(const PullView<P> &view, unsigned long total) {
        const int position = static_cast<int>(threadIdx.x) - warp_size;
        const int consumer = position / warp_size;
        ShareWalk<P, consumers> walk(shares_, consumer, shares_.begin_of(consumer, total),
                                     shares_.begin_of(consumer + 1, total));
        for (unsigned turn = 0, is_last = 0; !is_last; turn++) {
            const unsigned stage = turn % stages;
            full_[stage].wait(turn / stages % 2);
            const unsigned long p = entries_[stage][position];
            const int owner = rows_[stage][position];
            is_last = is_last_[stage];
            empty_[stage].arrive();
            Partial<P> term;
            if (p != no_entry) term = view.product(p);
            walk.step(p != no_entry, owner, term);
        }
        walk.finish();
    }

    __device__ void write_rows(const PullView<P> &view) { shares_.write_rows(view); }

private:
    static constexpr unsigned stages = 2;
    static constexpr unsigned long no_entry = ~0ul;

    __device__ unsigned long skipped_to(unsigned long at, unsigned long end) {
        if constexpr (P::has_terminal) {
            if (at >= end) return at; // the same for all lanes
            const int owner = shares_.table.owner(at);
            const bool is_done = lane() == 0 && shares_.is_known_final(owner);
            if (__any_sync(all_lanes, is_done)) return min(shares_.table.ends[owner], end);
        }
        return at;
    }

    RowShares<P, consumers> shares_;
    unsigned long entries_[stages][consumers * warp_size];
    unsigned char rows_[stages][consumers * warp_size];
    unsigned is_last_[stages];
    PhaseBarrier full_[stages], empty_[stages];
};

template <class P>
__device__ void mxv_pull_weaver(const MxvPullArguments &arguments) {
    __shared__ PullWeaver<P> weaver;
    const PullView<P> view(arguments);
    const unsigned long total = weaver.register_rows(view);
    if (total != 0) { // the same for all threads
        if (threadIdx.x < warp_size) {
            weaver.decode(total);
        } else {
            weaver.consume(view, total);
        }
    }
    weaver.write_rows(view);
}

} // namespace grb::device
