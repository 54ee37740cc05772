// Defines the catalogue's operators on complex numbers. The host takes elementary functions from
// std::complex, which the device lacks: algebra/complex_functions.hpp. In the C++ subset that g++,
// clang++, nvcc and NVRTC compile.
#pragma once

#include "algebra/catalogue.hpp"
#include "algebra/complex_functions.hpp"

#if !defined(__CUDACC_RTC__)
#include <complex>
#endif

namespace grb {

// GRB_COMPLEX(function) is that function of the complex number x, GRB_COMPLEX_REAL(function,
// device) a real one.
#if defined(__CUDACC__)
#define GRB_COMPLEX(function) by_parts::function(x)
#else
template <class Real>
std::complex<Real> to_std(Complex<Real> x) {
    return {x.re, x.im};
}
template <class Real>
Complex<Real> from_std(std::complex<Real> x) {
    return {x.real(), x.imag()};
}
#define GRB_COMPLEX(function) from_std(std::function(to_std(x)))
#endif

/// Computes |x| without overflow.
template <class Real>
GRB_HD inline Real size_of_complex(Complex<Real> x) {
    if constexpr (is_same_type<Real, float>) {
        return ::hypotf(x.re, x.im);
    } else {
        return ::hypot(x.re, x.im);
    }
}
template <class Real>
GRB_HD inline Real angle_of_complex(Complex<Real> x) {
    if constexpr (is_same_type<Real, float>) {
        return ::atan2f(x.im, x.re);
    } else {
        return ::atan2(x.im, x.re);
    }
}

#define GRB_APPLY GRB_HD static

template <class Real>
struct Plus<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    static constexpr bool is_commutative = true;
    static constexpr bool has_identity = true;
    GRB_APPLY constexpr T identity() { return {0, 0}; }
    GRB_APPLY T apply(T x, T y) { return {x.re + y.re, x.im + y.im}; }
};

template <class Real>
struct Minus<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    GRB_APPLY T apply(T x, T y) { return {x.re - y.re, x.im - y.im}; }
};

/// Multiplies by the formula alone: with infinite parts the product may be NaN + NaN i, while C11's
/// annex G asks for an infinity. SuiteSparse gives the same.
template <class Real>
struct Times<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    static constexpr bool is_commutative = true;
    static constexpr bool has_identity = true;
    GRB_APPLY constexpr T identity() { return {1, 0}; }
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
    GRB_APPLY Real apply(Complex<Real> x) { return size_of_complex(x); }
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
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return GRB_COMPLEX(exp); }
};

template <class Real>
struct Log<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return GRB_COMPLEX(log); }
};

template <class Real>
struct Sqrt<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) { return GRB_COMPLEX(sqrt); }
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
    GRB_APPLY Z apply(T x) { return angle_of_complex(x); }
};

#undef GRB_APPLY

} // namespace grb
