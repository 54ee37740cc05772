// Push by sorting whole tuples: what 32-bit keys and values of up to 8 bytes do not cover.
#pragma once

#include "problems/problems.hpp"

namespace grb::device {

/// True where cuda/mxv_push_sort goes by tuples: listed rows, long results, monoids and values of any kind.
bool goes_by_tuples(const MxvProblem &problem) noexcept;
/// Null, or why it cannot, beyond what each push refuses.
const char *refuses_push_tuples(const MxvProblem &problem) noexcept;
Ref<Snapshot> push_tuples(const MxvProblem &problem);

} // namespace grb::device
