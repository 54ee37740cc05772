// Stable radix sorts of keys with values on the device.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// A stable sort by the lowest `bits` bits of the keys, with values of 4 or 8 bytes (0: none). Each
/// array has two buffers; on return `first` names the buffers with the result.
struct SortArrays {
    unsigned *keys[2];
    void *values[2];
    int value_size;
    int first; // out
};
Status sort_pairs(SortArrays &arrays, std::uint64_t count, int bits);

/// SortArrays for 64-bit keys and values of 4 bytes.
struct LongSortArrays {
    std::uint64_t *keys[2];
    unsigned *values[2];
    int first; // out
};
Status sort_long_pairs(LongSortArrays &arrays, std::uint64_t count, int bits);

} // namespace grb::device
