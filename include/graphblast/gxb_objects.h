/** \file
    gxb_objects.h: the operators, monoids and semirings that SuiteSparse:GraphBLAS 9.3 predefines besides
    those of the C API: GxB_<name>_<domain>. Valid and constant from the start of the program.

    On GrB_BOOL the arithmetic operators are logical ones: ISEQ = LXNOR, ISNE = RMINUS = LXOR,
    RDIV = SECOND, and POW(x, y) is x >= y. */

#ifndef GRAPHBLAST_GXB_OBJECTS_H
#define GRAPHBLAST_GXB_OBJECTS_H

#include "../GraphBLAS.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
#if defined(__GNUC__)
#define GXB_OBJECT_(kind, name) __attribute__((visibility("default"))) extern kind name;
#else
#define GXB_OBJECT_(kind, name) extern kind name;
#endif
#define GXB_UNSIGNED_(kind, stem, end) \
    GXB_OBJECT_(kind, stem##_UINT8##end) GXB_OBJECT_(kind, stem##_UINT16##end) \
    GXB_OBJECT_(kind, stem##_UINT32##end) GXB_OBJECT_(kind, stem##_UINT64##end)
#define GXB_INTEGERS_(kind, stem, end) \
    GXB_OBJECT_(kind, stem##_INT8##end) GXB_OBJECT_(kind, stem##_INT16##end) \
    GXB_OBJECT_(kind, stem##_INT32##end) GXB_OBJECT_(kind, stem##_INT64##end) \
    GXB_UNSIGNED_(kind, stem, end)
#define GXB_REAL_FLOATS_(kind, stem, end) \
    GXB_OBJECT_(kind, stem##_FP32##end) GXB_OBJECT_(kind, stem##_FP64##end)
#define GXB_COMPLEX_(kind, stem, end) \
    GXB_OBJECT_(kind, stem##_FC32##end) GXB_OBJECT_(kind, stem##_FC64##end)
#define GXB_FLOATS_(kind, stem, end) \
    GXB_REAL_FLOATS_(kind, stem, end) GXB_COMPLEX_(kind, stem, end)
#define GXB_NUMBERS_(kind, stem, end) \
    GXB_INTEGERS_(kind, stem, end) GXB_REAL_FLOATS_(kind, stem, end)
#define GXB_REAL_(kind, stem, end) \
    GXB_OBJECT_(kind, stem##_BOOL##end) GXB_NUMBERS_(kind, stem, end)
#define GXB_DOMAINS_(kind, stem, end) GXB_REAL_(kind, stem, end) GXB_COMPLEX_(kind, stem, end)
#define GXB_POSITIONS_(kind, stem) \
    GXB_OBJECT_(kind, stem##_INT32) GXB_OBJECT_(kind, stem##_INT64)

//==================================================================================================
// Unary operators z = f(x)
//==================================================================================================

GXB_DOMAINS_(GrB_UnaryOp, GxB_ONE, )      ///< 1
GXB_DOMAINS_(GrB_UnaryOp, GxB_ABS, )      ///< |x|; of a complex x a real number
GXB_REAL_(GrB_UnaryOp, GxB_LNOT, )        ///< x == 0, as 0 or 1
GXB_COMPLEX_(GrB_UnaryOp, GxB_IDENTITY, )
GXB_COMPLEX_(GrB_UnaryOp, GxB_AINV, )
GXB_COMPLEX_(GrB_UnaryOp, GxB_MINV, )

/// Functions of the C library. FP32 and FP64 of GxB_EXP, GxB_LOG and GxB_SQRT stand in GraphBLAS.h.
GXB_COMPLEX_(GrB_UnaryOp, GxB_EXP, )
GXB_COMPLEX_(GrB_UnaryOp, GxB_LOG, )
GXB_COMPLEX_(GrB_UnaryOp, GxB_SQRT, )
GXB_FLOATS_(GrB_UnaryOp, GxB_EXP2, )      ///< 2 to the power of x
GXB_FLOATS_(GrB_UnaryOp, GxB_EXPM1, )     ///< exp(x) - 1
GXB_FLOATS_(GrB_UnaryOp, GxB_LOG2, )
GXB_FLOATS_(GrB_UnaryOp, GxB_LOG10, )
GXB_FLOATS_(GrB_UnaryOp, GxB_LOG1P, )     ///< log(1 + x)
GXB_FLOATS_(GrB_UnaryOp, GxB_SIN, )
GXB_FLOATS_(GrB_UnaryOp, GxB_COS, )
GXB_FLOATS_(GrB_UnaryOp, GxB_TAN, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ASIN, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ACOS, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ATAN, )
GXB_FLOATS_(GrB_UnaryOp, GxB_SINH, )
GXB_FLOATS_(GrB_UnaryOp, GxB_COSH, )
GXB_FLOATS_(GrB_UnaryOp, GxB_TANH, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ASINH, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ACOSH, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ATANH, )
GXB_REAL_FLOATS_(GrB_UnaryOp, GxB_CBRT, ) ///< cube root
GXB_REAL_FLOATS_(GrB_UnaryOp, GxB_LGAMMA, )
GXB_REAL_FLOATS_(GrB_UnaryOp, GxB_TGAMMA, )
GXB_REAL_FLOATS_(GrB_UnaryOp, GxB_ERF, )
GXB_REAL_FLOATS_(GrB_UnaryOp, GxB_ERFC, )
GXB_REAL_FLOATS_(GrB_UnaryOp, GxB_FREXPX, ) ///< the fraction of frexp
GXB_REAL_FLOATS_(GrB_UnaryOp, GxB_FREXPE, ) ///< the exponent of frexp, as a float

/// Of a complex x these work on both parts, but for SIGNUM.
GXB_FLOATS_(GrB_UnaryOp, GxB_CEIL, )
GXB_FLOATS_(GrB_UnaryOp, GxB_FLOOR, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ROUND, )     ///< halves away from zero
GXB_FLOATS_(GrB_UnaryOp, GxB_TRUNC, )
GXB_FLOATS_(GrB_UnaryOp, GxB_SIGNUM, )    ///< -1, 0, 1 or NaN; of a complex x x / |x|
GXB_FLOATS_(GrB_UnaryOp, GxB_ISINF, )     ///< these three yield GrB_BOOL
GXB_FLOATS_(GrB_UnaryOp, GxB_ISNAN, )
GXB_FLOATS_(GrB_UnaryOp, GxB_ISFINITE, )

GXB_COMPLEX_(GrB_UnaryOp, GxB_CONJ, )
GXB_COMPLEX_(GrB_UnaryOp, GxB_CREAL, )    ///< these three yield a real number
GXB_COMPLEX_(GrB_UnaryOp, GxB_CIMAG, )
GXB_COMPLEX_(GrB_UnaryOp, GxB_CARG, )

/// The position of an entry, whose value is not read; of a vector's entry j is 0.
GXB_POSITIONS_(GrB_UnaryOp, GxB_POSITIONI)  ///< i
GXB_POSITIONS_(GrB_UnaryOp, GxB_POSITIONI1) ///< i + 1
GXB_POSITIONS_(GrB_UnaryOp, GxB_POSITIONJ)  ///< j
GXB_POSITIONS_(GrB_UnaryOp, GxB_POSITIONJ1) ///< j + 1

//==================================================================================================
// Binary operators z = f(x, y)
//==================================================================================================

GXB_DOMAINS_(GrB_BinaryOp, GxB_PAIR, )    ///< 1: another name of ONEB
GXB_DOMAINS_(GrB_BinaryOp, GxB_ANY, )     ///< x or y, whichever is at hand
GXB_DOMAINS_(GrB_BinaryOp, GxB_POW, )     ///< x to the power of y, computed in floats and cast
GXB_DOMAINS_(GrB_BinaryOp, GxB_RMINUS, )  ///< y - x
GXB_DOMAINS_(GrB_BinaryOp, GxB_RDIV, )    ///< y / x
GXB_DOMAINS_(GrB_BinaryOp, GxB_ISEQ, )    ///< x == y, as 0 or 1 of the operands' domain
GXB_DOMAINS_(GrB_BinaryOp, GxB_ISNE, )
GXB_REAL_(GrB_BinaryOp, GxB_ISGT, )
GXB_REAL_(GrB_BinaryOp, GxB_ISLT, )
GXB_REAL_(GrB_BinaryOp, GxB_ISGE, )
GXB_REAL_(GrB_BinaryOp, GxB_ISLE, )
GXB_REAL_(GrB_BinaryOp, GxB_LOR, )        ///< on x != 0 and y != 0, as 0 or 1 of their domain
GXB_REAL_(GrB_BinaryOp, GxB_LAND, )
GXB_REAL_(GrB_BinaryOp, GxB_LXOR, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_FIRST, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_SECOND, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_ONEB, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_PLUS, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_MINUS, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_TIMES, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_DIV, )
GXB_COMPLEX_(GrB_BinaryOp, GxB_EQ, )      ///< yields GrB_BOOL
GXB_COMPLEX_(GrB_BinaryOp, GxB_NE, )

GXB_REAL_FLOATS_(GrB_BinaryOp, GxB_ATAN2, )
GXB_REAL_FLOATS_(GrB_BinaryOp, GxB_HYPOT, )
GXB_REAL_FLOATS_(GrB_BinaryOp, GxB_FMOD, )
GXB_REAL_FLOATS_(GrB_BinaryOp, GxB_REMAINDER, )
GXB_REAL_FLOATS_(GrB_BinaryOp, GxB_LDEXP, )    ///< x times 2 to the power of y cast to int
GXB_REAL_FLOATS_(GrB_BinaryOp, GxB_COPYSIGN, )
GXB_REAL_FLOATS_(GrB_BinaryOp, GxB_CMPLX, )    ///< x + y i, complex

/// Bits of x, counted from 1; y outside 1 .. the number of bits: 0 (BGET), x (BSET, BCLR).
GXB_INTEGERS_(GrB_BinaryOp, GxB_BGET, )
GXB_INTEGERS_(GrB_BinaryOp, GxB_BSET, )
GXB_INTEGERS_(GrB_BinaryOp, GxB_BCLR, )
GXB_INTEGERS_(GrB_BinaryOp, GxB_BSHIFT, ) ///< x shifted to the left by y (GrB_INT8), right if negative

/// Positions of the entries that meet, whose values are not read: f(A(i, k), B(k, j)) in a product,
/// f(A(i, j), B(i, j)) otherwise. In a vector j is 0, or i where it stands on the left of a matrix.
/// Not as an accumulator, a duplicate operator or in a monoid: GrB_DOMAIN_MISMATCH.
GXB_POSITIONS_(GrB_BinaryOp, GxB_FIRSTI)  ///< the row of the first entry
GXB_POSITIONS_(GrB_BinaryOp, GxB_FIRSTI1) ///< that plus 1
GXB_POSITIONS_(GrB_BinaryOp, GxB_FIRSTJ)  ///< the column of the first entry
GXB_POSITIONS_(GrB_BinaryOp, GxB_FIRSTJ1)
GXB_POSITIONS_(GrB_BinaryOp, GxB_SECONDI) ///< the row of the second entry
GXB_POSITIONS_(GrB_BinaryOp, GxB_SECONDI1)
GXB_POSITIONS_(GrB_BinaryOp, GxB_SECONDJ) ///< the column of the second entry
GXB_POSITIONS_(GrB_BinaryOp, GxB_SECONDJ1)

/// As `dup` of a build function alone: of several tuples at one position the last one counts.
GXB_OBJECT_(GrB_BinaryOp, GxB_IGNORE_DUP)

//==================================================================================================
// Index-unary operators, monoids and semirings
//==================================================================================================

GXB_COMPLEX_(GrB_IndexUnaryOp, GxB_VALUEEQ, )
GXB_COMPLEX_(GrB_IndexUnaryOp, GxB_VALUENE, )

/// Exported by SuiteSparse:GraphBLAS 10.5 for its own use: j - i - y, and true for every entry.
GXB_POSITIONS_(GrB_IndexUnaryOp, GxB_FLIPDIAGINDEX)
GXB_OBJECT_(GrB_IndexUnaryOp, GxB_NONZOMBIE)

GXB_NUMBERS_(GrB_Monoid, GxB_MIN, _MONOID)
GXB_NUMBERS_(GrB_Monoid, GxB_MAX, _MONOID)
GXB_NUMBERS_(GrB_Monoid, GxB_PLUS, _MONOID)
GXB_COMPLEX_(GrB_Monoid, GxB_PLUS, _MONOID)
GXB_NUMBERS_(GrB_Monoid, GxB_TIMES, _MONOID)
GXB_COMPLEX_(GrB_Monoid, GxB_TIMES, _MONOID)
GXB_DOMAINS_(GrB_Monoid, GxB_ANY, _MONOID) ///< ends at the first entry
GXB_OBJECT_(GrB_Monoid, GxB_LOR_BOOL_MONOID)
GXB_OBJECT_(GrB_Monoid, GxB_LAND_BOOL_MONOID)
GXB_OBJECT_(GrB_Monoid, GxB_LXOR_BOOL_MONOID)
GXB_OBJECT_(GrB_Monoid, GxB_LXNOR_BOOL_MONOID)
GXB_OBJECT_(GrB_Monoid, GxB_EQ_BOOL_MONOID) ///< another name of LXNOR
GXB_UNSIGNED_(GrB_Monoid, GxB_BOR, _MONOID)
GXB_UNSIGNED_(GrB_Monoid, GxB_BAND, _MONOID)
GXB_UNSIGNED_(GrB_Monoid, GxB_BXOR, _MONOID)
GXB_UNSIGNED_(GrB_Monoid, GxB_BXNOR, _MONOID)

#define GXB_SEMIRING(add, multiply, T) GXB_OBJECT_(GrB_Semiring, GxB_##add##_##multiply##_##T)
#include "gxb_semirings.def"
#undef GXB_SEMIRING
// clang-format on

#undef GXB_OBJECT_
#undef GXB_UNSIGNED_
#undef GXB_INTEGERS_
#undef GXB_REAL_FLOATS_
#undef GXB_COMPLEX_
#undef GXB_FLOATS_
#undef GXB_NUMBERS_
#undef GXB_REAL_
#undef GXB_DOMAINS_
#undef GXB_POSITIONS_

#ifdef __cplusplus
}
#endif

#endif
