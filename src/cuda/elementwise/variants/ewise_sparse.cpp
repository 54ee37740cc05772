// The device variants of eWiseAdd and eWiseMult on sparse storage.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/dense_costs.hpp"
#include "cuda/library/rows.hpp"

namespace grb {

namespace {

using namespace device;

/// The operands of the merge: both in CSR, or one in CSR and one dense.
enum class Form { none, rows, rows_and_dense, dense_and_rows };

template <class Problem>
Form form_of(const Problem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    const bool a_has_rows = can_be_rows(A, problem.is_A_transposed),
               b_has_rows = can_be_rows(B, problem.is_B_transposed);
    if constexpr (Problem::operation == Operation::ewise_mult) {
        if (a_has_rows && B.has_dense() && !problem.is_B_transposed) return Form::rows_and_dense;
        if (b_has_rows && A.has_dense() && !problem.is_A_transposed) return Form::dense_and_rows;
    }
    return a_has_rows && b_has_rows ? Form::rows : Form::none;
}

double entry_bytes(const Snapshot &A) noexcept {
    return most_entries(A) * static_cast<double>(4 + A.type()->size);
}

template <class Problem>
const char *refuses(const Problem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (const char *refusal = refusal_of(*problem.op)) return refusal;
    for (const Snapshot *operand : {&A, &B})
        if (const char *refusal = refusal_of(operand->type())) return refusal;
    constexpr bool is_union = Problem::operation == Operation::ewise_add;
    if (form_of(problem) == Form::none) return "no rows to merge";
    const bool a_is_empty = is_known_empty(A), b_is_empty = is_known_empty(B);
    if (is_union ? a_is_empty && b_is_empty : a_is_empty || b_is_empty) return "nothing to compute";
    return refuses_device(Problem::operation, entry_bytes(A) + entry_bytes(B));
}

template <class Problem>
Cost cost(const Problem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    const double a = most_entries(A), b = most_entries(B);
    const Form form = form_of(problem);
    MergeCost cost;
    if (form == Form::dense_and_rows) {
        cost.gathers(A, b);
    } else {
        cost.reads(A, problem.is_A_transposed);
    }
    if (form == Form::rows_and_dense) {
        cost.gathers(B, a);
    } else {
        cost.reads(B, problem.is_B_transposed);
    }
    constexpr bool is_union = Problem::operation == Operation::ewise_add;
    cost.writes(is_union ? a + b : std::min(a, b), problem.op->ztype);
    return cost.cost();
}

/// C = A ⊕ B (union) or A ⊗ B (intersection); see sparse_fill in cuda/merge/sparse_merge.cuh. A, B
/// m×n in CSR (A' and B' if their CSC is stored), any widths; one operand of an intersection may be
/// dense. C in CSR, sorted, iso if both are. The commit applies the mask. Waits for the number of
/// entries.
template <class Problem>
Ref<Snapshot> run(const Problem &problem) {
    constexpr bool is_union = Problem::operation == Operation::ewise_add;
    const Form form = form_of(problem);
    const bool is_flipped = form == Form::dense_and_rows;
    const Snapshot &rows = is_flipped ? *problem.B : *problem.A;
    const Snapshot &other = is_flipped ? *problem.A : *problem.B;
    const bool has_dense = form != Form::rows;
    RowsMerge merge(rows, is_flipped ? problem.is_B_transposed : problem.is_A_transposed,
                    problem.op->ztype);
    if (has_dense) {
        merge.with_elements(other);
    } else {
        merge.with_rows(other, problem.is_B_transposed);
    }
    merge.call.op = name_of(*problem.op);
    merge.call.is_flipped = is_flipped;
    merge.call.inside =
        is_union ? Takes{take_a, take_b, take_both} : Takes{take_nothing, take_nothing, take_both};
    const MergeValues values{problem.op->ztype, problem.A->type(), problem.B->type(), problem.op};
    Array one = merged_value(*problem.A, *problem.B, values,
                             is_union ? MergeRule::union_of() : MergeRule::intersection_of());
    if (!one.empty()) merge.make_iso(std::move(one));
    return has_dense && other.is_full() ? merge.run_keeping_pattern() : merge.run();
}

constexpr Capabilities capabilities{.device = device::cuda_kind, .form = grb::Form::sparse};

} // namespace

extern const Variant<EwiseAddProblem> cuda_ewise_add_sparse = {
    "cuda/ewise_add_sparse", capabilities, &refuses<EwiseAddProblem>, &cost<EwiseAddProblem>,
    &run<EwiseAddProblem>};
extern const Variant<EwiseMultProblem> cuda_ewise_mult_sparse = {
    "cuda/ewise_mult_sparse", capabilities, &refuses<EwiseMultProblem>, &cost<EwiseMultProblem>,
    &run<EwiseMultProblem>};

} // namespace grb
