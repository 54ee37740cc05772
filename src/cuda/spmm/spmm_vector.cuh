// Products by a full matrix in equal shares of entries, with a bit for each entry that says whether
// it begins a row. See spmm.cuh for P, which has here too
//   P::lanes                lanes of a group, over P::lanes · P::vec adjacent columns
//   P::flight               entries of a group in flight at a time
#pragma once

#include "spmm/spmm.cuh"

namespace grb::device {

/// The entries that a group takes next, distributed over its lanes: entry j is in lane j / each.
template <class P>
struct EntryRound {
    /// Neighbouring entries a lane, and quads of them where groups are narrow.
    static constexpr int each = P::lanes == 1 ? 8 : P::lanes <= 8 ? 4 : 1;
    static constexpr int size = P::lanes * each;
    static constexpr unsigned mask = size < 32 ? (1u << (size % 32)) - 1 : 0xFFFFFFFFu;
    typename P::Index columns[each];
    typename P::A factors[each];
    unsigned heads; // a bit for each of the group's entries that begins a row

    __device__ void load(const SpmmView<P> &view, unsigned long base, int member) {
        const SpmmArguments &arguments = view.arguments;
        heads = __ldg(arguments.segments.flags + base / 32) >> (base % 32) & mask;
        const unsigned long own = base + member * each;
        if constexpr (each == 1) {
            const bool is_entry = own < arguments.A.nvals;
            columns[0] = is_entry ? view.column(own) : 0;
            factors[0] = is_entry ? view.matrix_value(own) : typename P::A{};
        } else {
#pragma unroll
            for (int i = 0; i < each; i += 4) {
                const Quad<P> quad = quad_at<P>(view.indices, arguments.A.values, arguments.A.nvals,
                                                arguments.is_aligned, own + i);
#pragma unroll
                for (int k = 0; k < 4; k++) {
                    columns[i + k] = quad.columns[k];
                    factors[i + k] = quad.factors[k];
                }
            }
        }
    }
};

/// Returns x of lane `source` of the caller's group.
template <class P, class T>
__device__ inline T from_group(T x, int source) {
    if constexpr (P::lanes == 1) {
        return x;
    } else {
        return shuffle(x, lane() / P::lanes * P::lanes + source);
    }
}

/// A group walks its entries. Rows are numbered without the empty ones.
template <class P>
class GroupWalk {
public:
    /// `number`: the rows that begin before the group's first entry.
    __device__ GroupWalk(const SpmmView<P> &view, unsigned number)
        : view_(view), first_(number), number_(number), row_(row(number - 1)),
          next_row_(row(number)) {}

    /// Ends the row before, as a row begins. The group's first row still lacks the sums of earlier
    /// groups, and waits for them.
    __device__ void end_row(unsigned c, bool is_active) {
        if (is_first_) {
            front_ = sums;
            is_first_ = false;
        } else if (is_active) {
            view_.store(row_, c, sums);
        }
        sums = Sums<P>();
        row_ = next_row_;
        number_++;
        next_row_ = row(number_); // long before its use
    }

    /// Joins the warp's groups after their last entries. begins_inside: no row begins with the
    /// group's first entry; is_ended: one begins behind its last, which ends before entry `end`.
    __device__ void finish(unsigned long tile, unsigned long end, bool begins_inside, bool is_ended,
                           unsigned c, bool is_active) {
        constexpr int groups = warp_size / P::lanes;
        const int group = lane() / P::lanes;
        const bool has_end = !is_first_ || is_ended;
        if (is_first_) front_ = sums;
        if (!is_first_ && is_ended && is_active) view_.store(row_, c, sums);
        if (is_ended) sums = Sums<P>();
        // Inclusive scan over the groups: sums of the rows that each leaves open.
        bool is_cut = has_end;
#pragma unroll
        for (int distance = 1; distance < groups; distance *= 2) {
            Sums<P> before;
#pragma unroll
            for (int k = 0; k < P::vec; k++)
                before.values[k] = shuffle_up(sums.values[k], distance * P::lanes);
            const bool is_cut_before = shuffle_up(is_cut, distance * P::lanes);
            if (group >= distance && !is_cut) {
                sums.add_before(before);
                is_cut = is_cut_before;
            }
        }
        bool is_from_tile_before = true; // the group's first row
        if constexpr (groups > 1) {
            Sums<P> before;
#pragma unroll
            for (int k = 0; k < P::vec; k++)
                before.values[k] = shuffle_up(sums.values[k], P::lanes);
            if (group > 0) front_.add_before(before);
            const bool is_cut_before = shuffle_up(is_cut, P::lanes);
            is_from_tile_before = group == 0 || !is_cut_before;
        }
        const unsigned first_row = row(first_ - 1);
        if (begins_inside && has_end && is_active && first_row != no_row) {
            if (is_from_tile_before) {
                view_.leave_end(tile, first_row, c, front_);
            } else {
                view_.store(first_row, c, front_);
            }
        }
        if (group != groups - 1 || !is_active) return;
        const bool goes_on = !is_ended && end < view_.arguments.A.nvals;
        view_.leave(tile, goes_on ? row_ : view_.no_row, c, sums);
    }

