// The words of dense elements that a merge in place changes, and those that it keeps.
#pragma once

#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "cpu/elementwise/merge.hpp"

#include <atomic>

namespace grb {

/// Words that a merge in place may change; others stay unchanged.
struct WordRange {
    std::uint64_t begin = 0, end = 0;
};
inline WordRange changed_words(const DenseView &A, const MergeRule &rule, const MaskView &mask,
                               const RegionSets &region) noexcept {
    const std::uint64_t words = (A.nrows * A.ncols + 63) / 64;
    const MergeRule::Row &outside = rule.at(Where::outside_true);
    const bool is_kept = outside.only_a == Take::a && outside.both == Take::a &&
                         outside.only_b == Take::nothing && mask.is_none() && !region.has_major;
    const auto is_range = [](const IndexSet *set) {
        return set == nullptr || (set->is_range() && set->size() != 0);
    };
    if (words == 0 || !is_kept || !is_range(region.rows) || !is_range(region.columns))
        return {0, words};
    const auto low = [](const IndexSet *set) { return set == nullptr ? 0 : set->low(); };
    const auto end = [](const IndexSet *set, std::uint64_t all) {
        return set == nullptr ? all : set->end();
    };
    const std::uint64_t first = low(region.rows) * A.ncols + low(region.columns),
                        last = (end(region.rows, A.nrows) - 1) * A.ncols +
                               end(region.columns, A.ncols);
    return {first / 64, (last + 63) / 64};
}

/// Copies the bits of A's words beyond the range, and counts those set.
inline std::uint64_t keep_beyond(const DenseView &A, const WordRange &range, std::uint64_t *bits) {
    const std::uint64_t positions = A.nrows * A.ncols, words = (positions + 63) / 64;
    std::atomic<std::uint64_t> count{0};
    const auto keep = [&](std::uint64_t first, std::uint64_t last) {
        parallel_ranges(last - first, 1, [&](std::uint64_t begin, std::uint64_t end) {
            std::uint64_t own = 0;
            for (std::uint64_t word = first + begin; word < first + end; word++) {
                bits[word] = !A.is_full()             ? A.bits[word]
                             : word == positions / 64 ? (std::uint64_t{1} << positions % 64) - 1
                                                      : ~std::uint64_t{0};
                own += count_bits(bits[word]);
            }
            count += own;
        });
    };
    keep(0, range.begin);
    keep(range.end, words);
    return count;
}

} // namespace grb
