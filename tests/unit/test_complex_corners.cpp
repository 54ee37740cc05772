// Tests quotients and powers of complex numbers where infinities, zeros and NaN occur: the results
// of annex G of the C standard for its special operands, and of the formulas elsewhere
// (docs/guide/numerics.md).
#include "algebra/complex_extended.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace {

using Z = grb::Complex<double>;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Compares to the bit, with the signs of zeros; any NaN equals any other.
bool is_same(double x, double y) {
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    return std::memcmp(&x, &y, sizeof x) == 0;
}

std::string text(Z x) {
    return std::to_string(x.re) + " + " + std::to_string(x.im) + "i";
}

void expect_same(Z found, Z wanted, const std::string &what) {
    EXPECT_TRUE(is_same(found.re, wanted.re) && is_same(found.im, wanted.im))
        << what << " is " << text(found) << ", not " << text(wanted);
}

struct Case {
    Z x, y, wanted;
};

TEST(ComplexCorners, Quotients) {
    const Case cases[] = {
        {{11, 2}, {3, -4}, {1, 2}},
        {{11, 2}, {-4, 3}, {-1.52, -1.64}},
        // Here the textbook formula overflows or divides by zero.
        {{1e200, 1e200}, {1e200, 1e200}, {1, 0}},
        {{1e-300, 1e-300}, {1e-300, -1e-300}, {0, 1}},
        // Real and imaginary divisors divide both parts, so that zeros keep their signs.
        {{1, -0.0}, {2, 0}, {0.5, -0.0}},
        {{1, 2}, {0, 2}, {1, -0.5}},
        {{inf, 1}, {2, 0}, {inf, 0.5}},
        {{1, inf}, {0, -2}, {-inf, 0.5}},
        // A division by zero gives infinities in the nonzero parts.
        {{1, 0}, {0, 0}, {inf, nan}},
        {{-1, 2}, {0, 0}, {-inf, inf}},
        {{1, 2}, {-0.0, 0}, {-inf, -inf}},
        {{0, 0}, {0, 0}, {nan, nan}},
        // A finite number divided by an infinite one gives zero.
        {{1, 1}, {inf, 1}, {0, 0}},
        {{1, 2}, {1, inf}, {0, -0.0}},
        {{1, 2}, {inf, inf}, {0, 0}},
        {{1, 2}, {-inf, inf}, {0, -0.0}},
        {{-2, 1}, {inf, -inf}, {-0.0, -0.0}},
        // An infinite number divided by one with two parts follows the formula, not G.5.1's
        // infinity.
        {{inf, 1}, {1, 1}, {inf, -inf}},
        {{inf, inf}, {1, 1}, {inf, nan}},
        {{inf, 0}, {inf, 0}, {nan, 0}},
        {{inf, inf}, {inf, inf}, {nan, nan}},
        // NaN spreads to both parts unless the divisor keeps them apart.
        {{nan, 1}, {2, 0}, {nan, 0.5}},
        {{1, nan}, {2, 3}, {nan, nan}},
        {{1, 1}, {nan, 0}, {nan, nan}},
        {{1, 1}, {0, nan}, {nan, nan}},
    };
    for (const Case &c : cases) {
        expect_same(grb::divided(c.x, c.y), c.wanted, "(" + text(c.x) + ") / (" + text(c.y) + ")");
        if (c.y == Z{0, 0} || std::isnan(c.y.re + c.y.im)) continue;
        // x / y = conj(conj(x) / conj(y)), except for the sign of a zero that is a difference.
        const Z mirrored = grb::divided(Z{c.x.re, -c.x.im}, Z{c.y.re, -c.y.im});
        EXPECT_TRUE(is_same(mirrored.re + 0.0, c.wanted.re + 0.0) &&
                    is_same(-mirrored.im + 0.0, c.wanted.im + 0.0))
            << text(c.x) << " by " << text(c.y);
    }
}

TEST(ComplexCorners, Powers) {
    const Case cases[] = {
        // Powers of real numbers are exact and real.
        {{-2, 0}, {3, 0}, {-8, 0}},
        {{2, 0}, {-1, 0}, {0.5, 0}},
        {{4, 0}, {0.5, 0}, {2, 0}},
        {{0, 0}, {-1, 0}, {inf, 0}},
        {{-0.0, 0}, {-3, 0}, {-inf, 0}},
        {{-inf, 0}, {3, 0}, {-inf, 0}},
        {{-2, 0}, {inf, 0}, {inf, 0}},
        {{-0.5, 0}, {-inf, 0}, {inf, 0}},
        {{-1, 0}, {inf, 0}, {1, 0}},
        {{nan, 0}, {2, 0}, {nan, 0}},
        // pow(NaN, 0) and pow(1, NaN) are 1 in C; here NaN stays.
        {{nan, 0}, {0, 0}, {nan, 0}},
        {{1, 0}, {nan, 0}, {nan, 0}},
        {{nan, 0}, {0.5, 0}, {nan, nan}},
        // Other numbers.
        {{3, -4}, {0, 0}, {1, 0}},
        {{inf, -inf}, {-0.0, 0}, {1, 0}},
        {{1, nan}, {0, 0}, {nan, nan}},
        {{1, 1}, {0, nan}, {nan, nan}},
    };
    for (const Case &c : cases)
        expect_same(grb::power(c.x, c.y), c.wanted, "(" + text(c.x) + ") ^ (" + text(c.y) + ")");
    // A root of a negative number is not real.
    const Z root = grb::power(Z{-4, 0}, Z{0.5, 0});
    EXPECT_NEAR(root.re, 0, 1e-15);
    EXPECT_NEAR(root.im, 2, 1e-15);
    const Z of_i = grb::power(Z{0, 1}, Z{0, 1}); // exp(-pi/2)
    EXPECT_NEAR(of_i.re, 0.20787957635076193, 1e-15);
    EXPECT_NEAR(of_i.im, 0, 1e-15);
}

TEST(ComplexCorners, QuotientsUndoProducts) {
    std::mt19937_64 generator(1962);
    std::normal_distribution<double> normal;
    const auto draw = [&] { return Z{normal(generator), normal(generator)}; };
    for (int i = 0; i < 10'000; i++) {
        const Z x = draw(), y = draw();
        const Z product = {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
        const Z found = grb::divided(product, y);
        const double error = std::hypot(found.re - x.re, found.im - x.im);
        ASSERT_LE(error, 1e-14 * std::hypot(x.re, x.im)) << text(x) << " times " << text(y);
    }
}

} // namespace
