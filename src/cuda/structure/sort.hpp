#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Stable sort of keys, of which the lowest `bits` bits count, and of the values of 4 or 8 bytes beside
/// them (0: none). Each array comes twice; on return first tells which of the two holds the result.
struct SortArrays {
    unsigned *keys[2];
    void *values[2];
    int value_size;
    int first; // out
};
Status sort_pairs(SortArrays &arrays, std::uint64_t count, int bits);

/// The same for 64-bit keys and values of 4 bytes.
struct LongSortArrays {
    std::uint64_t *keys[2];
    unsigned *values[2];
    int first; // out
};
Status sort_long_pairs(LongSortArrays &arrays, std::uint64_t count, int bits);

} // namespace grb::device
