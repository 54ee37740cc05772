// Complex numbers and what the catalogue's operators mean on them. For the host alone: std::complex does the work. Only
// kernels of the batch tier see the type.
#pragma once

#include "algebra/catalogue.hpp"
#include "base/type.hpp"

#include <cmath>
#include <complex>
#include <limits>

namespace grb {

/// Laid out as C's _Complex and C++'s std::complex.
template <class Real>
struct Complex {
    Real re = 0, im = 0;
    friend constexpr bool operator==(Complex x, Complex y) { return x.re == y.re && x.im == y.im; }
};
template <class Real>
inline constexpr bool is_complex<Complex<Real>> = true;

template <class Real>
std::complex<Real> to_std(Complex<Real> x) {
    return {x.re, x.im};
}
template <class Real>
Complex<Real> from_std(std::complex<Real> x) {
    return {x.real(), x.imag()};
}
inline Complex<double> widened(Complex<float> x) {
    return {x.re, x.im};
}
inline Complex<float> narrowed(Complex<double> x) {
    return {static_cast<float>(x.re), static_cast<float>(x.im)};
}

/// x · (−i), exact.
inline Complex<double> turned(Complex<double> x) {
    return {x.im, -x.re};
}
/// x / y. When y lies on an axis, both parts of x are divided by it (C11, annex G.5.1, the table of quotients). Else
/// by Smith 1962, with x and y turned so that y's real part is the larger one. When both parts of y are infinite, their
/// ratio is taken to be ±1, so that x / y is 0 for a finite x (G.5.1, paragraph 4).
inline Complex<double> divided(Complex<double> x, Complex<double> y) {
    if (std::fabs(y.re) < std::fabs(y.im)) {
        x = turned(x);
        y = turned(y);
    }
    if (y.im == 0) return {x.re / y.re, x.im / y.re};
    const bool is_diagonal = std::isinf(y.re) && std::isinf(y.im);
    const double ratio =
        is_diagonal ? std::copysign(1.0, y.re) * std::copysign(1.0, y.im) : y.im / y.re;
    const double divisor = y.re + y.im * ratio;
    return {(x.re + x.im * ratio) / divisor, (x.im - x.re * ratio) / divisor};
}
inline Complex<float> divided(Complex<float> x, Complex<float> y) {
    return narrowed(divided(widened(x), widened(y)));
}

/// x as Z, where one of the two is complex. To Boolean: x != 0; to a real type: the real part.
template <class Z, class X>
Z cast_complex(X x) {
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
            return {static_cast<Real>(x), Real{0}};
        }
    }
}

/// dispatch_type, for all built-in codes.
template <class F>
decltype(auto) dispatch_builtin(TypeCode code, F &&f) {
    if (code == TypeCode::fc32) return f(type_tag<Complex<float>>{});
    if (code == TypeCode::fc64) return f(type_tag<Complex<double>>{});
    return dispatch_type(code, f);
}

#define GRB_APPLY static

template <class Real>
struct Plus<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    static constexpr bool is_commutative = true;
    static constexpr bool has_identity = true;
    static constexpr T identity() { return {0, 0}; }
    GRB_APPLY T apply(T x, T y) { return {x.re + y.re, x.im + y.im}; }
};

template <class Real>
struct Minus<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    GRB_APPLY T apply(T x, T y) { return {x.re - y.re, x.im - y.im}; }
};

/// By the formula alone: with infinite parts the product may be NaN + NaN i, where C11's annex G asks for an infinity.
/// SuiteSparse gives the same.
template <class Real>
struct Times<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    static constexpr bool is_commutative = true;
    static constexpr bool has_identity = true;
    static constexpr T identity() { return {1, 0}; }
    GRB_APPLY T apply(T x, T y) { return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re}; }
};

template <class Real>
struct Div<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    GRB_APPLY T apply(T x, T y) { return divided(x, y); }
};

template <class Real>
struct Eq<Complex<Real>> : BinaryFacts<Complex<Real>, bool> {
    using T = Complex<Real>;
    static constexpr bool is_commutative = true;
    GRB_APPLY bool apply(T x, T y) { return x == y; }
};

template <class Real>
struct Ne<Complex<Real>> : BinaryFacts<Complex<Real>, bool> {
    using T = Complex<Real>;
    static constexpr bool is_commutative = true;
    GRB_APPLY bool apply(T x, T y) { return !(x == y); }
};

template <class Real>
struct Abs<Complex<Real>> : UnaryFacts<Complex<Real>> {
    using Z = Real;
    GRB_APPLY Real apply(Complex<Real> x) { return std::abs(to_std(x)); }
};

template <class Real>
struct Ainv<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return {-x.re, -x.im}; }
};

template <class Real>
struct Minv<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return divided({1, 0}, x); }
};

template <class Real>
struct Exp<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return from_std(std::exp(to_std(x))); }
};

template <class Real>
struct Log<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return from_std(std::log(to_std(x))); }
};

template <class Real>
struct Sqrt<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return from_std(std::sqrt(to_std(x))); }
};

// On complex numbers only

template <class T>
struct Conj : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return {x.re, -x.im}; }
};
template <class T>
struct Creal : UnaryFacts<T> {
    using Z = decltype(T::re);
    GRB_APPLY Z apply(T x) { return x.re; }
};
template <class T>
struct Cimag : UnaryFacts<T> {
    using Z = decltype(T::re);
    GRB_APPLY Z apply(T x) { return x.im; }
};
template <class T>
struct Carg : UnaryFacts<T> {
    using Z = decltype(T::re);
    GRB_APPLY Z apply(T x) { return std::arg(to_std(x)); }
};

#undef GRB_APPLY

} // namespace grb
