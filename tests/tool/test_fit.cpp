/// The least squares of `graphblast tune`, on estimates whose true coefficients are known.

#include "graphblast/fit.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace {

using namespace grb::tool;

/// Row 0 takes a·x + max(b·y, c), row 1 takes b·x + 10·a, row 2 always one second, estimated at d.
std::vector<Trial> trials_at(const std::vector<double> &logs, const std::vector<double> &truth,
                             double noise = 0) {
    std::mt19937_64 random(5);
    const auto model = [](size_t variant, double x, double y, const std::vector<double> &at) {
        const double a = std::exp(at[0]), b = std::exp(at[1]), c = std::exp(at[2]);
        return variant == 0   ? a * x + std::max(b * y, c)
               : variant == 1 ? b * x + 10 * a
                              : std::exp(at[3]);
    };
    std::vector<Trial> trials;
    for (size_t k = 0; k < 90; ++k) {
        const size_t variant = k % 3;
        const double x = std::exp2(static_cast<double>(random() % 20));
        const double y = std::exp2(static_cast<double>(random() % 20));
        Trial trial;
        trial.variant = variant;
        trial.estimate = model(variant, x, y, logs);
        trial.seconds = variant == 2 ? 1 : model(variant, x, y, truth);
        trial.seconds *= std::exp(noise * (static_cast<double>(random() % 201) / 100 - 1));
        for (size_t i = 0; i < logs.size(); ++i) {
            constexpr double step = 1e-4;
            std::vector<double> moved = logs;
            moved[i] += step;
            const double slope = std::log(model(variant, x, y, moved) / trial.estimate) / step;
            if (slope != 0) trial.slopes.emplace_back(i, slope);
        }
        trials.push_back(trial);
    }
    return trials;
}

std::vector<double> fitted(const std::vector<double> &start, const std::vector<double> &truth,
                           double most, double noise = 0) {
    Fit fit(start, most);
    for (int turn = 0; turn < 100 && fit.round(trials_at(fit.position(), truth, noise)); ++turn) {
    }
    return fit.position();
}

const std::vector<double> start = {std::log(1e-6), std::log(1e-6), std::log(1e-2), 1.5, 2};
const std::vector<double> truth = {std::log(5e-6), std::log(2e-7), std::log(3e-2), 0, 7};

TEST(Fit, FindsWhatTheTimesTell) {
    const std::vector<double> found = fitted(start, truth, 30);
    for (size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[k], truth[k], 0.1) << k;
    EXPECT_EQ(found[4], start[4]) << "no estimate depends on it";
}

TEST(Fit, StandsNoise) {
    const std::vector<double> found = fitted(start, truth, 30, 0.5);
    for (size_t k = 0; k < 4; ++k) EXPECT_NEAR(found[k], truth[k], 0.5) << k;
    const auto before = variant_errors(trials_at(start, truth, 0.5), 3);
    const auto after = variant_errors(trials_at(found, truth, 0.5), 3);
    for (size_t variant = 0; variant < 3; ++variant)
        EXPECT_LT(after[variant].mean, before[variant].mean) << variant;
}

TEST(Fit, StaysWithinBounds) {
    const std::vector<double> found = fitted(start, truth, 2);
    for (size_t k = 0; k < found.size(); ++k)
        EXPECT_LE(std::fabs(found[k] - start[k]), std::log(2.0) + 1e-12) << k;
}

TEST(Fit, GoesBackFromWhatIsWorse) {
    Fit fit({0.0}, 30);
    std::vector<Trial> trials(1);
    trials[0] = {0, 2, 1, {{0, 1.0}}};
    ASSERT_TRUE(fit.round(trials));
    EXPECT_LT(fit.position()[0], 0);
    trials[0].estimate = 9; // against what the slope promised
    bool goes_on = true;
    for (int turn = 0; turn < 20 && goes_on; ++turn) goes_on = fit.round(trials);
    EXPECT_FALSE(goes_on);
    EXPECT_EQ(fit.position()[0], 0);
    EXPECT_EQ(fit.best()[0], 0);
    ASSERT_EQ(fit.best_trials().size(), 1U);
    EXPECT_EQ(fit.best_trials()[0].estimate, 2);
}

TEST(Fit, ErrorsOfVariants) {
    std::vector<Trial> trials(3);
    trials[0] = {0, 4, 1, {}};
    trials[1] = {0, 1, 1, {}};
    trials[2] = {2, 1, 1.5, {}};
    const std::vector<VariantError> errors = variant_errors(trials, 3);
    EXPECT_EQ(errors[0].trials, 2U);
    EXPECT_DOUBLE_EQ(errors[0].mean, 2);
    EXPECT_DOUBLE_EQ(errors[0].within, 0.5);
    EXPECT_EQ(errors[1].trials, 0U);
    EXPECT_DOUBLE_EQ(errors[2].mean, 1.5);
    EXPECT_DOUBLE_EQ(errors[2].within, 1);
}

} // namespace
