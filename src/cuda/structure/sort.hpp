#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// A stable sort of keys, of which the lowest `bits` bits count, with values of 4 or 8 bytes (0: none). Each array
/// comes twice; on return `first` says which of the two holds the result.
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
