// Times every variant that might have been chosen (GRAPHBLAST_LOG=compare, GrX_TRIALS).
#pragma once

#include "dispatch/choose.hpp"

#include <span>

namespace grb {

/// Times variants and notes trials after the chosen variant has run, when GRAPHBLAST_LOG=compare or
/// GrX_TRIALS asks for it. Returns the number of variants in `compared`.
int compare_and_try(const VariantList &list, const ProblemBase &problem,
                    const Environment &environment, const CommitAhead &ahead,
                    std::span<const Consideration> considered, Consideration *compared);

/// Times the variants of a commit on copies of C, when GRAPHBLAST_LOG=compare asks for it. When C
/// simply becomes T, only one variant applies, and nothing is timed.
int compare_commits(const ProblemBase &problem, const Environment &environment,
                    std::span<const Consideration> considered, Consideration *compared);

} // namespace grb
