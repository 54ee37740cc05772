// The catalogue: the definition of every predefined operator, and the facts that the engine may
// use. The batch tier, the curated kernels and the device kernels are all instantiated from here.
// In the C++ subset that g++, clang++, nvcc and NVRTC compile: no standard library.
//
// On Boolean the arithmetic operators are the logical ones: PLUS = MAX = LOR, TIMES = MIN = LAND,
// MINUS = NE = LXOR, EQ = LXNOR, DIV = FIRST.
#pragma once

#include "algebra/numbers.hpp"

namespace grb {

#define GRB_APPLY GRB_HD __attribute__((always_inline)) static constexpr

/// The defaults of an operator's facts; X, Y, Z: types of the operands and the result. Each
/// operator overrides some.
template <class T, class Result = T>
struct BinaryFacts {
    using X = T;
    using Y = T;
    using Z = Result;
    static constexpr bool is_commutative = false;
    /// Exactly associative and commutative: any order of reduction gives the same value.
    static constexpr bool is_reorderable = false;
    static constexpr bool is_idempotent = false;
    static constexpr bool ignores_x = false;
    static constexpr bool ignores_y = false;
    /// has_identity needs a static identity(), has_terminal a static terminal().
    static constexpr bool has_identity = false;
    static constexpr bool has_terminal = false;
};

// Selection

template <class T>
struct First : BinaryFacts<T> {
    static constexpr bool is_idempotent = true;
    static constexpr bool ignores_y = true;
    GRB_APPLY T apply(T x, T) { return x; }
};

template <class T>
struct Second : BinaryFacts<T> {
    static constexpr bool is_idempotent = true;
    static constexpr bool ignores_x = true;
    GRB_APPLY T apply(T, T y) { return y; }
};

template <class T>
struct Oneb : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    static constexpr bool ignores_x = true;
    static constexpr bool ignores_y = true;
    GRB_APPLY T apply(T, T) { return T{1}; }
};

// Logic. 0 is false, every other value true; LXNOR is on Boolean only

/// Base of operators whose results are 0 and 1. Over other types than Boolean no value x satisfies
/// x ⊕ y = y for all y: sums begin with their first term, and identity() only fills elements that
/// hold no term yet.
template <class T>
struct RealLogic : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    GRB_APPLY T identity() { return T{0}; }
};

template <class T>
struct Lor : RealLogic<T> {
    GRB_APPLY T apply(T x, T y) { return T(x != 0 || y != 0); }
};
template <>
struct Lor<bool> : RealLogic<bool> {
    using T = bool;
    static constexpr bool is_reorderable = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    static constexpr bool has_terminal = true;
    GRB_APPLY T identity() { return false; }
    GRB_APPLY T terminal() { return true; }
    GRB_APPLY T apply(T x, T y) { return (x | y) != 0; }
};

template <class T>
struct Land : RealLogic<T> {
    GRB_APPLY T apply(T x, T y) { return T(x != 0 && y != 0); }
};
template <>
struct Land<bool> : RealLogic<bool> {
    using T = bool;
    static constexpr bool is_reorderable = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    static constexpr bool has_terminal = true;
    GRB_APPLY T identity() { return true; }
    GRB_APPLY T terminal() { return false; }
    GRB_APPLY T apply(T x, T y) { return (x & y) != 0; }
};

template <class T>
struct Lxor : RealLogic<T> {
    GRB_APPLY T apply(T x, T y) { return T((x != 0) != (y != 0)); }
};
template <>
struct Lxor<bool> : RealLogic<bool> {
    using T = bool;
    static constexpr bool is_reorderable = true;
    static constexpr bool has_identity = true;
    GRB_APPLY T identity() { return false; }
    GRB_APPLY T apply(T x, T y) { return x != y; }
};

template <class T>
struct Lxnor : BinaryFacts<T> {
    static_assert(is_boolean<T>);
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = true;
    static constexpr bool has_identity = true;
    GRB_APPLY T identity() { return true; }
    GRB_APPLY T apply(T x, T y) { return x == y; }
};

