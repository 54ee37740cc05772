// The tests of each operation that find the evident variant.
#include "dispatch/evident.hpp"

#include "problems/commit.hpp"
#include "problems/problems.hpp"

#include <algorithm>

namespace grb {

extern const Variant<MxvProblem> mxv_pull_rows, mxv_push_spa, mxv_push_sort;
extern const Variant<MxmProblem> mxm_iso, mxm_gustavson_dense, mxm_gustavson_hash, mxm_masked_dot;
extern const Variant<EwiseAddProblem> ewise_add_in_place, ewise_add_rows;
extern const Variant<EwiseMultProblem> ewise_mult_in_place, ewise_mult_rows;
extern const Variant<AssignProblem> assign_value_in_place, assign_mask_in_place;
extern const Variant<ReduceProblem> reduce_small;
extern const Variant<CommitProblem> commit_merge_sparse;

namespace {

/// Clearing so many positions takes less time than estimates.
constexpr std::uint64_t short_vector = 4096;

/// True for a small sparse form by rows (columns).
bool is_small_list(const Snapshot &A, bool of_columns) noexcept {
    if (is_dense(A) || A.has_balanced() || !A.vectors_form(of_columns).is_present()) return false;
    return A.vectors_form(of_columns).get().nvals <= small_list;
}

template <class Problem>
bool accepts(const Variant<Problem> &variant, const Problem &problem) {
    return variant.refuses(problem) == nullptr;
}

// Each function returns null when no variant is evident.

const Variant<MxvProblem> *evident(const MxvProblem &problem) {
    const Snapshot &A = *problem.A, &u = *problem.u;
    const bool is_short = problem.n() <= short_vector && problem.m() <= short_vector;
    if (!u.is_known_full() && is_small_list(u, false) && is_small_list(A, !problem.is_transposed))
        return is_short ? &mxv_push_spa : &mxv_push_sort;
    const bool is_at_hand = is_dense(u) || is_small_list(u, false);
    return is_short && is_at_hand && is_small_list(A, problem.is_transposed) ? &mxv_pull_rows
                                                                             : nullptr;
}

const Variant<MxmProblem> *evident(const MxmProblem &problem) {
    if (accepts(mxm_iso, problem)) return &mxm_iso;
    const MaskInput &mask = problem.mask;
    if (problem.sum_into || problem.narrow_type != nullptr ||
        !is_small_list(*problem.A, problem.is_A_transposed))
        return nullptr;
    if (!mask.is_none() && !mask.is_complemented) {
        return is_small_list(*mask.snapshot, false) &&
                       is_small_list(*problem.B, !problem.is_B_transposed)
                   ? &mxm_masked_dot
                   : nullptr;
    }
    if (!is_small_list(*problem.B, problem.is_B_transposed)) return nullptr;
    return problem.n() <= short_vector ? &mxm_gustavson_dense : &mxm_gustavson_hash;
}

bool are_small_lists(const EwiseProblem &problem) noexcept {
    return is_small_list(*problem.A, problem.is_A_transposed) &&
           is_small_list(*problem.B, problem.is_B_transposed);
}
const Variant<EwiseAddProblem> *evident(const EwiseAddProblem &problem) {
    if (are_small_lists(problem)) return &ewise_add_rows;
    return problem.output != nullptr ? &ewise_add_in_place : nullptr;
}
const Variant<EwiseMultProblem> *evident(const EwiseMultProblem &problem) {
    if (are_small_lists(problem)) return &ewise_mult_rows;
    return problem.output != nullptr ? &ewise_mult_in_place : nullptr;
}

const Variant<AssignProblem> *evident(const AssignProblem &problem) {
    if (problem.output == nullptr) return nullptr;
    return problem.mask.is_none() ? &assign_value_in_place : &assign_mask_in_place;
}

const Variant<ReduceProblem> *evident(const ReduceProblem &problem) {
    return problem.sum != nullptr ? &reduce_small : nullptr;
}

const Variant<CommitProblem> *evident(const CommitProblem &problem) {
    const auto is_small = [](const Snapshot &A) {
        return is_small_list(A, false) && A.rows_form().get().stored_rows <= small_list;
    };
    const bool are_small = problem.is_whole() && !problem.has_major() &&
                           is_small(*problem.current) && is_small(*problem.T);
    return are_small ? &commit_merge_sparse : nullptr;
}

template <class Problem>
int number(const ProblemBase &any, const Environment &environment) {
    const auto &problem = static_cast<const Problem &>(any);
    const Variant<Problem> *const variant = evident(problem);
    if (variant == nullptr || !accepts(*variant, problem) ||
        (environment.is_deterministic && !variant->capabilities.is_deterministic))
        return -1;
    const auto all = built_in_variants<Problem>();
    return static_cast<int>(std::find(all.begin(), all.end(), variant) - all.begin());
}

} // namespace

int evident_variant(const VariantList &list, const ProblemBase &problem,
                    const Environment &environment) noexcept {
    switch (list.operation) {
    case Operation::mxv:
        return number<MxvProblem>(problem, environment);
    case Operation::mxm:
        return number<MxmProblem>(problem, environment);
    case Operation::ewise_add:
        return number<EwiseAddProblem>(problem, environment);
    case Operation::ewise_mult:
        return number<EwiseMultProblem>(problem, environment);
    case Operation::assign:
        return number<AssignProblem>(problem, environment);
    case Operation::reduce:
        return number<ReduceProblem>(problem, environment);
    case Operation::commit:
        return number<CommitProblem>(problem, environment);
    default:
        return -1;
    }
}

} // namespace grb
