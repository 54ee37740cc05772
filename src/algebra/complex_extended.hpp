// Defines the operators of SuiteSparse beyond the C API over complex numbers. In the C++ subset
// that g++, clang++, nvcc and NVRTC compile.
#pragma once

#include "algebra/catalogue_extended.hpp"
#include "algebra/complex.hpp"

namespace grb {

#define GRB_APPLY GRB_HD static

template <class Real>
GRB_HD inline bool has_nan(Complex<Real> x) {
    return x.re != x.re || x.im != x.im;
}
/// Infinities are whole, as all large floats are. A NaN counts as whole: the power is NaN anyway.
template <class Real>
GRB_HD inline bool is_whole(Real x) {
    return x != x || Trunc<Real>::apply(x) == x;
}
/// Computes x^y = exp(y log x) (C11, annex G.6.4.1), with three exceptions. Two real numbers give
/// the real power, unless that is the root of a negative number. A NaN gives NaN. x^0 is 1.
template <class Real>
GRB_HD inline Complex<Real> power(Complex<Real> x, Complex<Real> y) {
    const bool is_on_real_axis = x.im == 0 && y.im == 0;
    if (is_on_real_axis && (is_whole(y.re) || x.re >= 0)) return {real_power(x.re, y.re), 0};
    if (has_nan(x) || has_nan(y)) {
        const Real nan = static_cast<Real>(by_parts::not_a_number());
        return {nan, nan};
    }
    if (y == Complex<Real>{}) return {1, 0};
#if defined(__CUDACC__)
    return by_parts::pow(x, y);
#else
    return from_std(std::pow(to_std(x), to_std(y)));
#endif
}
template <class Real>
struct Pow<Complex<Real>> : BinaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    GRB_APPLY T apply(T x, T y) { return power(x, y); }
};

/// Makes a complex number of two reals.
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
GRB_LIBRARY_UNARY(Sin, GRB_COMPLEX(sin))
GRB_LIBRARY_UNARY(Cos, GRB_COMPLEX(cos))
GRB_LIBRARY_UNARY(Tan, GRB_COMPLEX(tan))
GRB_LIBRARY_UNARY(Asin, GRB_COMPLEX(asin))
GRB_LIBRARY_UNARY(Acos, GRB_COMPLEX(acos))
GRB_LIBRARY_UNARY(Atan, GRB_COMPLEX(atan))
GRB_LIBRARY_UNARY(Sinh, GRB_COMPLEX(sinh))
GRB_LIBRARY_UNARY(Cosh, GRB_COMPLEX(cosh))
GRB_LIBRARY_UNARY(Tanh, GRB_COMPLEX(tanh))
GRB_LIBRARY_UNARY(Asinh, GRB_COMPLEX(asinh))
GRB_LIBRARY_UNARY(Acosh, GRB_COMPLEX(acosh))
GRB_LIBRARY_UNARY(Atanh, GRB_COMPLEX(atanh))
// Ceil, Floor, Round and Trunc round each part by itself.
GRB_LIBRARY_UNARY(Ceil, (T{Ceil<Real>::apply(x.re), Ceil<Real>::apply(x.im)}))
GRB_LIBRARY_UNARY(Floor, (T{Floor<Real>::apply(x.re), Floor<Real>::apply(x.im)}))
GRB_LIBRARY_UNARY(Round, (T{Round<Real>::apply(x.re), Round<Real>::apply(x.im)}))
GRB_LIBRARY_UNARY(Trunc, (T{Trunc<Real>::apply(x.re), Trunc<Real>::apply(x.im)}))
GRB_LIBRARY_UNARY(Exp2, (x.im == 0 ? T{Exp2<Real>::apply(x.re), 0} : power(T{2, 0}, x)))
GRB_LIBRARY_UNARY(Log10, divided(Log<T>::apply(x), T{static_cast<Real>(2.302585092994045684), 0}))
GRB_LIBRARY_UNARY(Log2, divided(Log<T>::apply(x), T{static_cast<Real>(0.693147180559945309), 0}))
#undef GRB_LIBRARY_UNARY

/// Joins the tests of both parts by `connective`.
#define GRB_LIBRARY_TEST(Functor, connective)                                        \
    template <class Real>                                                            \
    struct Functor<Complex<Real>> : UnaryFacts<Complex<Real>> {                      \
        using Z = bool;                                                              \
        GRB_APPLY bool apply(Complex<Real> x) {                                      \
            return Functor<Real>::apply(x.re) connective Functor<Real>::apply(x.im); \
        }                                                                            \
    };
GRB_LIBRARY_TEST(Isinf, ||)
GRB_LIBRARY_TEST(Isnan, ||)
GRB_LIBRARY_TEST(Isfinite, &&)
#undef GRB_LIBRARY_TEST

template <class Real>
struct Signum<Complex<Real>> : UnaryFacts<Complex<Real>> {
    using T = Complex<Real>;
    GRB_APPLY T apply(T x) {
        if (x.re == 0 && x.im == 0) return {0, 0};
        const auto size = size_of_complex(x);
        return {x.re / size, x.im / size};
    }
};

/// Computes in double precision: near 0 the difference loses digits.
template <class Real>
struct Expm1<Complex<Real>> : UnaryFacts<Complex<Real>> {
    GRB_APPLY Complex<Real> apply(Complex<Real> x) {
        if constexpr (is_same_type<Real, float>) {
            return narrowed(Expm1<Complex<double>>::apply(widened(x)));
        } else {
            const auto z = Exp<Complex<double>>::apply(x);
            return {z.re - 1, z.im};
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
