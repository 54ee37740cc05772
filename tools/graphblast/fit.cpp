// Fits cost-model coefficients by damped least squares.
#include "fit.h"

#include <algorithm>
#include <cmath>

namespace grb::tool {

namespace {

constexpr double most_failures = 4;
constexpr double least_gain = 1e-3;  ///< of the loss, per step
constexpr double attachment = 2e-3;  ///< to the coefficient's start
constexpr double longest_step = 0.7; ///< in a logarithm: about a factor of 2

double distance_of(const Trial &trial) {
    return std::log(trial.estimate / trial.seconds);
}

/// The weight of each trial: 1 over its variant's number of trials, less if it is off by more than
/// a factor of 2.
std::vector<double> weights_of(const std::vector<Trial> &trials) {
    size_t variants = 0;
    for (const Trial &trial : trials) variants = std::max(variants, trial.variant + 1);
    std::vector<double> counts(variants, 0.0);
    for (const Trial &trial : trials) counts[trial.variant] += 1;
    std::vector<double> weights;
    for (const Trial &trial : trials) {
        const double excess = std::max(1.0, std::fabs(distance_of(trial)) / std::log(2.0));
        weights.push_back(1 / counts[trial.variant] / excess);
    }
    return weights;
}

/// Solves M x = b for symmetric positive M, by rows, in place.
void solve(std::vector<double> &M, std::vector<double> &b) {
    const size_t n = b.size();
    for (size_t k = 0; k < n; ++k) {
        for (size_t j = 0; j < k; ++j) M[k * n + k] -= M[k * n + j] * M[k * n + j];
        const double root = std::sqrt(std::max(M[k * n + k], 1e-30));
        M[k * n + k] = root;
        for (size_t i = k + 1; i < n; ++i) {
            for (size_t j = 0; j < k; ++j) M[i * n + k] -= M[i * n + j] * M[k * n + j];
            M[i * n + k] /= root;
        }
    }
    for (size_t k = 0; k < n; ++k) {
        for (size_t j = 0; j < k; ++j) b[k] -= M[k * n + j] * b[j];
        b[k] /= M[k * n + k];
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t i = k + 1; i < n; ++i) b[k] -= M[i * n + k] * b[i];
        b[k] /= M[k * n + k];
    }
}

} // namespace

std::vector<VariantError> variant_errors(const std::vector<Trial> &trials, size_t variants) {
    std::vector<VariantError> errors(variants);
    std::vector<double> sums(variants, 0.0);
    for (const Trial &trial : trials) {
        VariantError &own = errors[trial.variant];
        const double off = std::fabs(distance_of(trial));
        own.trials++;
        own.within += off < std::log(2.0) ? 1 : 0;
        sums[trial.variant] += off;
    }
    for (size_t variant = 0; variant < variants; ++variant) {
        if (errors[variant].trials == 0) continue;
        const auto count = static_cast<double>(errors[variant].trials);
        errors[variant].mean = std::exp(sums[variant] / count);
        errors[variant].within /= count;
    }
    return errors;
}

Fit::Fit(std::vector<double> start, double most)
    : start_(std::move(start)), best_(start_), position_(start_), most_(std::log(most)) {}

double Fit::loss_of(const std::vector<Trial> &trials) const {
    const double knee = std::log(2.0);
    std::vector<double> counts, sums;
    for (const Trial &trial : trials) {
        counts.resize(std::max(counts.size(), trial.variant + 1), 0.0);
        sums.resize(counts.size(), 0.0);
        const double off = std::fabs(distance_of(trial));
        counts[trial.variant] += 1;
        sums[trial.variant] += off < knee ? off * off : knee * (2 * off - knee);
    }
    double loss = 0;
    for (size_t variant = 0; variant < counts.size(); ++variant)
        if (counts[variant] > 0) loss += sums[variant] / counts[variant];
    for (size_t k = 0; k < position_.size(); ++k)
        loss += attachment * (position_[k] - start_[k]) * (position_[k] - start_[k]);
    return loss;
}

bool Fit::round(const std::vector<Trial> &trials) {
    const double loss = loss_of(trials);
    const bool is_first = best_loss_ < 0;
    if (is_first || loss < best_loss_) {
        const bool is_enough = !is_first && loss > best_loss_ * (1 - least_gain);
        best_ = position_;
        best_trials_ = trials;
        best_loss_ = loss;
        damping_ = std::max(damping_ / 3, 1e-6);
        failures_ = is_enough ? failures_ + 1 : 0;
    } else {
        damping_ *= 6;
        failures_++;
    }
    position_ = best_;
    if (failures_ >= most_failures) return false;
    propose();
    return true;
}

void Fit::propose() {
    const size_t n = best_.size();
    std::vector<double> M(n * n, 0.0), b(n, 0.0);
    const std::vector<double> weights = weights_of(best_trials_);
    for (size_t t = 0; t < best_trials_.size(); ++t) {
        const Trial &trial = best_trials_[t];
        const double off = distance_of(trial);
        for (const auto &[i, slope] : trial.slopes) {
            b[i] -= weights[t] * slope * off;
            for (const auto &[j, other] : trial.slopes) M[i * n + j] += weights[t] * slope * other;
        }
    }
    for (size_t k = 0; k < n; ++k) {
        M[k * n + k] += attachment + damping_;
        b[k] -= attachment * (best_[k] - start_[k]);
    }
    solve(M, b);
    for (size_t k = 0; k < n; ++k) {
        const double step = std::clamp(b[k], -longest_step, longest_step);
        position_[k] = std::clamp(best_[k] + step, start_[k] - most_, start_[k] + most_);
    }
}

} // namespace grb::tool
