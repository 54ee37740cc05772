// Trials: the estimates of the cost models for a program's calls, and the calls' times. `graphblast
// tune` fits coefficients to these lines.
#pragma once

#include "dispatch/choose.hpp"
#include "dispatch/context.hpp"

#include <span>

namespace grb {

/// The work at each choice. off: none. estimate: notes the estimates of all variants that might
/// run, and how they depend on each coefficient. measure: times these variants, too.
enum class TrialMode : int { off, estimate, measure };
TrialMode trial_mode() noexcept;
/// Sets the mode ("", "estimate" or "measure") and forgets the lines. Throws Error
/// GrB_INVALID_VALUE.
void set_trials(const char *mode);
/// Returns the lines since then: `mxv cpu/mxv_pull_rows ESTIMATE TIME name=d ...`, in seconds. TIME
/// 0: not measured. d is the derivative of log(estimate) by log(coefficient).
HostString trial_lines();
/// Adds a line. `logs` has that derivative for each coefficient, by its index.
void note_trial(Operation operation, const char *variant, double estimate, double seconds,
                const double *logs);

/// Notes trials of the considered variants that accepted and have an estimate, with the times of
/// the compared ones. Estimate and time include the commit.
void try_variants(const VariantList &list, const ProblemBase &problem, const CommitAhead &ahead,
                  std::span<const Consideration> considered,
                  std::span<const Consideration> compared);

} // namespace grb
