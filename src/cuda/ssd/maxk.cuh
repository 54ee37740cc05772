// The k largest entries of each row of a dense matrix, row-balanced (the pruning of MaxK, Khan and
// Khan 2025 §II-A). Template parameter P, defined by the program:
//   P::X         type of the values
//   P::Position  width of a column index
//   P::is_abs    compares magnitudes
//   P::held      values of a row that a lane keeps in registers; 0: the row is read again in each
//                round
//   P::vec       neighbouring ones of them, loaded at once: 4 where A is full and rows begin on
//                boundaries, else 1
#pragma once

#include "ssd/maxk_search.cuh"

namespace grb::device {

/// Writes the kept entries of a row, ascending by column.
template <class P>
class KeptEntries {
    using X = typename P::X;
    using Key = typename Keys<X>::Key;

public:
    __device__ KeptEntries(const MaxkArguments &g, unsigned long row)
        : positions_(static_cast<typename P::Position *>(g.positions) + row * g.k),
          values_(static_cast<X *>(g.to_values) + row * g.k), k_(g.k) {}

    /// All lanes call this together, 32 columns at a time. Returns the number of entries kept.
    __device__ unsigned write(const MaxkRow<P> &row, Cut<Key> cut) {
        unsigned count = 0;
        const unsigned before = (1u << lane()) - 1;
        row.each([&](unsigned c, bool is_there, X x) {
            const Key key = key_of<X, P::is_abs>(x);
            bool is_kept = is_there && key >= cut.least;
            if (cut.ties != Cut<Key>::all) {
                const bool is_tie = is_there && key == cut.least;
                const unsigned tied = __ballot_sync(all_lanes, is_tie);
                if (is_tie) is_kept = __popc(tied & before) < cut.ties;
                cut.ties -= min(cut.ties, static_cast<unsigned>(__popc(tied)));
            }
            const unsigned kept = __ballot_sync(all_lanes, is_kept);
            if (is_kept) put(count + __popc(kept & before), c, x);
            count += __popc(kept);
        });
        for (unsigned p = count + lane(); p < k_; p += warp_size) put(p, 0, X{});
        return count;
    }

    /// Writes them through the warp's share of shared memory: k values, then k columns. is_exact: k
    /// entries are equal to the cut or above.
    __device__ unsigned write_staged(const MaxkRow<P> &row, Cut<Key> cut, bool is_exact,
                                     unsigned char *share) const {
        unsigned kept = 0, tied = 0;
        if (is_exact) {
            const auto threshold = Threshold<X, P::is_abs>::at(cut.least);
#pragma unroll
            for (int i = 0; i < P::held; i++) kept |= threshold.mask_of(row.values[i]) & 1u << i;
            return stage(row, share, is_floating<X> ? kept : kept & row.present);
        }
#pragma unroll
        for (int i = 0; i < P::held; i++) {
            const Key key = key_of<X, P::is_abs>(row.values[i]);
            kept |= (key >= cut.least ? 1u : 0u) << i;
            tied |= (key == cut.least ? 1u : 0u) << i;
        }
        kept &= row.present, tied &= row.present;
        if (cut.ties != Cut<Key>::all) {
            kept &= ~tied;
            each_in_order(tied,
                          [&](int i, unsigned rank) { kept |= (rank < cut.ties ? 1u : 0u) << i; });
        }
        return stage(row, share, kept);
    }

private:
    /// Calls use(i, rank) for the columns of a lane that the bits pick; rank: the warp's picked
    /// columns before. Returns how many there are.
    template <class Use>
    __device__ static unsigned each_in_order(unsigned picked, const Use &use) {
        constexpr int vectors = P::held / P::vec, field = 8; // a vector has at most 128 columns
        constexpr unsigned field_mask = (1u << field) - 1;
        static_assert(vectors * field <= 32 && warp_size * P::vec <= field_mask);
        unsigned counts = 0;
#pragma unroll
        for (int v = 0; v < vectors; v++)
            counts |= __popc(picked >> v * P::vec & ((1u << P::vec) - 1)) << v * field;
        unsigned until = counts;
#pragma unroll
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const unsigned other = __shfl_up_sync(all_lanes, until, distance);
            until += lane() >= distance ? other : 0;
        }
        const unsigned totals = __shfl_sync(all_lanes, until, warp_size - 1);
        const unsigned before = until - counts;
        unsigned vectors_before = 0;
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            unsigned rank = vectors_before + (before >> v * field & field_mask);
#pragma unroll
            for (int i = v * P::vec; i < (v + 1) * P::vec; i++) {
                if ((picked >> i & 1) != 0) use(i, rank++);
            }
            vectors_before += totals >> v * field & field_mask;
        }
        return vectors_before;
    }
    __device__ unsigned stage(const MaxkRow<P> &row, unsigned char *share, unsigned kept) const {
        auto *values = reinterpret_cast<X *>(share);
        auto *positions =
            reinterpret_cast<typename P::Position *>(share + (k_ * sizeof(X) + 7) / 8 * 8);
        __syncwarp(); // the row before has been copied
        const unsigned count = each_in_order(kept, [&](int i, unsigned position) {
            values[position] = row.values[i];
            positions[position] = static_cast<typename P::Position>(MaxkRow<P>::column(i));
        });
        __syncwarp();
#pragma unroll 1
        for (unsigned p = lane(); p < k_; p += warp_size) {
            values_[p] = p < count ? values[p] : X{};
            positions_[p] = p < count ? positions[p] : typename P::Position{0};
        }
        return count;
    }
    __device__ void put(unsigned p, unsigned column, X value) {
        positions_[p] = static_cast<typename P::Position>(column);
        values_[p] = value;
    }

    typename P::Position *positions_;
    X *values_;
    unsigned k_;
};

extern __shared__ uint4 maxk_shares[];

/// C(i, :) = the k largest entries of A(i, :), ascending by column; of equal ones the first; all
/// where there are no more than k. Bytes: A once where a row fits registers, C once. Grid: a warp
/// per row, any number. Deterministic.
template <class P>
__device__ void maxk_select(const MaxkArguments &g) {
    using Key = typename Keys<typename P::X>::Key;
    const unsigned long warps = gridDim.x * static_cast<unsigned long>(blockDim.x) / warp_size;
    unsigned long row =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    unsigned char *share = reinterpret_cast<unsigned char *>(maxk_shares) +
                           threadIdx.x / warp_size * static_cast<unsigned long>(g.share_bytes);
    CutSearch<P> search;
    unsigned made = 0;
    for (; row < g.nrows; row += warps) {
        const MaxkRow<P> own(g, row);
        bool is_exact = false;
        const Cut<Key> cut = search.find(own, g.k, is_exact);
        KeptEntries<P> kept(g, row);
        unsigned count = 0;
        if constexpr (P::vec > 1) {
            count = kept.write_staged(own, cut, is_exact, share);
        } else {
            count = kept.write(own, cut);
        }
        if (lane() == 0) {
            g.counts[row] = count;
            made += count;
        }
    }
    publish_entries({g.count_sum, g.count_blocks, g.count_where}, made);
}

} // namespace grb::device
