// Memory of a place that is lent (Array::lend): in the place of an arena's number.
#pragma once

#include "base/memory.hpp"

namespace grb {

/// The memory is of the place where the calling thread works. The same number is GrX_DEVICE_MEMORY of the API.
inline constexpr int memory_of_place = 64;
static_assert(memory_of_place >= arena_count);

} // namespace grb
