// Where an index list sends or takes positions: shared by extract and assign.
#pragma once

#include "registry/problems.hpp"

#include <algorithm>

namespace grb {

/// The pairs (index, place in the list) in ascending order of index, then of place.
class IndexMap {
public:
    struct Pair {
        std::uint64_t index, place;
    };

    explicit IndexMap(const IndexList &list) : list_(list) {
        if (list.is_all) return;
        pairs_.resize(list.count);
        is_ascending_ = true;
        for (std::uint64_t k = 0; k < list.count; k++) {
            pairs_[k] = {list.indices[k], k};
            if (k > 0 && list.indices[k - 1] >= list.indices[k]) is_ascending_ = false;
        }
        if (!is_ascending_) {
            std::sort(pairs_.begin(), pairs_.end(), [](const Pair &x, const Pair &y) {
                return x.index != y.index ? x.index < y.index : x.place < y.place;
            });
        }
    }

    bool is_all() const noexcept { return list_.is_all; }
    /// The list is strictly ascending, so that places come out in order of index.
    bool is_ascending() const noexcept { return list_.is_all || is_ascending_; }
    std::uint64_t count() const noexcept { return list_.count; }
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
    IndexList list_;
    HostVector<Pair> pairs_;
    bool is_ascending_ = false;
};

} // namespace grb
