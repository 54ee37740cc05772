// Refusals, costs, operands and results that the device variants of mxm with a full right-hand side
// share.
#pragma once

#include "cuda/library/operands.hpp"

namespace grb::device {

/// Returns null, or the reason why none of these variants accepts the problem.
const char *refuses_spmm(const MxmProblem &problem);
/// Returns null, or the reason why no variant that applies the mask accepts the problem.
const char *refuses_masked_spmm(const MxmProblem &problem);
/// Row lengths of the effective A; null: not counted.
const Statistics *row_statistics(const MxmProblem &problem) noexcept;
/// Counts the operands' entries before a choice, and row lengths where they are cheap to count.
void prepare_spmm(const MxmProblem &problem);
/// Returns the rows that the kernels see: the stored ones of hypersparse A.
double stored_rows(const MxmProblem &problem) noexcept;

/// Time for streaming the operands and for gathering B's rows.
struct SpmmBound {
    double streamed, gathered; // seconds
    double longer() const noexcept { return streamed > gathered ? streamed : gathered; }
};
SpmmBound spmm_bound(const MxmProblem &problem);
/// Returns the cost of a variant that works for `seconds`: with the data that the device lacks, and
/// the work on B and the mask.
Cost spmm_cost(const MxmProblem &problem, double seconds, bool fuses_mask);

/// Operands of the kernels. A transposed B is transposed for the call.
struct SpmmOperands {
    explicit SpmmOperands(const MxmProblem &problem);
    SparseArrays A;
    DenseArrays B;
    Array transposed;
};

/// Makes C from the values of `type` that a kernel left: full, or a bitmap of the elements that the
/// mask allows in rows where A has entries, 0 elsewhere. For hypersparse A: compressed rows as
/// hypersparse, without a mask.
Ref<Snapshot> spmm_result(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                          const MaskBits &mask, Array &&values);
/// Returns a mask that allows all.
inline MaskBits no_mask() noexcept {
    return {{nullptr, ~std::uint64_t{0}}, nullptr, nullptr};
}

} // namespace grb::device
