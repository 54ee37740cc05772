// Decompression of kernels that the build compressed.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Implements Host::decompress.
Status decompress(const CompressedBlock *from, void *to, std::size_t bytes) noexcept;

} // namespace grb::device
