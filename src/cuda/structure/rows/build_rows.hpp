// What the rows of build share.
#pragma once

#include "cuda/structure/rows/structure_rows.hpp"

namespace grb::device {

/// True when any order of dup's terms gives the same bits.
bool is_reorderable(const BinaryOp &dup) noexcept;
/// The first checks of both rows: null, or why the device cannot (its types, its operators, its count of tuples).
const char *refuses_tuples(const BuildProblem &problem) noexcept;
/// The last checks of both rows: null when the tuples are on the device, or are so many that uploading them pays.
const char *refuses_build(const BuildProblem &problem) noexcept;
double missing_bytes(const BuildProblem &problem) noexcept;

} // namespace grb::device
