// Tests the device's functions of complex numbers on the host against std::complex, also on branch
// cuts and at infinities.
#include "algebra/complex.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using Z = grb::Complex<double>;
using Std = std::complex<double>;

struct Function {
    const char *name;
    Z (*own)(Z);
    Std (*standard)(const Std &);
};
#define FUNCTION(name) \
    { #name, grb::by_parts::name, std::name < double> }
const Function functions[] = {FUNCTION(exp),   FUNCTION(log),   FUNCTION(sqrt), FUNCTION(sin),
                              FUNCTION(cos),   FUNCTION(tan),   FUNCTION(asin), FUNCTION(acos),
                              FUNCTION(atan),  FUNCTION(sinh),  FUNCTION(cosh), FUNCTION(tanh),
                              FUNCTION(asinh), FUNCTION(acosh), FUNCTION(atanh)};
#undef FUNCTION

std::string text(Std z) {
    return '(' + std::to_string(z.real()) + ", " + std::to_string(z.imag()) + ')';
}

/// The difference is a few units in the last place of |wanted|, or of the part itself.
void expect_close(Std found, Std wanted, const std::string &what) {
    const double size = std::abs(wanted);
    constexpr double tolerance = 1e-14;
    const auto is_close = [size](double x, double y) {
        if (std::isnan(y) || std::isnan(x)) return std::isnan(x) == std::isnan(y);
        if (std::isinf(y) || std::isinf(x)) return x == y;
        return std::fabs(x - y) <= tolerance * (std::isfinite(size) ? size : std::fabs(y)) + 1e-307;
    };
    EXPECT_TRUE(is_close(found.real(), wanted.real()) && is_close(found.imag(), wanted.imag()))
        << what << " is " << text(found) << ", not " << text(wanted);
}

void check(const Function &f, Z z) {
    const Z found = f.own(z);
    expect_close({found.re, found.im}, f.standard({z.re, z.im}),
                 std::string(f.name) + text({z.re, z.im}));
}

TEST(ComplexFunctions, OfDrawnNumbers) {
    std::mt19937_64 generator(1987);
    std::uniform_real_distribution<double> exponent(-12, 5), angle(-3.15, 3.15);
    for (int k = 0; k < 20'000; k++) {
        const double size = std::exp(exponent(generator)), turn = angle(generator);
        for (const Function &f : functions)
            check(f, {size * std::cos(turn), size * std::sin(turn)});
    }
}

TEST(ComplexFunctions, NearTheUnitCircle) {
    std::mt19937_64 generator(11);
    std::uniform_real_distribution<double> angle(-3.15, 3.15), exponent(-40, -1);
    for (int k = 0; k < 20'000; k++) {
        const double size = 1 + std::exp2(exponent(generator)), turn = angle(generator);
        const Z z{size * std::cos(turn), size * std::sin(turn)};
        // The nearly zero part has all its digits.
        const double wanted = std::log(Std(z.re, z.im)).real(), found = grb::by_parts::log(z).re;
        ASSERT_LE(std::fabs(found - wanted), 1e-14 * std::fabs(wanted)) << text({z.re, z.im});
        for (const Function &f : functions) check(f, z);
    }
}

/// The sign of a zero selects the side of a branch cut.
TEST(ComplexFunctions, OnTheAxes) {
    for (const double x : {0.25, 0.999, 1.0, 1.5, 3.0, 1e8, 1e160, 1e-160}) {
        for (const double sign : {1.0, -1.0}) {
            for (const double zero : {0.0, -0.0}) {
                for (const Function &f : functions) {
                    check(f, {sign * x, zero});
                    check(f, {zero, sign * x});
                }
            }
        }
    }
    for (const double x : {0.0, -0.0})
        for (const double y : {0.0, -0.0})
            for (const Function &f : functions) check(f, {x, y});
}

/// Annex G leaves some signs open, but says which parts are infinite, NaN or finite.
TEST(ComplexFunctions, OfInfinitiesAndNan) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> parts = {inf, -inf, nan, 0.0, 1.0, -2.5};
    for (const Function &f : functions) {
        for (const double re : parts) {
            for (const double im : parts) {
                const Z found = f.own({re, im});
                const Std wanted = f.standard({re, im});
                const auto same_kind = [](double x, double y) {
                    if (std::isfinite(x) && std::isfinite(y)) return std::fabs(x - y) < 1e-14;
                    return std::isnan(x) == std::isnan(y) && std::isinf(x) == std::isinf(y);
                };
                EXPECT_TRUE(same_kind(found.re, wanted.real()) &&
                            same_kind(found.im, wanted.imag()))
                    << f.name << text({re, im}) << " is " << text({found.re, found.im}) << ", not "
                    << text(wanted);
            }
        }
    }
}

TEST(ComplexFunctions, LargeAndSmall) {
    for (const double x : {709.5, 711.0, -745.0, 1e300, 1.7e308, 5e-324, 1e-300}) {
        for (const double y : {1.0, -0.3, 1e-300}) {
            for (const Function &f : functions) {
                const std::string name = f.name;
                // Both parts are rounded from numbers beyond the range, or to denormals.
                if (std::fabs(x) > 1e200 && name != "log" && name != "sqrt") continue;
                check(f, {x, y});
            }
        }
    }
    const Z root = grb::by_parts::sqrt(Z{1.5e308, 1.5e308});
    EXPECT_NEAR(root.re / 1.3455e154, 1, 1e-3);
}

TEST(ComplexFunctions, PowersAndFloats) {
    std::mt19937_64 generator(3);
    std::uniform_real_distribution<double> part(-3, 3);
    for (int k = 0; k < 2'000; k++) {
        const Z x{part(generator), part(generator)}, y{part(generator), part(generator)};
        const Z found = grb::by_parts::pow(x, y);
        const Std wanted = std::pow(Std(x.re, x.im), Std(y.re, y.im));
        EXPECT_LE(std::abs(Std(found.re, found.im) - wanted), 1e-13 * std::abs(wanted));
        const grb::Complex<float> narrow = grb::narrowed(x), root = grb::by_parts::sqrt(narrow);
        const std::complex<float> std_root = std::sqrt(std::complex<float>(narrow.re, narrow.im));
        EXPECT_LE(std::abs(std::complex<float>(root.re, root.im) - std_root),
                  4e-7f * std::abs(std_root));
    }
}

} // namespace
