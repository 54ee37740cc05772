// What the rows of build share.
#pragma once

#include "cuda/structure/rows/structure_rows.hpp"

namespace grb::device {

/// True when the terms of dup may come in any order, to the bit.
bool is_reorderable(const BinaryOp &dup) noexcept;
/// What both ask first: a type and an operator that the device has, and no more tuples than it counts.
const char *refuses_tuples(const BuildProblem &problem) noexcept;
/// What both ask last: tuples that are there, or so many that they are worth the way.
const char *refuses_build(const BuildProblem &problem) noexcept;
double missing_bytes(const BuildProblem &problem) noexcept;

} // namespace grb::device
