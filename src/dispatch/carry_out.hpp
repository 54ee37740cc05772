// Carries a problem out: chooses a variant, runs it, counts it and logs it.
#pragma once

#include "problems/output.hpp"

namespace grb {

class VariantList;
/// Returns the variants of the problem's operation.
template <class Problem>
const VariantList &variant_list() noexcept;

/// The steps of the commit that a variant has done, and where it ran.
struct StepsDone {
    bool mask_was_applied = false, sum_was_applied = false;
    bool output_was_written = false; // there is no result
    bool ran_on_host = true;
};
template <class Result>
struct OutcomeOf : StepsDone {
    Result result;
};
using Outcome = OutcomeOf<Ref<Snapshot>>;
template <class Problem>
using OutcomeFor = OutcomeOf<typename ResultOf<Problem>::Type>;

/// Stores the result, of the list's type, behind `result`. When a device fails, the host carries
/// the problem out. `ahead`: the commit that follows.
StepsDone carry_out(const VariantList &list, const ProblemBase &problem, Role role,
                    const CommitAhead &ahead, void *result);

template <class Problem>
OutcomeFor<Problem> carry_out(const Problem &problem, Role role = Role::operation,
                              const CommitAhead &ahead = {}) {
    OutcomeFor<Problem> outcome{};
    static_cast<StepsDone &>(outcome) =
        carry_out(variant_list<Problem>(), problem, role, ahead, &outcome.result);
    return outcome;
}
/// Carries out an operation whose result is committed next.
template <class Problem>
OutcomeFor<Problem> carry_out(const Problem &problem, const CommitAhead &ahead) {
    return carry_out(problem, Role::operation, ahead);
}

} // namespace grb
