/// C⟨M, replace⟩ = accum(C, T) by merging sorted rows (see merge_sparse.cpp); accepts everything
/// but a block.
/// C, T m×n in any format, listed by rows first; of a dense T only the entries that the mask
/// allows.
/// Work O(entries of C and T, and a search in the mask for each); parallel; deterministic.
#include "costs/rates.hpp"
#include "cpu/commit/commit.hpp"
#include "cpu/common/masked_entries.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const CommitProblem &problem) {
    return problem.T_is_block() ? T_is_a_block : nullptr;
}

/// The mask's words select the entries of a dense T sooner than a list of all T is made.
bool sees_part_of_T(const CommitProblem &problem) {
    if (!is_dense(*problem.T) || !problem.has_mask() || problem.has_major()) return false;
    // A cached list of T is long where the mask is short.
    const auto mask_entries = static_cast<double>(problem.mask.snapshot->most_nvals());
    return !problem.T->has_rows() ||
           (!problem.mask.is_complemented && 4 * mask_entries < problem.T_entries());
}

/// C has no entry, or none stays: T's entries under the mask are the result.
bool drops_C(const CommitProblem &problem) noexcept {
    const bool is_dropped =
        problem.is_replace && problem.accumulator == nullptr && problem.is_whole();
    return !problem.has_major() && (is_dropped || problem.current->is_known_empty());
}

/// A mask with few true entries allows no more entries of a dense T.
bool mask_bounds_T(const CommitProblem &problem) noexcept {
    return problem.T_is_dense() && problem.has_mask() && !problem.mask.is_complemented &&
           !problem.has_major();
}

const HostCoefficient element_seconds{"commit_probed_element_seconds", "s",
                                      "a dense element of a mask that is tested", 1.5e-10};
const HostCoefficient relisted_seconds{
    "commit_relisted_element_seconds", "s",
    "an element of a dense C that is listed and becomes dense again, beside its entries", 1e-10};

const HostCoefficient run_share{"commit_run_share", "1",
                                "of a step, that an entry of C takes where T has few: C moves in "
                                "runs between two of T's",
                                0.25};

/// Seconds to find the entries of a dense T that the mask allows.
double probing_seconds(const CommitProblem &problem) {
    const double each = problem.elements() * element_seconds;
    const double mask_entries =
        problem.has_mask() ? static_cast<double>(problem.mask.snapshot->most_nvals()) : 0;
    if (!mask_bounds_T(problem) || !are_few(mask_entries, problem.elements())) return each;
    const double taken = mask_entries * taken_seconds;
    if (mask_is_list(problem)) return taken;
    // The mask's words are read, and few values.
    return problem.C->nrows() == 1 ? each / 16 + taken : each;
}

/// Entries that the merge visits one by one.
double steps_of(const CommitProblem &problem, double T_entries) noexcept {
    const double C_entries = drops_C(problem) ? 0 : problem.C_entries();
    const bool has_runs = problem.is_whole() && !problem.has_major() &&
                          C_entries >= 4 * T_entries &&
                          (!problem.has_mask() || !problem.mask.snapshot->prefers_dense());
    return has_runs ? 2 * T_entries + run_share * C_entries : C_entries + T_entries;
}

double listing_bytes(double entries, double size) noexcept {
    return 2 * entries * (4 + size);
}

Cost cost(const CommitProblem &problem) {
    const double elements = problem.elements();
    const auto own = static_cast<double>(problem.C->type()->size),
               other = static_cast<double>(problem.T_type()->size);
    const double T_entries =
        mask_bounds_T(problem) ? std::min(problem.T_entries(),
                                          static_cast<double>(problem.mask.snapshot->most_nvals()))
                               : problem.T_entries();
    const double entries = (drops_C(problem) ? 0 : problem.C_entries()) + T_entries;
    double bytes = 24 * static_cast<double>(problem.C->nrows()) + 3 * entries * (4 + own);
    double probed = 0;
    if (problem.T_is_dense()) {
        bytes += listing_bytes(T_entries, other);
        probed = probing_seconds(problem);
    }
    // A dense C is to be dense again: the next small result is scattered into it.
    double relisted = 0;
    if (is_dense(*problem.current) && !drops_C(problem)) {
        bytes += listing_bytes(problem.C_entries(), own);
        relisted = elements * relisted_seconds;
    }
    const double steps = steps_of(problem, T_entries);
    const double searches = problem.has_mask() ? steps / rates().gathers_cached : 0;
    return {problem.transfer_seconds() + rates().call_seconds + rates().result_seconds +
            pass_seconds(bytes, 8 * entries) + probed + relisted +
            on_threads(steps / rates().operations_batch) + searches};
}

Ref<Snapshot> run(const CommitProblem &problem) {
    const CommitRegion region(problem);
    const MaskView mask = problem.mask.view();
    const bool sees_part = sees_part_of_T(problem);
    Ref<Snapshot> T = sees_part ? entries_under(mask, *problem.T) : problem.T;
    const bool is_filtered = sees_part || !problem.has_mask() || problem.mask_was_applied;
    if (drops_C(problem) && (is_filtered || can_filter(T->rows()))) {
        if (!is_filtered) T = entries_under(mask, T->rows());
        return problem.C->conformed(casted(T, problem.C->type()));
    }
    return problem.C->conformed(merge_sparse(problem.current->rows(), T->rows(),
                                             merge_values(problem), problem.rule(), mask,
                                             region.sets));
}

} // namespace

extern const Variant<CommitProblem> commit_merge_sparse = {
    "cpu/commit_merge_sparse", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
