// Where the parts of something that is cut begin and end.
#pragma once

#include "base/memory.hpp"

#include <algorithm>

namespace grb {

/// [0, n) in contiguous parts. They are uneven, and of three parts and more the middle one is empty: what works with
/// these works with any. Everything of one length is cut alike, so that operands, masks and results fit each other.
class Cuts {
public:
    Cuts(std::uint64_t n, int parts) : bounds_(static_cast<std::size_t>(parts) + 1, 0) {
        const int empty = parts >= 3 ? parts / 2 : -1;
        std::uint64_t total = 0, sum = 0;
        const auto weight = [empty](int part) {
            return part == empty ? 0 : static_cast<std::uint64_t>(part) + 1;
        };
        for (int part = 0; part < parts; part++) total += weight(part);
        for (int part = 0; part < parts; part++) {
            sum += weight(part);
            bounds_[static_cast<std::size_t>(part) + 1] = n / total * sum + n % total * sum / total;
        }
    }
    int parts() const noexcept { return static_cast<int>(bounds_.size()) - 1; }
    std::uint64_t begin(int part) const noexcept { return bounds_[static_cast<std::size_t>(part)]; }
    std::uint64_t end(int part) const noexcept { return begin(part + 1); }
    std::uint64_t extent(int part) const noexcept { return end(part) - begin(part); }
    std::uint64_t length() const noexcept { return bounds_.back(); }
    /// The part that has i < length().
    int owner(std::uint64_t i) const noexcept {
        return static_cast<int>(std::upper_bound(bounds_.begin(), bounds_.end(), i) -
                                bounds_.begin()) -
               1;
    }

private:
    HostVector<std::uint64_t> bounds_;
};

} // namespace grb
