// Implements the commit, including accumulators of another type and C as its own mask.
#include "operations/commit.hpp"

#include "dispatch/carry_out.hpp"
#include "dispatch/commit.hpp"
#include "problems/commit.hpp"
#include "problems/elementwise.hpp"
#include "problems/own_value.hpp"

namespace grb {

namespace {

/// Returns the positions of C that an operation reads: one row or column for a row or column
/// assign, else all of C.
Region seen_region(const Container &C, const Region *region) {
    Region seen{IndexList::all(C.nrows()), IndexList::all(C.ncols())};
    if (region == nullptr || !region->has_major) return seen;
    seen = *region;
    IndexList &across = seen.major_is_column ? seen.rows : seen.columns;
    across = IndexList::all(seen.major_is_column ? C.nrows() : C.ncols());
    return seen;
}

/// Returns the entries of one row (column) of C.
Ref<Snapshot> major_of(const Ref<Snapshot> &C, const Region &region) {
    SelectProblem problem;
    problem.A = C;
    problem.index = region.major_is_column ? GrB_COLLE : GrB_ROWLE;
    problem.thunk = OwnValue::of(static_cast<std::int64_t>(region.major));
    problem.A = carry_out(problem, Role::form).result;
    problem.index = region.major_is_column ? GrB_COLGT : GrB_ROWGT;
    problem.thunk = OwnValue::of(static_cast<std::int64_t>(region.major) - 1);
    return carry_out(problem, Role::form).result;
}

/// The specification gives Z = C ⊙ T the domain of the accumulator's result (chapter 'standard
/// matrix accumulate'): entries without partner are cast to that type, too. This changes nothing
/// when it is C's type. Otherwise this function commits in two steps, as the formulas say.
void commit_through_other_type(const Output &output, Ref<Snapshot> T, const Region *region) {
    const Container &C = *output.C;
    const Region seen = seen_region(C, region);
    EwiseAddProblem problem;
    problem.A = seen.has_major ? major_of(C.snapshot(), seen) : C.snapshot();
    problem.B = std::move(T);
    problem.op = output.accumulator;
    Ref<Snapshot> Z = carry_out(problem, Role::form).result;
    problem = {}; // leaves C the only holder of its state when it changes
    Output rest = output;
    rest.accumulator = nullptr;
    run_commit(rest, std::move(Z), false, &seen);
}

/// C⟨struct(C)⟩ = T over all of C: the mask excludes no entry of C, so replace loses none, and T
/// alone remains.
bool is_masked_by_itself(const Output &output, const Region *region) {
    const Container &C = *output.C;
    const bool is_whole =
        region == nullptr || (!region->has_major && region->rows.is_all && region->columns.is_all);
    return is_whole && output.mask.kind == MaskKind::structure && !output.mask.is_complemented &&
           !C.has_pending() && output.mask.snapshot.get() == C.snapshot().get();
}

} // namespace

void commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied, const Region *region) {
    output.C->check_writable();
    const BinaryOp *accumulator = output.accumulator;
    if (accumulator == nullptr && !output.is_replace && is_masked_by_itself(output, region)) {
        Output replaced = output;
        replaced.is_replace = true;
        return run_commit(replaced, std::move(T), mask_was_applied, region);
    }
    if (accumulator != nullptr && accumulator->ztype != output.C->type()) {
        commit_through_other_type(output, std::move(T), region);
    } else {
        run_commit(output, std::move(T), mask_was_applied, region);
    }
}

} // namespace grb
