// Maps a column of an extract's operand to its positions in the list of columns.
#pragma once

#include "base/array.hpp"
#include "cpu/submatrix/index_map.hpp"

#include <cstring>
#include <optional>
#include <utility>

namespace grb {

/// A list becomes a table over all columns when these are few enough, else a sorted list to search.
class ColumnLookup {
public:
    /// For rows of `ncols` columns with `entries` entries altogether.
    ColumnLookup(const IndexList &list, std::uint64_t ncols, std::uint64_t entries) : list_(list) {
        is_ascending_ = true;
        if (list.is_progression()) return;
        for (std::uint64_t k = 1; k < list.count && is_ascending_; k++)
            is_ascending_ = list[k - 1] <= list[k];
        if (ncols / 16 > list.count + entries || list.count >= none) {
            map_.emplace(list);
            return;
        }
        first_ = Array(ncols * sizeof(std::uint32_t));
        std::memset(first_.data(), 0xff, first_.bytes());
        next_ = Array(list.count * sizeof(std::uint32_t));
        auto *first = first_.as<std::uint32_t>(), *next = next_.as<std::uint32_t>();
        for (std::uint64_t k = list.count; k > 0; k--)
            has_repeats_ |= (next[k - 1] = std::exchange(
                                 first[list[k - 1]], static_cast<std::uint32_t>(k - 1))) != none;
    }

    /// match() calls in ascending order of list positions.
    bool is_ascending() const noexcept { return is_ascending_; }
    std::uint64_t count() const noexcept { return list_.count; }
    std::uint64_t column(std::uint64_t position) const noexcept { return list_[position]; }

    /// Calls f(position, p) for each entry p in [begin, end) of a row whose column is at `position`
    /// in the list.
    template <class I, class F>
    void match(const I *columns, std::uint64_t begin, std::uint64_t end, F &&f) const {
        if (list_.is_progression()) {
            for_each_common(list_, columns, begin, end, f);
            return;
        }
        if (map_) {
            match_sorted(columns, begin, end, f);
            return;
        }
        const auto *const first = first_.as<std::uint32_t>();
        const auto *const next = next_.as<std::uint32_t>();
        for (std::uint64_t p = begin; p < end; p++) {
            std::uint32_t position = first[columns[p]];
            if (position == none) continue;
            f(std::uint64_t{position}, p);
            if (!has_repeats_) continue;
            while ((position = next[position]) != none) f(std::uint64_t{position}, p);
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Walks the shorter of row and list, and searches the longer by doubling steps.
    template <class I, class F>
    void match_sorted(const I *columns, std::uint64_t begin, std::uint64_t end, F &&f) const {
        if (end - begin <= map_->count()) {
            const IndexMap::Pair *at = map_->begin();
            for (std::uint64_t p = begin; p < end; p++) {
                at = map_->find_from(at, columns[p]);
                for (const IndexMap::Pair *hit = at; hit != map_->end() && hit->index == columns[p];
                     ++hit)
                    f(hit->position, p);
            }
            return;
        }
        const I *from = columns + begin, *const last = columns + end;
        for (const IndexMap::Pair &pair : *map_) {
            from = std::lower_bound(from, last, pair.index);
            if (from == last) return;
            if (*from == pair.index) f(pair.position, static_cast<std::uint64_t>(from - columns));
        }
    }

    IndexList list_;
    bool is_ascending_ = false, has_repeats_ = false;
    Array first_, next_; // per column its first position, per position the next of that column
    std::optional<IndexMap> map_;
};

} // namespace grb
