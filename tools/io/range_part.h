// Equal parts of a range.
#pragma once

#include "random.h"

#include <cstdint>

namespace grb::tool {

/// Part `number` of `count` parts of a range.
struct RangePart {
    uint64_t number = 0, count = 1;

    bool is_whole() const { return count == 1; }
    uint64_t begin(uint64_t length) const {
        return static_cast<uint64_t>(static_cast<Uint128>(length) * number / count);
    }
    uint64_t end(uint64_t length) const { return RangePart{number + 1, count}.begin(length); }
};

} // namespace grb::tool
