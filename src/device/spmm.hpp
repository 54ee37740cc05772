// What the device rows of mxm with a full right-hand side share.
#pragma once

#include "device/operands.hpp"

namespace grb::device {

/// Null, or why no such row can do it.
const char *refuses_spmm(const MxmProblem &problem);
/// Row lengths of the effective A when they are there or cheap to count.
const Statistics *row_statistics(const MxmProblem &problem);

/// What the operands and the gathers of B's rows take.
struct SpmmBound {
    double streamed, gathered; // seconds
    double longer() const noexcept { return streamed > gathered ? streamed : gathered; }
};
SpmmBound spmm_bound(const MxmProblem &problem);
/// Of a row that works for so long: with what is missing on the device.
Cost spmm_cost(const MxmProblem &problem, double seconds);

/// C from its values: full, or a bitmap with the rows absent where A has no entries.
Ref<Snapshot> of_rows_of(const MxmProblem &problem, const SparseArrays &A, Array &&values);

} // namespace grb::device
