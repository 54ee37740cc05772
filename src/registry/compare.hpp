// GRAPHBLAST_LOG=compare: what the variants take that might have been chosen.
#pragma once

#include "registry/commit.hpp"
#include "registry/running.hpp"

#include <algorithm>
#include <optional>

namespace grb {

double seconds_now() noexcept;

/// What the choice saw, for the log line.
inline constexpr int most_considered = 64;
struct Consideration {
    const char *name;
    const char *refusal; // null: accepted
    double seconds;
    Place *place = nullptr; // null: the host
};

/// What GRAPHBLAST_CUDA=always adds to the cost of host variants.
inline constexpr double aversion_to_host = 1e6;

/// Seconds of a call and its commit, once everything that it keeps has been made. Short ones are queued one behind
/// the other.
template <class Problem>
double measured_seconds(const Variant<Problem> &variant, const Problem &problem,
                        const CommitAhead &ahead) {
    [[maybe_unused]] CommitScratch scratch(ahead);
    constexpr double long_enough = 5e-4;
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
        seconds = own; // the last one's, without what the first one made
        calls = std::clamp(static_cast<int>(long_enough / std::max(1e-9, own)), 1, most_calls);
    }
    return seconds;
}

/// What every variant takes that might have been chosen. They run for nothing but that.
template <class Problem>
int compare(const Problem &problem, const CommitAhead &ahead,
            std::span<const Consideration> considered, Consideration *compared) {
    int count = 0;
    const Running::Unseen unseen;
    for (const Consideration &seen : considered) {
        if (seen.refusal != nullptr || seen.seconds >= aversion_to_host) continue;
        const auto list = variants<Problem>();
        const auto variant = std::find_if(list.begin(), list.end(),
                                          [&](const auto *row) { return row->name == seen.name; });
        std::optional<At> at;
        if (seen.place != nullptr) at.emplace(*seen.place);
        try {
            compared[count] = {seen.name, nullptr, measured_seconds(**variant, problem, ahead),
                               seen.place};
            count++;
        } catch (const std::exception &) { // it would have been another one's turn
        }
    }
    return count;
}

} // namespace grb
