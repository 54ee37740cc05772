// What the device rows of mxm with a full right-hand side share.
#pragma once

#include "cuda/library/operands.hpp"

namespace grb::device {

/// Null, or why no such row can do it.
const char *refuses_spmm(const MxmProblem &problem);
/// The same of a row that applies the mask.
const char *refuses_masked_spmm(const MxmProblem &problem);
/// Row lengths of the effective A when they are there or cheap to count.
const Statistics *row_statistics(const MxmProblem &problem);
/// Rows that the kernels see: of hypersparse A those that are stored.
double stored_rows(const MxmProblem &problem) noexcept;

/// What the operands and the gathers of B's rows take.
struct SpmmBound {
    double streamed, gathered; // seconds
    double longer() const noexcept { return streamed > gathered ? streamed : gathered; }
};
SpmmBound spmm_bound(const MxmProblem &problem);
/// Of a row that works for so long: with what is missing on the device, and what B and the mask take.
Cost spmm_cost(const MxmProblem &problem, double seconds, bool fuses_mask);

/// What the kernels get. B transposed is turned for the call.
struct SpmmOperands {
    explicit SpmmOperands(const MxmProblem &problem);
    SparseArrays A;
    DenseArrays B;
    Array turned;
};

/// C from the values that a kernel left: full, or a bitmap of the cells that the mask lets through in rows where A has
/// entries, 0 elsewhere. Of hypersparse A compressed rows as hypersparse, without a mask.
Ref<Snapshot> spmm_result(const MxmProblem &problem, const SparseArrays &A, const MaskBits &mask,
                          Array &&values);
/// A mask that lets all through.
inline MaskBits no_mask() noexcept {
    return {nullptr, ~std::uint64_t{0}, nullptr, nullptr};
}

} // namespace grb::device
