// Tiles of equal work for the merges of sparse rows.
#pragma once

#include "cuda/merge/sparse_arguments.h"
#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Computes the start of each of `tiles` tiles, and the end.
Status find_tiles(const SparseMergeArguments &arguments, std::uint64_t tiles);
/// sums(t) = sum of those before t; waits for the sum of all.
Status scan_tiles(unsigned long *sums, std::uint64_t tiles, std::uint64_t *total);

} // namespace grb::device
