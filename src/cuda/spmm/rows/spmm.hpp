// Refusals, costs, operands and results that the device rows of mxm with a full right-hand side share.
#pragma once

#include "cuda/library/operands.hpp"

namespace grb::device {

/// Null, or the reason why none of these rows accepts the problem.
const char *refuses_spmm(const MxmProblem &problem);
/// The same for a row that applies the mask.
const char *refuses_masked_spmm(const MxmProblem &problem);
/// Row lengths of the effective A; null: nobody has counted them.
const Statistics *row_statistics(const MxmProblem &problem) noexcept;
/// Before a choice: the operands' numbers of entries, and row lengths where they are cheap to count.
void prepare_spmm(const MxmProblem &problem);
/// Rows that the kernels see: of hypersparse A those that are stored.
double stored_rows(const MxmProblem &problem) noexcept;

/// Time for streaming the operands and for gathering B's rows.
struct SpmmBound {
    double streamed, gathered; // seconds
    double longer() const noexcept { return streamed > gathered ? streamed : gathered; }
};
SpmmBound spmm_bound(const MxmProblem &problem);
/// Of a row that works for so long: with what is missing on the device, and what B and the mask take.
Cost spmm_cost(const MxmProblem &problem, double seconds, bool fuses_mask);

/// Operands of the kernels. A transposed B is transposed for the call.
struct SpmmOperands {
    explicit SpmmOperands(const MxmProblem &problem);
    SparseArrays A;
    DenseArrays B;
    Array turned;
};

/// C from the values of `type` that a kernel left: full, or a bitmap of the cells that the mask lets through in rows where A has
/// entries, 0 elsewhere. Of hypersparse A compressed rows as hypersparse, without a mask.
Ref<Snapshot> spmm_result(const MxmProblem &problem, const Type *type, const SparseArrays &A,
                          const MaskBits &mask, Array &&values);
/// A mask that lets all through.
inline MaskBits no_mask() noexcept {
    return {nullptr, ~std::uint64_t{0}, nullptr, nullptr};
}

} // namespace grb::device
