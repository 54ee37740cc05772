// Looks up and replaces the tags of a cache.
#include "cache.h"

#include <algorithm>

namespace grb::weaver {

Cache::Cache(uint64_t bytes, uint32_t ways, uint32_t line_bytes)
    : ways_(ways),
      count_(static_cast<uint32_t>(std::max<uint64_t>(1, bytes / (uint64_t{line_bytes} * ways)))),
      sets_(uint64_t{count_} * ways) {}

Cache::Way *Cache::find(uint32_t line) {
    Way *const set = set_of(line);
    for (uint32_t k = 0; k < ways_; ++k)
        if (set[k].line == line) {
            set[k].used = ++uses_;
            return &set[k];
        }
    return nullptr;
}

Cache::Way Cache::replace(uint32_t line, uint64_t filled) {
    Way *const set = set_of(line);
    Way *const oldest = std::min_element(
        set, set + ways_, [](const Way &a, const Way &b) { return a.used < b.used; });
    const Way evicted = *oldest;
    *oldest = {line, false, ++uses_, filled};
    return evicted;
}

void Cache::forget(uint32_t line) {
    Way *const set = set_of(line);
    for (uint32_t k = 0; k < ways_; ++k)
        if (set[k].line == line) set[k] = {};
}

void Cache::clear() {
    std::fill(sets_.begin(), sets_.end(), Way{});
}

} // namespace grb::weaver
