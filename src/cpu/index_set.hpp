// Membership in an index list: what assign needs to know which positions it touches.
#pragma once

#include "core/memory.hpp"
#include "registry/problems.hpp"

namespace grb {

/// The set of the indices in a list over [0, dimension). Everything, a range, a packed bitset when the
/// list is dense enough to pay for one, else sorted unique indices.
class IndexSet {
public:
    IndexSet(const IndexList &list, std::uint64_t dimension);
    bool is_everything() const noexcept { return is_range_ && low_ == 0 && high_ == dimension_; }
    bool contains(std::uint64_t index) const noexcept {
        if (is_range_) return index >= low_ && index < high_;
        if (!bits_.empty()) return (bits_[index / 64] >> (index % 64) & 1) != 0;
        return contains_sorted(index);
    }
    /// Number of different indices.
    std::uint64_t size() const noexcept { return size_; }
    /// Calls f(index) for every member, ascending.
    template <class F>
    void for_each(F &&f) const {
        if (is_range_) {
            for (std::uint64_t index = low_; index < high_; index++) f(index);
        } else if (!bits_.empty()) {
            for (std::size_t word = 0; word < bits_.size(); word++) {
                for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
                    f(word * 64 + static_cast<std::uint64_t>(__builtin_ctzll(rest)));
                }
            }
        } else {
            for (const std::uint64_t index : sorted_) f(index);
        }
    }

private:
    bool contains_sorted(std::uint64_t index) const noexcept;
    std::uint64_t dimension_, low_ = 0, high_ = 0, size_ = 0;
    bool is_range_ = false;
    HostVector<std::uint64_t> bits_, sorted_;
};

} // namespace grb
