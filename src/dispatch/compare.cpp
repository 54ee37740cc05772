// Times the variants of a call or commit, one after the other.
#include "dispatch/compare.hpp"

#include "dispatch/context.hpp"
#include "dispatch/running.hpp"
#include "dispatch/schedules.hpp"
#include "dispatch/trials.hpp"

#include <algorithm>
#include <optional>

namespace grb {

namespace {

/// Measures a variant and its commit, without making the forms and workspaces that are kept. Short
/// calls are timed several times in a row.
double measured_seconds(const VariantList &list, int variant, const ProblemBase &problem,
                        const CommitAhead &ahead) {
    CommitScratch scratch(ahead);
    constexpr double long_enough = 5e-4;
    constexpr double needs_no_third = 0.05;
    constexpr int most_calls = 50;
    double seconds = 0;
    for (int calls = 1, turn = 0; turn < 3; turn++) {
        wait_for_devices();
        const double start = seconds_now();
        for (int k = 0; k < calls; k++) {
            Ref<Snapshot> result = list.run_for_time(variant, problem);
            if (result) scratch.commit(std::move(result), list.at(variant).capabilities);
        }
        wait_for_devices();
        const double own = (seconds_now() - start) / calls;
        seconds = own; // keeps the last turn's time: the first turn also makes cached data
        if (turn != 0 && own > needs_no_third) break;
        calls = std::clamp(static_cast<int>(long_enough / std::max(1e-9, own)), 1, most_calls);
    }
    return seconds;
}

/// True for variants whose run can be repeated: one that writes the output would write it again.
bool may_be_timed(const VariantList &list, const Consideration &seen) noexcept {
    return seen.refusal == nullptr && seen.seconds < host_penalty &&
           !list.at(seen.variant).capabilities.writes_output;
}

/// Calls f(variant) for every variant that might have been chosen and that is estimated at no more
/// than `longest` seconds.
template <class F>
int compare(const VariantList &list, std::span<const Consideration> considered, double longest,
            Consideration *compared, const F &f) {
    int count = 0;
    const Running::Unseen unseen;
    for (const Consideration &seen : considered) {
        if (!may_be_timed(list, seen) || seen.seconds > longest) continue;
        std::optional<At> at;
        if (seen.device != nullptr) at.emplace(*seen.device);
        try {
            const double seconds = f(seen);
            compared[count++] = {seen.variant, seen.name, nullptr, seconds, seen.device};
        } catch (const std::exception &) { // the call would have fallen back to another variant
        }
    }
    return count;
}

/// Returns the larger of a tenth of a second and a hundred times the least estimate. A pass over
/// all elements of a large matrix would take minutes when a few entries are meant.
double longest_estimate(std::span<const Consideration> considered) noexcept {
    constexpr double long_time = 0.1, hopeless_share = 100;
    double least = host_penalty;
    for (const Consideration &seen : considered)
        if (seen.refusal == nullptr) least = std::min(least, seen.seconds);
    return std::max(long_time, hopeless_share * least);
}

/// Measures the last of three runs, in seconds. Each run writes to its own copy of C's dense form.
double measured_commit(const VariantList &list, int variant, const CommitProblem &problem,
                       Device *device) {
    double seconds = 0;
    for (int turn = 0; turn < 3; turn++) {
        CommitProblem own = problem;
        own.current = copied_dense(problem.current, device);
        wait_for_devices();
        const double start = seconds_now();
        list.run_for_time(variant, own);
        wait_for_devices();
        seconds = seconds_now() - start;
    }
    return seconds;
}

} // namespace

int compare_and_try(const VariantList &list, const ProblemBase &problem,
                    const Environment &environment, const CommitAhead &ahead,
                    std::span<const Consideration> considered, Consideration *compared) {
    const bool is_compared =
        context().log_level() == LogLevel::compare && environment.forced == nullptr;
    int timed = 0;
    if (is_compared || trial_mode() == TrialMode::measure) {
        const char *const own_schedule = last_schedule();
        timed = compare(list, considered, longest_estimate(considered), compared,
                        [&](const Consideration &seen) {
                            return measured_seconds(list, seen.variant, problem, ahead);
                        });
        set_last_schedule(own_schedule);
    }
    if (trial_mode() != TrialMode::off)
        try_variants(list, problem, ahead, considered, {compared, static_cast<std::size_t>(timed)});
    return timed;
}

int compare_commits(const ProblemBase &problem, const Environment &environment,
                    std::span<const Consideration> considered, Consideration *compared) {
    const auto &commit = static_cast<const CommitProblem &>(problem);
    if (context().log_level() != LogLevel::compare || environment.forced != nullptr ||
        commit.is_store())
        return 0;
    const VariantList &list = variant_list<CommitProblem>();
    return compare(list, considered, host_penalty, compared, [&](const Consideration &seen) {
        return measured_commit(list, seen.variant, commit, seen.device);
    });
}

} // namespace grb
