// The construction of index sets from lists.
#include "cpu/submatrix/index_set.hpp"

#include <algorithm>

namespace grb {

IndexSet::IndexSet(const IndexList &list, std::uint64_t dimension) : dimension_(dimension) {
    const IndexList range = as_range(list, dimension);
    if (range.is_progression() || range.count == 0) {
        is_progression_ = true;
        progression_ =
            Progression(range.count == 0 ? IndexList::progression(0, 1, 0, dimension) : range);
        size_ = range.count;
        return;
    }
    if (dimension / 64 <= list.count) {
        bits_.assign(dimension / 64 + 1, 0);
        for (std::uint64_t k = 0; k < list.count; k++) {
            bits_[list.indices[k] / 64] |= std::uint64_t{1} << (list.indices[k] % 64);
        }
        for (const std::uint64_t word : bits_)
            size_ += static_cast<std::uint64_t>(__builtin_popcountll(word));
        return;
    }
    sorted_.assign(list.indices, list.indices + list.count);
    std::sort(sorted_.begin(), sorted_.end());
    sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
    size_ = sorted_.size();
}

bool IndexSet::contains_sorted(std::uint64_t index) const noexcept {
    return std::binary_search(sorted_.begin(), sorted_.end(), index);
}

} // namespace grb