    /// Returns true when entry k from here on is in a row that the mask wants; `heads`: a bit for
    /// each from here on.
    __device__ bool wants(unsigned heads, int k) const {
        return view_.wants(number_ - 1 + __popc(heads & ((2u << k) - 1)));
    }

    Sums<P> sums;

private:
    static constexpr unsigned no_row = ~0u; // there are fewer rows
    __device__ unsigned row(unsigned number) const {
        const RowSegments &segments = view_.arguments.segments;
        if (number >= segments.count) return no_row;
        return segments.rows == nullptr ? number : __ldg(segments.rows + number);
    }

    const SpmmView<P> &view_;
    unsigned first_, number_, row_, next_row_;
    Sums<P> front_;
    bool is_first_ = true;
};

/// Counts the rows that begin before entry `begin` of the caller's group, which is in the warp's
/// tile of P::segment_tile entries.
template <class P>
__device__ inline unsigned rows_before(const SpmmArguments &arguments, unsigned long begin) {
    constexpr int words = P::segment_tile / 32;
    const unsigned long tile = begin / P::segment_tile;
    const unsigned word =
        lane() < words ? __ldg(arguments.segments.flags + tile * words + lane()) : 0;
    const unsigned in_word = __popc(word);
    unsigned before = in_word;
#pragma unroll
    for (int distance = 1; distance < words; distance *= 2) {
        const unsigned other = __shfl_up_sync(all_lanes, before, distance);
        before += lane() >= distance ? other : 0;
    }
    const int own = static_cast<int>(begin / 32 % words);
    const unsigned whole = __shfl_sync(all_lanes, before - in_word, own);
    const unsigned rest = __shfl_sync(all_lanes, word, own) & ((1u << (begin % 32)) - 1);
    return __ldg(arguments.segments.ranks + tile) + whole + __popc(rest);
}

/// Equal numbers of entries per warp. A group of P::lanes lanes takes neighbouring ones; its lanes
/// cover adjacent columns, P::vec of which each loads by one instruction, and P::flight rows of B
/// are in flight at a time. Adjacent lanes load A's entries and shuffles distribute them. Complete
/// rows are written at once; a scan over the warp joins the groups' rests, and spmm_add_carries
/// those of the warps. Slices of columns come one after the other, so that the caches hold more
/// rows of B. A keeps the beginnings of rows (see SegmentArrays). For rows that the mask does not
/// want, no row of B is read and nothing meaningful is stored. Combines equal shares (Yang 2019
/// §6.2.2), wide loads (VDL, Huang et al. 2021 §2.1.2; HP-SpMM, Fan et al. 2023) and the head flags
/// of mxv_segmented. Bytes: A once a slice, F values of B an entry, C once. Grid: tiles · slices /
/// P::warps blocks. Deterministic.
template <class P>
__device__ void spmm_vector(const SpmmArguments &arguments) {
    using Round = EntryRound<P>;
    static_assert(Round::size % P::flight == 0 &&
                  (Round::each == 1 || P::flight % Round::each == 0));
    const SpmmView<P> view(arguments);
    const WarpTask<P> task(warp_number(), arguments.tiles);
    if (task.slice >= arguments.slices) return;
    const int group = lane() / P::lanes, member = lane() % P::lanes;
    const unsigned long own = task.first_column(member, P::lanes);
    const bool is_active = own < arguments.columns;
    // The other lanes read the same entries as their neighbours.
    const unsigned c = is_active ? static_cast<unsigned>(own) : 0;
    const unsigned long share = arguments.share * P::lanes / warp_size;
    const unsigned long begin = task.unit * arguments.share + group * share, end = begin + share;

    Round next;
    next.load(view, begin, member);
    const bool is_ended = (__ldg(arguments.segments.flags + end / 32) >> (end % 32) & 1) != 0;
    const bool begins_inside = (next.heads & 1) == 0;
    GroupWalk<P> walk(view, rows_before<P>(arguments, begin));
    // The bit behind the last entry ends its row. Entries after it belong to no row: their sums are
    // dropped.
#pragma unroll 1
    for (unsigned long base = begin; base < end; base += Round::size) {
        const Round round = next;
        if (base + Round::size < end) next.load(view, base + Round::size, member);
#pragma unroll 1
        for (int first = 0; first < Round::size; first += P::flight) {
            Terms<P> terms[P::flight];
            typename P::A factors[P::flight];
#pragma unroll
            for (int k = 0; k < P::flight; k++) {
                const int source = (first + k) / Round::each;
                const auto column = from_group<P>(round.columns[k % Round::each], source);
                terms[k] = walk.wants(round.heads >> first, k) ? view.terms(column, c) : Terms<P>{};
                factors[k] = from_group<P>(round.factors[k % Round::each], source);
            }
#pragma unroll
            for (int k = 0; k < P::flight; k++) {
                if ((round.heads >> (first + k) & 1) != 0) walk.end_row(c, is_active);
                walk.sums.add(factors[k], terms[k]);
            }
        }
    }
    walk.finish(task.unit, end, begins_inside, is_ended, c, is_active);
}

} // namespace grb::device
