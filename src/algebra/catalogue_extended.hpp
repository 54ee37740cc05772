// What the operators of SuiteSparse beyond the C API mean. For the host alone: the device has only the operators of
// algebra/catalogue.hpp.
#pragma once

#include "algebra/complex.hpp"

namespace grb {

#define GRB_APPLY static

// Selection and arithmetic on all built-in types

/// Any of the two operands is a right result; this gives the first.
template <class T>
struct Any : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    static constexpr T identity() { return T{0}; }
    GRB_APPLY T apply(T x, T) { return x; }
};

template <class T>
struct Iseq : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    GRB_APPLY T apply(T x, T y) { return x == y ? T{1} : T{0}; }
};
template <class T>
struct Isne : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    GRB_APPLY T apply(T x, T y) { return x == y ? T{0} : T{1}; }
};
template <class T>
struct Isgt : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return T(x > y); }
};
template <class T>
struct Islt : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return T(x < y); }
};
template <class T>
struct Isge : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return T(x >= y); }
};
template <class T>
struct Isle : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return T(x <= y); }
};

template <class T>
struct Rminus : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return Minus<T>::apply(y, x); }
};
template <class T>
struct Rdiv : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return Div<T>::apply(y, x); }
};
template <>
struct Rdiv<bool> : Second<bool> {};

/// Logical operators over any real type: 0 is false, every other value true.
template <class T>
struct RealLor : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    GRB_APPLY T apply(T x, T y) { return T(x != 0 || y != 0); }
};
template <>
struct RealLor<bool> : Lor<bool> {};
template <class T>
struct RealLand : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    GRB_APPLY T apply(T x, T y) { return T(x != 0 && y != 0); }
};
template <>
struct RealLand<bool> : Land<bool> {};
template <class T>
struct RealLxor : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    GRB_APPLY T apply(T x, T y) { return T((x != 0) != (y != 0)); }
};
template <>
struct RealLxor<bool> : Lxor<bool> {};
template <class T>
struct RealLnot : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return T(x == 0); }
};
template <>
struct RealLnot<bool> : Lnot<bool> {};

/// C's pow, but NaN^0 and 1^NaN are NaN.
template <class T>
T power(T x, T y) {
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<T>::quiet_NaN();
    return std::pow(x, y);
}
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
    if (is_on_real_axis && (is_whole(y.re) || x.re >= 0)) return {power(x.re, y.re), 0};
    if (has_nan(x) || has_nan(y)) {
        constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
        return {nan, nan};
    }
    if (y == Complex<Real>{}) return {1, 0};
    return from_std(std::pow(to_std(x), to_std(y)));
}
/// Integers: computed in double and cast, which saturates.
template <class T>
struct Pow : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) {
        if constexpr (is_integer<T>) {
            return cast<T>(power(static_cast<double>(x), static_cast<double>(y)));
        } else {
            return power(x, y);
        }
    }
};
template <>
struct Pow<bool> : BinaryFacts<bool> {
    GRB_APPLY bool apply(bool x, bool y) { return x || !y; }
};

// Bits of integers, the lowest being number 1

template <class T>
inline constexpr int bit_count = static_cast<int>(8 * sizeof(T));
template <class T>
constexpr bool is_bit(T k) {
    return k >= 1 && static_cast<Bits<T>>(k) <= bit_count<T>;
}
template <class T>
constexpr Bits<T> bit(T k) {
    return static_cast<Bits<T>>(Bits<T>{1} << (k - 1));
}

template <class T>
struct Bget : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T k) { return T(is_bit(k) && (bits_of(x) & bit(k)) != 0); }
};
template <class T>
struct Bset : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T k) { return is_bit(k) ? from_bits<T>(bits_of(x) | bit(k)) : x; }
};
template <class T>
struct Bclr : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T k) {
        return is_bit(k) ? from_bits<T>(static_cast<Bits<T>>(bits_of(x) & ~bit(k))) : x;
    }
};
/// x · 2^k: to the left bits are lost at the top, to the right the sign is repeated.
template <class T>
struct Bshift : BinaryFacts<T> {
    using Y = signed char;
    GRB_APPLY T apply(T x, signed char k) {
        if (k >= bit_count<T>) return T{0};
        if (k <= -bit_count<T>) return x < 0 ? static_cast<T>(-1) : T{0};
        if (k >= 0) return from_bits<T>(static_cast<Bits<T>>(bits_of(x) << k));
        return static_cast<T>(x >> -k);
    }
};

// On real floats only

#define GRB_LIBRARY_BINARY(Functor, function)                       \
    template <class T>                                              \
    struct Functor : BinaryFacts<T> {                               \
        GRB_APPLY T apply(T x, T y) { return std::function(x, y); } \
    };
GRB_LIBRARY_BINARY(Atan2, atan2)
GRB_LIBRARY_BINARY(Hypot, hypot)
GRB_LIBRARY_BINARY(Fmod, fmod)
GRB_LIBRARY_BINARY(Remainder, remainder)
GRB_LIBRARY_BINARY(Copysign, copysign)
#undef GRB_LIBRARY_BINARY
template <class T>
struct Ldexp : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return std::ldexp(x, cast<int>(y)); }
};
template <class T>
struct Cmplx : BinaryFacts<T, Complex<T>> {
    GRB_APPLY Complex<T> apply(T x, T y) { return {x, y}; }
};

#define GRB_LIBRARY_UNARY(Functor, expression)        \
    template <class T>                                \
    struct Functor : UnaryFacts<T> {                  \
        GRB_APPLY T apply(T x) { return expression; } \
    };