// Arithmetic

template <class T>
struct Plus : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = is_integer<T>;
    static constexpr bool has_identity = true;
    GRB_APPLY T identity() { return T{0}; }
    GRB_APPLY T apply(T x, T y) { return wrapping_add(x, y); }
};
template <>
struct Plus<bool> : Lor<bool> {};

template <class T>
struct Minus : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return wrapping_subtract(x, y); }
};
template <>
struct Minus<bool> : Lxor<bool> {};

/// Zero ends a product of integers, but not of floats: 0 · inf and 0 · NaN are NaN.
template <class T>
struct Times : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = is_integer<T>;
    static constexpr bool has_identity = true;
    static constexpr bool has_terminal = is_integer<T>;
    GRB_APPLY T identity() { return T{1}; }
    GRB_APPLY T terminal() { return T{0}; }
    GRB_APPLY T apply(T x, T y) { return wrapping_multiply(x, y); }
};
template <>
struct Times<bool> : Land<bool> {};

template <class T>
struct Div : BinaryFacts<T> {
    GRB_APPLY T apply(T x, T y) { return total_divide(x, y); }
};
template <>
struct Div<bool> : First<bool> {};

template <class T>
struct Min : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    static constexpr bool has_terminal = true;
    GRB_APPLY T identity() { return highest<T>(); }
    GRB_APPLY T terminal() { return lowest<T>(); }
    GRB_APPLY T apply(T x, T y) { return smaller(x, y); }
};
template <>
struct Min<bool> : Land<bool> {};

template <class T>
struct Max : BinaryFacts<T> {
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    static constexpr bool has_terminal = true;
    GRB_APPLY T identity() { return lowest<T>(); }
    GRB_APPLY T terminal() { return highest<T>(); }
    GRB_APPLY T apply(T x, T y) { return larger(x, y); }
};
template <>
struct Max<bool> : Lor<bool> {};

// Comparison: the result is Boolean

template <class T>
struct Eq : BinaryFacts<T, bool> {
    static constexpr bool is_commutative = true;
    GRB_APPLY bool apply(T x, T y) { return x == y; }
};
template <>
struct Eq<bool> : Lxnor<bool> {};

template <class T>
struct Ne : BinaryFacts<T, bool> {
    static constexpr bool is_commutative = true;
    GRB_APPLY bool apply(T x, T y) { return x != y; }
};
template <>
struct Ne<bool> : Lxor<bool> {};

template <class T>
struct Gt : BinaryFacts<T, bool> {
    GRB_APPLY bool apply(T x, T y) { return x > y; }
};

template <class T>
struct Lt : BinaryFacts<T, bool> {
    GRB_APPLY bool apply(T x, T y) { return x < y; }
};

template <class T>
struct Ge : BinaryFacts<T, bool> {
    GRB_APPLY bool apply(T x, T y) { return x >= y; }
};

template <class T>
struct Le : BinaryFacts<T, bool> {
    GRB_APPLY bool apply(T x, T y) { return x <= y; }
};

// Bits, on integers only

template <class T>
struct Bor : BinaryFacts<T> {
    static_assert(is_integer<T>);
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    static constexpr bool has_terminal = true;
    GRB_APPLY T identity() { return T{0}; }
    GRB_APPLY T terminal() { return static_cast<T>(~T{0}); }
    GRB_APPLY T apply(T x, T y) { return static_cast<T>(x | y); }
};

template <class T>
struct Band : BinaryFacts<T> {
    static_assert(is_integer<T>);
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = true;
    static constexpr bool is_idempotent = true;
    static constexpr bool has_identity = true;
    static constexpr bool has_terminal = true;
    GRB_APPLY T identity() { return static_cast<T>(~T{0}); }
    GRB_APPLY T terminal() { return T{0}; }
    GRB_APPLY T apply(T x, T y) { return static_cast<T>(x & y); }
};

