// Trials: what the cost models estimate for a program's calls, and how long the calls take. `graphblast tune` fits
// coefficients to these lines.
#pragma once

#include "costs/coefficient.hpp"
#include "dispatch/commit.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"
#include "dispatch/variant_factors.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace grb {

/// What is done at each choice. off: nothing. estimate: notes the estimates of all rows that might run, and how they
/// depend on each coefficient. measure: times these rows, too.
enum class TrialMode : int { off, estimate, measure };
TrialMode trial_mode() noexcept;
/// Sets the mode ("", "estimate" or "measure") and forgets the lines. Throws Error GrB_INVALID_VALUE.
void set_trials(const char *mode);
/// The lines since then: `mxv cpu/mxv_pull_rows ESTIMATE TIME name=d ...`, in seconds. TIME 0: not measured. d is the
/// derivative of log(estimate) by log(coefficient).
HostString trial_lines();
/// Adds a line. `logs` has that derivative for each coefficient, by its index.
void note_trial(Operation operation, const char *row, double estimate, double seconds,
                const double *logs);

/// Notes a trial of one row at the thread's place (`place`, null: the host). Estimate and time include the commit.
template <class Problem>
void try_row(const Variant<Problem> &variant, int row, Place *place, const Problem &problem,
             const CommitAhead &ahead, double seconds) {
    constexpr double step = 1.001;
    const auto estimate = [&] {
        const double own = variant.cost(problem).seconds * row_factor(Problem::operation, row);
        if constexpr (!Structural<Problem>) {
            if (ahead.may_matter())
                return own +
                       CommitEstimate(ahead, problem.result_type(), problem.expected_entries())
                           .seconds(variant.capabilities, place);
        }
        return own;
    };
    const double own = estimate();
    if (!(own > 0)) return;
    double logs[most_coefficients] = {};
    for (const Coefficient *c = first_coefficient(); c != nullptr; c = c->next()) {
        const Changed changed(*c, step);
        logs[c->index()] = std::log(estimate() / own) / std::log(step);
    }
    note_trial(Problem::operation, variant.name, own, seconds, logs);
}

/// Notes trials of the considered rows that did not refuse and were estimated at less than `too_long`, with times of
/// those that were compared.
template <class Problem, class Consideration>
void try_rows(const Problem &problem, const CommitAhead &ahead,
              std::span<const Consideration> considered, std::span<const Consideration> compared,
              double too_long) {
    for (const Consideration &seen : considered) {
        if (seen.refusal != nullptr || seen.seconds >= too_long) continue;
        const auto list = variants<Problem>();
        const auto found = std::find_if(list.begin(), list.end(),
                                        [&](const auto *row) { return row->name == seen.name; });
        const auto timed =
            std::find_if(compared.begin(), compared.end(), [&](const Consideration &one) {
                return one.name == seen.name && one.place == seen.place;
            });
        std::optional<At> at;
        if (seen.place != nullptr) at.emplace(*seen.place);
        try_row(**found, static_cast<int>(found - list.begin()), seen.place, problem, ahead,
                timed == compared.end() ? 0 : timed->seconds);
    }
}

} // namespace grb
