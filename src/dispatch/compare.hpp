// Every row that might have been chosen, timed on the operands of a call (GRAPHBLAST_LOG=compare, GrX_TRIALS).
#pragma once

#include "dispatch/choose.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"
#include "dispatch/schedules.hpp"
#include "dispatch/trials.hpp"

#include <algorithm>
#include <optional>

namespace grb {

double seconds_now() noexcept;

/// Measured seconds of a call and its commit, without making the parts and workspaces that are kept. Short calls are
/// timed several in a row.
template <class Problem>
double measured_seconds(const Variant<Problem> &variant, const Problem &problem,
                        const CommitAhead &ahead) {
    [[maybe_unused]] CommitScratch scratch(ahead);
    constexpr double long_enough = 5e-4;
    constexpr double needs_no_third = 0.05;
    constexpr int most_calls = 50;
    double seconds = 0;
    for (int calls = 1, turn = 0; turn < 3; turn++) {
        wait_for_places();
        const double start = seconds_now();
        for (int k = 0; k < calls; k++) {
            if constexpr (Structural<Problem>) {
                variant.run(problem);
            } else {
                scratch.commit(variant.run(problem), variant.capabilities);
            }
        }
        wait_for_places();
        const double own = (seconds_now() - start) / calls;
        seconds = own; // the last turn's: the first one also makes what is kept
        if (turn != 0 && own > needs_no_third) break;
        calls = std::clamp(static_cast<int>(long_enough / std::max(1e-9, own)), 1, most_calls);
    }
    return seconds;
}

/// Times every variant that might have been chosen. The results are thrown away. A row that is estimated at a tenth of a
/// second and a hundred times of another is not timed: a pass over all cells of a large matrix where a few entries are
/// meant would take minutes.
template <class Problem>
int compare(const Problem &problem, const CommitAhead &ahead,
            std::span<const Consideration> considered, Consideration *compared) {
    int count = 0;
    const Running::Unseen unseen;
    constexpr double long_time = 0.1, hopeless_share = 100;
    double least = aversion_to_host;
    for (const Consideration &seen : considered)
        if (seen.refusal == nullptr) least = std::min(least, seen.seconds);
    for (const Consideration &seen : considered) {
        if (seen.refusal != nullptr || seen.seconds >= aversion_to_host) continue;
        if (seen.seconds > std::max(long_time, hopeless_share * least)) continue;
        const auto list = variants<Problem>();
        const auto variant = std::find_if(list.begin(), list.end(),
                                          [&](const auto *row) { return row->name == seen.name; });
        std::optional<At> at;
        if (seen.place != nullptr) at.emplace(*seen.place);
        try {
            compared[count] = {seen.name, nullptr, measured_seconds(**variant, problem, ahead),
                               seen.place};
            count++;
        } catch (const std::exception &) { // the call would have fallen back to another row
        }
    }
    return count;
}

/// Times rows and notes trials, for GRAPHBLAST_LOG=compare and GrX_TRIALS, after the chosen row has run. Returns the
/// number of rows that were timed.
template <class Problem>
int look_back(const Problem &problem, const CommitAhead &ahead,
              std::span<const Consideration> considered, Consideration *compared) {
    const bool is_forced = context().has_rules() && context().forced(Problem::operation) != nullptr;
    const bool is_compared = context().log_level() == LogLevel::compare && !is_forced;
    int timed = 0;
    if (is_compared || trial_mode() == TrialMode::measure) {
        const char *const own_schedule = last_schedule();
        timed = compare(problem, ahead, considered, compared);
        set_last_schedule(own_schedule);
    }
    if (trial_mode() != TrialMode::off)
        try_rows(problem, ahead, considered,
                 std::span<const Consideration>(compared, static_cast<std::size_t>(timed)),
                 aversion_to_host);
    return timed;
}

} // namespace grb
