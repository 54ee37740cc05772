// Products, unions and intersections of few entries: the row follows from the parts that are at hand, without estimates.
#include "dispatch/short_open.hpp"
#include "dispatch/short_ways.hpp"

namespace grb {

extern const Variant<MxvProblem> mxv_pull_rows, mxv_push_spa, mxv_push_sort;
extern const Variant<EwiseAddProblem> ewise_add_rows;
extern const Variant<EwiseMultProblem> ewise_mult_rows;
extern const Variant<MxmProblem> mxm_gustavson_dense, mxm_gustavson_hash, mxm_masked_dot;

namespace {

/// So many positions are cleared in less time than a choice takes.
constexpr std::uint64_t short_line = 4096;

/// Null: no row is known to fit.
const Variant<MxvProblem> *fitting_row(const MxvProblem &problem) noexcept {
    const Snapshot &A = *problem.A, &u = *problem.u;
    const bool is_short = problem.n() <= short_line && problem.m() <= short_line;
    if (!u.is_known_full() && lists_few(u, false) && lists_few(A, !problem.is_transposed))
        return is_short ? &mxv_push_spa : &mxv_push_sort;
    const bool is_at_hand = is_dense(u) || lists_few(u, false);
    return is_short && is_at_hand && lists_few(A, problem.is_transposed) ? &mxv_pull_rows : nullptr;
}

const Variant<MxmProblem> *fitting_row(const MxmProblem &problem) noexcept {
    const MaskInput &mask = problem.mask;
    if (problem.sum_into || problem.narrow_type != nullptr ||
        !lists_few(*problem.A, problem.is_A_transposed))
        return nullptr;
    if (!mask.is_none() && !mask.is_complemented) {
        return lists_few(*mask.snapshot, false) && lists_few(*problem.B, !problem.is_B_transposed)
                   ? &mxm_masked_dot
                   : nullptr;
    }
    if (!lists_few(*problem.B, problem.is_B_transposed)) return nullptr;
    return problem.n() <= short_line ? &mxm_gustavson_dense : &mxm_gustavson_hash;
}

bool are_lists(const EwiseProblem &problem) noexcept {
    return lists_few(*problem.A, problem.is_A_transposed) &&
           lists_few(*problem.B, problem.is_B_transposed);
}
const Variant<EwiseAddProblem> *fitting_row(const EwiseAddProblem &problem) noexcept {
    return are_lists(problem) ? &ewise_add_rows : nullptr;
}
const Variant<EwiseMultProblem> *fitting_row(const EwiseMultProblem &problem) noexcept {
    return are_lists(problem) ? &ewise_mult_rows : nullptr;
}

template <class Problem>
ShortResult run_fitting(const Problem &problem) {
    const Variant<Problem> *const row = fitting_row(problem);
    if (row == nullptr || !is_open(Problem::operation) || context().is_deterministic() ||
        row->refuses(problem) != nullptr)
        return {};
    note_taken(*row);
    const Running::Inside inside(running(), nullptr);
    return {row->run(problem), row->capabilities.fuses_mask};
}

} // namespace

bool lists_few(const Snapshot &A, bool of_columns) noexcept {
    if (is_dense(A) || A.has_balanced() || !A.lines_part(of_columns).is_present()) return false;
    return A.lines_part(of_columns).get().nvals <= few_entries;
}

ShortResult run_few(const MxvProblem &problem) {
    return run_fitting(problem);
}
ShortResult run_few(const MxmProblem &problem) {
    return run_fitting(problem);
}
ShortResult run_few(const EwiseAddProblem &problem) {
    return run_fitting(problem);
}
ShortResult run_few(const EwiseMultProblem &problem) {
    return run_fitting(problem);
}

} // namespace grb
