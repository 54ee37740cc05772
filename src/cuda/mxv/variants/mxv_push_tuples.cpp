// Pushes by a product of matrices that sorts whole tuples.
#include "cuda/mxv/variants/mxv_push_tuples.hpp"

#include "cuda/library/rows.hpp"
#include "cuda/mxm/variants/mxm_sort.hpp"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/mxv/variants/mxv_push.hpp"
#include "storage/convert.hpp"

namespace grb::device {

namespace {

bool is_listed_hyper(const Snapshot &u) noexcept {
    const LazyForm<SparseForm> &list = u.rows_form();
    return list.is_present() && list.get().is_hyper;
}

} // namespace

bool goes_by_tuples(const MxvProblem &problem) noexcept {
    const BinaryOp &add = *problem.semiring->add->op;
    if (!has_identity(add) && !is_pattern(problem)) return true;
    return problem.m() >= UINT32_MAX || is_hyper(*problem.A, !problem.is_transposed) ||
           is_listed_hyper(*problem.u);
}

const char *refuses_push_tuples(const MxvProblem &problem) noexcept {
    if (const char *reason = refuses_sorted(*problem.semiring)) return reason;
    return can_be_row_mask(problem.mask) ? nullptr : "mask that is not listed";
}

/// w' = u' ⊕.⊗ A' as a product of matrices, u' of one row. Products that the mask excludes are
/// dropped at the end.
Ref<Snapshot> push_tuples(const MxvProblem &problem) {
    const Ref<Snapshot> w =
        sorted_product({*problem.u, *problem.A, false, !problem.is_transposed, problem.semiring,
                        problem.result_type(), !problem.is_flipped});
    return problem.mask.is_none() ? w : filtered(w, problem.mask);
}

} // namespace grb::device
