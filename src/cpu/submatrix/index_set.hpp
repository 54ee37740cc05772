// Membership in an index list, by which assign finds the positions that it touches.
#pragma once

#include "base/memory.hpp"
#include "problems/index_list.hpp"
#include "problems/problems.hpp"

namespace grb {

/// The set of the indices in a list over [0, dimension). A progression stays one; a list becomes
/// one when it counts up by ones, a packed bitset when it is dense enough to justify one, else
/// sorted unique indices.
class IndexSet {
public:
    IndexSet(const IndexList &list, std::uint64_t dimension);
    bool is_everything() const noexcept {
        return is_progression_ && progression_.step() == 1 && size_ == dimension_;
    }
    /// Every index from low() up to, but without, end().
    bool is_range() const noexcept { return is_progression_ && progression_.step() == 1; }
    std::uint64_t low() const noexcept { return progression_.low(); }
    std::uint64_t end() const noexcept { return progression_.end(); }
    bool contains(std::uint64_t index) const noexcept {
        if (is_progression_) return progression_.contains(index);
        if (!bits_.empty()) return (bits_[index / 64] >> (index % 64) & 1) != 0;
        return contains_sorted(index);
    }
    /// Number of distinct indices.
    std::uint64_t size() const noexcept { return size_; }
    /// Calls f(index) for every member, ascending.
    template <class F>
    void for_each(F &&f) const {
        if (is_progression_) {
            std::uint64_t index = progression_.low();
            for (; index < progression_.end(); index += progression_.step()) f(index);
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
    std::uint64_t dimension_, size_ = 0;
    bool is_progression_ = false;
    Progression progression_;
    HostVector<std::uint64_t> bits_, sorted_;
};

} // namespace grb
