/// C(region) = T or C = accum(C, T) on sparse rows of one type, without a mask: rows outside the
/// region are copied, others merged with T's (see union_rows.hpp); with an accumulator only T's
/// entries change C. Where C's pattern stays only values change, in place if nobody shares them
/// (see row_patch.hpp).
/// C, T m×n by rows. Work O(entries of C and T), two passes; parallel; deterministic.
/// Refused: a mask, the assign of a row or column, other formats, hypersparse, iso, types or widths
/// that differ.
#include "base/copied_bytes.hpp"
#include "base/process_group.hpp"
#include "costs/rates.hpp"
#include "cpu/commit/commit.hpp"
#include "cpu/elementwise/union_rows.hpp"
#include "cpu/submatrix/row_patch.hpp"

namespace grb {

namespace {

const char *refuses(const CommitProblem &problem) {
    if (problem.has_mask() || problem.has_major()) return "a mask, or a row or column assign";
    if (problem.T_is_block()) return T_is_a_block;
    if (!problem.T) {
        // Only expected: the library makes it.
        const bool fits = !problem.expected.is_dense && !is_dense(*problem.current);
        return fits && problem.expected.type == problem.result_type() ? nullptr : "other forms";
    }
    return refuses_to_combine(*problem.current, false, *problem.T, false, problem.result_type());
}

const HostCoefficient entry_operations{"commit_rows_entry_operations", "1",
                                       "batch operations for each entry, beside its bytes", 0.25};
const HostCoefficient long_row_operations{
    "commit_long_row_operations", "1",
    "the same in long rows, which T's entries cut into short runs", 2.5};
const HostCoefficient long_row{"commit_long_row", "1", "entries of such a row", 4096};

Cost cost(const CommitProblem &problem) {
    const double entries = problem.C_entries() + problem.T_entries();
    const double bytes = 24 * static_cast<double>(problem.C->nrows()) +
                         2 * entries * static_cast<double>(4 + problem.C->type()->size);
    const bool is_long = entries > long_row * static_cast<double>(problem.C->nrows());
    const double each = is_long ? long_row_operations : entry_operations;
    return {problem.transfer_seconds() + rates().call_seconds + rates().result_seconds / 2 +
            pass_seconds(bytes, 8 * entries) +
            on_threads(each * entries / rates().operations_batch)};
}

/// Nobody else reads C or shares its values, and its rows come first.
bool may_write_values(Snapshot &C) noexcept {
    return process_group() == nullptr && C.is_unique() && C.rows_form().is_present() &&
           !C.is_by_column() && !C.has_balanced() && C.rows_form().get().values.is_unique();
}

/// C's pattern with new values; null when the pattern changes.
Ref<Snapshot> patched(const CommitProblem &problem, const RegionSets &region) {
    const BinaryOp *const op = problem.accumulator;
    const Type *const type = problem.C->type();
    if ((op != nullptr && op->code == BinaryCode::user) || type->size > 16) return {};
    const SparseView C = problem.current->rows(), T = problem.T->rows();
    return dispatch_widths(C, [&](const auto &own) -> Ref<Snapshot> {
        using S = std::decay_t<decltype(own)>;
        const S other(T);
        RowPatch<typename S::Offset, typename S::Index> patch(own, other, region, op == nullptr);
        if (!patch.keeps_pattern()) return {};
        if (may_write_values(*problem.current)) {
            Array &values = problem.current->rows_form().get().values;
            patch.write(values.as<unsigned char>(), op, type);
            problem.current->keep_rows_alone();
            return problem.current;
        }
        SparseForm form = problem.current->share_rows(false);
        form.values = copied_bytes(C.values, C.nvals * type->size);
        patch.write(form.values.as<unsigned char>(), op, type);
        return problem.C->conformed(Snapshot::of_rows(type, C.nrows, C.ncols, std::move(form)));
    });
}

Ref<Snapshot> run(const CommitProblem &problem) {
    const CommitRegion region(problem);
    if (Ref<Snapshot> same = patched(problem, region.sets)) return same;
    const Combination combination =
        problem.accumulator != nullptr ? Combination::unite : Combination::overwrite;
    return problem.C->conformed(combine_rows(combination, problem.current->rows(),
                                             problem.T->rows(), problem.accumulator, region.sets));
}

} // namespace

extern const Variant<CommitProblem> commit_rows = {
    "cpu/commit_rows", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
