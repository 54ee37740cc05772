// A list of indices, split by the owners of what it names.
#pragma once

#include "problems/index_list.hpp"
#include "team/cuts.hpp"

namespace grb {

/// The places k of a list whose index lies in a part, for each part, in the list's order. Of a progression these are a
/// run, found without writing it out.
class SplitList {
public:
    /// The cuts are of the dimension that the list is of; it must outlive this object.
    SplitList(const IndexList &list, const Cuts &cuts);
    /// The indices of a part, less its beginning: a list for the part alone.
    IndexList part(int part) const noexcept;
    /// The place in the whole list of the r-th of a part.
    std::uint64_t place(int part, std::uint64_t r) const noexcept {
        const auto at = static_cast<std::size_t>(part);
        return list_.is_progression() ? first_[at] + r : places_[first_[at] + r];
    }
    int owner(std::uint64_t k) const noexcept { return cuts_.owner(list_[k]); }
    /// How many places of the same part come before k.
    std::uint64_t rank(std::uint64_t k) const noexcept {
        return list_.is_progression() ? k - first_[static_cast<std::size_t>(owner(k))] : ranks_[k];
    }

private:
    const IndexList list_;
    const Cuts &cuts_;
    // Of part p: [first_[p], first_[p] + count_[p]) of the list when it is a progression, else of places_.
    HostVector<std::uint64_t> first_, count_;
    HostVector<std::uint64_t> places_, indices_, ranks_;
};

} // namespace grb
