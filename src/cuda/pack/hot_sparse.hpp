// The part of the pack's programs that merges, selects and multiplies sparse rows.
#pragma once

#include <string>
#include <vector>

namespace grb::device {

/// Adds programs of merges, selections and products of sparse rows.
void add_sparse_programs(std::vector<std::string> &texts);

} // namespace grb::device
