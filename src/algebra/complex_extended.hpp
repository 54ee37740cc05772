// What the operators of SuiteSparse beyond the C API mean over complex numbers. For the host alone.
#pragma once

#include "algebra/catalogue_extended.hpp"
#include "algebra/complex.hpp"

namespace grb {

#define GRB_APPLY static

template <class Real>
bool has_nan(Complex<Real> x) {
    return std::isnan(x.re) || std::isnan(x.im);
}
/// Infinities are whole, as all large floats are. A NaN counts as whole: the power is NaN anyway.
template <class Real>
bool is_whole(Real x) {
    return std::isnan(x) || std::trunc(x) == x;
}
/// x^y = exp(y log x) (C11, annex G.6.4.1), with three exceptions. Of two real numbers it is the real power, unless
/// that is the root of a negative number. With a NaN it is NaN. x^0 is 1.
template <class Real>
Complex<Real> power(Complex<Real> x, Complex<Real> y) {
    const bool is_on_real_axis = x.im == 0 && y.im == 0;
    if (is_on_real_axis && (is_whole(y.re) || x.re >= 0)) return {real_power(x.re, y.re), 0};
    if (has_nan(x) || has_nan(y)) {
        constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
        return {nan, nan};
    }
    if (y == Complex<Real>{}) return {1, 0};
    return from_std(std::pow(to_std(x), to_std(y)));
}
template <class Real>
struct Pow<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    GRB_APPLY T apply(T x, T y) { return power(x, y); }
};

/// Of two reals.
template <class T>
struct Cmplx : BinaryFacts<T, Complex<T>> {
    GRB_APPLY Complex<T> apply(T x, T y) { return {x, y}; }
};

#define GRB_LIBRARY_UNARY(Functor, expression)                  \
    template <class Real>                                       \
    struct Functor<Complex<Real>> : UnaryFacts<Complex<Real>> { \
        using T = Complex<Real>;                                \
        GRB_APPLY T apply(T x) { return expression; }           \
    };
GRB_LIBRARY_UNARY(Sin, from_std(std::sin(to_std(x))))
GRB_LIBRARY_UNARY(Cos, from_std(std::cos(to_std(x))))
GRB_LIBRARY_UNARY(Tan, from_std(std::tan(to_std(x))))
GRB_LIBRARY_UNARY(Asin, from_std(std::asin(to_std(x))))
GRB_LIBRARY_UNARY(Acos, from_std(std::acos(to_std(x))))
GRB_LIBRARY_UNARY(Atan, from_std(std::atan(to_std(x))))
GRB_LIBRARY_UNARY(Sinh, from_std(std::sinh(to_std(x))))
GRB_LIBRARY_UNARY(Cosh, from_std(std::cosh(to_std(x))))
GRB_LIBRARY_UNARY(Tanh, from_std(std::tanh(to_std(x))))
GRB_LIBRARY_UNARY(Asinh, from_std(std::asinh(to_std(x))))
GRB_LIBRARY_UNARY(Acosh, from_std(std::acosh(to_std(x))))
GRB_LIBRARY_UNARY(Atanh, from_std(std::atanh(to_std(x))))
// Rounding: each part by itself.
GRB_LIBRARY_UNARY(Ceil, (T{std::ceil(x.re), std::ceil(x.im)}))
GRB_LIBRARY_UNARY(Floor, (T{std::floor(x.re), std::floor(x.im)}))
GRB_LIBRARY_UNARY(Round, (T{std::round(x.re), std::round(x.im)}))
GRB_LIBRARY_UNARY(Trunc, (T{std::trunc(x.re), std::trunc(x.im)}))
GRB_LIBRARY_UNARY(Exp2, (x.im == 0 ? T{std::exp2(x.re), 0} : power(T{2, 0}, x)))
GRB_LIBRARY_UNARY(Log10, divided(Log<T>::apply(x), T{static_cast<Real>(2.302585092994045684), 0}))
GRB_LIBRARY_UNARY(Log2, divided(Log<T>::apply(x), T{static_cast<Real>(0.693147180559945309), 0}))
#undef GRB_LIBRARY_UNARY

/// Tests: those of the parts joined by `connective`.
#define GRB_LIBRARY_TEST(Functor, function, connective)                \
    template <class Real>                                              \
    struct Functor<Complex<Real>> : UnaryFacts<Complex<Real>> {        \
        using Z = bool;                                                \
        GRB_APPLY bool apply(Complex<Real> x) {                        \
            return std::function(x.re) connective std::function(x.im); \
        }                                                              \
    };
GRB_LIBRARY_TEST(Isinf, isinf, ||)
GRB_LIBRARY_TEST(Isnan, isnan, ||)
GRB_LIBRARY_TEST(Isfinite, isfinite, &&)
#undef GRB_LIBRARY_TEST

template <class Real>
struct Signum<Complex<Real>> : UnaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    GRB_APPLY T apply(T x) {
        if (x.re == 0 && x.im == 0) return {0, 0};
        const auto size = std::abs(to_std(x));
        return {x.re / size, x.im / size};
    }
};

/// In double precision: near 0 the difference loses digits.
template <class Real>
struct Expm1<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) {
        if constexpr (is_same_type<Real, float>) {
            return narrowed(Expm1<Complex<double>>::apply(widened(x)));
        } else {
            const auto z = std::exp(to_std(x));
            return {z.real() - 1, z.imag()};
        }
    }
};
template <class Real>
struct Log1p<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) {
        if constexpr (is_same_type<Real, float>) {
            return narrowed(Log1p<Complex<double>>::apply(widened(x)));
        } else {
            return Log<Complex<Real>>::apply({x.re + 1, x.im});
        }
    }
};

#undef GRB_APPLY

} // namespace grb
