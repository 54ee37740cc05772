#pragma once

#include <cstdint>
#include <vector>

namespace grb::weaver {

/// Tags of a set-associative cache with least-recently-used replacement. Data are in one memory for all caches.
class Cache {
public:
    struct Way {
        uint32_t line = none;
        bool is_dirty = false;
        uint64_t used = 0;   ///< a count of uses
        uint64_t filled = 0; ///< the cycle from which on the data are there
    };
    static constexpr uint32_t none = ~uint32_t{0};

    Cache(uint64_t bytes, uint32_t ways, uint32_t line_bytes);

    /// The way that holds the line, used now; null where none does.
    Way *find(uint32_t line);

    /// Where the line goes: what was there is returned as it was.
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
