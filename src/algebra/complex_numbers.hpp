// Complex numbers: their layout, casts and quotients. In the C++ subset that g++, clang++, nvcc and
// NVRTC compile.
#pragma once

#include "algebra/narrow_numbers.hpp"

namespace grb {

/// A number with the layout of C's _Complex and C++'s std::complex. The default constructor does
/// nothing: numbers may lie in a kernel's shared memory.
template <class Real>
struct Complex {
    Real re, im;
    Complex() = default;
    GRB_HD constexpr explicit Complex(Real real) : re(real), im(0) {}
    GRB_HD constexpr Complex(Real real, Real imaginary) : re(real), im(imaginary) {}
    GRB_HD friend constexpr bool operator==(Complex x, Complex y) {
        return x.re == y.re && x.im == y.im;
    }
};
template <class Real>
inline constexpr bool is_complex<Complex<Real>> = true;

GRB_HD inline Complex<double> widened(Complex<float> x) {
    return {x.re, x.im};
}
GRB_HD inline Complex<float> narrowed(Complex<double> x) {
    return {static_cast<float>(x.re), static_cast<float>(x.im)};
}

/// Computes x · (−i) exactly.
GRB_HD inline Complex<double> rotated(Complex<double> x) {
    return {x.im, -x.re};
}
/// Computes x / y. When y lies on an axis, divides both parts of x by it (C11, annex G.5.1, the
/// table of quotients). Else follows Smith 1962, with x and y rotated so that y's real part is the
/// larger one. When both parts of y are infinite, takes their ratio to be ±1, so that x / y is 0
/// for a finite x (G.5.1, paragraph 4).
GRB_HD inline Complex<double> divided(Complex<double> x, Complex<double> y) {
    if (absolute(y.re) < absolute(y.im)) {
        x = rotated(x);
        y = rotated(y);
    }
    if (y.im == 0) return {x.re / y.re, x.im / y.re};
    const bool is_diagonal =
        absolute(y.re) == highest<double>() && absolute(y.im) == highest<double>();
    const double sign = (y.re < 0) == (y.im < 0) ? 1 : -1;
    const double ratio = is_diagonal ? sign : y.im / y.re;
    const double divisor = y.re + y.im * ratio;
    return {(x.re + x.im * ratio) / divisor, (x.im - x.re * ratio) / divisor};
}
GRB_HD inline Complex<float> divided(Complex<float> x, Complex<float> y) {
    return narrowed(divided(widened(x), widened(y)));
}

/// Casts x to Z when one of the two is complex. To Boolean: x != 0; to a real type: the real part.
template <class Z, class X>
GRB_HD inline Z cast_complex(X x) {
    if constexpr (!is_complex<Z>) {
        if constexpr (is_boolean<Z>) {
            return x.re != 0 || x.im != 0;
        } else {
            return cast<Z>(x.re);
        }
    } else {
        using Real = decltype(Z::re);
        if constexpr (is_complex<X>) {
            return {static_cast<Real>(x.re), static_cast<Real>(x.im)};
        } else {
            return {cast<Real>(x), Real{0}};
        }
    }
}

} // namespace grb
