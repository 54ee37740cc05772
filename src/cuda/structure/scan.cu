// CUB's prefix sums.
#include "cuda/structure/scan.hpp"

#include <cub/device/device_scan.cuh>

namespace grb::device {

Status exclusive_sums(const unsigned *counts, unsigned *sums, std::uint64_t n) {
    const CurrentDevice current;
    Scratch storage;
    std::size_t bytes = 0;
    const auto scan = [&] {
        return cub::DeviceScan::ExclusiveSum(storage.as<void>(), bytes, counts, sums, n,
                                             runtime().stream());
    };
    // CUB is called twice: first for the size of its scratch, then to add.
    if (const cudaError_t error = scan()) return fail("prefix sums", error);
    const Status status = storage.allocate(bytes);
    if (status != Status::ok) return status;
    if (const cudaError_t error = scan()) return fail("prefix sums", error);
    return Status::ok;
}

} // namespace grb::device
