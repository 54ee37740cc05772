/// C⟨M, replace⟩ = accum(C, T) by a group: C, T and the mask are cut like the one of C and T with
/// more entries; the region's rows (of a single row: its columns) are split, and each member
/// commits its entries into its partition of C. Nothing moves. Any format of C and T; the new state
/// is gathered and stored as C asks for. Each member chooses its own variant; none writes into C
/// itself, which keeps its state if one of them fails. Deterministic. Refused: no group, inside of
/// a group, a T that does not exist yet, C that becomes T, the assign of a row or column.
#include "distributed/split_list.hpp"
#include "distributed/work.hpp"
#include "objects/container.hpp"

namespace grb {

namespace {

/// True for an iso T assigned into an empty C under a partitioned mask: the result is made in
/// partitions.
bool fills_by_partitions(const CommitProblem &problem) noexcept {
    const MaskInput &mask = problem.mask;
    return problem.current->most_nvals() == 0 && is_full_iso(*problem.T) && !mask.is_none() &&
           is_dense(*mask.snapshot) && has_partitioning(*mask.snapshot);
}

const char *refuses(const CommitProblem &problem) {
    if (!problem.T) {
        const char *const refusal = refuses_group(problem.operation);
        return refusal != nullptr ? refusal : "T is not there yet";
    }
    const bool is_filled = fills_by_partitions(problem);
    const double made =
        is_filled ? static_cast<double>(problem.C->ncols() * problem.C->type()->size) : 0;
    if (const char *const refusal = refuses_group_with(problem, made)) return refusal;
    if (problem.T_is_block()) return T_is_a_block;
    if (problem.is_store()) return "C becomes T";
    if (must_pay(problem.operation)) {
        if (!problem.is_whole()) return "a region of C";
        // A single device changes its own C in place.
        if (!is_filled && !has_partitioning(*problem.T) && !has_partitioning(*problem.current))
            return "not partitioned";
    }
    return problem.has_major() ? "of a row or column" : nullptr;
}

Cost cost(const CommitProblem &problem) {
    if (!problem.T && !must_pay(problem.operation)) return group_cost(problem.T_bytes());
    return group_cost(problem);
}

Ref<Snapshot> run(const CommitProblem &problem) {
    const Container &C = *problem.C;
    const Axis axis = C.is_vector() ? Axis::columns : Axis::rows;
    const bool by_rows = axis == Axis::rows;
    const Ref<Snapshot> none, &mask = fills_by_partitions(problem) ? problem.mask.snapshot : none;
    GroupWork work(axis, by_rows ? C.nrows() : C.ncols(), {{problem.T}, {problem.current}, {mask}});
    for (const Ref<Snapshot> *operand : {&problem.T, &problem.current, &problem.mask.snapshot})
        work.cut(*operand, false);
    const Region all{IndexList::all(C.nrows()), IndexList::all(C.ncols())};
    const Region &region = problem.region != nullptr ? *problem.region : all;
    const SplitList split(by_rows ? region.rows : region.columns, work.cuts());
    const Ref<Snapshot> state = work.run(C.type(), C.nrows(), C.ncols(), [&](int member) {
        const std::uint64_t n = work.cuts().extent(member);
        Container own(C.header.magic, C.type(), by_rows ? n : C.nrows(), by_rows ? C.ncols() : n);
        own.publish(work.partition(problem.current, false, member));
        Region block = region;
        (by_rows ? block.rows : block.columns) = split.block(member);
        const Output output{&own, work.partition(problem.mask, member), problem.accumulator,
                            problem.is_replace};
        run_commit(output, work.partition(problem.T, false, member), problem.mask_was_applied,
                   &block);
        return own.snapshot();
    });
    return stored(C, state);
}

} // namespace

extern const Variant<CommitProblem> group_commit = {
    "group/commit", {.device = group_kind}, refuses, cost, run};

} // namespace grb
