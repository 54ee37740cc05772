// The intersection of two sorted rows' columns.
#pragma once

#include "cpu/common/search_ahead.hpp"

#include <cstdint>

namespace grb {

/// A row longer by this factor is searched instead of walked.
inline constexpr std::uint64_t columns_searched_from = 16;

/// Calls f(position in a, position in b) for columns in both. a[p, p_end) and b[q, q_end) ascend.
template <class I, class F>
void for_common_columns(const I *a, std::uint64_t p, std::uint64_t p_end, const I *b,
                        std::uint64_t q, std::uint64_t q_end, F &&f) {
    constexpr std::uint64_t search_ratio = columns_searched_from, guessed_from = 256;
    const std::uint64_t in_a = p_end - p, in_b = q_end - q;
    const bool interpolates = in_a / guessed_from > in_b || in_b / guessed_from > in_a;
    if (in_a / search_ratio > in_b) {
        for (const I *at = a + p; q < q_end; q++) {
            at = search_ahead(at, a + p_end, b[q], interpolates);
            if (at == a + p_end) return;
            if (*at == b[q]) f(static_cast<std::uint64_t>(at - a), q);
        }
    } else if (in_b / search_ratio > in_a) {
        for (const I *at = b + q; p < p_end; p++) {
            at = search_ahead(at, b + q_end, a[p], interpolates);
            if (at == b + q_end) return;
            if (*at == a[p]) f(p, static_cast<std::uint64_t>(at - b));
        }
    } else {
        while (p < p_end && q < q_end) {
            const I x = a[p], y = b[q];
            if (x == y) f(p, q);
            p += x <= y;
            q += y <= x;
        }
    }
}

/// Counts those columns. A walk waits for each step; of short rows all pairs are compared, several
/// at once.
template <class I>
std::uint64_t count_common_columns(const I *a, std::uint64_t p, std::uint64_t p_end, const I *b,
                                   std::uint64_t q, std::uint64_t q_end) {
    constexpr std::uint64_t short_row = 8;
    const std::uint64_t in_a = p_end - p, in_b = q_end - q;
    std::uint64_t n = 0;
    if (in_a * in_b > short_row * (in_a + in_b)) {
        for_common_columns(a, p, p_end, b, q, q_end, [&](std::uint64_t, std::uint64_t) { n++; });
        return n;
    }
    const auto pairs = [&](const I *shorter, std::uint64_t m, const I *longer,
                           std::uint64_t length) {
        for (std::uint64_t i = 0; i < m; i++)
            for (std::uint64_t k = 0; k < length; k++) n += longer[k] == shorter[i] ? 1 : 0;
    };
    in_a < in_b ? pairs(a + p, in_a, b + q, in_b) : pairs(b + q, in_b, a + p, in_a);
    return n;
}

} // namespace grb
