/// C = A ⊕ B (union) or A ⊗ B (intersection) on bitmap and full storage, 64 positions at a time.
/// A, B m×n not transposed, at least one of them dense already; C bitmap or full.
/// Work O(m·n); see merge_dense. The merge applies the mask. Two full iso operands give an iso
/// result, listed where the mask allows: O(entries of a mask that names few). Deterministic.
/// Refused: a transposed operand, no dense operand, a shape too large to be dense.
#include "costs/rates.hpp"
#include "cpu/common/masked_entries.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/merge.hpp"
#include "dispatch/in_place.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/output.hpp"
#include "problems/problems.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

template <class Problem>
const char *refuses(const Problem &problem) {
    if (problem.is_A_transposed || problem.is_B_transposed) return "transposed operand";
    if (!is_dense(*problem.A) && !is_dense(*problem.B)) return "no dense operand";
    if (!problem.A->can_be_dense() || !problem.B->can_be_dense()) return "too large to be dense";
    return nullptr;
}

const HostCoefficient spread_bytes{"ewise_dense_scatter_bytes", "bytes",
                                   "of a dense element that a list is scattered into", 2};

template <class Problem>
Cost cost(const Problem &problem) {
    const double positions =
        static_cast<double>(problem.A->nrows()) * static_cast<double>(problem.A->ncols());
    const double bytes = static_cast<double>(problem.A->type()->size + problem.B->type()->size +
                                             problem.op->ztype->size);
    const double conversion = (problem.A->has_dense() ? 0 : positions * spread_bytes) +
                              (problem.B->has_dense() ? 0 : positions * spread_bytes);
    const double each = 1 / value_rate(problem.op->code == BinaryCode::user);
    return {rates().call_seconds + pass_on_threads(positions * each, positions * bytes) +
            fresh_seconds(conversion)};
}

template <class Problem>
Ref<Snapshot> merge(const Problem &problem, const MergeRule &rule) {
    const MergeValues values{problem.op->ztype, problem.A->type(), problem.B->type(), problem.op};
    const auto merged = [&](const MaskView &mask) {
        return merge_dense(problem.A->dense(), problem.B->dense(), values, rule, mask, {}, nullptr);
    };
    const MaskView mask = problem.mask.view();
    const bool makes_iso = is_full_iso(*problem.A) && is_full_iso(*problem.B);
    if (!makes_iso || !names_few(mask, problem.m(), problem.n())) return merged(mask);
    return entries_under(mask, *merged({}));
}

Ref<Snapshot> run_add(const EwiseAddProblem &problem) {
    return merge(problem, MergeRule::union_of());
}
Ref<Snapshot> run_mult(const EwiseMultProblem &problem) {
    return merge(problem, MergeRule::intersection_of());
}

template <class Problem>
const char *refuses_in_place(const Problem &problem) {
    if (problem.output == nullptr) return "the result is wanted";
    const Output &output = *problem.output;
    if (!output.mask.is_none() || output.accumulator != nullptr) return "a mask or an accumulator";
    if (const char *const refusal = refuses(problem)) return refusal;
    if (!is_plain_full(*problem.A) || !is_plain_full(*problem.B)) return "an operand is not full";
    if (problem.op->code == BinaryCode::user) return "a user-defined operator";
    if (output.C->type() != problem.op->ztype) return "another type";
    if (!may_write_in_place(*output.C)) return "the output may not be written";
    const Snapshot *const C = output.C->unshared();
    return C != nullptr && is_plain_full(*C) ? nullptr : "the output is shared or not full";
}

template <class Problem>
Cost cost_in_place(const Problem &problem) {
    const Cost fresh = cost(problem);
    return {std::max<double>(rates().call_seconds, fresh.seconds - rates().result_seconds)};
}

/// Neither union nor intersection: all operands are full.
template <class Problem>
Ref<Snapshot> run_in_place(const Problem &problem) {
    const MergeValues values{problem.op->ztype, problem.A->type(), problem.B->type(), problem.op};
    merge_dense(problem.A->dense(), problem.B->dense(), values, MergeRule::union_of(), {}, {},
                &problem.output->C->unshared_for_writing());
    return {};
}

constexpr Capabilities in_place{.form = Form::dense, .writes_output = true};

} // namespace

extern const Variant<EwiseAddProblem> ewise_add_dense = {"cpu/ewise_add_dense",
                                                         {.fuses_mask = true, .form = Form::dense},
                                                         refuses<EwiseAddProblem>,
                                                         cost<EwiseAddProblem>,
                                                         run_add};
extern const Variant<EwiseMultProblem> ewise_mult_dense = {
    "cpu/ewise_mult_dense",
    {.fuses_mask = true, .form = Form::dense},
    refuses<EwiseMultProblem>,
    cost<EwiseMultProblem>,
    run_mult};

/// Combines full operands into a full output that nobody shares, without new memory, which is
/// colder. Refused: a mask, an accumulator, a user-defined operator, a device or process group that
/// may have the output.
extern const Variant<EwiseAddProblem> ewise_add_in_place = {
    "cpu/ewise_add_in_place", in_place, refuses_in_place<EwiseAddProblem>,
    cost_in_place<EwiseAddProblem>, run_in_place<EwiseAddProblem>};
extern const Variant<EwiseMultProblem> ewise_mult_in_place = {
    "cpu/ewise_mult_in_place", in_place, refuses_in_place<EwiseMultProblem>,
    cost_in_place<EwiseMultProblem>, run_in_place<EwiseMultProblem>};

} // namespace grb
