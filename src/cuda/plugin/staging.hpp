// Copies to the device and from it through pinned memory.
#pragma once

#include <cstddef>
#include <cuda_runtime.h>

namespace grb::device {

/// Copies of fewer bytes, to the device and from it, are not staged.
inline constexpr std::size_t worth_staging = std::size_t{64} << 10,
                             worth_staging_down = std::size_t{4} << 20;

/// Pageable memory reaches the device at 10 GB/s, pinned memory at 55: several threads fill pinned
/// buffers, or empty them.
cudaError_t staged_upload(void *to, const void *from, std::size_t bytes, int device,
                          cudaStream_t stream);
/// Waits for the bytes.
cudaError_t staged_download(void *to, const void *from, std::size_t bytes, int device,
                            cudaStream_t stream);

} // namespace grb::device
