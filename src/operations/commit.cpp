#include "operations/commit.hpp"

#include "cpu/merge.hpp"
#include "registry/commit.hpp"

namespace grb {

namespace {

/// The positions of C that an operation looks at: a row or column assign at that line, any other at all of C.
Region seen_region(const Container &C, const Region *region) {
    Region seen{IndexList::all(C.nrows()), IndexList::all(C.ncols())};
    if (region == nullptr || !region->has_line) return seen;
    seen = *region;
    IndexList &across = seen.line_is_column ? seen.rows : seen.columns;
    across = IndexList::all(seen.line_is_column ? C.nrows() : C.ncols());
    return seen;
}

/// The specification gives Z = C ⊙ T the domain of the accumulator's result (chapter 'standard matrix
/// accumulate'): entries without partner go through that type too. Where it is C's own type that
/// changes nothing; this is the other case, in two steps as the formulas say.
void commit_through_other_type(const Output &output, const Ref<Snapshot> &T, const Region *region) {
    const Container &C = *output.C;
    const Region seen = seen_region(C, region);
    Ref<Snapshot> Z;
    {
        const Ref<Snapshot> current = C.snapshot();
        const MergeValues values{output.accumulator->ztype, current->type(), T->type(),
                                 output.accumulator};
        const IndexSet rows(seen.rows, C.nrows()), columns(seen.columns, C.ncols());
        RegionSets sets;
        sets.rows = &rows;
        sets.columns = &columns;
        Z = merge_sparse(current->rows(), T->rows(), values, MergeRule::union_of(), {}, sets);
    }
    Output rest = output;
    rest.accumulator = nullptr;
    run_commit(rest, std::move(Z), false, &seen);
}

} // namespace

void commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied, const Region *region) {
    const BinaryOp *accumulator = output.accumulator;
    if (accumulator != nullptr && accumulator->ztype != output.C->type()) {
        commit_through_other_type(output, T, region);
    } else {
        run_commit(output, std::move(T), mask_was_applied, region);
    }
}

} // namespace grb
