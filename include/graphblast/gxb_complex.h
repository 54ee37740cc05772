/** \file
    gxb_complex.h: complex domains as SuiteSparse:GraphBLAS 9.3 has them, and the typed functions over them.

    GxB_FC32 and GxB_FC64 are built-in domains: they are cast into each other and from and to the eleven of
    GraphBLAS.h. A real number becomes x + 0i; a complex one loses its imaginary part, but to GrB_BOOL it
    casts as z != 0. Each function below is the twin of the GrB_ one of the same name. */

#ifndef GRAPHBLAST_GXB_COMPLEX_H
#define GRAPHBLAST_GXB_COMPLEX_H

#include "../GraphBLAS.h"

// In C++ std::complex, which is laid out and passed as C's type is; or C's type itself, where the compiler
// knows it, for who defines GXB_C_COMPLEX before.
#if defined(__cplusplus) && defined(GXB_C_COMPLEX)
typedef __complex__ float GxB_FC32_t;
typedef __complex__ double GxB_FC64_t;
#elif defined(__cplusplus)
#include <complex>
typedef std::complex<float> GxB_FC32_t;  ///< a complex number of two floats
typedef std::complex<double> GxB_FC64_t; ///< a complex number of two doubles
#define GxB_CMPLXF(r, i) GxB_FC32_t(static_cast<float>(r), static_cast<float>(i))
#define GxB_CMPLX(r, i) GxB_FC64_t(static_cast<double>(r), static_cast<double>(i))
#else
#include <complex.h>
typedef float _Complex GxB_FC32_t;  ///< a complex number of two floats
typedef double _Complex GxB_FC64_t; ///< a complex number of two doubles
#ifdef CMPLX
#define GxB_CMPLXF(r, i) CMPLXF((float)(r), (float)(i)) ///< r + i i, of floats
#define GxB_CMPLX(r, i) CMPLX((double)(r), (double)(i)) ///< r + i i, of doubles
#else
// C99 has no CMPLX, and re + im * I is NaN + im i for an infinite im. A complex number is laid out as an
// array of its two parts (6.2.5), which the union reads.
#define GXB_OF_PARTS_(real, type, re, im) \
    (((union {                            \
         real parts[2];                   \
         type number;                     \
     }){{(real)(re), (real)(im)}})        \
         .number)
#define GxB_CMPLXF(r, i) GXB_OF_PARTS_(float, GxB_FC32_t, r, i) ///< r + i i, of floats
#define GxB_CMPLX(r, i) GXB_OF_PARTS_(double, GxB_FC64_t, r, i) ///< r + i i, of doubles
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GXB_FC_PUBLIC_ __attribute__((visibility("default")))
#else
#define GXB_FC_PUBLIC_
#endif
#define GXB_FC_FUNCTION_ GXB_FC_PUBLIC_ GrB_Info

// clang-format off

GXB_FC_PUBLIC_ extern GrB_Type GxB_FC32; ///< two floats: real and imaginary part
GXB_FC_PUBLIC_ extern GrB_Type GxB_FC64; ///< two doubles

#define GXB_FC_TYPES_(declare) declare(FC32, GxB_FC32_t) declare(FC64, GxB_FC64_t)
#define GXB_FC_VECTOR_OUT_ GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum
#define GXB_FC_MATRIX_OUT_ GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum

