// Splits index lists by partition, and finds the runs of progressions by binary search.
#include "distributed/split_list.hpp"

namespace grb {

namespace {

/// The first position of an ascending progression with an index of at least `bound`; of a
/// descending one, with an index below `bound`.
std::uint64_t first_past(const IndexList &list, std::uint64_t bound) noexcept {
    std::uint64_t low = 0, high = list.count;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        const bool is_past = list.is_downwards() ? list[middle] < bound : list[middle] >= bound;
        (is_past ? high : low) = is_past ? middle : middle + 1;
    }
    return low;
}

} // namespace

SplitList::SplitList(const IndexList &list, const Cuts &cuts) : list_(list), cuts_(cuts) {
    const auto blocks = static_cast<std::size_t>(cuts.blocks());
    first_.resize(blocks);
    count_.resize(blocks, 0);
    if (list.is_progression()) {
        for (std::size_t p = 0; p < blocks; p++) {
            const std::uint64_t begin = cuts.begin(static_cast<int>(p)),
                                end = cuts.end(static_cast<int>(p));
            const bool is_down = list.is_downwards();
            first_[p] = first_past(list, is_down ? end : begin);
            const std::uint64_t last = first_past(list, is_down ? begin : end);
            count_[p] = last - first_[p];
        }
        return;
    }
    for (std::uint64_t k = 0; k < list.count; k++) count_[static_cast<std::size_t>(owner(k))]++;
    for (std::size_t p = 1; p < blocks; p++) first_[p] = first_[p - 1] + count_[p - 1];
    positions_.resize(list.count);
    indices_.resize(list.count);
    ranks_.resize(list.count);
    HostVector<std::uint64_t> next(first_);
    for (std::uint64_t k = 0; k < list.count; k++) {
        const auto p = static_cast<std::size_t>(owner(k));
        const std::uint64_t at = next[p]++;
        positions_[at] = k;
        indices_[at] = list[k] - cuts.begin(static_cast<int>(p));
        ranks_[k] = at - first_[p];
    }
}

IndexList SplitList::block(int block) const noexcept {
    const auto p = static_cast<std::size_t>(block);
    if (!list_.is_progression()) return {indices_.data() + first_[p], count_[p]};
    if (count_[p] == 0) return IndexList::progression(0, 1, 0, cuts_.extent(block));
    return IndexList::progression(list_[first_[p]] - cuts_.begin(block), list_.step, count_[p],
                                  cuts_.extent(block));
}

} // namespace grb
