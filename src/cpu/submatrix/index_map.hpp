// Index lists of extract and assign, by index: a progression is solved for the position, a list is
// sorted.
#pragma once

#include "base/parallel.hpp"
#include "problems/index_list.hpp"
#include "storage/tuple_sort.hpp"

#include <algorithm>
#include <bit>

namespace grb {

/// The pairs (index, position in the list) in ascending order of index, then of position. Empty for
/// a progression.
class IndexMap {
public:
    struct Pair {
        std::uint64_t index, position;
    };

    explicit IndexMap(const IndexList &list) {
        if (list.is_progression()) return;
        pairs_.resize(list.count);
        is_ascending_ = true;
        for (std::uint64_t k = 0; k < list.count; k++) {
            pairs_[k] = {list.indices[k], k};
            if (k > 0 && list.indices[k - 1] >= list.indices[k]) is_ascending_ = false;
        }
        if (!is_ascending_) sort();
    }

    /// The list is strictly ascending, so that positions come out in order of index.
    bool is_ascending() const noexcept { return is_ascending_; }
    std::uint64_t count() const noexcept { return pairs_.size(); }
    const Pair *begin() const noexcept { return pairs_.data(); }
    const Pair *end() const noexcept { return pairs_.data() + pairs_.size(); }
    /// First pair whose index is not below `index`, searched from `from` by doubling steps.
    const Pair *find_from(const Pair *from, std::uint64_t index) const noexcept {
        std::ptrdiff_t step = 1;
        const Pair *low = from, *high = from;
        while (high < end() && high->index < index) {
            low = high + 1;
            high = end() - high > step ? high + step : end();
            step *= 2;
        }
        return std::lower_bound(low, high, index,
                                [](const Pair &pair, std::uint64_t i) { return pair.index < i; });
    }

private:
    void sort() {
        constexpr std::uint64_t small_size = 64;
        const std::uint64_t n = pairs_.size();
        if (n <= small_size) {
            std::sort(pairs_.begin(), pairs_.end(), [](const Pair &x, const Pair &y) {
                return x.index != y.index ? x.index < y.index : x.position < y.position;
            });
            return;
        }
        std::uint64_t bits = 0;
        HostVector<PairedTuple> tuples(2 * n);
        for (std::uint64_t k = 0; k < n; k++) {
            tuples[k] = {pairs_[k].index, k};
            bits |= pairs_[k].index;
        }
        sort_tuples(tuples.data(), tuples.data() + n, n, 0, static_cast<int>(std::bit_width(bits)),
                    threads_for(10 * static_cast<double>(n)));
        for (std::uint64_t k = 0; k < n; k++) pairs_[k] = {tuples[k].word, tuples[k].position};
    }

    HostVector<Pair> pairs_;
    bool is_ascending_ = false;
};

/// Intersects a progression with sorted indices: calls f(position, p) for each indices[p], p in
/// [begin, end), that is a member, by ascending position. Work O(log + indices between the ends),
/// or O(count·log) when that is less.
template <class I, class F>
void for_each_common(const IndexList &list, const I *indices, std::uint64_t begin,
                     std::uint64_t end, F &&f) {
    const Progression members(list);
    const auto position_of = [&](std::uint64_t index) {
        return static_cast<std::uint64_t>(std::lower_bound(indices + begin, indices + end, index) -
                                          indices);
    };
    begin = position_of(members.low());
    end = position_of(members.end());
    if ((end - begin) / 8 > members.count()) {
        for (std::uint64_t position = 0; position < members.count(); position++) {
            const std::uint64_t p = position_of(list[position]);
            if (p < end && indices[p] == list[position]) f(position, p);
        }
        return;
    }
    const auto test = [&](std::uint64_t p) {
        if (members.contains(indices[p])) f(members.position(indices[p]), p);
    };
    if (list.is_downwards()) {
        for (std::uint64_t p = end; p > begin; p--) test(p - 1);
    } else {
        for (std::uint64_t p = begin; p < end; p++) test(p);
    }
}

} // namespace grb
