// CUB's radix sort of destinations, alone or with products.
#include "cuda/structure/sort.hpp"

#include <cub/device/device_radix_sort.cuh>

namespace grb::device {

namespace {

/// Calls sort(storage, bytes) twice, as CUB requires: first for the size of its scratch, then to
/// sort.
template <class Sort>
Status run(const Sort &sort) {
    std::size_t bytes = 0;
    if (const cudaError_t error = sort(nullptr, bytes)) return fail("radix sort", error);
    Scratch storage;
    const Status status = storage.allocate(bytes);
    if (status != Status::ok) return status;
    if (const cudaError_t error = sort(storage.as<void>(), bytes)) return fail("radix sort", error);
    return Status::ok;
}

template <class Value>
Status sort_with(SortArrays &arrays, std::uint64_t count, int bits) {
    cub::DoubleBuffer<unsigned> keys(arrays.keys[0], arrays.keys[1]);
    cub::DoubleBuffer<Value> values(static_cast<Value *>(arrays.values[0]),
                                    static_cast<Value *>(arrays.values[1]));
    const Status status = run([&](void *storage, std::size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(storage, bytes, keys, values, count, 0, bits,
                                               runtime().stream());
    });
    // The values are in the array with the same number as the keys.
    arrays.first = keys.selector;
    return status;
}

} // namespace

Status sort_pairs(SortArrays &arrays, std::uint64_t count, int bits) {
    const CurrentDevice current;
    if (arrays.value_size == 4) return sort_with<std::uint32_t>(arrays, count, bits);
    if (arrays.value_size == 8) return sort_with<std::uint64_t>(arrays, count, bits);
    cub::DoubleBuffer<unsigned> keys(arrays.keys[0], arrays.keys[1]);
    const Status status = run([&](void *storage, std::size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(storage, bytes, keys, count, 0, bits,
                                              runtime().stream());
    });
    arrays.first = keys.selector;
    return status;
}

} // namespace grb::device
