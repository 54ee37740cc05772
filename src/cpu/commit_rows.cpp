/// C(region) = T or C = accum(C, T) on sparse rows of one type, without a mask: rows outside the region are copied,
/// others met with T's (see union_rows.hpp); with an accumulator the region holds nothing that T does not say.
/// C, T m×n by rows. Work O(entries of C and T), two passes; parallel; deterministic.
/// Refused: a mask, a line's assign, other formats, hypersparse, one value for all, types or widths that differ.
#include "cpu/commit.hpp"
#include "cpu/union_rows.hpp"
#include "registry/rates.hpp"

namespace grb {

namespace {

const char *refuses(const CommitProblem &problem) {
    if (problem.has_mask() || problem.has_line()) return "a mask or a line";
    if (!problem.T) {
        // Only expected: of the library's own making.
        const bool fits = !problem.expected.is_dense && !is_dense(*problem.current);
        return fits && problem.expected.type == problem.result_type() ? nullptr : "other forms";
    }
    return refuses_to_meet(*problem.current, false, *problem.T, false, problem.result_type());
}

Cost cost(const CommitProblem &problem) {
    const double entries = problem.C_entries() + problem.T_entries();
    const double bytes = 24 * static_cast<double>(problem.C->nrows()) +
                         2 * entries * static_cast<double>(4 + problem.C->type()->size);
    return {problem.transfer_seconds() + rates().call_seconds + stream_seconds(bytes, 8 * entries) +
            stream_seconds(entries * rates().stream_bytes / rates().operations_batch, 8 * entries)};
}

Ref<Snapshot> run(const CommitProblem &problem) {
    const CommitRegion region(problem);
    const Meeting meeting = problem.accumulator != nullptr ? Meeting::unite : Meeting::overwrite;
    return problem.C->honour_options(meet_rows(meeting, problem.current->rows(), problem.T->rows(),
                                               problem.accumulator, region.sets));
}

} // namespace

extern const Variant<CommitProblem> commit_rows = {
    "cpu/commit_rows", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
