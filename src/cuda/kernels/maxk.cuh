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

template <class Key>
__device__ inline Key largest_of_warp(Key x) {
    if constexpr (sizeof(Key) == 4) {
        return __reduce_max_sync(all_lanes, x);
    } else {
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
            x = max(x, __shfl_xor_sync(all_lanes, x, distance));
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
    X values[held];
    Key keys[held];       // 0 where there is no entry
    unsigned present = 0; // bit i: column 32 i + lane has an entry

    __device__ MaxkRow(const MaxkArguments &arguments, unsigned long row)
        : g(arguments), first(row * arguments.columns) {
        if constexpr (P::held != 0) {
#pragma unroll
            for (int i = 0; i < held; i++) {
                const unsigned c = i * warp_size + lane();
                values[i] = X{};
                if (!has(c)) continue;
                present |= 1u << i;
                values[i] = read(c);
            }
#pragma unroll
            for (int i = 0; i < held; i++)
                keys[i] = (present >> i & 1) != 0 ? key_of<X, P::is_abs>(values[i]) : Key{0};
        }
    }
    __device__ bool has(unsigned c) const {
        return c < g.columns && (g.bits == nullptr || bit_at(g.bits, first + c));
    }
    __device__ X read(unsigned c) const {
        const X *value = static_cast<const X *>(g.values) + first + c;
        return P::held == 0 ? *value : load_once(value);
    }
    /// Calls use(column, has, key, value) for all columns, 32 at a time, all lanes together.
    template <class Use>
    __device__ void each(const Use &use) const {
        if constexpr (P::held == 0) {
            for (unsigned base = 0; base < g.columns; base += warp_size) {
                const unsigned c = base + lane();
                const bool is_there = has(c);
                const X value = is_there ? read(c) : X{};
                use(c, is_there, is_there ? key_of<X, P::is_abs>(value) : Key{0}, value);
            }
        } else {
#pragma unroll
            for (int i = 0; i < held; i++)
                use(i * warp_size + lane(), (present >> i & 1) != 0, keys[i], values[i]);
        }
    }
    __device__ unsigned entries() const {
        unsigned own = 0;
        each([&](unsigned, bool is_there, Key, X) { own += is_there; });
        return __reduce_add_sync(all_lanes, own);
    }
    /// Entries whose key is `least`, above 0, or more.
    __device__ unsigned count_from(Key least) const {
        unsigned own = 0;
        each([&](unsigned, bool, Key key, X) { own += key >= least; });
        return __reduce_add_sync(all_lanes, own);
    }
};

/// C(i, :) = the k largest entries of A(i, :), ascending by column; of equal ones the first; all where there are
/// no more than k. The k-th largest key is looked for between the least and the largest key of the row, where
/// even spacing would have it, after a poor guess in the middle, until exactly k keys reach the place. Bytes: A once
/// where a row fits registers, C once. Grid: a warp per row, any number. Deterministic.
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
        unsigned reach = own.entries(), ties = ~0u;
        Key low = 0;
        if (reach > g.k) {
            Key least = ~Key{0}, high = 0;
            own.each([&](unsigned, bool is_there, Key key, X) {
                if (!is_there) return;
                least = min(least, key);
                high = max(high, key);
            });
            low = ~largest_of_warp(~least);
            high = largest_of_warp(high);
            unsigned above = 0; // keys of more than `high`; `reach` are `low` or more
            bool is_middle = false;
            while (low < high && reach != g.k) {
                const Key width = high - low;
                Key step = width / 2 + width % 2;
                if (!is_middle) {
                    const float share =
                        static_cast<float>(reach - g.k) / static_cast<float>(reach - above);
                    step = static_cast<Key>(static_cast<float>(width) * share);
                    step = min(max(step, Key{1}), width);
                }
                const unsigned count = own.count_from(low + step);
                if (count >= g.k) {
                    low += step;
                    reach = count;
                } else {
                    high = low + step - 1;
                    above = count;
                }
                // Unevenly spread: the middle is sure to halve it.
                is_middle = !is_middle && high - low > width / 2;
            }
            // More than k only where several are equal to the k-th: of these the first ones.
            if (reach > g.k) ties = g.k - above;
        }
        const unsigned long to = row * g.k;
        auto *places = static_cast<typename P::Place *>(g.places) + to;
        auto *values = static_cast<X *>(g.to_values) + to;
        const unsigned before = (1u << lane()) - 1;
        unsigned place = 0;
        own.each([&](unsigned c, bool is_there, Key key, X value) {
            bool is_kept = is_there && key >= low;
            if (ties != ~0u) {
                const unsigned tied = __ballot_sync(all_lanes, is_there && key == low);
                if (key == low) is_kept = is_kept && __popc(tied & before) < ties;
                ties -= min(ties, static_cast<unsigned>(__popc(tied)));
            }
            const unsigned kept = __ballot_sync(all_lanes, is_kept);
            if (is_kept) {
                const unsigned p = place + __popc(kept & before);
                places[p] = static_cast<typename P::Place>(c);
                values[p] = value;
            }
            place += __popc(kept);
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
