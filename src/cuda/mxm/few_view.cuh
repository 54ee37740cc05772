// The operands as the lanes of mxm_few_rows read them, and the sums that they keep; see
// mxm_few_rows.cuh for P.
#pragma once

#include "kernels/partial.cuh"
#include "mxm/mxm_few_rows_arguments.h"

namespace grb::device {

/// The values of the rows of one lane.
template <class T, int count>
struct alignas(alignment_of_neighbours<T, count>) RowValues {
    T values[count];
};

template <class P>
struct FewView {
    using Word = typename P::Word;
    using Values = RowValues<typename P::A, P::vec>;
    static constexpr bool has_side = P::has_values && P::uses_a && !P::a_is_iso;
    static constexpr int tiles = warp_size / P::lanes;

    const MxmFewRowsArguments &g;
    const typename P::Offset *offsets;
    const typename P::Index *indices;
    const Word *present;
    Word *words;

    __device__ explicit FewView(const MxmFewRowsArguments &arguments)
        : g(arguments), offsets(static_cast<const typename P::Offset *>(arguments.B.row_offsets)),
          indices(static_cast<const typename P::Index *>(arguments.B.column_indices)),
          present(static_cast<const Word *>(arguments.present)),
          words(static_cast<Word *>(arguments.words)) {}

    /// The lane's position in its group; its first row.
    __device__ static int position() { return lane() % P::lanes; }
    __device__ static int first_row() { return position() * P::vec; }
    /// Returns false for a lane whose rows are all beyond the stride.
    __device__ static bool has_rows() { return first_row() < P::stride; }

    __device__ Word rows_with(typename P::Index k) const {
        if constexpr (P::a_is_full) {
            return static_cast<Word>(~Word{0});
        } else {
            return present[k];
        }
    }
    __device__ Values left(typename P::Index k) const {
        Values x{};
        if constexpr (has_side) {
            const auto *side = static_cast<const Values *>(g.side);
            if (has_rows())
                x = side[static_cast<unsigned long>(k) * (P::stride / P::vec) + position()];
        } else if constexpr (P::has_values && P::uses_a) {
#pragma unroll
            for (auto &value : x.values) value = *static_cast<const typename P::A *>(g.a_values);
        }
        return x;
    }
    __device__ typename P::U right(unsigned long q) const {
        if constexpr (P::has_values && P::uses_u) {
            return static_cast<const typename P::U *>(g.B.values)[P::u_is_iso ? 0 : q];
        } else {
            return typename P::U{};
        }
    }
};

/// The sums of a lane's rows; `met` has a bit for each row of the group that has a term.
template <class P>
struct FewSums {
    using Word = typename P::Word;
    typename P::Z values[P::vec];
    Word matched = 0;

    __device__ static bool is_in(Word word, int row) { return (word >> row & 1) != 0; }
    __device__ void add(int v, bool has, typename P::Z value) {
        values[v] = has ? P::add(values[v], value) : value;
    }
    __device__ void take(Word rows, const typename FewView<P>::Values &a, typename P::U b) {
        if constexpr (P::has_values) {
#pragma unroll
            for (int v = 0; v < P::vec; v++) {
                const int row = FewView<P>::first_row() + v;
                if (is_in(rows, row)) add(v, is_in(matched, row), P::multiply(a.values[v], b));
            }
        }
        matched |= rows;
    }
    __device__ void join(const FewSums &other) {
        if constexpr (P::has_values) {
#pragma unroll
            for (int v = 0; v < P::vec; v++) {
                const int row = FewView<P>::first_row() + v;
                if (is_in(other.matched, row)) add(v, is_in(matched, row), other.values[v]);
            }
        }
        matched |= other.matched;
    }
    /// Gives the total of all groups of the warp to each of them.
    __device__ void join_tiles() {
#pragma unroll
        for (int distance = P::lanes; distance < warp_size; distance *= 2) {
            const auto other_lane = [=](auto word) {
                return __shfl_xor_sync(all_lanes, word, distance);
            };
            FewSums other;
            other.matched = exchanged(matched, other_lane);
            if constexpr (P::has_values) {
#pragma unroll
                for (int v = 0; v < P::vec; v++) other.values[v] = exchanged(values[v], other_lane);
            }
            join(other);
        }
    }
};

} // namespace grb::device
