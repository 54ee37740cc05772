/// gxb_complex.h: complex domains as SuiteSparse:GraphBLAS 9.3 has them, and the typed functions over them.
///
/// GxB_FC32 and GxB_FC64 are built-in domains: they are cast into each other and from and to the eleven of
/// GraphBLAS.h. A real number becomes x + 0i; a complex one loses its imaginary part, but to GrB_BOOL it
/// casts as z != 0. Each function below is the twin of the GrB_ one of the same name.

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
typedef std::complex<float> GxB_FC32_t;
typedef std::complex<double> GxB_FC64_t;
#define GxB_CMPLXF(r, i) GxB_FC32_t(static_cast<float>(r), static_cast<float>(i))
#define GxB_CMPLX(r, i) GxB_FC64_t(static_cast<double>(r), static_cast<double>(i))
#else
#include <complex.h>
typedef float _Complex GxB_FC32_t;
typedef double _Complex GxB_FC64_t;
#ifdef CMPLX
#define GxB_CMPLXF(r, i) CMPLXF((float)(r), (float)(i))
#define GxB_CMPLX(r, i) CMPLX((double)(r), (double)(i))
#else
// C99 has no CMPLX, and re + im * I is NaN + im i for an infinite im. A complex number is laid out as an
// array of its two parts (6.2.5), which the union reads.
#define GXB_OF_PARTS_(real, type, re, im) \
    (((union {                            \
         real parts[2];                   \
         type number;                     \
     }){{(real)(re), (real)(im)}})        \
         .number)
#define GxB_CMPLXF(r, i) GXB_OF_PARTS_(float, GxB_FC32_t, r, i)
#define GxB_CMPLX(r, i) GXB_OF_PARTS_(double, GxB_FC64_t, r, i)
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GXB_PUBLIC_ __attribute__((visibility("default")))
#else
#define GXB_PUBLIC_
#endif
#define GXB_FUNCTION_ GXB_PUBLIC_ GrB_Info

// clang-format off

GXB_PUBLIC_ extern GrB_Type GxB_FC32; ///< two floats: real and imaginary part
GXB_PUBLIC_ extern GrB_Type GxB_FC64; ///< two doubles

#define GXB_PER_COMPLEX_(declare) declare(FC32, GxB_FC32_t) declare(FC64, GxB_FC64_t)
#define GXB_VECTOR_OUT_ GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum
#define GXB_MATRIX_OUT_ GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum

// Objects.
#define GXB_DECLARE_(T, type) \
    GXB_FUNCTION_ GxB_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity); \
    GXB_FUNCTION_ GxB_Scalar_setElement_##T(GrB_Scalar s, type value); \
    GXB_FUNCTION_ GxB_Scalar_extractElement_##T(type *value, const GrB_Scalar s); \
    GXB_FUNCTION_ GxB_Vector_build_##T(GrB_Vector w, const GrB_Index *indices, \
        const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    GXB_FUNCTION_ GxB_Vector_setElement_##T(GrB_Vector w, type value, GrB_Index i); \
    GXB_FUNCTION_ GxB_Vector_extractElement_##T(type *value, const GrB_Vector u, GrB_Index i); \
    GXB_FUNCTION_ GxB_Vector_extractTuples_##T(GrB_Index *indices, type *values, \
        GrB_Index *nvals, const GrB_Vector u); \
    GXB_FUNCTION_ GxB_Matrix_build_##T(GrB_Matrix C, const GrB_Index *rows, \
        const GrB_Index *columns, const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    GXB_FUNCTION_ GxB_Matrix_setElement_##T(GrB_Matrix C, type value, GrB_Index i, GrB_Index j); \
    GXB_FUNCTION_ GxB_Matrix_extractElement_##T(type *value, const GrB_Matrix A, GrB_Index i, \
        GrB_Index j); \
    GXB_FUNCTION_ GxB_Matrix_extractTuples_##T(GrB_Index *rows, GrB_Index *columns, type *values, \
        GrB_Index *nvals, const GrB_Matrix A); \
    GXB_FUNCTION_ GxB_Matrix_import_##T(GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, \
        GrB_Index ncols, const GrB_Index *offsets, const GrB_Index *indices, const type *values, \
        GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format); \
    GXB_FUNCTION_ GxB_Matrix_export_##T(GrB_Index *offsets, GrB_Index *indices, type *values, \
        GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, \
        GrB_Format format, GrB_Matrix A);
GXB_PER_COMPLEX_(GXB_DECLARE_)
#undef GXB_DECLARE_

// Operations.
#define GXB_DECLARE_(T, type) \
    GXB_FUNCTION_ GxB_Vector_assign_##T(GXB_VECTOR_OUT_, type value, const GrB_Index *indices, \
        GrB_Index nindices, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_assign_##T(GXB_MATRIX_OUT_, type value, const GrB_Index *rows, \
        GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_apply_BinaryOp1st_##T(GXB_VECTOR_OUT_, const GrB_BinaryOp op, \
        type x, const GrB_Vector u, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_apply_BinaryOp2nd_##T(GXB_VECTOR_OUT_, const GrB_BinaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_apply_IndexOp_##T(GXB_VECTOR_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_select_##T(GXB_VECTOR_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_apply_BinaryOp1st_##T(GXB_MATRIX_OUT_, const GrB_BinaryOp op, \
        type x, const GrB_Matrix A, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_apply_BinaryOp2nd_##T(GXB_MATRIX_OUT_, const GrB_BinaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_apply_IndexOp_##T(GXB_MATRIX_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_select_##T(GXB_MATRIX_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_reduce_##T(type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Vector u, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_reduce_##T(type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Matrix A, const GrB_Descriptor desc);
GXB_PER_COMPLEX_(GXB_DECLARE_)
#undef GXB_DECLARE_

// clang-format on

#undef GXB_PUBLIC_
#undef GXB_FUNCTION_
#undef GXB_PER_COMPLEX_
#undef GXB_VECTOR_OUT_
#undef GXB_MATRIX_OUT_

#ifdef __cplusplus
}
#endif

#endif
