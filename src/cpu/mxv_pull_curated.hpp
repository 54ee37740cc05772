// Pull kernels over a curated semiring.
#pragma once

#include "cpu/mxv_pull.hpp"

namespace grb {

/// Sum of the products of entries [begin, end) of a row of A with u; false when u has none of them.
/// Long sums are added up in four lanes: the order depends on the row and on u, on nothing else.
template <class S, class I, bool u_is_full>
inline bool reduce_entries(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                           typename S::T &result) noexcept {
    using T = typename S::T;
    const auto *columns = static_cast<const I *>(input.A.column_indices);
    const auto *a = static_cast<const T *>(input.binding.a.values);
    const auto *u = static_cast<const T *>(input.binding.u.values);
    const std::uint64_t a_step = input.binding.a.step_mask;
    const std::uint64_t u_step = input.binding.u.step_mask;
    const auto product = [&](std::uint64_t p, std::uint64_t j) {
        T x{}, y{};
        if constexpr (!S::ignores_a) x = a[p & a_step];
        if constexpr (!S::ignores_b) y = u[j & u_step];
        return S::multiply(x, y);
    };
    std::uint64_t p = begin;
    if constexpr (u_is_full) {
        if (p == end) return false;
        constexpr std::uint64_t lanes = 4;
        constexpr bool exits_early = S::has_terminal && is_boolean<T>;
        T sum;
        if (!exits_early && !S::is_ordered && end - p >= 2 * lanes) {
            T partial[lanes];
            for (std::uint64_t lane = 0; lane < lanes; lane++)
                partial[lane] = product(p + lane, columns[p + lane]);
            for (p += lanes; p + lanes <= end; p += lanes) {
                for (std::uint64_t lane = 0; lane < lanes; lane++) {
                    partial[lane] = S::add(partial[lane], product(p + lane, columns[p + lane]));
                }
            }
            sum = S::add(S::add(partial[0], partial[1]), S::add(partial[2], partial[3]));
        } else {
            sum = product(p, columns[p]);
            p++;
        }
        for (; p < end; p++) {
            if constexpr (exits_early) {
                if (S::is_terminal(sum)) break;
            }
            S::accumulate(sum, product(p, columns[p]));
        }
        result = sum;
        return true;
    } else {
        const std::uint64_t *bits = input.u.bits;
        const auto is_present = [&](std::uint64_t j) {
            return (bits[j / 64] >> (j % 64) & 1) != 0;
        };
        while (p < end && !is_present(columns[p])) p++;
        if (p == end) return false;
        T sum = product(p, columns[p]);
        p++;
        if constexpr (is_boolean<T>) {
            for (; p < end && !S::is_terminal(sum); p++) {
                const std::uint64_t j = columns[p];
                if (is_present(j)) sum = S::add(sum, product(p, j));
            }
        } else if constexpr (S::is_ordered) {
            for (; p < end; p++) {
                const std::uint64_t j = columns[p];
                const T x = product(p, j);
                // One branch, and one that is rarely taken: absent and losing alike leave the sum.
                const unsigned changes =
                    static_cast<unsigned>(is_present(j)) & static_cast<unsigned>(!S::loses(x, sum));
                if (__builtin_expect(changes, 0)) sum = S::add(sum, x);
            }
        } else {
            // Presence is a coin toss that no branch predictor wins: absent values are read and dropped.
            constexpr std::uint64_t lanes = 4;
            const auto add_if_present = [&](T to, std::uint64_t q) {
                const std::uint64_t j = columns[q];
                return select(is_present(j), S::add(to, product(q, j)), to);
            };
            if (end - p >= 2 * lanes) {
                T partial[lanes] = {sum, S::neutral(), S::neutral(), S::neutral()};
                for (; p + lanes <= end; p += lanes) {
                    for (std::uint64_t lane = 0; lane < lanes; lane++) {
                        partial[lane] = add_if_present(partial[lane], p + lane);
                    }
                }
                sum = S::add(S::add(partial[0], partial[1]), S::add(partial[2], partial[3]));
            }
            for (; p < end; p++) sum = add_if_present(sum, p);
        }
        result = sum;
        return true;
    }
}

template <class S, class I, bool u_is_full>
void pull_rows_with(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                    const PullTarget &target) {
    auto *values = reinterpret_cast<typename S::T *>(target.values);
    for_allowed_rows(begin, end, target, [&](std::uint64_t k) {
        return reduce_entries<S, I, u_is_full>(input, input.offset(k), input.offset(k + 1),
                                               values[k]);
    });
}

template <class S, class I>
void pull_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
               const PullTarget &target) {
    if (input.u.bits == nullptr) {
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
