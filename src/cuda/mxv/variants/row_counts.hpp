// Products that count the entries of rows, as for degrees.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb::device {

/// Returns true when w(i) is the number of entries of row i of the effective matrix: u is full, and
/// the values of u and A do not matter.
bool counts_rows(const MxvProblem &problem) noexcept;
/// Streams the offsets and the result once.
Cost cost_of_counts(const MxvProblem &problem);
/// Fills call.w_values.
void count_rows(const MxvProblem &problem, const MxvPullCall &call);

} // namespace grb::device
