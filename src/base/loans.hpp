// The number that marks lent memory (Array::lend) as device memory, instead of an arena's number.
#pragma once

#include "base/memory.hpp"

namespace grb {

/// The memory is of the device where the calling thread works. GrX_DEVICE_MEMORY of the API is the
/// same number.
inline constexpr int memory_of_device = 64;
static_assert(memory_of_device >= arena_count);

} // namespace grb
