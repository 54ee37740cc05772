// The boundaries of the partitions of a range.
#pragma once

#include "base/memory.hpp"
#include "base/process_group.hpp"
#include "distributed/device_group.hpp"

#include <algorithm>
#include <span>

namespace grb {

/// [0, n) in contiguous partitions by positions or by weight. Processes and devices get equal
/// partitions; those of devices begin at multiples of 64, so that bitmaps are cut between words.
/// Other members get uneven partitions, and of three or more the middle one is empty: code that
/// works with these works with any.
class Cuts {
public:
    /// Cuts by positions.
    Cuts(std::uint64_t n, int blocks)
        : Cuts(n, blocks, [](std::uint64_t) { return std::uint64_t{0}; }) {}
    /// weight_before(i), for i up to n, is the total weight of the positions before i; it does not
    /// descend. Cuts by positions if the total weight is 0.
    template <class F>
    Cuts(std::uint64_t n, int blocks, const F &weight_before)
        : bounds_(static_cast<std::size_t>(blocks) + 1, 0) {
        const std::uint64_t weight = weight_before(n);
        std::uint64_t total = 0, sum = 0;
        for (int block = 0; block < blocks; block++) total += share_of(block, blocks);
        const auto up_to_here = [&](std::uint64_t all) {
            return all / total * sum + all % total * sum / total;
        };
        for (int block = 0; block + 1 < blocks; block++) {
            sum += share_of(block, blocks);
            bounds_[static_cast<std::size_t>(block) + 1] = aligned(
                weight == 0 ? up_to_here(n) : first_with(up_to_here(weight), n, weight_before), n);
        }
        bounds_.back() = n;
    }
    /// Partitions of these lengths, in their order.
    explicit Cuts(std::span<const std::uint64_t> lengths) {
        bounds_.push_back(0);
        for (const std::uint64_t length : lengths) bounds_.push_back(bounds_.back() + length);
    }
    /// Returns these partitions with `factor` positions in place of each one.
    Cuts scaled(std::uint64_t factor) const {
        Cuts cuts(*this);
        for (std::uint64_t &bound : cuts.bounds_) bound *= factor;
        return cuts;
    }
    int blocks() const noexcept { return static_cast<int>(bounds_.size()) - 1; }
    std::uint64_t begin(int block) const noexcept {
        return bounds_[static_cast<std::size_t>(block)];
    }
    std::uint64_t end(int block) const noexcept { return begin(block + 1); }
    std::uint64_t extent(int block) const noexcept { return end(block) - begin(block); }
    std::uint64_t length() const noexcept { return bounds_.back(); }
    /// The partition that holds i; for an i past the end, which other code reports, the last one.
    int owner(std::uint64_t i) const noexcept {
        const auto past = std::upper_bound(bounds_.begin(), bounds_.end() - 1, i);
        return static_cast<int>(past - bounds_.begin()) - 1;
    }
    /// Differs for different cuts, up to collisions of 64 bits.
    std::uint64_t hash() const noexcept {
        std::uint64_t hash = static_cast<std::uint64_t>(blocks());
        for (const std::uint64_t bound : bounds_) {
            hash = (hash ^ bound) * 0x9e3779b97f4a7c15ULL;
            hash ^= hash >> 32;
        }
        return hash;
    }
    friend bool operator==(const Cuts &, const Cuts &) = default;

private:
    static constexpr std::uint64_t alignment = 64;
    static std::uint64_t aligned(std::uint64_t bound, std::uint64_t n) noexcept {
        if (!is_among_devices()) return bound;
        return std::min(n, (bound + alignment / 2) / alignment * alignment);
    }
    static std::uint64_t share_of(int block, int blocks) noexcept {
        if (process_group() != nullptr || is_among_devices()) return 1;
        const bool is_empty = blocks >= 3 && block == blocks / 2;
        return is_empty ? 0 : static_cast<std::uint64_t>(block) + 1;
    }
    /// The first position with at least this weight before it.
    template <class F>
    static std::uint64_t first_with(std::uint64_t weight, std::uint64_t n, const F &weight_before) {
        std::uint64_t low = 0, high = n;
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            const bool is_enough = weight_before(middle) >= weight;
            (is_enough ? high : low) = is_enough ? middle : middle + 1;
        }
        return low;
    }
    HostVector<std::uint64_t> bounds_;
};

} // namespace grb
