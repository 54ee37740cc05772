// A randomised test of symmetry.
#pragma once

#include "random.h"

#include <bit>
#include <cstdint>
#include <random>

namespace grb::tool {

/// Tests in one pass, in any order, whether two sets of entries are each other's mirror image.
/// Hashes an entry's position and value with a seed of this process. The sums of both sets, modulo
/// 2^64, are equal for mirror images; for other sets with probability 2^-64.
class MirrorSum {
public:
    static uint64_t number(uint64_t row, uint64_t col) {
        const bool is_narrow = (row | col) >> 32 == 0;
        return is_narrow ? mix(seed ^ (row << 32 | col)) : mix(mix(seed ^ row) ^ col);
    }

    template <class Value>
    static uint64_t number(uint64_t row, uint64_t col, Value value) {
        // 0 and -0 are equal.
        const auto bits = std::bit_cast<uint64_t>(static_cast<double>(value) + 0.0);
        return mix(number(row, col) ^ bits);
    }

private:
    static inline const uint64_t seed = [] {
        std::random_device random;
        return static_cast<uint64_t>(random()) << 32 | random();
    }();
};

} // namespace grb::tool
