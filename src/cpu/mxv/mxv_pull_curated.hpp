// Pull kernels over a curated semiring.
#pragma once

#include "cpu/mxv/mxv_pull.hpp"

namespace grb {

/// Products of a row's entries with u, by position of the entry.
template <class S, class I>
struct EntryProducts {
    using T = typename S::T;
    const I *columns;
    const T *a, *u;
    std::uint64_t a_step, u_step; // 0: iso
    const std::uint64_t *bits;    // of u's entries

    explicit EntryProducts(const PullInput &input) noexcept
        : columns(static_cast<const I *>(input.A.column_indices)),
          a(static_cast<const T *>(input.binding.a.values)),
          u(static_cast<const T *>(input.binding.u.values)), a_step(input.binding.a.step_mask),
          u_step(input.binding.u.step_mask), bits(input.u.bits) {}

    T operator()(std::uint64_t p) const noexcept {
        T x{}, y{};
        if constexpr (!S::ignores_a) x = a[p & a_step];
        if constexpr (!S::ignores_b) y = u[columns[p] & u_step];
        return S::multiply(x, y);
    }
    /// u has an entry at the column of entry p.
    bool is_present(std::uint64_t p) const noexcept {
        const std::uint64_t j = columns[p];
        return (bits[j / 64] >> (j % 64) & 1) != 0;
    }
};

/// Lanes of long sums.
inline constexpr std::uint64_t sum_lanes = 4;
/// Rows of this length justify the branches that lanes add, often mispredicted.
inline constexpr std::uint64_t entries_worth_lanes = 32;
/// Prefetch distance in columns for long rows: gathers hide the sequential order from processors.
inline constexpr std::uint64_t columns_ahead = 512;

template <class S>
inline typename S::T sum_of_lanes(const typename S::T (&partial)[sum_lanes]) noexcept {
    return S::add(S::add(partial[0], partial[1]), S::add(partial[2], partial[3]));
}

/// Sum of all products of entries [begin, end), at least one.
template <class S, class I>
inline typename S::T sum_of_all(const EntryProducts<S, I> &product, std::uint64_t begin,
                                std::uint64_t end) noexcept {
    using T = typename S::T;
    constexpr bool exits_early = S::has_terminal && is_boolean<T>;
    constexpr bool has_lanes = !exits_early && !S::is_ordered;
    std::uint64_t p = begin;
    T sum;
    if (has_lanes && end - p >= entries_worth_lanes) {
        T partial[sum_lanes];
        const auto add_lanes = [&](std::uint64_t from) {
            for (std::uint64_t lane = 0; lane < sum_lanes; lane++)
                partial[lane] = S::add(partial[lane], product(from + lane));
        };
        for (std::uint64_t lane = 0; lane < sum_lanes; lane++) partial[lane] = product(p + lane);
        constexpr std::uint64_t step = 4 * sum_lanes;
        for (p += sum_lanes; p + step <= end; p += step) {
            __builtin_prefetch(product.columns + p + columns_ahead);
            for (std::uint64_t k = 0; k < step; k += sum_lanes) add_lanes(p + k);
        }
        for (; p + sum_lanes <= end; p += sum_lanes) add_lanes(p);
        sum = sum_of_lanes<S>(partial);
    } else {
        sum = product(p);
        p++;
    }
    for (; p < end; p++) {
        if constexpr (exits_early) {
            if (S::is_terminal(sum)) break;
        }
        S::accumulate(sum, product(p));
    }
    return sum;
}

/// `sum` plus the products of present entries [p, end), for one-bit values: ends at the terminal
/// value.
template <class S, class I>
inline typename S::T sum_until_terminal(const EntryProducts<S, I> &product, typename S::T sum,
                                        std::uint64_t p, std::uint64_t end) noexcept {
    for (; p < end && !S::is_terminal(sum); p++) {
        if (product.is_present(p)) sum = S::add(sum, product(p));
    }
    return sum;
}

/// `sum` with the products of present entries, for minima and maxima. One branch, rarely taken: an
/// absent entry and a losing product both keep the sum.
template <class S, class I>
inline typename S::T best_of_present(const EntryProducts<S, I> &product, typename S::T sum,
                                     std::uint64_t p, std::uint64_t end) noexcept {
    for (; p < end; p++) {
        const typename S::T x = product(p);
        const unsigned changes =
            static_cast<unsigned>(product.is_present(p)) & static_cast<unsigned>(!S::loses(x, sum));
        if (__builtin_expect(changes, 0)) sum = S::add(sum, x);
    }
    return sum;
}

/// `sum` with the products of present entries, for other monoids, without branches: presence is
/// unpredictable, so absent values are read and dropped.
template <class S, class I>
inline typename S::T sum_of_present(const EntryProducts<S, I> &product, typename S::T sum,
                                    std::uint64_t p, std::uint64_t end) noexcept {
    using T = typename S::T;
    const auto add_if_present = [&](T to, std::uint64_t q) {
        return select(product.is_present(q), S::add(to, product(q)), to);
    };
    if (end - p >= 2 * sum_lanes) {
        T partial[sum_lanes] = {sum, S::neutral(), S::neutral(), S::neutral()};
        for (; p + sum_lanes <= end; p += sum_lanes) {
            for (std::uint64_t lane = 0; lane < sum_lanes; lane++)
                partial[lane] = add_if_present(partial[lane], p + lane);
        }
        sum = sum_of_lanes<S>(partial);
    }
    for (; p < end; p++) sum = add_if_present(sum, p);
    return sum;
}

/// Sums the products of entries [begin, end) of a row of A with u; returns false when u has none of
/// them. The order of addition depends only on the row and on the entries of u.
template <class S, class I, bool u_is_full>
inline bool reduce_entries(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                           typename S::T &result) noexcept {
    const EntryProducts<S, I> product(input);
    if constexpr (u_is_full) {
        if (begin == end) return false;
        result = sum_of_all(product, begin, end);
    } else {
        std::uint64_t p = begin;
        while (p < end && !product.is_present(p)) p++;
        if (p == end) return false;
        const typename S::T first = product(p);
        if constexpr (is_boolean<typename S::T>) {
            result = sum_until_terminal(product, first, p + 1, end);
        } else if constexpr (S::is_ordered) {
            result = best_of_present(product, first, p + 1, end);
        } else {
            result = sum_of_present(product, first, p + 1, end);
        }
    }
    return true;
}

/// Reduces all rows against a full u: branches only at the ends of rows.
template <class S, class I, class O>
void pull_all_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                   const PullTarget &target) {
    const EntryProducts<S, I> product(input);
    const auto *const offsets = static_cast<const O *>(input.A.row_offsets);
    auto *const values = reinterpret_cast<typename S::T *>(target.values);
    for_words(begin, end, target, [&](std::uint64_t first, std::uint64_t last) {
        // Copies stay in registers.
        const EntryProducts<S, I> own = product;
        const O *const ends = offsets + 1;
        auto *const to = values;
        std::uint64_t found = 0, p = offsets[first];
        for (std::uint64_t k = first; k < last; k++) {
            const std::uint64_t row_end = ends[k];
            if (p == row_end) continue;
            to[k] = sum_of_all(own, p, row_end);
            p = row_end;
            found |= std::uint64_t{1} << (k % 64);
        }
        return found;
    });
}