#define GXB_DECLARE_(T, type) \
    /** GrB_Monoid_new with a complex identity.
        \param[out] monoid  not NULL.
        \param[in] op  its three domains equal; it must outlive the monoid.
        \param[in] identity  of op's domain exactly.
        \return GrB_DOMAIN_MISMATCH: the domains of op differ from each other or from identity's. */ \
    GXB_FC_FUNCTION_ GxB_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity); \
    /** s = value.
        \param[in,out] s  receives the value by a cast to its domain.
        \param[in] value  a complex number.
        \return GrB_DOMAIN_MISMATCH: s is of a user-defined type. */ \
    GXB_FC_FUNCTION_ GxB_Scalar_setElement_##T(GrB_Scalar s, type value); \
    /** value = s.
        \param[out] value  not NULL; receives the value by a cast, and stays as it is without one.
        \param[in] s  the scalar read.
        \return GrB_NO_VALUE: s has no value. GrB_DOMAIN_MISMATCH: s is of a user-defined type. */ \
    GXB_FC_FUNCTION_ GxB_Scalar_extractElement_##T(type *value, const GrB_Scalar s); \
    /** w(indices[k]) = values[k], as GrB_Vector_build.
        \param[in,out] w  without entries.
        \param[in] indices,values  nvals each, in any order; may be NULL when nvals is 0.
        \param[in] nvals  how many.
        \param[in] dup  joins the values of a repeated position; NULL: none may repeat.
        \return GrB_OUTPUT_NOT_EMPTY, GrB_INDEX_OUT_OF_BOUNDS, GrB_INVALID_VALUE,
            GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_build_##T(GrB_Vector w, const GrB_Index *indices, \
        const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    /** w(i) = value.
        \param[in,out] w  receives the value by a cast to its domain.
        \param[in] value  a complex number.
        \param[in] i  below w's size.
        \return GrB_INVALID_INDEX, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_setElement_##T(GrB_Vector w, type value, GrB_Index i); \
    /** value = u(i).
        \param[out] value  not NULL; receives the value by a cast, and stays as it is where u has no
            entry.
        \param[in] u  the vector read.
        \param[in] i  below u's size.
        \return GrB_NO_VALUE: no entry at i. GrB_INVALID_INDEX, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_extractElement_##T(type *value, const GrB_Vector u, GrB_Index i); \
    /** All entries in ascending position, as GrB_Vector_extractTuples.
        \param[out] indices,values  room for *nvals each; one that is NULL is not written.
        \param[in,out] nvals  in: the room; out: the number of entries.
        \param[in] u  the vector read.
        \return GrB_INSUFFICIENT_SPACE, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_extractTuples_##T(GrB_Index *indices, type *values, \
        GrB_Index *nvals, const GrB_Vector u); \
    /** C(rows[k], columns[k]) = values[k], as GrB_Matrix_build.
        \param[in,out] C  without entries.
        \param[in] rows,columns,values  nvals each, in any order; may be NULL when nvals is 0.
        \param[in] nvals  how many.
        \param[in] dup  joins the values of a repeated position; NULL: none may repeat.
        \return GrB_OUTPUT_NOT_EMPTY, GrB_INDEX_OUT_OF_BOUNDS, GrB_INVALID_VALUE,
            GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_build_##T(GrB_Matrix C, const GrB_Index *rows, \
        const GrB_Index *columns, const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    /** C(i, j) = value.
        \param[in,out] C  receives the value by a cast to its domain.
        \param[in] value  a complex number.
        \param[in] i,j  inside C's shape.
        \return GrB_INVALID_INDEX, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_setElement_##T(GrB_Matrix C, type value, GrB_Index i, GrB_Index j); \
    /** value = A(i, j).
        \param[out] value  not NULL; receives the value by a cast, and stays as it is where A has no
            entry.
        \param[in] A  the matrix read.
        \param[in] i,j  inside A's shape.
        \return GrB_NO_VALUE: no entry at (i, j). GrB_INVALID_INDEX, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_extractElement_##T(type *value, const GrB_Matrix A, GrB_Index i, \
        GrB_Index j); \
    /** All entries, in no promised order, as GrB_Matrix_extractTuples.
        \param[out] rows,columns,values  room for *nvals each; one that is NULL is not written.
        \param[in,out] nvals  in: the room; out: the number of entries.
        \param[in] A  the matrix read.
        \return GrB_INSUFFICIENT_SPACE, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_extractTuples_##T(GrB_Index *rows, GrB_Index *columns, type *values, \
        GrB_Index *nvals, const GrB_Matrix A); \
    /** Makes a matrix of arrays in a format, as GrB_Matrix_import.
        \param[out] A  not NULL.
        \param[in] domain  that of values exactly.
        \param[in] nrows,ncols  0 to GrB_INDEX_MAX + 1.
        \param[in] offsets,indices,values  as format says; they stay the caller's.
        \param[in] offsets_len,indices_len,values_len  elements of each.
        \param[in] format  how the arrays are to be read.
        \return GrB_DOMAIN_MISMATCH, GrB_INDEX_OUT_OF_BOUNDS, GrB_INVALID_VALUE. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_import_##T(GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, \
        GrB_Index ncols, const GrB_Index *offsets, const GrB_Index *indices, const type *values, \
        GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format); \
    /** Fills arrays of the caller's with a matrix in a format, as GrB_Matrix_export.
        \param[out] offsets,indices,values  may be NULL with no room.
        \param[in,out] offsets_len,indices_len,values_len  in: room of each array, in elements; out: elements
            written.
        \param[in] format  how the arrays are to be filled.
        \param[in] A  of the domain of values exactly; stays as it is.
        \return GrB_INSUFFICIENT_SPACE, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_export_##T(GrB_Index *offsets, GrB_Index *indices, type *values, \
        GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, \
        GrB_Format format, GrB_Matrix A); \
    /** w(indices) = value: as GrB_Vector_assign of a vector that has the value at every position.
        \param[in,out] w  any size.
        \param[in] mask,accum,desc  may be NULL (\ref contract); the mask has the size of w.
        \param[in] value  a complex number.
        \param[in] indices  positions of w, repeats allowed; or GrB_ALL.
        \param[in] nindices  how many.
        \return GrB_INDEX_OUT_OF_BOUNDS, GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_assign_##T(GXB_FC_VECTOR_OUT_, type value, const GrB_Index *indices, \
        GrB_Index nindices, const GrB_Descriptor desc); \
    /** C(rows, columns) = value: as GrB_Matrix_assign of a matrix that has the value at every position.
        \param[in,out] C  any shape.
        \param[in] Mask,accum,desc  may be NULL (\ref contract); the mask has the shape of C.
        \param[in] value  a complex number.
        \param[in] rows,columns  positions of C, repeats allowed; or GrB_ALL.
        \param[in] nrows,ncols  how many.
        \return GrB_INDEX_OUT_OF_BOUNDS, GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_assign_##T(GXB_FC_MATRIX_OUT_, type value, const GrB_Index *rows, \
        GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc); \
    /** w = op(x, u): T(i) = op(x, u(i)).
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] x  its first operand, cast.
        \param[in] u  its second operand.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_apply_BinaryOp1st_##T(GXB_FC_VECTOR_OUT_, const GrB_BinaryOp op, \
        type x, const GrB_Vector u, const GrB_Descriptor desc); \
    /** w = op(u, y): T(i) = op(u(i), y).
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] u  its first operand.
        \param[in] y  its second operand, cast.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_apply_BinaryOp2nd_##T(GXB_FC_VECTOR_OUT_, const GrB_BinaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    /** T(i) = op(u(i), i, 0, y).
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] u  its operand.
        \param[in] y  its parameter, cast.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_apply_IndexOp_##T(GXB_FC_VECTOR_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    /** w = the entries of u where op(u(i), i, 0, y), cast to GrB_BOOL, is true.
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the test.
        \param[in] u  where the entries come from.
        \param[in] y  the test's parameter, cast.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Vector_select_##T(GXB_FC_VECTOR_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    /** C = op(x, A'): T(i, j) = op(x, A'(i, j)).
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] x  its first operand, cast.
        \param[in] A  its second operand, m x n; A' by GrB_INP1.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_apply_BinaryOp1st_##T(GXB_FC_MATRIX_OUT_, const GrB_BinaryOp op, \
        type x, const GrB_Matrix A, const GrB_Descriptor desc); \
    /** C = op(A', y): T(i, j) = op(A'(i, j), y).
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] A  its first operand, m x n; A' by GrB_INP0.
        \param[in] y  its second operand, cast.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_apply_BinaryOp2nd_##T(GXB_FC_MATRIX_OUT_, const GrB_BinaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    /** T(i, j) = op(A'(i, j), i, j, y).
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] A  its operand, m x n; A' by GrB_INP0.
        \param[in] y  its parameter, cast.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_apply_IndexOp_##T(GXB_FC_MATRIX_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    /** C = the entries of A' where op(A'(i, j), i, j, y), cast to GrB_BOOL, is true.
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the test.
        \param[in] A  where the entries come from, m x n; A' by GrB_INP0.
        \param[in] y  the test's parameter, cast.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_select_##T(GXB_FC_MATRIX_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    /** c = the sum of all entries of u, or accum(c, sum); the sum of none is the identity.
        \param[in,out] c  not NULL; read only with accum.
        \param[in] accum  may be NULL.
        \param[in] monoid  the addition.
        \param[in] u  the terms.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */ \
    GXB_FC_FUNCTION_ GxB_Vector_reduce_##T(type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Vector u, const GrB_Descriptor desc); \
    /** c = the sum of all entries of A, or accum(c, sum); the sum of none is the identity.
        \param[in,out] c  not NULL; read only with accum.
        \param[in] accum  may be NULL.
        \param[in] monoid  the addition.
        \param[in] A  the terms.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */ \
    GXB_FC_FUNCTION_ GxB_Matrix_reduce_##T(type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Matrix A, const GrB_Descriptor desc);
GXB_FC_TYPES_(GXB_DECLARE_)
#undef GXB_DECLARE_

// clang-format on

#undef GXB_FC_PUBLIC_
#undef GXB_FC_FUNCTION_
#undef GXB_FC_TYPES_
#undef GXB_FC_VECTOR_OUT_
#undef GXB_FC_MATRIX_OUT_

#ifdef __cplusplus
}
#endif

#endif
