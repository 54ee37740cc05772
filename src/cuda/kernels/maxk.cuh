// The k largest entries of each row of a dense matrix, row-balanced (the pruning of MaxK, paper 002 §II-A).
// Template parameter P, defined by the program:
//   P::X         type of the values
//   P::Place     width of a column index
//   P::is_abs    compares magnitudes
//   P::held      values of a row that a lane keeps in registers; 0: the row is read again in each round
#pragma once

#include "kernels/common.cuh"
#include "kernels/maxk_arguments.h"

namespace grb::device {

template <class T>
struct Keys {
    using Key = unsigned;
};
template <class T>
requires(sizeof(T) == 8) struct Keys<T> {
    using Key = unsigned long;
};

/// Unsigned numbers in the order of the values: NaN before all others, -0 like 0.
template <class X, bool is_abs>
__device__ inline typename Keys<X>::Key key_of(X x) {
    using Key = typename Keys<X>::Key;
    constexpr Key top = Key{1} << (sizeof(Key) * 8 - 1);
    if constexpr (is_floating<X>) {
        if (x != x) return 0;
        const Key bits = bits_of(x == 0 ? X{0} : x);
        if constexpr (is_abs) return (bits & ~top) | top;
        return (bits & top) != 0 ? ~bits : bits | top;
    } else if constexpr (is_same_type<X, bool>) {
        return x;
    } else if constexpr (is_signed_integer<X>) {
        const Key bits = static_cast<Key>(static_cast<long>(x));
        // The magnitude of the least number has a key too: modulo 2^32 (2^64).
        if constexpr (is_abs) return x < 0 ? Key{0} - bits : bits;
        return bits ^ top;
    } else {
        return x;
    }
}

/// One row, by a warp: lane l has the columns l, l + 32, ...
template <class P>
struct MaxkRow {
    using X = typename P::X;
    using Key = typename Keys<X>::Key;
    static constexpr int held = P::held == 0 ? 1 : P::held;

    const MaxkArguments &g;
    unsigned long first; // cell of column 0
    Key keys[held];
    unsigned present = 0; // bit i: column 32 i + lane has an entry

    __device__ MaxkRow(const MaxkArguments &arguments, unsigned long row)
        : g(arguments), first(row * arguments.columns) {
        if constexpr (P::held == 0) return;
#pragma unroll
        for (int i = 0; i < held; i++) {
            const unsigned c = i * warp_size + lane();
            keys[i] = 0;
            if (!has(c)) continue;
            present |= 1u << i;
            keys[i] = read(c);
        }
    }
    __device__ bool has(unsigned c) const {
        return c < g.columns && (g.bits == nullptr || bit_at(g.bits, first + c));
    }
    __device__ Key read(unsigned c) const {
        return key_of<X, P::is_abs>(static_cast<const X *>(g.values)[first + c]);
    }
    /// Calls use(column, has, key) for all columns, 32 at a time, all lanes together.
    template <class Use>
    __device__ void each(const Use &use) const {
        if constexpr (P::held == 0) {
            for (unsigned base = 0; base < g.columns; base += warp_size) {
                const unsigned c = base + lane();
                const bool is_there = has(c);
                use(c, is_there, is_there ? read(c) : Key{0});
            }
        } else {
#pragma unroll
            for (int i = 0; i < held; i++)
                use(i * warp_size + lane(), (present >> i & 1) != 0, keys[i]);
        }
    }
    /// Entries whose key satisfies test(key), the same in all lanes.
    template <class Test>
    __device__ unsigned count(const Test &test) const {
        unsigned own = 0;
        each([&](unsigned, bool is_there, Key key) { own += is_there && test(key); });
        return __reduce_add_sync(all_lanes, own);
    }
};

/// C(i, :) = the k largest entries of A(i, :), ascending by column; of equal ones the first; all where there are
/// no more than k. The k-th largest key is found bit by bit from the top (radix select), until exactly k keys
/// reach it. Bytes: A once where a row fits registers, C once. Grid: a warp per row, any number. Deterministic.
template <class P>
__device__ void maxk_select(const MaxkArguments &g) {
    using X = typename P::X;
    using Key = typename Keys<X>::Key;
    const unsigned long warps = gridDim.x * static_cast<unsigned long>(blockDim.x) / warp_size;
    unsigned long row =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
    unsigned made = 0;
    for (; row < g.nrows; row += warps) {
        const MaxkRow<P> own(g, row);
        const unsigned all = own.count([](Key) { return true; });
        Key least = 0;           // at least k keys reach it
        unsigned reaching = all; // so many
        if (all > g.k) {
            constexpr int top = sizeof(X) * 8 > 32 ? 63 : 31;
            for (int bit = top; bit >= 0 && reaching != g.k; bit--) {
                const Key next = least | Key{1} << bit;
                const unsigned from_next = own.count([next](Key key) { return key >= next; });
                if (from_next < g.k) continue;
                least = next;
                reaching = from_next;
            }
        }
        // More than k only where several are equal to the k-th: of these the first ones.
        unsigned ties = ~0u;
        if (reaching > g.k) ties = g.k - own.count([least](Key key) { return key > least; });
        const unsigned long to = row * g.k;
        auto *places = static_cast<typename P::Place *>(g.places) + to;
        auto *values = static_cast<X *>(g.to_values) + to;
        unsigned place = 0;
        own.each([&](unsigned c, bool is_there, Key key) {
            const bool is_tie = is_there && key == least;
            const unsigned tied = __ballot_sync(all_lanes, is_tie);
            const unsigned before = (1u << lane()) - 1;
            const bool is_kept =
                is_there && (key > least || (is_tie && __popc(tied & before) < ties));
            const unsigned kept = __ballot_sync(all_lanes, is_kept);
            if (is_kept) {
                const unsigned p = place + __popc(kept & before);
                places[p] = static_cast<typename P::Place>(c);
                values[p] = static_cast<const X *>(g.values)[own.first + c];
            }
            place += __popc(kept);
            const unsigned used = __popc(tied);
            ties = ties == ~0u ? ties : ties - min(ties, used);
        });
        for (unsigned p = place + lane(); p < g.k; p += warp_size) {
            places[p] = 0;
            values[p] = X{};
        }
        if (lane() == 0) {
            g.counts[row] = place;
            made += place;
        }
    }
    publish_entries({g.count_sum, g.count_blocks, g.count_where}, made);
}

} // namespace grb::device
