// Searches in an ascending list for a value that is likely near.
#pragma once

#include <algorithm>
#include <cstddef>

namespace grb {

/// Returns the first not below `column` by doubling steps down from `end`, which is not below it;
/// `from` is.
template <class I>
const I *search_back(const I *from, const I *end, I column) noexcept {
    std::ptrdiff_t step = 1;
    while (end - from > step && end[-step] >= column) {
        end -= step;
        step *= 2;
    }
    return std::lower_bound(end - std::min(step, end - from), end, column);
}

/// Returns the first not below `column`, by doubling steps. If many entries are skipped, the steps
/// begin at its expected position for evenly spread entries: a few steps around it touch fewer
/// cache lines than steps of all sizes.
template <class I>
const I *search_ahead(const I *from, const I *end, I column, bool interpolates) noexcept {
    if (interpolates && from != end && *from < column) {
        if (end[-1] < column) return end;
        const double share =
            static_cast<double>(column - *from) / static_cast<double>(end[-1] - *from);
        const I *const guess =
            from + static_cast<std::ptrdiff_t>(share * static_cast<double>(end - from - 1));
        if (*guess >= column) return search_back(from, guess, column);
        from = guess;
    }
    std::ptrdiff_t step = 1;
    const I *low = from;
    while (end - from > step && from[step] < column) {
        low = from + step;
        step *= 2;
    }
    return std::lower_bound(low, from + std::min(step + 1, end - from), column);
}

} // namespace grb
