// A launch that also counts the entries of its result.
#pragma once

#include "cuda/elementwise/elementwise_arguments.h"
#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Launches a kernel with its arguments, which contain `result`. If bits are written, also delivers
/// the number of entries.
Status launch_counted(const void *kernel, std::uint64_t blocks, int threads, void *arguments,
                      DenseResult &result, const CountOutput &count);

} // namespace grb::device
