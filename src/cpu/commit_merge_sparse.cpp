/// C⟨M, replace⟩ = accum(C, T) by merging sorted rows (see merge_sparse.cpp); accepts everything but a block.
/// C, T m×n in any format, listed by rows first; of a dense T only what the mask leaves.
/// Work O(entries of C and T, and a search in the mask for each); parallel; deterministic.
#include "cpu/commit.hpp"
#include "cpu/masked_entries.hpp"
#include "registry/rates.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const CommitProblem &problem) {
    return problem.T_is_block() ? T_is_a_block : nullptr;
}

/// The mask's words tell what it leaves of a dense T sooner than all of T is listed.
bool sees_part_of_T(const CommitProblem &problem) {
    return is_dense(*problem.T) && !problem.T->has_rows() && problem.has_mask() &&
           !problem.has_line();
}

/// Nothing of C stays, and T's entries under the mask are the result.
bool takes_part_of_T(const CommitProblem &problem) {
    return problem.is_replace && problem.accumulator == nullptr && problem.is_whole() &&
           sees_part_of_T(problem);
}

double listing_bytes(const CommitProblem &problem, double entries, double size) noexcept {
    return problem.cells() / 8 + 2 * entries * (4 + size);
}

Cost cost(const CommitProblem &problem) {
    const double cells = problem.cells();
    const auto own = static_cast<double>(problem.C->type()->size),
               other = static_cast<double>(problem.T_type()->size);
    const bool sees_mask = problem.T_is_dense() && mask_is_list(problem);
    const double T_entries =
        sees_mask ? std::min(problem.T_entries(),
                             static_cast<double>(problem.mask.snapshot->most_nvals()))
                  : problem.T_entries();
    const double entries = problem.C_entries() + T_entries;
    double bytes = 24 * static_cast<double>(problem.C->nrows()) + 3 * entries * (4 + own);
    if (problem.T_is_dense()) bytes += listing_bytes(problem, T_entries, other);
    // A dense C is to be dense again: the next small result is written to its cells.
    if (is_dense(*problem.current))
        bytes += listing_bytes(problem, problem.C_entries(), own) + cells * (own + 1);
    const double searches = problem.has_mask() ? entries / rates().gathers_cached : 0;
    return {problem.transfer_seconds() + rates().call_seconds + stream_seconds(bytes, 8 * entries) +
            stream_seconds(entries * rates().stream_bytes / rates().operations_batch, 8 * entries) +
            searches};
}

Ref<Snapshot> run(const CommitProblem &problem) {
    const CommitRegion region(problem);
    const MaskView mask = problem.mask.view();
    const Ref<Snapshot> T = sees_part_of_T(problem) ? entries_under(mask, *problem.T) : problem.T;
    if (takes_part_of_T(problem)) return problem.C->honour_options(casted(T, problem.C->type()));
    return problem.C->honour_options(merge_sparse(problem.current->rows(), T->rows(),
                                                  merge_values(problem), problem.rule(), mask,
                                                  region.sets));
}

} // namespace

extern const Variant<CommitProblem> commit_merge_sparse = {
    "cpu/commit_merge_sparse", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
