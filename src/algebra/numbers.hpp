// Arithmetic on the built-in types without undefined behaviour: wrap, saturate, total division.
// In the C++ subset that g++, clang++, nvcc and NVRTC compile: no standard library.
#pragma once

#if defined(__CUDACC__)
#define GRB_HD __host__ __device__
#else
#define GRB_HD
#endif
#define GRB_INLINE GRB_HD constexpr inline __attribute__((always_inline))

namespace grb {

template <class T, class U>
inline constexpr bool is_same_type = false;
template <class T>
inline constexpr bool is_same_type<T, T> = true;
template <class T>
inline constexpr bool is_boolean = is_same_type<T, bool>;
template <class T>
inline constexpr bool is_floating = is_same_type<T, float> || is_same_type<T, double>;
/// True for complex numbers, which are none of the device's types: algebra/complex.hpp.
template <class T>
inline constexpr bool is_complex = false;
/// True for numbers of 16 bits, which are only stored: algebra/narrow_numbers.hpp.
template <class T>
inline constexpr bool is_narrow = false;
template <class T>
inline constexpr bool is_integer =
    !is_boolean<T> && !is_floating<T> && !is_complex<T> && !is_narrow<T>;
template <class T>
inline constexpr bool is_signed_integer = is_integer<T> &&static_cast<T>(-1) < static_cast<T>(0);

template <int size>
struct BitsOfSize;
template <>
struct BitsOfSize<1> {
    using type = unsigned char;
};
template <>
struct BitsOfSize<2> {
    using type = unsigned short;
};
template <>
struct BitsOfSize<4> {
    using type = unsigned int;
};
template <>
struct BitsOfSize<8> {
    using type = unsigned long;
};
/// The unsigned integer of T's size.
template <class T>
using Bits = typename BitsOfSize<sizeof(T)>::type;
/// The unsigned integer that computes with integers of type T: wide enough that nothing is promoted
/// to int, where overflow would be undefined.
template <class T>
using Wide = typename BitsOfSize<(sizeof(T) < 4 ? 4 : sizeof(T))>::type;

/// The highest and the lowest value of T; +inf and -inf for a float.
template <class T>
GRB_INLINE T highest() {
    if constexpr (is_same_type<T, float>) {
        return __builtin_bit_cast(float, 0x7F800000u);
    } else if constexpr (is_same_type<T, double>) {
        return __builtin_bit_cast(double, 0x7FF0000000000000ul);
    } else if constexpr (is_boolean<T>) {
        return true;
    } else if constexpr (is_signed_integer<T>) {
        return static_cast<T>(static_cast<Bits<T>>(~Bits<T>{0}) >> 1);
    } else {
        return static_cast<T>(~T{0});
    }
}

template <class T>
GRB_INLINE T lowest() {
    if constexpr (is_floating<T>) {
        return -highest<T>();
    } else if constexpr (is_signed_integer<T>) {
        return static_cast<T>(-highest<T>() - 1);
    } else {
        return T{0};
    }
}

template <class T>
GRB_INLINE Bits<T> bits_of(T x) {
    return __builtin_bit_cast(Bits<T>, x);
}
template <class T>
GRB_INLINE T from_bits(Bits<T> bits) {
    return __builtin_bit_cast(T, bits);
}

// Functions of the C library, which the device has under the same names.
#if defined(__CUDACC__)
#define GRB_LIBRARY(name) ::name
#else
#define GRB_LIBRARY(name) __builtin_##name
#endif
#define GRB_LIBRARY_FUNCTION(name, function)    \
    template <class T>                          \
    GRB_INLINE T name(T x) {                    \
        static_assert(is_floating<T>);          \
        if constexpr (is_same_type<T, float>) { \
            return GRB_LIBRARY(function##f)(x); \
        } else {                                \
            return GRB_LIBRARY(function)(x);    \
        }                                       \
    }
GRB_LIBRARY_FUNCTION(exponential, exp)
GRB_LIBRARY_FUNCTION(natural_logarithm, log)
GRB_LIBRARY_FUNCTION(square_root, sqrt)
#undef GRB_LIBRARY_FUNCTION
#undef GRB_LIBRARY

template <class T>
GRB_INLINE T wrapping_add(T x, T y) {
    if constexpr (is_floating<T>) {
        return x + y;
    } else {
        return static_cast<T>(static_cast<Wide<T>>(x) + static_cast<Wide<T>>(y));
    }
}
template <class T>
GRB_INLINE T wrapping_subtract(T x, T y) {
    if constexpr (is_floating<T>) {
        return x - y;
    } else {
        return static_cast<T>(static_cast<Wide<T>>(x) - static_cast<Wide<T>>(y));
    }
}
template <class T>
GRB_INLINE T wrapping_multiply(T x, T y) {
    if constexpr (is_floating<T>) {
        return x * y;
    } else {
        return static_cast<T>(static_cast<Wide<T>>(x) * static_cast<Wide<T>>(y));
    }
}

/// Computes x / y for all x and y: 0/0 = 0, otherwise x/0 is the highest or lowest value; lowest/-1
/// wraps.
template <class T>
GRB_INLINE T total_divide(T x, T y) {
    if constexpr (is_floating<T>) {
        return x / y;
    } else {
        if (y == 0) return x == 0 ? T{0} : x > 0 ? highest<T>() : lowest<T>();
        if constexpr (is_signed_integer<T>) {
            if (y == -1) return wrapping_subtract(T{0}, x);
        }
        return static_cast<T>(x / y);
    }
}

// Return the smaller and the larger of two floats: a number wins against a NaN, -0 lies below +0.
// The device has instructions for both.
#if defined(__CUDA_ARCH__)
template <class T>
GRB_INLINE T smaller_float(T x, T y) {
    if constexpr (is_same_type<T, float>) return ::fminf(x, y);
    return static_cast<T>(::fmin(x, y));
}
template <class T>
GRB_INLINE T larger_float(T x, T y) {
    if constexpr (is_same_type<T, float>) return ::fmaxf(x, y);
    return static_cast<T>(::fmax(x, y));
}
#else
template <class T>
GRB_INLINE T smaller_float(T x, T y) {
    T result = x < y ? x : y;
    result = x == y ? from_bits<T>(bits_of(x) | bits_of(y)) : result;
    return y != y ? x : result;
}
template <class T>
GRB_INLINE T larger_float(T x, T y) {
    T result = x > y ? x : y;
    result = x == y ? from_bits<T>(bits_of(x) & bits_of(y)) : result;
    return y != y ? x : result;
}
#endif

template <class T>
GRB_INLINE T smaller(T x, T y) {
    if constexpr (is_floating<T>) {
        return smaller_float(x, y);
    } else {
        return x < y ? x : y;
    }
}
template <class T>
GRB_INLINE T larger(T x, T y) {
    if constexpr (is_floating<T>) {
        return larger_float(x, y);
    } else {
        return x > y ? x : y;
    }
}

template <class T>
GRB_INLINE T absolute(T x) {
    if constexpr (is_floating<T>) {
        return from_bits<T>(bits_of(x) & (static_cast<Bits<T>>(~Bits<T>{0}) >> 1));
    } else if constexpr (is_signed_integer<T>) {
        return x < 0 ? wrapping_subtract(T{0}, x) : x;
    } else {
        return x;
    }
}

template <class Z, class X>
GRB_INLINE Z cast_narrow(X x);

/// Casts x to Z: integers wrap, floats are truncated and saturate with NaN as 0, Boolean is x != 0.
template <class Z, class X>
GRB_INLINE Z cast(X x) {
    if constexpr (is_narrow<Z> || is_narrow<X>) {
        return cast_narrow<Z>(x);
    } else if constexpr (is_boolean<Z>) {
        return x != X{0};
    } else if constexpr (is_floating<X> && is_integer<Z>) {
        // Both bounds are powers of two (or 0), which X can represent. The largest Z might be
        // rounded.
        constexpr Z top_bit = static_cast<Z>(highest<Z>() / 2 + 1);
        constexpr X above = static_cast<X>(top_bit) * 2;
        constexpr X below = static_cast<X>(lowest<Z>());
        const bool is_inside = x > below && x < above;
        const Z inside = static_cast<Z>(is_inside ? x : X{0});
        return is_inside ? inside : x >= above ? highest<Z>() : x <= below ? lowest<Z>() : Z{0};
    } else {
        return static_cast<Z>(x);
    }
}

} // namespace grb
