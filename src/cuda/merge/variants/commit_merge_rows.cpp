/// C⟨M, replace⟩ = accum(C, T) by set operations over sorted rows (merge/sparse_merge.cuh).
/// A sparse mask filters T, and C if entries of it are deleted; the merge of the two reads a dense
/// mask.
/// C, T m×n compressed, every row stored; the result is new. Work O(entries + m); waits for the
/// number of entries of each merge. Deterministic. Refused: a region, dense or hypersparse
/// operands.
#include "costs/rates.hpp"
#include "cuda/library/rows.hpp"
#include "cuda/merge/variants/commit.hpp"
#include "objects/container.hpp"

namespace grb {

namespace {

using namespace device;

bool are_rows(const Snapshot &snapshot) {
    return !is_dense(snapshot) && can_be_rows(snapshot, false);
}

const char *refuses(const CommitProblem &problem) {
    if (const char *refusal = refuses_commit(problem)) return refusal;
    if (!problem.is_whole()) return "a region of C";
    if (!are_rows(*problem.current)) return "C is not sparse by rows";
    if (problem.T ? !are_rows(*problem.T) : problem.T_is_dense()) return "T is not sparse by rows";
    if (!can_be_row_mask(problem.mask)) return "a mask that is neither sparse by rows nor dense";
    return refuses_on_device(problem);
}

Cost cost(const CommitProblem &problem) {
    MergeCost cost;
    cost.reads(*problem.current, false);
    if (problem.T) cost.reads(*problem.T, false);
    cost.reads(problem.mask);
    cost.writes(problem.C_entries() + problem.T_entries(), problem.C->type());
    const double passes = problem.has_mask() && !problem.mask.snapshot->has_dense() ? 2 : 1;
    const double missing = problem.T ? 0 : missing_T_bytes(problem);
    return {passes * cost.cost().seconds + missing / device::rates().upload_bytes};
}

/// Returns the entries of C that stay, or to which T is added.
Ref<Snapshot> kept(const CommitProblem &problem) {
    const MergeRule rule = problem.rule();
    const bool stays_inside = rule.at(Where::inside).only_a == grb::Take::a,
               stays_masked_out = rule.at(Where::masked_out).only_a == grb::Take::a;
    const Container &C = *problem.C;
    // If T has all entries of the mask, none of C's is deleted there.
    if (stays_masked_out && T_is_on_mask(problem)) return problem.current;
    if (!problem.has_mask() || stays_inside == stays_masked_out)
        return stays_inside ? problem.current : Snapshot::empty(C.type(), C.nrows(), C.ncols());
    MaskInput where = problem.mask;
    if (stays_masked_out) where.is_complemented = !where.is_complemented;
    return filtered(problem.current, where);
}

Ref<Snapshot> merged(const CommitProblem &problem, const Ref<Snapshot> &C, const Ref<Snapshot> &T,
                     const MergeRule &rule, bool reads_mask) {
    const Type *type = problem.C->type();
    RowsMerge merge(*C, false, type);
    merge.with_rows(*T, false);
    if (problem.accumulator != nullptr) merge.call.op = accumulator_name(problem);
    merge.call.inside = takes(rule.at(Where::inside));
    merge.call.outside = takes(rule.at(Where::masked_out));
    if (reads_mask) merge.mask_by_elements(problem.mask);
    Array one = merged_value(*C, *T, {type, type, T->type(), problem.accumulator}, rule);
    if (!one.empty()) merge.make_iso(std::move(one));
    return merge.run();
}

Ref<Snapshot> next(const CommitProblem &problem) {
    if (problem.has_mask() && problem.mask.snapshot->has_dense())
        return merged(problem, problem.current, problem.T, problem.rule(), true);
    const Ref<Snapshot> T = problem.has_mask() && !problem.mask_was_applied
                                ? filtered(problem.T, problem.mask)
                                : problem.T;
    const Ref<Snapshot> C = kept(problem);
    if (T->nvals() == 0) return C;
    if (C->nvals() == 0) return T;
    // C's deleted entries are already gone: both operands stay, and the table gives the answer
    // where they intersect.
    MergeRule rule = MergeRule::union_of();
    rule.at(Where::inside).both = problem.rule().at(Where::inside).both;
    return merged(problem, C, T, rule, false);
}

Ref<Snapshot> run(const CommitProblem &problem) {
    return stored(*problem.C, next(problem));
}

} // namespace

extern const Variant<CommitProblem> cuda_commit_merge_rows = {
    "cuda/commit_merge_rows",
    {.fuses_mask = true, .device = device::cuda_kind},
    &refuses,
    &cost,
    &run};

} // namespace grb
