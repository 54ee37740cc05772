/// `bench --compare`: shows the changes between two reports and marks those that are noise.

#include "commands.h"
#include "timing.h"

#include "io/archive.h"
#include "io/input_error.h"
#include "io/printable.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace grb::tool {

namespace {

using nlohmann::json;
using Timings = std::map<std::string, Timing>;

/// Reports of earlier versions have the median alone.
Timing timing_of(const json &item) {
    if (item.contains("samples")) return Timing(item.at("samples").get<std::vector<double>>());
    return Timing({item.at("seconds").get<double>()});
}

/// Reads `bench --json` or `run --json`, keyed by the measured problem.
Timings read_timings(const std::string &path) {
    const std::string text = read_text(path);
    Timings timings;
    try {
        const json report = json::parse(text);
        if (report.contains("algorithms")) {
            for (const json &item : report.at("algorithms"))
                if (!item.contains("skipped"))
                    timings["run | " + report.at("graph").get<std::string>() + " | " +
                            item.at("algorithm").get<std::string>()] = timing_of(item);
            return timings;
        }
        for (const json &item : report.at("results"))
            timings[item.at("operation").get<std::string>() + " | " +
                    item.at("problem").get<std::string>() + " | " +
                    item.at("variant").get<std::string>()] = timing_of(item);
    } catch (const json::exception &error) {
        throw InputError(
            fmt::format("{}: not a report of 'graphblast bench --json': {}", path, error.what()));
    }
    return timings;
}

/// "0.9..1.1", or empty with too few samples.
std::string shown_interval(const Change &change) {
    return change.is_known ? fmt::format("{:.3f}..{:.3f}", change.low, change.high) : "unknown";
}

std::string verdict_of(const Change &change) {
    if (!change.is_known) return "too few samples";
    if (change.is_noise()) return "within noise";
    return change.ratio > 1 ? "slower" : "faster";
}

/// The geometric mean of all changes, with an interval if each change has one.
class Mean {
public:
    void add(const Change &change) {
        logs_ += std::log(change.ratio);
        worst_ = std::max(worst_, change.ratio);
        ++count_;
        is_known_ = is_known_ && change.is_known;
        const double deviation = (std::log(change.high) - std::log(change.low)) / (2 * normal_95);
        variance_ += deviation * deviation;
    }
    int count() const { return count_; }

    void print() const {
        Change change;
        change.is_known = is_known_;
        const double mean = logs_ / count_;
        const double width = normal_95 * std::sqrt(variance_) / count_;
        change.ratio = std::exp(mean);
        change.low = std::exp(mean - width);
        change.high = std::exp(mean + width);
        fmt::print(
            "{} in common, ratio after / before: {:.3f} in the geometric mean, worst {:.3f}; "
            "95 % interval {}: {}\n",
            count_, change.ratio, worst_, shown_interval(change), verdict_of(change));
    }

private:
    static constexpr double normal_95 = 1.96;
    double logs_ = 0;
    double worst_ = 0;
    double variance_ = 0;
    int count_ = 0;
    bool is_known_ = true;
};

} // namespace

int compare_command(const std::string &old_path, const std::string &new_path, double threshold) {
    const Timings before = read_timings(old_path);
    const Timings after = read_timings(new_path);
    Mean mean;
    std::vector<std::string> lost;
    bool is_unknown = false;
    fmt::print("{:>12}  {:>12}  {:>7}  {:>15}  {:<15}  operation | problem | variant\n",
               "before us", "after us", "ratio", "95 % interval", "difference");
    for (const auto &[name, timing] : after) {
        const auto old = before.find(name);
        if (old == before.end() || !(old->second.median() > 0) || !(timing.median() > 0)) continue;
        const Change change = change_of(old->second, timing);
        fmt::print("{:>12.1f}  {:>12.1f}  {:>7.3f}  {:>15}  {:<15}  {}\n",
                   old->second.median() * 1e6, timing.median() * 1e6, change.ratio,
                   shown_interval(change), verdict_of(change), printable(name));
        mean.add(change);
        is_unknown = is_unknown || !change.is_known;
        if (threshold > 0 && change.is_known && change.low > threshold) lost.push_back(name);
    }
    if (mean.count() == 0)
        throw InputError(
            fmt::format("{} and {} have no measurement in common", old_path, new_path));
    mean.print();
    if (threshold <= 0) return 0;
    for (const std::string &name : lost)
        fmt::print("slower by more than {:g}: {}\n", threshold, printable(name));
    if (lost.empty())
        fmt::print("none is slower by more than {:g}{}\n", threshold,
                   is_unknown ? ", of those with enough samples" : "");
    return lost.empty() ? 0 : 3;
}

} // namespace grb::tool
