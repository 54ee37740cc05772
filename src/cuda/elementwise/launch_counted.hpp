#pragma once

#include "cuda/elementwise/elementwise_arguments.h"
#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Launches a kernel with its arguments, of which `result` is a part; with bits to be written, also sees to their number.
Status launch_counted(const void *kernel, std::uint64_t blocks, int threads, void *arguments,
                      CellResult &result, const CountOutput &count);

} // namespace grb::device
