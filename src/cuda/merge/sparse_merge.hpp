// The program texts of the merges of sparse rows, for the pack and for tests.
#pragma once

#include "cuda/merge/merge_calls.h"
#include "cuda/plugin/runtime.hpp"

#include <string>

namespace grb::device {

Status sparse_merge(const SparseMergeCall *call);

/// Returns the text that the call compiles for kernel "sparse_count", "sparse_fill" or
/// "sparse_list"; it depends only on names, widths and flags of the call.
std::string sparse_merge_program(const SparseMergeCall &call, const char *kernel);

} // namespace grb::device
