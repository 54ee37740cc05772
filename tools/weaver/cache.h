// The tags of a simulated cache.
#pragma once

#include <cstdint>
#include <vector>

namespace grb::weaver {

/// Tags of a set-associative cache with least-recently-used replacement. One memory holds the data
/// of all caches.
class Cache {
public:
    struct Way {
        uint32_t line = none;
        bool is_dirty = false;
        uint64_t used = 0;   ///< the cache's use count at the last use
        uint64_t filled = 0; ///< the cycle in which the data arrive
    };
    static constexpr uint32_t none = ~uint32_t{0};

    Cache(uint64_t bytes, uint32_t ways, uint32_t line_bytes);

    /// Returns the way that holds the line and marks it as used; returns null on a miss.
    Way *find(uint32_t line);

    /// Puts the line in its set's least recently used way; returns that way's former state.
    Way replace(uint32_t line, uint64_t filled);

    void forget(uint32_t line);
    void clear();

private:
    Way *set_of(uint32_t line) { return &sets_[uint64_t{line % count_} * ways_]; }

    uint32_t ways_;
    uint32_t count_; ///< sets
    uint64_t uses_ = 0;
    std::vector<Way> sets_;
};

} // namespace grb::weaver
