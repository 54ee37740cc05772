// Defines the operators of SuiteSparse beyond the C API over real types. Over complex numbers:
// algebra/complex_extended.hpp. In the C++ subset that g++, clang++, nvcc and NVRTC compile: of the
// standard library only the functions of <math.h>, which the device has under the same names.
#pragma once

#include "algebra/catalogue.hpp"

#if !defined(__CUDACC_RTC__)
#include <math.h>
#endif

namespace grb {

#define GRB_APPLY GRB_HD __attribute__((always_inline)) static constexpr

// Selection and arithmetic on all built-in types

/// Either operand is a right result; this returns the first.
template <class T>
struct Any : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    GRB_APPLY T identity() { return T{0}; }
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

/// Computes C's pow, but NaN^0 and 1^NaN are NaN.
template <class T>
GRB_INLINE T real_power(T x, T y) {
    static_assert(is_floating<T>);
    if (x != x || y != y) return x + y;
    if constexpr (is_same_type<T, float>) {
        return ::powf(x, y);
    } else {
        return ::pow(x, y);
    }
}
/// x^y of integers: the power of both in double, cast, which saturates. Multiplies when double
/// holds the power, since not every pow is exact there; else (only beyond 2^53) uses pow.
template <class T>
GRB_INLINE T whole_power(T x, T y) {
    static_assert(is_integer<T>);
    if (y == 0) return T{1};
    if (y == 1) return cast<T>(static_cast<double>(x));
    // Tests y as a double: doubles from 2^53 on are even.
    const bool is_odd = (y & 1) != 0 && absolute(static_cast<double>(y)) < 0x1p53;
    if (x == 1) return T{1};
    if (is_signed_integer<T> && x == static_cast<T>(-1)) return is_odd ? x : T{1};
    if (y < 0) return x == 0 ? highest<T>() : T{0};
    if (x == 0) return T{0};
    const bool is_negative = x < 0 && is_odd;
    const unsigned long size =
        x < 0 ? 0ul - static_cast<unsigned long>(x) : static_cast<unsigned long>(x);
    unsigned long power = size;
    bool fits = y < 64;
    for (T k = 1; fits && k < y; k++) {
        fits = power <= ~0ul / size;
        power *= size;
    }
    if (!fits) return is_negative ? lowest<T>() : highest<T>();
    const bool is_exact = power / (power & (0ul - power)) <= 1ul << 53;
    if (!is_exact) return cast<T>(real_power(static_cast<double>(x), static_cast<double>(y)));
    const double exact = static_cast<double>(power);
    return cast<T>(is_negative ? -exact : exact);
}
template <class T>
struct Pow : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) {
        if constexpr (is_integer<T>) {
            return whole_power(x, y);
        } else {
            return real_power(x, y);
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
GRB_INLINE bool is_bit(T k) {
    return k >= 1 && static_cast<Bits<T>>(k) <= bit_count<T>;
}
template <class T>
GRB_INLINE Bits<T> bit(T k) {
    return static_cast<Bits<T>>(Bits<T>{1} << (k - 1));
}

template <class T>
struct Bget : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T k) { return T(is_bit(k) && (bits_of(x) & bit(k)) != 0); }
};
template <class T>
struct Bset : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T k) {
        return is_bit(k) ? from_bits<T>(static_cast<Bits<T>>(bits_of(x) | bit(k))) : x;
    }
};
template <class T>
struct Bclr : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T k) {
        return is_bit(k) ? from_bits<T>(static_cast<Bits<T>>(bits_of(x) & ~bit(k))) : x;
    }
};
/// Computes x · 2^k: to the left bits are lost at the top, to the right the sign is repeated.
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

// On floats only

#define GRB_LIBRARY_BINARY(Functor, function)       \
    template <class T>                              \
    struct Functor : BinaryFacts<T> {               \
        GRB_APPLY T apply(T x, T y) {               \
            static_assert(is_floating<T>);          \
            if constexpr (is_same_type<T, float>) { \
                return ::function##f(x, y);         \
            } else {                                \
                return ::function(x, y);            \
            }                                       \
        }                                           \
    };
GRB_LIBRARY_BINARY(Atan2, atan2)
GRB_LIBRARY_BINARY(Hypot, hypot)
GRB_LIBRARY_BINARY(Fmod, fmod)
GRB_LIBRARY_BINARY(Remainder, remainder)
GRB_LIBRARY_BINARY(Copysign, copysign)
#undef GRB_LIBRARY_BINARY
template <class T>
struct Ldexp : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) {
        if constexpr (is_same_type<T, float>) {
            return ::ldexpf(x, cast<int>(y));
        } else {
            return ::ldexp(x, cast<int>(y));
        }
    }
};

