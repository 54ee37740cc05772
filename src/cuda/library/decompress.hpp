#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Host::decompress of the library.
Status decompress(const CompressedBlock *from, void *to, std::size_t bytes) noexcept;

} // namespace grb::device
