#pragma once

#include "cuda/merge/merge_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status sparse_merge(const SparseMergeCall *call);

/// The texts that it has compiled, for kernels "sparse_count" and "sparse_fill"; only names, widths and flags
/// of the call count.
std::string sparse_merge_program(const SparseMergeCall &call, const char *kernel);

} // namespace grb::device
