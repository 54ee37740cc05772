// Elementary functions of complex numbers for compilers without std::complex: the device's. The
// formulas, exact on the branch cuts and free of cancellation, are those of Kahan 1987; infinities
// and NaN follow annex G of the C standard. All compute in double precision: functions of floats
// round these results. In the C++ subset that g++, clang++, nvcc and NVRTC compile.
#pragma once

#include "algebra/complex_numbers.hpp"

#if !defined(__CUDACC_RTC__)
#include <math.h>
#endif

namespace grb::by_parts {

using Number = Complex<double>;

inline constexpr double infinity = highest<double>();
inline constexpr double half_pi = 1.5707963267948966, log_of_two = 0.69314718055994531;

GRB_HD inline bool is_nan(double x) {
    return x != x;
}
GRB_HD inline bool is_infinite(double x) {
    return absolute(x) == infinity;
}
GRB_HD inline bool is_finite(double x) {
    return absolute(x) < infinity;
}
GRB_HD inline double not_a_number() {
    return from_bits<double>(0x7FF8000000000000ul);
}
/// Compute z · i and z · (−i): functions of angles are the hyperbolic ones, rotated.
GRB_HD inline Number times_i(Number z) {
    return {-z.im, z.re};
}
GRB_HD inline Number times_minus_i(Number z) {
    return {z.im, -z.re};
}

/// Computes e^x · {c, s}, also when e^x alone is too large.
GRB_HD inline Number scaled(double x, double c, double s) {
    constexpr double largest = 709;
    if (x <= largest || x == infinity) {
        const double size = ::exp(x);
        return {size * c, size * s};
    }
    const double half = ::exp(x / 2);
    return {half * c * half, half * s * half};
}

GRB_HD inline Number exp(Number z) {
    if (z.im == 0) return {::exp(z.re), z.im};
    if (!is_finite(z.im) && is_infinite(z.re)) {
        if (z.re < 0) return {0, ::copysign(0.0, z.im)};
        return {infinity, not_a_number()};
    }
    return scaled(z.re, ::cos(z.im), ::sin(z.im));
}

/// Returns the sum of two numbers and adds its rounding error to *lost.
GRB_HD inline double sum_of(double x, double y, double *lost) {
    const double sum = x + y, part = sum - x;
    *lost += (x - (sum - part)) + (y - part);
    return sum;
}

/// Computes log |z|. Near the unit circle it adds up |z|² − 1 with all digits.
GRB_HD inline double log_of_size(Number z) {
    const double x = larger(absolute(z.re), absolute(z.im));
    const double y = smaller(absolute(z.re), absolute(z.im));
    const double size = ::hypot(z.re, z.im);
    if (size > 0.5 && size < 2 && x >= 0.5) {
        const double d = x - 1, dd = d * d, yy = y * y;
        double lost = ::fma(d, d, -dd) + ::fma(y, y, -yy);
        double sum = sum_of(2 * d, yy, &lost);
        sum = sum_of(sum, dd, &lost);
        return ::log1p(sum + lost) / 2;
    }
    if (size > 0x1p1022) return ::log(::hypot(z.re / 4, z.im / 4)) + 2 * log_of_two;
    if (size < 0x1p-1000 && size > 0)
        return ::log(::hypot(z.re * 0x1p100, z.im * 0x1p100)) - 100 * log_of_two;
    return ::log(size);
}

GRB_HD inline Number log(Number z) {
    return {log_of_size(z), ::atan2(z.im, z.re)};
}

GRB_HD inline Number sqrt(Number z) {
    if (is_infinite(z.im)) return {infinity, z.im};
    if (is_infinite(z.re)) {
        const double other = is_nan(z.im) ? z.im : ::copysign(0.0, z.im);
        if (z.re > 0) return {infinity, other};
        return {is_nan(z.im) ? z.im : 0, ::copysign(infinity, z.im)};
    }
    if (z.re == 0 && z.im == 0) return {0, z.im};
    const double largest = larger(absolute(z.re), absolute(z.im));
    // The scales are powers of four, whose roots are exact.
    const double scale = largest > 0x1p1020 ? 0x1p-4 : largest < 0x1p-960 ? 0x1p108 : 1;
    const double root = largest > 0x1p1020 ? 0x1p2 : largest < 0x1p-960 ? 0x1p-54 : 1;
    const double re = z.re * scale, im = z.im * scale;
    const double size = ::sqrt((absolute(re) + ::hypot(re, im)) / 2), rest = im / (2 * size);
    if (re < 0) return {absolute(rest) * root, ::copysign(size, im) * root};
    return {size * root, rest * root};
}

GRB_HD inline Number sinh(Number z) {
    if (z.im == 0) return {::sinh(z.re), z.im};
    if (!is_finite(z.im) && (z.re == 0 || is_infinite(z.re))) return {z.re, not_a_number()};
    const double c = ::cos(z.im), s = ::sin(z.im), x = absolute(z.re);
    if (x > 40) {
        const Number large = scaled(x, c / 2, s / 2);
        return {z.re < 0 ? -large.re : large.re, large.im};
    }
    return {::sinh(z.re) * c, ::cosh(z.re) * s};
}
GRB_HD inline Number cosh(Number z) {
    if (z.im == 0) return {::cosh(z.re), is_nan(z.re) ? z.im : z.im * ::copysign(1.0, z.re)};
    if (!is_finite(z.im)) {
        if (z.re == 0) return {not_a_number(), 0};
        if (is_infinite(z.re)) return {infinity, not_a_number()};
    }
    const double c = ::cos(z.im), s = ::sin(z.im), x = absolute(z.re);
    if (x > 40) {
        const Number large = scaled(x, c / 2, s / 2);
        return {large.re, z.re < 0 ? -large.im : large.im};
    }
    return {::cosh(z.re) * c, ::sinh(z.re) * s};
}
GRB_HD inline Number tanh(Number z) {
    if (z.im == 0) return {::tanh(z.re), z.im};
    if (z.re == 0 && !is_finite(z.im)) return {z.re, not_a_number()};
    const double x = absolute(z.re);
    if (x > 22) {
        const double sign = ::copysign(1.0, z.re);
        if (!is_finite(z.im))
            return {is_infinite(x) ? sign : not_a_number(),
                    is_infinite(x) ? ::copysign(0.0, z.im) : not_a_number()};
        return {sign, 4 * ::sin(z.im) * ::cos(z.im) * ::exp(-2 * x)};
    }
    const double t = ::tan(z.im), s = ::sinh(z.re);
    const double beta = 1 + t * t, rho = ::sqrt(1 + s * s), divisor = 1 + beta * s * s;
    return {beta * rho * s / divisor, t / divisor};
}

/// The roots of 1 − z and 1 + z, from which the inverse functions are computed.
struct Roots {
    Number below, above;
};
GRB_HD inline Roots roots_of(Number z) {
    return {by_parts::sqrt(Number{1 - z.re, -z.im}), by_parts::sqrt(Number{1 + z.re, z.im})};
}

GRB_HD inline Number asin_of_finite(Number z) {
    const Roots r = roots_of(z);
    return {::atan2(z.re, r.below.re * r.above.re - r.below.im * r.above.im),
            ::asinh(r.below.re * r.above.im - r.below.im * r.above.re)};
}
GRB_HD inline Number asinh(Number z) {
    if (is_infinite(z.re) || is_infinite(z.im)) {
        const double size = is_nan(z.re) ? infinity : ::copysign(infinity, z.re);
        return {size, ::copysign(::atan2(absolute(z.im), absolute(z.re)), z.im)};
    }
    if (is_nan(z.re) && z.im == 0) return z;
    return times_i(asin_of_finite(times_minus_i(z)));
}
GRB_HD inline Number asin(Number z) {
    return times_minus_i(by_parts::asinh(times_i(z)));
}
GRB_HD inline Number acos(Number z) {
    if (is_infinite(z.re) || is_infinite(z.im)) {
        const double size = is_nan(z.im) ? infinity : -::copysign(infinity, z.im);
        return {::atan2(absolute(z.im), z.re), size};
    }
    if (z.re == 0 && is_nan(z.im)) return {half_pi, z.im};
    const Roots r = roots_of(z);
    return {2 * ::atan2(r.below.re, r.above.re),
            ::asinh(r.above.re * r.below.im - r.above.im * r.below.re)};
}
GRB_HD inline Number acosh(Number z) {
    if (is_infinite(z.re) || is_infinite(z.im)) return {infinity, ::atan2(z.im, z.re)};
    if (z.re == 0 && is_nan(z.im)) return {z.im, half_pi};
    const Number below = by_parts::sqrt(Number{z.re - 1, z.im});
    const Number above = by_parts::sqrt(Number{z.re + 1, z.im});
    return {::asinh(below.re * above.re + below.im * above.im), 2 * ::atan2(below.im, above.re)};
}
GRB_HD inline Number atanh(Number z) {
    const double x = absolute(z.re), y = absolute(z.im);
    if (is_infinite(x) || is_infinite(y)) {
        const double angle = is_nan(z.im) ? z.im : ::copysign(half_pi, z.im);
        return {is_nan(z.re) ? 0 : ::copysign(0.0, z.re), angle};
    }
    if (x == 0 && is_nan(y)) return {z.re, z.im};
    constexpr double large = 1e100, small = 1e-150;
    if (x > large || y > large) {
        const double size = ::hypot(x, y);
        return {z.re / size / size, ::copysign(half_pi, z.im)};
    }
    const double near_pole = x == 1 && y < small ? 2 * (log_of_two - ::log(y)) // y² would vanish
                                                 : ::log1p(4 * x / ((1 - x) * (1 - x) + y * y));
    return {::copysign(near_pole / 4, z.re), ::atan2(2 * z.im, (1 - x) * (1 + x) - y * y) / 2};
}

GRB_HD inline Number sin(Number z) {
    return times_minus_i(by_parts::sinh(times_i(z)));
}
GRB_HD inline Number cos(Number z) {
    return by_parts::cosh(times_i(z));
}
GRB_HD inline Number tan(Number z) {
    return times_minus_i(by_parts::tanh(times_i(z)));
}
GRB_HD inline Number atan(Number z) {
    return times_minus_i(by_parts::atanh(times_i(z)));
}

/// Computes e^(y log x).
GRB_HD inline Number pow(Number x, Number y) {
    const Number l = by_parts::log(x);
    return by_parts::exp(Number{y.re * l.re - y.im * l.im, y.re * l.im + y.im * l.re});
}

#define GRB_OF_FLOATS(name)                               \
    GRB_HD inline Complex<float> name(Complex<float> z) { \
        return narrowed(by_parts::name(widened(z)));      \
    }
GRB_OF_FLOATS(exp)
GRB_OF_FLOATS(log)
GRB_OF_FLOATS(sqrt)
GRB_OF_FLOATS(sin)
GRB_OF_FLOATS(cos)
GRB_OF_FLOATS(tan)
GRB_OF_FLOATS(asin)
GRB_OF_FLOATS(acos)
GRB_OF_FLOATS(atan)
GRB_OF_FLOATS(sinh)
GRB_OF_FLOATS(cosh)
GRB_OF_FLOATS(tanh)
GRB_OF_FLOATS(asinh)
GRB_OF_FLOATS(acosh)
GRB_OF_FLOATS(atanh)
#undef GRB_OF_FLOATS
GRB_HD inline Complex<float> pow(Complex<float> x, Complex<float> y) {
    return narrowed(by_parts::pow(widened(x), widened(y)));
}

} // namespace grb::by_parts