#define GRB_LIBRARY_UNARY(Functor, function)        \
    template <class T>                              \
    struct Functor : UnaryFacts<T> {                \
        GRB_APPLY T apply(T x) {                    \
            static_assert(is_floating<T>);          \
            if constexpr (is_same_type<T, float>) { \
                return ::function##f(x);            \
            } else {                                \
                return ::function(x);               \
            }                                       \
        }                                           \
    };
GRB_LIBRARY_UNARY(Cbrt, cbrt)
GRB_LIBRARY_UNARY(Tgamma, tgamma)
GRB_LIBRARY_UNARY(Erf, erf)
GRB_LIBRARY_UNARY(Erfc, erfc)
GRB_LIBRARY_UNARY(Sin, sin)
GRB_LIBRARY_UNARY(Cos, cos)
GRB_LIBRARY_UNARY(Tan, tan)
GRB_LIBRARY_UNARY(Asin, asin)
GRB_LIBRARY_UNARY(Acos, acos)
GRB_LIBRARY_UNARY(Atan, atan)
GRB_LIBRARY_UNARY(Sinh, sinh)
GRB_LIBRARY_UNARY(Cosh, cosh)
GRB_LIBRARY_UNARY(Tanh, tanh)
GRB_LIBRARY_UNARY(Asinh, asinh)
GRB_LIBRARY_UNARY(Acosh, acosh)
GRB_LIBRARY_UNARY(Atanh, atanh)
GRB_LIBRARY_UNARY(Ceil, ceil)
GRB_LIBRARY_UNARY(Floor, floor)
GRB_LIBRARY_UNARY(Round, round)
GRB_LIBRARY_UNARY(Trunc, trunc)
GRB_LIBRARY_UNARY(Exp2, exp2)
GRB_LIBRARY_UNARY(Expm1, expm1)
GRB_LIBRARY_UNARY(Log1p, log1p)
GRB_LIBRARY_UNARY(Log10, log10)
GRB_LIBRARY_UNARY(Log2, log2)
#undef GRB_LIBRARY_UNARY

/// Drops the sign of the gamma function, which the host's lgamma stores in a global variable.
template <class T>
struct Lgamma : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
#if defined(__CUDA_ARCH__)
        if constexpr (is_same_type<T, float>) {
            return ::lgammaf(x);
        } else {
            return ::lgamma(x);
        }
#else
        int sign = 0;
        if constexpr (is_same_type<T, float>) {
            return ::lgammaf_r(x, &sign);
        } else {
            return ::lgamma_r(x, &sign);
        }
#endif
    }
};

template <class T>
struct Isinf : UnaryFacts<T> {
    using Z = bool;
    GRB_APPLY bool apply(T x) { return absolute(x) == highest<T>(); }
};
template <class T>
struct Isnan : UnaryFacts<T> {
    using Z = bool;
    GRB_APPLY bool apply(T x) { return x != x; }
};
template <class T>
struct Isfinite : UnaryFacts<T> {
    using Z = bool;
    GRB_APPLY bool apply(T x) { return absolute(x) < highest<T>(); }
};

/// Splits x = fraction · 2^exponent with a fraction in [1/2, 1). For 0, infinities and NaN the
/// fraction is x, the exponent 0.
template <class T>
GRB_INLINE T fraction_of(T x, int *exponent) {
    *exponent = 0;
    if (!(absolute(x) < highest<T>())) return x;
    if constexpr (is_same_type<T, float>) {
        return ::frexpf(x, exponent);
    } else {
        return ::frexp(x, exponent);
    }
}
template <class T>
struct Frexpx : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        int exponent = 0;
        return fraction_of(x, &exponent);
    }
};
template <class T>
struct Frexpe : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        int exponent = 0;
        fraction_of(x, &exponent);
        return static_cast<T>(exponent);
    }
};

template <class T>
struct Signum : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return x != x ? x : T(x > 0) - T(x < 0); }
};

// On all built-in types

template <class T>
struct One : UnaryFacts<T> {
    GRB_APPLY T apply(T) { return T{1}; }
};

#undef GRB_APPLY

} // namespace grb
