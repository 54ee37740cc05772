// Statistics of repeated timings.
#include "timing.h"

#include "io/random.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace grb::tool {

namespace {

/// The fewest samples that count as a distribution.
constexpr size_t least_samples = 5;
constexpr uint64_t resamplings = 2000;

double quantile_of(std::vector<double> values, double fraction) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double at = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<size_t>(at);
    const size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

/// The median of a sample of equal size, drawn with replacement.
double resampled_median(const std::vector<double> &samples, const RandomStream &random,
                        uint64_t round) {
    std::vector<double> drawn(samples.size());
    for (uint64_t k = 0; k < drawn.size(); ++k)
        drawn[k] = samples[random.below(round * drawn.size() + k, samples.size())];
    return quantile_of(drawn, 0.5);
}

} // namespace

Timing Timing::of(const std::function<void()> &body, int repeat) {
    Timing timing;
    for (int run = 0; run < repeat; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        body();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        timing.add(time.count());
    }
    return timing;
}

double Timing::quantile(double fraction) const {
    return quantile_of(samples_, fraction);
}

void put_timing(nlohmann::json &item, const Timing &timing) {
    item["seconds"] = timing.median();
    item["seconds_least"] = timing.least();
    item["seconds_spread"] = timing.spread();
    item["samples"] = timing.samples();
}

Change change_of(const Timing &before, const Timing &after) {
    Change change;
    change.ratio = after.median() / before.median();
    change.low = change.high = change.ratio;
    change.is_known =
        before.samples().size() >= least_samples && after.samples().size() >= least_samples;
    if (!change.is_known) return change;
    const RandomStream old_draws(1, 0);
    const RandomStream new_draws(1, 1);
    std::vector<double> ratios;
    for (uint64_t round = 0; round < resamplings; ++round)
        ratios.push_back(resampled_median(after.samples(), new_draws, round) /
                         resampled_median(before.samples(), old_draws, round));
    change.low = quantile_of(ratios, 0.025);
    change.high = quantile_of(ratios, 0.975);
    return change;
}

std::string shown_time(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

} // namespace grb::tool
