// Push by sorting whole tuples, for problems beyond 32-bit keys and values of up to 8 bytes.
#pragma once

#include "problems/problems.hpp"

namespace grb::device {

/// Returns true where cuda/mxv_push_sort sorts tuples: listed rows, long results, monoids and
/// values of any kind.
bool goes_by_tuples(const MxvProblem &problem) noexcept;
/// Returns null, or the reason why it cannot, beyond what each push refuses.
const char *refuses_push_tuples(const MxvProblem &problem) noexcept;
Ref<Snapshot> push_tuples(const MxvProblem &problem);

} // namespace grb::device
