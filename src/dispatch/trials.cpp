#include "dispatch/trials.hpp"

#include "base/error.hpp"

#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>

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

void note_trial(Operation operation, const char *row, double estimate, double seconds,
                const double *logs) {
    constexpr double least = 1e-4; // smaller derivatives are left out
    char item[160];
    HostString line;
    std::snprintf(item, sizeof item, "%s %s %.6g %.6g", name_of(operation), row, estimate, seconds);
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

} // namespace grb
