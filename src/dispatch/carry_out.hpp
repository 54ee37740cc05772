// Carries a problem out: chooses a variant, runs it, counts it and logs it.
#pragma once

#include "dispatch/commit.hpp"
#include "dispatch/running.hpp"

namespace grb {

/// The result of a variant, and the steps of the commit that the variant has done.
template <class Result>
struct OutcomeOf {
    Result result;
    bool mask_was_applied = false, sum_was_applied = false;
    bool output_was_written = false; // there is no result
};
using Outcome = OutcomeOf<Ref<Snapshot>>;
template <class Problem>
using OutcomeFor = OutcomeOf<typename ResultOf<Problem>::Type>;

/// Returns the capabilities of the variant that ran; its result, of the list's type, goes behind
/// `result`. When a device fails, the host carries the problem out. `ahead`: the commit that
/// follows.
const Capabilities &carry_out(const VariantList &list, const ProblemBase &problem, Role role,
                              const CommitAhead &ahead, void *result);

template <class Problem>
OutcomeFor<Problem> carry_out(const Problem &problem, Role role = Role::operation,
                              const CommitAhead &ahead = {}) {
    OutcomeFor<Problem> outcome{};
    const Capabilities &can =
        carry_out(variant_list<Problem>(), problem, role, ahead, &outcome.result);
    outcome.mask_was_applied = can.fuses_mask;
    outcome.sum_was_applied = can.fuses_sum;
    outcome.output_was_written = can.writes_output;
    return outcome;
}
/// Carries out an operation whose result is committed next.
template <class Problem>
OutcomeFor<Problem> carry_out(const Problem &problem, const CommitAhead &ahead) {
    return carry_out(problem, Role::operation, ahead);
}

} // namespace grb