template <class S, class I, bool u_is_full>
void pull_rows_with(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                    const PullTarget &target) {
    auto *values = reinterpret_cast<typename S::T *>(target.values);
    for_allowed_rows(input, begin, end, target,
                     [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                         return reduce_entries<S, I, u_is_full>(input, first, last, values[k]);
                     });
}

template <class S, class I>
void pull_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
               const PullTarget &target) {
    if (input.u.bits == nullptr && target.allowed.is_everything()) {
        // Wide indices come with wide offsets.
        if (sizeof(I) == 8 || input.A.offset_width == 8) {
            pull_all_rows<S, I, std::uint64_t>(input, begin, end, target);
        } else if constexpr (sizeof(I) == 4) {
            pull_all_rows<S, I, std::uint32_t>(input, begin, end, target);
        }
    } else if (input.u.bits == nullptr) {
        pull_rows_with<S, I, true>(input, begin, end, target);
    } else {
        pull_rows_with<S, I, false>(input, begin, end, target);
    }
}

template <class S, class I>
bool pull_segment(const PullInput &input, std::uint64_t begin, std::uint64_t end, void *value) {
    auto &result = *static_cast<typename S::T *>(value);
    if (input.u.bits == nullptr) return reduce_entries<S, I, true>(input, begin, end, result);
    return reduce_entries<S, I, false>(input, begin, end, result);
}

template <class S, class I>
inline constexpr PullKernel curated_pull = {&pull_rows<S, I>, &pull_segment<S, I>};

} // namespace grb
