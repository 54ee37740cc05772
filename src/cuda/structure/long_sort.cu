// CUB's radix sort of 64-bit keys with 32-bit values.
#include "cuda/structure/sort.hpp"

#include <cub/device/device_radix_sort.cuh>

namespace grb::device {

Status sort_long_pairs(LongSortArrays &arrays, std::uint64_t count, int bits) {
    const CurrentDevice current;
    cub::DoubleBuffer<std::uint64_t> keys(arrays.keys[0], arrays.keys[1]);
    cub::DoubleBuffer<unsigned> values(arrays.values[0], arrays.values[1]);
    Scratch storage;
    std::size_t bytes = 0;
    const auto sort = [&] {
        return cub::DeviceRadixSort::SortPairs(storage.as<void>(), bytes, keys, values, count, 0,
                                               bits, runtime().stream());
    };
    // CUB is called twice: first for the size of its scratch, then to sort.
    if (const cudaError_t error = sort()) return fail("radix sort", error);
    const Status status = storage.allocate(bytes);
    if (status != Status::ok) return status;
    if (const cudaError_t error = sort()) return fail("radix sort", error);
    // The values are in the array with the same number as the keys.
    arrays.first = keys.selector;
    return Status::ok;
}

} // namespace grb::device
