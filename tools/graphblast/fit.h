#pragma once

#include <cstddef>
#include <utility>
#include <vector>

/// Least squares on logarithms: estimates that are sums and maxima of products of powers of coefficients, against times.
namespace grb::tool {

/// One estimate of a row against the time it took.
struct Trial {
    size_t row = 0;
    double estimate = 0, seconds = 0;
    /// Coefficient, and how the estimate's logarithm changes with the coefficient's.
    std::vector<std::pair<size_t, double>> slopes;
};

struct RowError {
    size_t trials = 0;
    double mean = 1;   ///< geometric mean of the larger of estimate / time and time / estimate
    double within = 0; ///< share of the trials where that is below 2
};
/// By row.
std::vector<RowError> row_errors(const std::vector<Trial> &trials, size_t rows);

/// Looks for logarithms of coefficients. Each row counts alike, however many trials it has; what is off by much more
/// than the others counts by its distance alone, not the square; and what the trials say nothing about stays where it
/// was.
class Fit {
public:
    /// Where `start` is the logarithms of the coefficients; they stay within a factor of `most` of that.
    Fit(std::vector<double> start, double most);

    /// Takes the trials at position(): accepts it when they are better than those before, else goes back. False: there
    /// is nothing to gain any more.
    bool look(const std::vector<Trial> &trials);
    /// Where to look next, after look() was true; else the best that was found.
    const std::vector<double> &position() const { return position_; }
    /// The best position that was looked at, and the trials there.
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
