// A row of a dense matrix in registers, and the search for the key that k of its entries reach. See
// maxk.cuh for P.
#pragma once

#include "kernels/common.cuh"
#include "ssd/maxk_arguments.h"

namespace grb::device {

template <class T>
struct Keys {
    using Key = unsigned;
};
template <class T>
requires(sizeof(T) == 8) struct Keys<T> {
    using Key = unsigned long;
};

/// The keys are unsigned numbers in the order of the values: NaN before all others, -0 equal to 0.
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

/// The threshold that values are compared with: a key for integers, the value with that key for
/// floats.
template <class X, bool is_abs>
struct Threshold {
    using Key = typename Keys<X>::Key;
    Key key;
    X number;

    __device__ static Threshold at(Key key) { return {key, value(key)}; }
    /// For floats; not negative where magnitudes count.
    __device__ static Threshold at_value(X x) { return {0, x}; }
    __device__ static X value(Key key) {
        constexpr Key sign = Key{1} << (sizeof(Key) * 8 - 1);
        if constexpr (is_floating<X>) return from_bits<X>((key & sign) != 0 ? key ^ sign : ~key);
        return X{};
    }
    /// Returns false for NaN.
    __device__ bool is_reached_by(X x) const {
        if constexpr (!is_floating<X>) {
            return key_of<X, is_abs>(x) >= key;
        } else {
            return (is_abs ? absolute(x) : x) >= number;
        }
    }
    /// Returns all bits set where x reaches it: for floats one instruction, without a predicate.
    __device__ unsigned mask_of(X x) const {
        unsigned mask = 0;
        if constexpr (!is_floating<X>) {
            mask = key_of<X, is_abs>(x) >= key ? ~0u : 0;
        } else if constexpr (sizeof(X) == 4) {
            asm("set.ge.u32.f32 %0, %1, %2;"
                : "=r"(mask)
                : "f"(is_abs ? absolute(x) : x), "f"(number));
        } else {
            asm("set.ge.u32.f64 %0, %1, %2;"
                : "=r"(mask)
                : "d"(is_abs ? absolute(x) : x), "d"(number));
        }
        return mask;
    }
};

/// One row, by a warp: P::vec neighbouring columns to a lane, then as many to the next.
template <class P>
struct MaxkRow {
    using X = typename P::X;
    using Key = typename Keys<X>::Key;
    static constexpr int held = P::held == 0 ? 1 : P::held;

    const MaxkArguments &g;
    unsigned long first;  // element of column 0
    X values[held];       // NaN where there is no entry and X has such a number
    unsigned present = 0; // bit i: column(i) has an entry

    __device__ static unsigned column(int i) {
        return (i / P::vec * warp_size + lane()) * P::vec + i % P::vec;
    }
    __device__ MaxkRow(const MaxkArguments &arguments, unsigned long row)
        : g(arguments), first(row * arguments.columns) {
        if constexpr (P::held != 0) {
#pragma unroll
            for (int i = 0; i < held; i++) {
                values[i] = X{};
                if constexpr (is_floating<X>) values[i] = from_bits<X>(~Key{0});
            }
#pragma unroll
            for (int i = 0; i < held; i += P::vec) {
                const unsigned c = column(i);
                if (!has(c)) continue;
                present |= ((1u << P::vec) - 1) << i;
                if constexpr (P::vec == 4) {
                    X four[4];
                    load_four_once(static_cast<const X *>(g.values) + first + c, four);
#pragma unroll
                    for (int k = 0; k < 4; k++) values[i + k] = four[k];
                } else {
                    values[i] = load_once(static_cast<const X *>(g.values) + first + c);
                }
            }
        }
    }
    __device__ bool has(unsigned c) const {
        return c < g.columns && (P::vec > 1 || g.bits == nullptr || bit_at(g.bits, first + c));
    }
    /// Calls use(column, has, value) for all columns, all lanes together.
    template <class Use>
    __device__ void each(const Use &use) const {
        if constexpr (P::held == 0) {
            for (unsigned base = 0; base < g.columns; base += warp_size) {
                const unsigned c = base + lane();
                const bool is_there = has(c);
                use(c, is_there, is_there ? static_cast<const X *>(g.values)[first + c] : X{});
            }
        } else {
#pragma unroll
            for (int i = 0; i < held; i++) use(column(i), (present >> i & 1) != 0, values[i]);
        }
    }
    /// Counts the entries that reach the threshold.
    __device__ unsigned count_from(const Threshold<X, P::is_abs> &threshold) const {
        unsigned own = 0;
        each([&](unsigned, bool is_there, X x) {
            // Elements without an entry hold NaN, which reaches no threshold.
            constexpr bool is_nan_elsewhere = is_floating<X> && P::held != 0;
            own -= is_nan_elsewhere || is_there ? threshold.mask_of(x) : 0;
        });
        return __reduce_add_sync(all_lanes, own);
    }
};

/// The entries to keep: those whose key is above `least`, and of those equal to it the first
/// `ties`.
template <class Key>
struct Cut {
    static constexpr unsigned all = ~0u;
    Key least;
    unsigned ties;
};

/// Finds the cut of one row after the other.
template <class P>
class CutSearch {
    using X = typename P::X;
    using Key = typename Keys<X>::Key;
    using Limit = Threshold<X, P::is_abs>;

public:
    /// The cut of a row; is_exact: k entries are equal to it or above.
    __device__ Cut<Key> find(const MaxkRow<P> &row, unsigned k, bool &is_exact) {
        Cut<Key> cut{0, Cut<Key>::all};
        is_exact = find_near(row, k, cut.least);
        return is_exact ? cut : find_anywhere(row, k, is_exact);
    }

private:
    static constexpr int near_rounds = 10;

