/// C = A ⊕ B (union) or A ⊗ B (intersection) on bitmap and full storage, 64 positions at a time.
/// A, B m×n not transposed, at least one of them dense already; C bitmap or full.
/// Work O(m·n); see merge_dense. Mask applied on the way. Two full iso operands give one value, read where the
/// mask lets through: O(entries of a mask that names few). Deterministic.
/// Refused: a transposed operand, no dense operand, a shape too large to be dense.
#include "cpu/masked_entries.hpp"
#include "cpu/merge.hpp"
#include "cpu/on_threads.hpp"
#include "dispatch/pick.hpp"
#include "dispatch/short_ways.hpp"
#include "storage/uniform.hpp"

namespace grb {

namespace {

template <class Problem>
const char *refuses(const Problem &problem) {
    if (problem.is_A_transposed || problem.is_B_transposed) return "transposed operand";
    if (!is_dense(*problem.A) && !is_dense(*problem.B)) return "no dense operand";
    if (!problem.A->can_be_dense() || !problem.B->can_be_dense()) return "too large to be dense";
    return nullptr;
}

const HostCoefficient spread_bytes{"ewise_dense_spread_bytes", "bytes",
                                   "of a cell that a list is spread out over", 2};

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
    const bool makes_one_value = is_uniform(*problem.A) && is_uniform(*problem.B);
    if (!makes_one_value || !names_few(mask, problem.m(), problem.n())) return merged(mask);
    return entries_under(mask, *merged({}));
}

Ref<Snapshot> run_add(const EwiseAddProblem &problem) {
    return merge(problem, MergeRule::union_of());
}
Ref<Snapshot> run_mult(const EwiseMultProblem &problem) {
    return merge(problem, MergeRule::intersection_of());
}

} // namespace

void combine_full(const EwiseProblem &problem, Snapshot &into) {
    const MergeValues values{problem.op->ztype, problem.A->type(), problem.B->type(), problem.op};
    merge_dense(problem.A->dense(), problem.B->dense(), values, MergeRule::union_of(), {}, {},
                &into);
}

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

} // namespace grb
