#include "cpu/index_set.hpp"

#include <algorithm>

namespace grb {

IndexSet::IndexSet(const IndexList &list, std::uint64_t dimension) : dimension_(dimension) {
    if (list.is_progression()) {
        is_progression_ = true;
        progression_ = Progression(list);
        size_ = list.count;
        return;
    }
    bool is_consecutive = true;
    for (std::uint64_t k = 1; k < list.count && is_consecutive; k++) {
        is_consecutive = list.indices[k] == list.indices[k - 1] + 1;
    }
    if (is_consecutive) {
        is_progression_ = true;
        const std::uint64_t first = list.count == 0 ? 0 : list.indices[0];
        progression_ = Progression(IndexList::progression(first, 1, list.count, dimension));
        size_ = list.count;
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
