// Makes and keeps trials: lines with the estimates and times of calls, for graphblast tune.
#include "dispatch/trials.hpp"

#include "base/error.hpp"
#include "costs/coefficient.hpp"
#include "dispatch/running.hpp"
#include "dispatch/variant_factors.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <optional>

namespace grb {

namespace {

constexpr const char *mode_names[] = {"", "estimate", "measure"};
std::atomic<TrialMode> mode_{TrialMode::off};
std::mutex mutex_;
/// Never destroyed; emptied when the library is finalised.
HostString &lines() noexcept {
    alignas(HostString) static unsigned char memory[sizeof(HostString)];
    static HostString &text = *new (memory) HostString;
    return text;
}
void forget() {
    const std::lock_guard<std::mutex> lock(mutex_);
    mode_ = TrialMode::off;
    lines() = HostString();
}
[[maybe_unused]] const bool is_registered = (at_finalise(forget), true);

} // namespace

TrialMode trial_mode() noexcept {
    return mode_.load(std::memory_order_relaxed);
}

void set_trials(const char *mode) {
    int number = 0;
    while (number < 3 && std::strcmp(mode, mode_names[number]) != 0) number++;
    if (number == 3)
        throw Error(GrB_INVALID_VALUE, "trials \"%s\" are none of \"\", \"estimate\", \"measure\"",
                    mode);
    const std::lock_guard<std::mutex> lock(mutex_);
    lines() = HostString();
    mode_ = static_cast<TrialMode>(number);
}

HostString trial_lines() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return lines();
}

void note_trial(Operation operation, const char *variant, double estimate, double seconds,
                const double *logs) {
    constexpr double least = 1e-4; // leaves out smaller derivatives
    char item[160];
    HostString line;
    std::snprintf(item, sizeof item, "%s %s %.6g %.6g", name_of(operation), variant, estimate,
                  seconds);
    line += item;
    for (const Coefficient *c = first_coefficient(); c != nullptr; c = c->next()) {
        const double own = logs[c->index()];
        if (!std::isfinite(own) || std::fabs(own) < least) continue;
        std::snprintf(item, sizeof item, " %s=%.4g", c->name(), own);
        line += item;
    }
    line += '\n';
    const std::lock_guard<std::mutex> lock(mutex_);
    lines() += line;
}

namespace {

/// Notes a trial of one variant on the thread's device.
void try_variant(const VariantList &list, const Consideration &seen, const ProblemBase &problem,
                 const CommitAhead &ahead, double seconds) {
    constexpr double step = 1.001;
    const auto estimate = [&] {
        const double own =
            list.cost(seen.variant, problem).seconds * variant_factor(list.operation, seen.variant);
        if (problem.is_structural() || !ahead.may_matter()) return own;
        CommitEstimate commit(ahead, problem.type_of_result(), problem.expected_entries());
        return own + commit.seconds(list.at(seen.variant).capabilities, seen.device);
    };
    const double own = estimate();
    if (!(own > 0)) return;
    double logs[most_coefficients] = {};
    for (const Coefficient *c = first_coefficient(); c != nullptr; c = c->next()) {
        const Changed changed(*c, step);
        logs[c->index()] = std::log(estimate() / own) / std::log(step);
    }
    note_trial(list.operation, seen.name, own, seconds, logs);
}

} // namespace

void try_variants(const VariantList &list, const ProblemBase &problem, const CommitAhead &ahead,
                  std::span<const Consideration> considered,
                  std::span<const Consideration> compared) {
    for (const Consideration &seen : considered) {
        if (seen.refusal != nullptr || seen.seconds >= host_penalty) continue;
        const auto timed =
            std::find_if(compared.begin(), compared.end(), [&](const Consideration &one) {
                return one.variant == seen.variant && one.device == seen.device;
            });
        std::optional<At> at;
        if (seen.device != nullptr) at.emplace(*seen.device);
        try_variant(list, seen, problem, ahead, timed == compared.end() ? 0 : timed->seconds);
    }
}

} // namespace grb
