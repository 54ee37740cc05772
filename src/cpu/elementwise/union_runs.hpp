// Parts of unions: values of common entries, and a short list merged into a much longer one.
#pragma once

#include "algebra/bound.hpp"
#include "cpu/common/search_ahead.hpp"
#include "cpu/elementwise/common_columns.hpp"

#include <cstdint>

namespace grb {

/// The values of entries that two operands of one type have in common.
struct CommonValues {
    const unsigned char *a_values, *b_values;
    const BoundBinary &op;
    std::size_t size;

    /// Computes the operator for entries a[k] and b[k] in batches, and calls give(first, values,
    /// count).
    template <class F>
    void compute(const std::uint64_t *a, const std::uint64_t *b, std::uint64_t n, F &&give) const {
        constexpr std::uint64_t batch = 128, most_bytes = 16;
        alignas(16) unsigned char own[3 * batch * most_bytes];
        HostVector<unsigned char> large(size > most_bytes ? 3 * batch * size : 0);
        unsigned char *const x = large.empty() ? own : large.data(), *const y = x + batch * size,
                             *const z = y + batch * size;
        for (std::uint64_t first = 0; first < n; first += batch) {
            const std::uint64_t count = std::min(batch, n - first);
            gather_values(x, a_values, a + first, 8, count, size);
            gather_values(y, b_values, b + first, 8, count, size);
            op(z, x, y, count);
            give(first, z, count);
        }
    }
    /// Writes them to the places to[k] of z.
    void scatter(const std::uint64_t *a, const std::uint64_t *b, const std::uint64_t *to,
                 std::uint64_t n, unsigned char *z) const {
        if (n == 0) return;
        compute(a, b, n, [&](std::uint64_t first, const unsigned char *values, std::uint64_t some) {
            scatter_values(z, to + first, 8, values, some, size);
        });
    }
};

/// The shorter list is worth a search in the longer one for each entry.
inline bool is_united_in_runs(std::uint64_t n, std::uint64_t m) noexcept {
    return n / columns_searched_from > m || m / columns_searched_from > n;
}

/// Visits the union of two ascending lists in order, all entries of the longer one between two of
/// the shorter one at once: from_longer(begin, end), from_shorter(k), both(in_longer, in_shorter).
template <class I, class FromLonger, class FromShorter, class Both>
void unite_runs(const I *longer, std::uint64_t n, const I *shorter, std::uint64_t m,
                FromLonger &&from_longer, FromShorter &&from_shorter, Both &&both) {
    std::uint64_t begin = 0;
    for (std::uint64_t k = 0; k < m; k++) {
        const auto end = static_cast<std::uint64_t>(
            search_ahead(longer + begin, longer + n, shorter[k], false) - longer);
        if (begin != end) from_longer(begin, end);
        const bool is_common = end < n && longer[end] == shorter[k];
        if (is_common)
            both(end, k);
        else
            from_shorter(k);
        begin = end + (is_common ? 1 : 0);
    }
    if (begin != n) from_longer(begin, n);
}

} // namespace grb