    /// Expects rows of floats to be similar. The search begins at the cut of earlier rows and moves
    /// in steps of the spacing of entries there, until one count is too large and one too small.
    /// Then it tries the cut that even spacing between these two implies. Returns false when the
    /// cut is elsewhere, or several entries equal it.
    __device__ bool find_near(const MaxkRow<P> &row, unsigned k, Key &cut) {
        if constexpr (is_floating<X>) {
            if (!(spacing_ > 0)) return false;
            X at = expected_, low{}, high{};
            X more = 0, less = 0; // than k entries reach low, high; 0: not known
            X first_excess = 0;
            for (int round = 0; round < near_rounds; round++) {
                if (P::is_abs && at < 0) at = 0;
                const unsigned count = row.count_from(Limit::at_value(at));
                if (count == k) {
                    cut = key_of<X, P::is_abs>(at);
                    learn(at, first_excess);
                    return true;
                }
                const X excess = static_cast<X>(static_cast<int>(count - k));
                if (round == 0) first_excess = excess;
                if (count > k) {
                    low = at, more = excess;
                } else {
                    high = at, less = -excess;
                }
                at = more > 0 && less > 0 ? low + (high - low) * (more * reciprocal(more + less))
                                          : at + excess * spacing_;
            }
        }
        return false;
    }

    /// Searches between the least and the largest key of the row, until exactly k keys reach the
    /// guess: first at the cut that even spacing implies, after a poor guess in the middle.
    __device__ Cut<Key> find_anywhere(const MaxkRow<P> &row, unsigned k, bool &is_exact) {
        Key low = ~Key{0}, high = 0;
        unsigned reach = 0, above = 0; // keys of `low` or more, of more than `high`
        row.each([&](unsigned, bool is_there, X x) {
            if (!is_there || x != x) return;
            const Key key = key_of<X, P::is_abs>(x);
            low = min(low, key);
            high = max(high, key);
            reach++;
        });
        reach = __reduce_add_sync(all_lanes, reach);
        if (reach <= k) return poor_row(k - reach);
        low = ~largest_of_warp(static_cast<Key>(~low));
        high = largest_of_warp(high);
        const X range = Limit::value(high) - Limit::value(low);
        const unsigned entries = reach;
        bool is_middle = false;
        while (low < high && reach != k) {
            const Key width = high - low;
            Key step = width / 2 + width % 2;
            if (!is_middle) {
                const float share =
                    static_cast<float>(reach - k) / static_cast<float>(reach - above);
                step = static_cast<Key>(static_cast<float>(width) * share);
                step = min(max(step, Key{1}), width);
            }
            const unsigned count = row.count_from(Limit::at(low + step));
            if (count >= k) {
                low += step, reach = count;
            } else {
                high = low + step - 1, above = count;
            }
            // Keys are unevenly spaced: the middle surely halves the range.
            is_middle = !is_middle && high - low > width / 2;
        }
        if constexpr (is_floating<X>) {
            expected_ = Limit::value(low);
            spacing_ = range / static_cast<X>(entries);
            weights_ = 64;
            weighted_ = spacing_ * weights_;
        }
        is_exact = reach == k;
        // More than k only where several are equal to the k-th: of these the first ones.
        return {low, is_exact ? Cut<Key>::all : k - above};
    }
    /// Learns from a row: its cut is at `found`, and `excess` entries more than k reached the
    /// expected cut. The spacing is fitted by least squares over the last rows.
    __device__ void learn(X found, X excess) {
        const X moved = found - expected_;
        weighted_ = X(0.9) * weighted_ + moved * excess;
        weights_ = X(0.9) * weights_ + excess * excess;
        expected_ += moved / 16;
        if (weights_ > 0 && weighted_ > 0) spacing_ = weighted_ * reciprocal(weights_);
    }
    /// Takes all entries but NaN, and the first ones of these.
    __device__ static Cut<Key> poor_row(unsigned missing) {
        return {Key{0}, is_floating<X> ? missing : Cut<Key>::all};
    }
    __device__ static X reciprocal(X x) {
        if constexpr (sizeof(X) == 4) {
            float y; // 1 ulp off at most, in one instruction
            asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
            return y;
        } else {
            return 1 / x;
        }
    }

    // For floats:
    X expected_{}, spacing_{}; // the cut, and from there to the next entry; 0: not known
    X weighted_{}, weights_{};
};

} // namespace grb::device
