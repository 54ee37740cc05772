// C = A ⊕.⊗ B, A of up to 64 rows, B sparse by columns, C dense: a column of C at a time for all
// rows. The values of A for one k are adjacent, and a word of bits says which rows have one.
// Template parameter P, defined by the program:
//   P::Offset, P::Index     widths of B's arrays
//   P::A, P::U, P::Z        stored types of A's and B's values, type of the monoid
//   P::a_is_iso, u_is_iso, uses_a, uses_u, multiply(a, u), add(x, y), ends_at_first
//   P::Word                 unsigned, a bit for each row
//   P::vec, P::lanes        rows of a lane, lanes of a group, which has all rows
//   P::stride               rows, rounded up to a multiple of vec
//   P::a_is_full            every row has every k
//   P::has_values           false: only the pattern of C is wanted
#pragma once

#include "mxm/few_bits.cuh"
#include "mxm/few_view.cuh"

namespace grb::device {

/// The most entries that few_round takes: as many as fit into registers with their values.
template <class P>
__device__ constexpr int few_flight() {
    return P::has_values && sizeof(typename P::A) * P::vec > 16 ? 4 : 8;
}

/// Takes entries q, q + step, ... of up to `flight` before `end`: first loads all indices, then all
/// words, then all values, so that none waits for another.
template <class P>
__device__ inline void few_round(const FewView<P> &view, FewSums<P> &sums, unsigned long q,
                                 unsigned long step, unsigned long end, typename P::Word wanted) {
    using Word = typename P::Word;
    constexpr int flight = few_flight<P>();
    typename P::Index inner[flight];
    Word rows[flight];
    typename FewView<P>::Values left[flight];
    typename P::U right[flight];
#pragma unroll
    for (int t = 0; t < flight; t++)
        inner[t] = q + t * step < end ? __ldcs(view.indices + q + t * step) : 0;
#pragma unroll
    for (int t = 0; t < flight; t++) {
        const Word there = q + t * step < end ? view.rows_with(inner[t]) : Word{0};
        rows[t] = static_cast<Word>(there & wanted);
    }
    if constexpr (P::has_values) {
#pragma unroll
        for (int t = 0; t < flight; t++) {
            if (rows[t] == 0) continue;
            left[t] = view.left(inner[t]);
            right[t] = view.right(q + t * step);
        }
    }
#pragma unroll
    for (int t = 0; t < flight; t++) {
        // If one term is enough, rows that have one take no other.
        const Word taken = P::ends_at_first ? static_cast<Word>(rows[t] & ~sums.matched) : rows[t];
        if (taken != 0) sums.take(taken, left[t], right[t]);
    }
}

/// Returns the rows that want another term: where one is enough, those that have none.
template <class P>
__device__ inline typename P::Word few_missing(const FewSums<P> &sums, typename P::Word wanted) {
    using Word = typename P::Word;
    return P::ends_at_first ? static_cast<Word>(wanted & ~sums.matched) : wanted;
}

/// The sums over the entries [begin, end) of a column, by one group.
template <class P>
__device__ inline FewSums<P> few_by_tile(const FewView<P> &view, unsigned long begin,
                                         unsigned long end, typename P::Word wanted) {
    FewSums<P> sums;
    for (unsigned long q = begin; q < end; q += few_flight<P>()) {
        few_round(view, sums, q, 1, end, few_missing(sums, wanted));
        if (P::ends_at_first && sums.matched == wanted) break;
    }
    return sums;
}

/// The sums by all groups of a warp, whose lanes all call this; each group gets the totals.
template <class P>
__device__ inline FewSums<P> few_by_warp(const FewView<P> &view, unsigned long begin,
                                         unsigned long end, typename P::Word wanted) {
    constexpr unsigned long tiles = FewView<P>::tiles;
    FewSums<P> sums;
    for (unsigned long base = begin; base < end; base += few_flight<P>() * tiles) {
        few_round(view, sums, base + lane() / P::lanes, tiles, end, few_missing(sums, wanted));
        if constexpr (P::ends_at_first) {
            unsigned long missing = few_missing(sums, wanted);
            missing = static_cast<unsigned long>(
                          __reduce_and_sync(all_lanes, static_cast<unsigned>(missing >> 32)))
                          << 32 |
                      __reduce_and_sync(all_lanes, static_cast<unsigned>(missing));
            if (missing == 0) break;
        }
    }
    sums.join_tiles();
    return sums;
}

/// Writes a column of C, by the lanes of one group.
template <class P>
__device__ inline void few_write(const FewView<P> &view, unsigned long column,
                                 const FewSums<P> &sums) {
    if (FewView<P>::position() == 0) view.words[column] = sums.matched;
    if constexpr (P::has_values) {
        auto *const c = static_cast<typename P::Z *>(view.g.c_values);
#pragma unroll
        for (int v = 0; v < P::vec; v++) {
            const int row = FewView<P>::first_row() + v;
            if (FewSums<P>::is_in(sums.matched, row)) c[row * view.g.n + column] = sums.values[v];
        }
    }
}

/// Transposes A into words and adjacent values. A thread for each k. Grid: inner / few_threads
/// blocks.
template <class P>
__device__ void few_operand(const MxmFewRowsArguments &g) {
    using Word = typename P::Word;
    const FewView<P> view(g);
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(few_threads) + threadIdx.x;
    if (k >= g.inner) return;
    if constexpr (!FewView<P>::has_side && !P::a_is_full) {
        if (g.inner_step == 1 && has_whole_words(g.inner)) {
            const unsigned long word = transposed_rows(reinterpret_cast<const unsigned *>(g.a_bits),
                                                   g.rows, g.inner, k - lane());
            static_cast<Word *>(g.present)[k] = static_cast<Word>(word);
            return;
        }
    }
    Word present = 0;
    for (int first = 0; first < P::stride; first += P::vec) {
        typename FewView<P>::Values x{};
#pragma unroll
        for (int v = 0; v < P::vec; v++) {
            const unsigned long row = first + v, element = row * g.row_step + k * g.inner_step;
            if (row >= g.rows || (g.a_bits != nullptr && !bit_at(g.a_bits, element))) continue;
            present |= static_cast<Word>(Word{1} << row);
            if constexpr (FewView<P>::has_side)
                x.values[v] = static_cast<const typename P::A *>(g.a_values)[element];
        }
        if constexpr (FewView<P>::has_side)
            static_cast<typename FewView<P>::Values *>(
                g.side)[k * (P::stride / P::vec) + first / P::vec] = x;
    }
    static_cast<Word *>(g.present)[k] = present;
}

/// Makes the mask into words. A thread for each column of C. Grid: n / few_threads blocks.
template <class P>
__device__ void few_mask(const MxmFewRowsArguments &g) {
    using Word = typename P::Word;
    const unsigned long column = blockIdx.x * static_cast<unsigned long>(few_threads) + threadIdx.x;
    if (column >= g.n) return;
    Word word = 0;
    if (g.mask.bits != nullptr && has_whole_words(g.n)) {
        word = static_cast<Word>(transposed_rows(reinterpret_cast<const unsigned *>(g.mask.bits),
                                             g.rows, g.n, column - lane()));
        const Word all =
            static_cast<Word>(static_cast<Word>(~Word{0}) >> (8 * sizeof(Word) - g.rows));
        static_cast<Word *>(g.words)[column] =
            (g.mask.flip & 1) != 0 ? static_cast<Word>(~word & all) : word;
        return;
    }
    for (unsigned long row = 0; row < g.rows; row++) {
        const bool bit = g.mask.bits != nullptr && bit_at(g.mask.bits, row * g.n + column);
        if (bit != ((g.mask.flip & 1) != 0)) word |= static_cast<Word>(Word{1} << row);
    }
    static_cast<Word *>(g.words)[column] = word;
}

/// Lists the chunks of a long column. Their order relative to other columns depends on timing; that
/// within the column does not.
template <class P>
__device__ inline void few_list(const MxmFewRowsArguments &g, unsigned long column,
                                unsigned long length) {
    const unsigned long chunks = (length + g.share - 1) / g.share;
    const unsigned long first =
        atomicAdd(&g.counters->chunks, static_cast<unsigned long long>(chunks));
    g.columns[atomicAdd(&g.counters->columns, 1ull)] = {column, first, chunks};
    for (unsigned long chunk = 0; chunk < chunks; chunk++) g.chunks[first + chunk] = {column, chunk};
}

/// A group owns a column. Groups walk short columns alone; a warp walks the longer columns of its
/// groups one after the other; columns of more than `share` entries are listed. Grid: n · lanes /
/// few_threads blocks. Deterministic.
template <class P>
__device__ void few_columns(const MxmFewRowsArguments &g) {
    using Word = typename P::Word;
    constexpr unsigned long by_tile = P::lanes == 1 ? 16 : 32;
    const FewView<P> view(g);
    const unsigned long column =
        (blockIdx.x * static_cast<unsigned long>(few_threads) + threadIdx.x) / P::lanes;
    unsigned long begin = 0, end = 0;
    const bool is_column = column < g.n;
    const Word wanted = is_column ? view.words[column] : Word{0};
    if (wanted != 0) {
        begin = view.offsets[column];
        end = view.offsets[column + 1];
    }
    const unsigned long length = end - begin;
    const bool is_long = length > g.share;
    if (is_long && FewView<P>::position() == 0) few_list<P>(g, column, length);
    FewSums<P> sums;
    if (length <= by_tile) sums = few_by_tile(view, begin, end, wanted);
    unsigned left =
        __ballot_sync(all_lanes, length > by_tile && !is_long && FewView<P>::position() == 0);
    while (left != 0) {
        const int source = __ffs(left) - 1;
        left &= left - 1;
        const FewSums<P> whole = few_by_warp(
            view, __shfl_sync(all_lanes, begin, source), __shfl_sync(all_lanes, end, source),
            exchanged(wanted, [=](auto word) { return __shfl_sync(all_lanes, word, source); }));
        if (lane() / P::lanes == source / P::lanes) sums = whole;
    }
    if (is_column && !is_long) few_write(view, column, sums);
}

/// A warp for each chunk of a long column. Any grid.
template <class P>
__device__ void few_chunks(const MxmFewRowsArguments &g) {
    const FewView<P> view(g);
    const unsigned long long count = g.counters->chunks;
    const unsigned long warps = static_cast<unsigned long>(gridDim.x) * (few_threads / warp_size);
    const unsigned long first =
        (blockIdx.x * static_cast<unsigned long>(few_threads) + threadIdx.x) / warp_size;
    for (unsigned long task = first; task < count; task += warps) {
        const FewChunk chunk = g.chunks[task];
        const unsigned long last = view.offsets[chunk.column + 1];
        const unsigned long begin = view.offsets[chunk.column] + chunk.number * g.share;
        const unsigned long end = begin + g.share < last ? begin + g.share : last;
        const FewSums<P> sums = few_by_warp(view, begin, end, view.words[chunk.column]);
        if (lane() >= P::lanes) continue;
        if (lane() == 0) static_cast<typename P::Word *>(g.chunk_words)[task] = sums.matched;
        if constexpr (P::has_values) {
            auto *const values = static_cast<typename P::Z *>(g.chunk_values) + task * P::stride;
#pragma unroll
            for (int v = 0; v < P::vec; v++) {
                const int row = FewView<P>::first_row() + v;
                if (FewSums<P>::is_in(sums.matched, row)) values[row] = sums.values[v];
            }
        }
    }
}

/// A warp for each long column adds up its chunks. Any grid. Deterministic: each group strides over
/// the chunks, then the groups' sums are joined.
template <class P>
__device__ void few_join(const MxmFewRowsArguments &g) {
    const FewView<P> view(g);
    const unsigned long long count = g.counters->columns;
    const unsigned long warps = static_cast<unsigned long>(gridDim.x) * (few_threads / warp_size);
    const unsigned long first =
        (blockIdx.x * static_cast<unsigned long>(few_threads) + threadIdx.x) / warp_size;
    for (unsigned long k = first; k < count; k += warps) {
        const FewColumn own = g.columns[k];
        FewSums<P> sums;
        for (unsigned long chunk = lane() / P::lanes; chunk < own.chunks; chunk += FewView<P>::tiles) {
            const unsigned long task = own.first + chunk;
            FewSums<P> other;
            other.matched = static_cast<const typename P::Word *>(g.chunk_words)[task];
            if constexpr (P::has_values) {
                const auto *values =
                    static_cast<const typename P::Z *>(g.chunk_values) + task * P::stride;
#pragma unroll
                for (int v = 0; v < P::vec; v++) {
                    const int row = FewView<P>::first_row() + v;
                    if (FewSums<P>::is_in(other.matched, row)) other.values[v] = values[row];
                }
            }
            sums.join(other);
        }
        __syncwarp();
        sums.join_tiles();
        if (lane() < P::lanes) few_write(view, own.column, sums);
    }
}

/// Makes the bits of C's elements, and their number: a warp makes few_elements_a_warp of them.
/// Grid: as many warps. Deterministic.
template <class P>
__device__ void few_elements(const MxmFewRowsArguments &g) {
    using Word = typename P::Word;
    const FewView<P> view(g);
    const unsigned long elements = g.rows * g.n, words = (elements + 63) / 64 * 2;
    const unsigned long warp =
        (blockIdx.x * static_cast<unsigned long>(few_threads) + threadIdx.x) / warp_size;
    unsigned made = 0;
    if (has_whole_words(g.n)) {
        const unsigned long warps =
            static_cast<unsigned long>(gridDim.x) * (few_threads / warp_size);
        for (unsigned long first = warp * warp_size; first < g.n; first += warps * warp_size) {
            const Word word = view.words[first + lane()];
            write_transposed(g.c_bits, g.rows, g.n, first, word);
            made += __popcll(word);
        }
        // The host's words are twice as long.
        if (warp == 0 && lane() == 0 && elements / warp_size < words) g.c_bits[elements / warp_size] = 0;
        publish_entries({g.count_sum, g.count_blocks, g.count_where}, made);
        return;
    }
    unsigned long element = warp * few_elements_a_warp + lane();
    unsigned long row = element / g.n, column = element % g.n;
    for (unsigned t = 0; t < few_elements_a_warp / warp_size; t++) {
        const bool is_set =
            element < elements && FewSums<P>::is_in(view.words[column], static_cast<int>(row));
        const unsigned word = __ballot_sync(all_lanes, is_set);
        if (lane() == 0 && element / warp_size < words) g.c_bits[element / warp_size] = word;
        made += is_set;
        element += warp_size;
        column += warp_size;
        while (column >= g.n) {
            column -= g.n;
            row++;
        }
    }
    publish_entries({g.count_sum, g.count_blocks, g.count_where}, made);
}

} // namespace grb::device
