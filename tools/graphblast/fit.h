// Fits coefficients to times by least squares on logarithms; estimates are sums and maxima of
// products of powers of coefficients.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace grb::tool {

/// One estimate for a variant, and the measured time.
struct Trial {
    size_t variant = 0;
    double estimate = 0, seconds = 0;
    /// Pairs of a coefficient and the derivative of the estimate's logarithm by the coefficient's
    /// logarithm.
    std::vector<std::pair<size_t, double>> slopes;
};

struct VariantError {
    size_t trials = 0;
    double mean = 1;   ///< geometric mean of the larger of estimate / time and time / estimate
    double within = 0; ///< share of the trials where that is below 2
};
/// The errors of each variant.
std::vector<VariantError> variant_errors(const std::vector<Trial> &trials, size_t variants);

/// Searches for logarithms of coefficients. Each variant has equal weight, whatever its number of
/// trials. Outliers count by their distance instead of its square. A coefficient that no trial
/// depends on stays unchanged.
class Fit {
public:
    /// `start` holds the logarithms of the coefficients; they stay within a factor of `most` of it.
    Fit(std::vector<double> start, double most);

    /// Takes the trials at position(): accepts them if they are better than those before, else goes
    /// back. Returns false when no gain is left.
    bool round(const std::vector<Trial> &trials);
    /// The next position to try after look() returned true; else the best one found.
    const std::vector<double> &position() const { return position_; }
    /// The best position so far, and its trials.
    const std::vector<double> &best() const { return best_; }
    const std::vector<Trial> &best_trials() const { return best_trials_; }

private:
    double loss_of(const std::vector<Trial> &trials) const;
    void propose();

    std::vector<double> start_, best_, position_;
    std::vector<Trial> best_trials_;
    double most_, best_loss_ = -1, damping_ = 1e-2;
    int failures_ = 0;
};

} // namespace grb::tool
