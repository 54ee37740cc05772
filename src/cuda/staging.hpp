// Copies to the device through pinned memory.
#pragma once

#include <cstddef>
#include <cuda_runtime.h>

namespace grb::device {

/// From so many bytes on.
inline constexpr std::size_t worth_staging = std::size_t{64} << 10;

/// Pageable memory reaches the device at 10 GB/s, pinned memory at 55: several threads fill pinned
/// buffers.
cudaError_t staged_upload(void *to, const void *from, std::size_t bytes, int device,
                          cudaStream_t stream);

} // namespace grb::device