GRB_LIBRARY_UNARY(Cbrt, std::cbrt(x))
GRB_LIBRARY_UNARY(Tgamma, std::tgamma(x))
GRB_LIBRARY_UNARY(Erf, std::erf(x))
GRB_LIBRARY_UNARY(Erfc, std::erfc(x))
#undef GRB_LIBRARY_UNARY
/// The sign of the gamma function, which std::lgamma stores in a global variable, is dropped.
template <class T>
struct Lgamma : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        int sign;
        if constexpr (is_same_type<T, float>) return ::lgammaf_r(x, &sign);
        return static_cast<T>(::lgamma_r(x, &sign));
    }
};
template <class T>
struct Frexpx : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        int exponent;
        return std::frexp(x, &exponent);
    }
};
template <class T>
struct Frexpe : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        int exponent = 0;
        std::frexp(x, &exponent);
        return static_cast<T>(exponent);
    }
};

// On real and complex floats

template <class T>
struct One : UnaryFacts<T> {
    GRB_APPLY T apply(T) { return T{1}; }
};

/// C++ has these functions for both under one name.
#define GRB_LIBRARY_BOTH(Functor, function)                \
    template <class T>                                     \
    struct Functor : UnaryFacts<T> {                       \
        GRB_APPLY T apply(T x) {                           \
            if constexpr (is_complex<T>) {                 \
                return from_std(std::function(to_std(x))); \
            } else {                                       \
                return std::function(x);                   \
            }                                              \
        }                                                  \
    };
GRB_LIBRARY_BOTH(Sin, sin)
GRB_LIBRARY_BOTH(Cos, cos)
GRB_LIBRARY_BOTH(Tan, tan)
GRB_LIBRARY_BOTH(Asin, asin)
GRB_LIBRARY_BOTH(Acos, acos)
GRB_LIBRARY_BOTH(Atan, atan)
GRB_LIBRARY_BOTH(Sinh, sinh)
GRB_LIBRARY_BOTH(Cosh, cosh)
GRB_LIBRARY_BOTH(Tanh, tanh)
GRB_LIBRARY_BOTH(Asinh, asinh)
GRB_LIBRARY_BOTH(Acosh, acosh)
GRB_LIBRARY_BOTH(Atanh, atanh)
#undef GRB_LIBRARY_BOTH

/// Rounding: each part of a complex number by itself.
#define GRB_LIBRARY_PARTS(Functor, function)                       \
    template <class T>                                             \
    struct Functor : UnaryFacts<T> {                               \
        GRB_APPLY T apply(T x) {                                   \
            if constexpr (is_complex<T>) {                         \
                return {std::function(x.re), std::function(x.im)}; \
            } else {                                               \
                return std::function(x);                           \
            }                                                      \
        }                                                          \
    };
GRB_LIBRARY_PARTS(Ceil, ceil)
GRB_LIBRARY_PARTS(Floor, floor)
GRB_LIBRARY_PARTS(Round, round)
GRB_LIBRARY_PARTS(Trunc, trunc)
#undef GRB_LIBRARY_PARTS

/// Tests: of a complex number, the tests of its parts joined by `connective`.
#define GRB_LIBRARY_TEST(Functor, function, connective)                    \
    template <class T>                                                     \
    struct Functor : UnaryFacts<T> {                                       \
        using Z = bool;                                                    \
        GRB_APPLY bool apply(T x) {                                        \
            if constexpr (is_complex<T>) {                                 \
                return std::function(x.re) connective std::function(x.im); \
            } else {                                                       \
                return std::function(x);                                   \
            }                                                              \
        }                                                                  \
    };
GRB_LIBRARY_TEST(Isinf, isinf, ||)
GRB_LIBRARY_TEST(Isnan, isnan, ||)
GRB_LIBRARY_TEST(Isfinite, isfinite, &&)
#undef GRB_LIBRARY_TEST

template <class T>
struct Signum : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        if constexpr (is_complex<T>) {
            if (x.re == 0 && x.im == 0) return {0, 0};
            const auto size = std::abs(to_std(x));
            return {x.re / size, x.im / size};
        } else {
            return std::isnan(x) ? x : T(x > 0) - T(x < 0);
        }
    }
};

template <class T>
struct Exp2 : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        if constexpr (is_complex<T>) {
            return x.im == 0 ? T{std::exp2(x.re), 0} : power(T{2, 0}, x);
        } else {
            return std::exp2(x);
        }
    }
};

// Complex floats are computed in double precision: near 0 the difference loses digits.

template <class T>
struct Expm1 : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        if constexpr (is_same_type<T, Complex<float>>) {
            return narrowed(Expm1<Complex<double>>::apply(widened(x)));
        } else if constexpr (is_complex<T>) {
            const auto z = std::exp(to_std(x));
            return {z.real() - 1, z.imag()};
        } else {
            return std::expm1(x);
        }
    }
};
template <class T>
struct Log1p : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        if constexpr (is_same_type<T, Complex<float>>) {
            return narrowed(Log1p<Complex<double>>::apply(widened(x)));
        } else if constexpr (is_complex<T>) {
            return Log<T>::apply({x.re + 1, x.im});
        } else {
            return std::log1p(x);
        }
    }
};
template <class T>
struct Log10 : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        if constexpr (is_complex<T>) {
            using Real = decltype(T::re);
            return divided(Log<T>::apply(x), T{static_cast<Real>(2.302585092994045684), 0});
        } else {
            return std::log10(x);
        }
    }
};
template <class T>
struct Log2 : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        if constexpr (is_complex<T>) {
            using Real = decltype(T::re);
            return divided(Log<T>::apply(x), T{static_cast<Real>(0.693147180559945309), 0});
        } else {
            return std::log2(x);
        }
    }
};

#undef GRB_APPLY

} // namespace grb
