// Numbers of 16 bits, which are stored and cast, but never computed with: BF16 (8 bits of exponent,
// 7 of fraction) and FP16 (IEEE 754 binary16). In the C++ subset that g++, clang++, nvcc and NVRTC
// compile.
#pragma once

#include "algebra/numbers.hpp"

namespace grb {

/// Rounds x towards zero to a float, and sets the last bit if x is no float: rounding the result
/// again, to at most 22 bits of fraction, gives the same as rounding x at once (Boldo and Melquiond
/// 2008).
GRB_INLINE float rounded_to_odd(double x) {
    const float nearest = static_cast<float>(x);
    const auto back = static_cast<double>(nearest);
    if (back == x || x != x) return nearest;
    unsigned bits = bits_of(nearest);
    if (absolute(back) > absolute(x)) bits--;
    return from_bits<float>(bits | 1);
}

/// Rounds an integer likewise; a double holds its first 53 bits.
template <class Integer>
GRB_INLINE float rounded_to_odd_integer(Integer x) {
    bool is_negative = false;
    if constexpr (is_signed_integer<Integer>) is_negative = x < 0;
    unsigned long size = static_cast<unsigned long>(x);
    if (is_negative) size = 0 - size;
    constexpr unsigned long tail = 2047;
    if (size >> 53 != 0 && (size & tail) != 0) size = (size & ~tail) | (tail + 1);
    const auto whole = static_cast<double>(size);
    return rounded_to_odd(is_negative ? -whole : whole);
}

struct Bfloat16 {
    unsigned short bits;

    GRB_INLINE float wide() const { return from_bits<float>(static_cast<unsigned>(bits) << 16); }
    /// Rounds to nearest, ties to even; a NaN becomes a quiet one.
    GRB_INLINE static Bfloat16 nearest(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        unsigned short narrow;
        asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(narrow) : "f"(x));
        return {narrow};
#else
        const unsigned wide = bits_of(x);
        const unsigned rounded = (wide + 0x7FFF + (wide >> 16 & 1)) >> 16;
        return {static_cast<unsigned short>(x != x ? wide >> 16 | 0x40 : rounded)};
#endif
    }
};

struct Float16 {
    unsigned short bits;

#if defined(__CUDA_ARCH__)
    GRB_INLINE float wide() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
    GRB_INLINE static Float16 nearest(float x) {
        unsigned short narrow;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(narrow) : "f"(x));
        return {narrow};
    }
#else
    GRB_INLINE float wide() const {
        const unsigned sign = (bits & 0x8000u) << 16, size = bits & 0x7FFFu;
        // The exponents' biases differ by 112. A subnormal number is computed as a whole number
        // times 2^-24, not as a product of subnormal floats, which a program may have set to be
        // zeros.
        const unsigned finite =
            size < 0x400 ? bits_of(static_cast<float>(size) * 0x1p-24f) : (size << 13) + 0x38000000;
        const unsigned infinite = size << 13 | 0x7F800000;
        return from_bits<float>(sign | (size >= 0x7C00 ? infinite : finite));
    }
    /// Rounds to nearest, ties to even; a NaN becomes a quiet one.
    GRB_INLINE static Float16 nearest(float x) {
        const unsigned wide = bits_of(x), sign = wide >> 16 & 0x8000, size = wide & 0x7FFFFFFF;
        // Floats between 0.5 and 1 are as far apart as subnormal numbers of 16 bits.
        const unsigned subnormal = bits_of(from_bits<float>(size) + 0.5f) - 0x3F000000;
        const unsigned normal = (size - 0x38000000 + 0xFFF + (size >> 13 & 1)) >> 13;
        const unsigned finite = size < 0x38800000 ? subnormal : normal;
        const unsigned nan = 0x7E00 | (size >> 13 & 0x3FF);
        const unsigned large = size > 0x7F800000 ? nan : 0x7C00;
        return {static_cast<unsigned short>(sign | (size >= 0x477FF000 ? large : finite))};
    }
#endif
};

template <>
inline constexpr bool is_narrow<Bfloat16> = true;
template <>
inline constexpr bool is_narrow<Float16> = true;

/// Casts x to Z when one of the two is narrow and none is complex. See cast().
template <class Z, class X>
GRB_INLINE Z cast_narrow(X x) {
    if constexpr (is_same_type<Z, X>) {
        return x;
    } else if constexpr (is_narrow<X>) {
        return cast<Z>(x.wide());
    } else if constexpr (is_same_type<X, double>) {
        return Z::nearest(rounded_to_odd(x));
    } else if constexpr (is_integer<X> && sizeof(X) > 2) {
        return Z::nearest(rounded_to_odd_integer(x));
    } else {
        return Z::nearest(static_cast<float>(x));
    }
}

} // namespace grb
