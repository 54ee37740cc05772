// Timings of repeated runs, and their comparison.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace grb::tool {

/// The seconds of repeated runs.
class Timing {
public:
    Timing() = default;
    explicit Timing(std::vector<double> samples) : samples_(std::move(samples)) {}
    void add(double seconds) { samples_.push_back(seconds); }
    /// Runs the body `repeat` times.
    static Timing of(const std::function<void()> &body, int repeat);

    const std::vector<double> &samples() const { return samples_; } ///< in the order of measurement
    double least() const { return quantile(0); }
    double median() const { return quantile(0.5); }
    /// The distance between the first and the third quartile.
    double spread() const { return quantile(0.75) - quantile(0.25); }
    double quantile(double fraction) const; ///< interpolates linearly; 0 without samples

private:
    std::vector<double> samples_;
};

/// Puts the seconds, the least and the spread of the samples, and the samples themselves.
void put_timing(nlohmann::json &item, const Timing &timing);

/// The factor after / before of the medians, and its 95 % confidence interval; `is_known` is false
/// with too few samples for an interval.
struct Change {
    double ratio = 1;
    double low = 1, high = 1;
    bool is_known = false;
    bool is_noise() const { return !is_known || (low <= 1 && high >= 1); }
};

/// Resamples both (the percentile bootstrap), with the same random numbers every time.
Change change_of(const Timing &before, const Timing &after);

std::string shown_time(double seconds);

} // namespace grb::tool
