// Complex numbers and what the catalogue's operators mean on them. For the host alone: std::complex is at
// work inside, and no kernel but those of the batch tier sees the type.
#pragma once

#include "algebra/catalogue.hpp"
#include "core/type.hpp"

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

/// x / y after Smith 1962 (doi:10.1145/368637.368661). A y that is real or imaginary divides both parts, so
/// that infinities and zeros come out as they do for real numbers.
inline Complex<double> divided(Complex<double> x, Complex<double> y) {
    if (y.im == 0) return {x.re / y.re, x.im / y.re};
    if (y.re == 0) return {x.im / y.im, -x.re / y.im};
    const bool are_infinite = std::isinf(y.re) && std::isinf(y.im);
    if (are_infinite || std::fabs(y.re) >= std::fabs(y.im)) {
        const double same = std::signbit(y.re) == std::signbit(y.im) ? 1 : -1;
        const double ratio = are_infinite ? same : y.im / y.re;
        const double divisor = y.re + ratio * y.im;
        return {(x.re + x.im * ratio) / divisor, (x.im - x.re * ratio) / divisor};
    }
    const double ratio = y.re / y.im;
    const double divisor = ratio * y.re + y.im;
    return {(x.re * ratio + x.im) / divisor, (x.im * ratio - x.re) / divisor};
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

/// By the formula alone: a product with infinite parts may be NaN + NaN i, where C11's annex G wants an
/// infinity. SuiteSparse is compiled to do the same.
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