template <class T>
struct Bxor : BinaryFacts<T> {
    static_assert(is_integer<T>);
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = true;
    static constexpr bool has_identity = true;
    GRB_APPLY T identity() { return T{0}; }
    GRB_APPLY T apply(T x, T y) { return static_cast<T>(x ^ y); }
};

template <class T>
struct Bxnor : BinaryFacts<T> {
    static_assert(is_integer<T>);
    static constexpr bool is_commutative = true;
    static constexpr bool is_reorderable = true;
    static constexpr bool has_identity = true;
    GRB_APPLY T identity() { return static_cast<T>(~T{0}); }
    GRB_APPLY T apply(T x, T y) { return static_cast<T>(~(x ^ y)); }
};

// Unary

template <class T>
struct UnaryFacts {
    using X = T;
    using Z = T;
};

template <class T>
struct Identity : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return x; }
};

template <class T>
struct Abs : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return absolute(x); }
};

template <class T>
struct Ainv : UnaryFacts<T> {
    GRB_APPLY T apply(T x) {
        if constexpr (is_floating<T>) return -x;
        return wrapping_subtract(T{0}, x);
    }
};
template <>
struct Ainv<bool> : Identity<bool> {};

template <class T>
struct Minv : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return total_divide(T{1}, x); }
};
template <>
struct Minv<bool> : UnaryFacts<bool> {
    GRB_APPLY bool apply(bool) { return true; }
};

template <class T>
struct Lnot : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return T(x == 0); }
};

template <class T>
struct Bnot : UnaryFacts<T> {
    static_assert(is_integer<T>);
    GRB_APPLY T apply(T x) { return static_cast<T>(~x); }
};

// On floats only

template <class T>
struct Exp : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return exponential(x); }
};

template <class T>
struct Log : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return natural_logarithm(x); }
};

template <class T>
struct Sqrt : UnaryFacts<T> {
    GRB_APPLY T apply(T x) { return square_root(x); }
};

// Positions: f(i, j, thunk) on signed 64-bit row i and column j, which lie below 2^60, so that
// j - i never overflows; the VALUE operators are the comparisons above with y = thunk.

template <class Integer>
struct RowIndex {
    using Thunk = Integer;
    using Z = Integer;
    GRB_APPLY Z apply(long i, long, Thunk thunk) { return wrapping_add(static_cast<Z>(i), thunk); }
};

template <class Integer>
struct ColIndex {
    using Thunk = Integer;
    using Z = Integer;
    GRB_APPLY Z apply(long, long j, Thunk thunk) { return wrapping_add(static_cast<Z>(j), thunk); }
};

template <class Integer>
struct DiagIndex {
    using Thunk = Integer;
    using Z = Integer;
    GRB_APPLY Z apply(long i, long j, Thunk thunk) {
        return wrapping_add(static_cast<Z>(j - i), thunk);
    }
};

struct PositionTest {
    using Thunk = long;
    using Z = bool;
};
struct Tril : PositionTest {
    GRB_APPLY bool apply(long i, long j, long thunk) { return j - i <= thunk; }
};
struct Triu : PositionTest {
    GRB_APPLY bool apply(long i, long j, long thunk) { return j - i >= thunk; }
};
struct Diag : PositionTest {
    GRB_APPLY bool apply(long i, long j, long thunk) { return j - i == thunk; }
};
struct Offdiag : PositionTest {
    GRB_APPLY bool apply(long i, long j, long thunk) { return j - i != thunk; }
};
struct Colle : PositionTest {
    GRB_APPLY bool apply(long, long j, long thunk) { return j <= thunk; }
};
struct Colgt : PositionTest {
    GRB_APPLY bool apply(long, long j, long thunk) { return j > thunk; }
};
struct Rowle : PositionTest {
    GRB_APPLY bool apply(long i, long, long thunk) { return i <= thunk; }
};
struct Rowgt : PositionTest {
    GRB_APPLY bool apply(long i, long, long thunk) { return i > thunk; }
};

#undef GRB_APPLY

} // namespace grb
