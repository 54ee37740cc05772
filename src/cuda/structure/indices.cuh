// Index arrays of a width known at run time, and binary search in them.
#pragma once

namespace grb::device {

__device__ inline unsigned long load_index(const void *array, int width, unsigned long k) {
    return width == 4 ? static_cast<const unsigned *>(array)[k]
                      : static_cast<const unsigned long *>(array)[k];
}

__device__ inline void store_index(void *array, int width, unsigned long k, unsigned long index) {
    if (width == 4) {
        static_cast<unsigned *>(array)[k] = static_cast<unsigned>(index);
    } else {
        static_cast<unsigned long *>(array)[k] = index;
    }
}

/// Returns the first k in [low, high) for which is_past(k) holds, else high. is_past must be
/// monotonic.
template <class IsPast>
__device__ inline unsigned long search(unsigned long low, unsigned long high,
                                       const IsPast &is_past) {
    while (low < high) {
        const unsigned long middle = low + (high - low) / 2;
        if (is_past(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

} // namespace grb::device
