// An index list, split by the owners of its indices.
#pragma once

#include "distributed/cuts.hpp"
#include "problems/index_list.hpp"

namespace grb {

/// The positions k of a list whose indices lie in a partition, for each partition, in list order.
/// Those of a progression form a run, found without expanding it.
class SplitList {
public:
    /// The cuts are of the dimension that the list indexes. The list must outlive this object.
    SplitList(const IndexList &list, const Cuts &cuts);
    /// A partition's indices, relative to its begin.
    IndexList block(int block) const noexcept;
    /// The position in the whole list of a partition's r-th index.
    std::uint64_t position(int block, std::uint64_t r) const noexcept {
        const auto at = static_cast<std::size_t>(block);
        return list_.is_progression() ? first_[at] + r : positions_[first_[at] + r];
    }
    int owner(std::uint64_t k) const noexcept { return cuts_.owner(list_[k]); }
    /// The number of the same partition's positions before k.
    std::uint64_t rank(std::uint64_t k) const noexcept {
        return list_.is_progression() ? k - first_[static_cast<std::size_t>(owner(k))] : ranks_[k];
    }

private:
    const IndexList list_;
    const Cuts &cuts_;
    // Partition p has [first_[p], first_[p] + count_[p]) of the list if it is a progression, else
    // of places_.
    HostVector<std::uint64_t> first_, count_;
    HostVector<std::uint64_t> positions_, indices_, ranks_;
};

} // namespace grb
