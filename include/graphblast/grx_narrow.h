/** \file
    grx_narrow.h: domains of 16 bits a number. docs/guide/narrow.md is the guide. */

#ifndef GRAPHBLAST_GRX_NARROW_H
#define GRAPHBLAST_GRX_NARROW_H

#include "../GraphBLAS.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GRX_NARROW_PUBLIC_ __attribute__((visibility("default")))
#else
#define GRX_NARROW_PUBLIC_
#endif
#define GRX_NARROW_FUNCTION_ GRX_NARROW_PUBLIC_ GrB_Info

/** \page narrow Narrow numbers

    GrX_BF16 and GrX_FP16 are domains for storing: values take two bytes, and are cast from and to
    all built-in domains. They have no operators of their own. Every operator, monoid and semiring of
    another built-in domain takes them by the casts of the specification: with
    GrB_PLUS_TIMES_SEMIRING_FP32 their products and sums are computed in FP32, and each result is
    rounded once, when it is stored.

    A cast to a narrow domain rounds to the nearest number, of two to the even one, once and from
    the exact value; what is too large becomes an infinity, and a NaN stays one. A cast from it is
    that of the FP32 number of the same value.

    The typed functions of other domains take such objects too: GrB_Matrix_setElement_FP32,
    GrB_Matrix_extractElement_FP32 or GrB_Matrix_build_FP32 lose nothing but what the domain
    cannot hold. Those below pass the 16 bits as they are. */

/// A number as its bits: sign, 8 bits of exponent, 7 of fraction; what CUDA's __nv_bfloat16 is.
typedef struct {
    uint16_t bits; ///< the upper half of the FP32 number of the same value
} GrX_BF16_t;
/// A number as its bits: IEEE 754 binary16, what _Float16, NumPy's float16 and CUDA's __half are.
typedef struct {
    uint16_t bits; ///< sign, 5 bits of exponent, 10 of fraction
} GrX_FP16_t;

// clang-format off

GRX_NARROW_PUBLIC_ extern GrB_Type GrX_BF16; ///< up to 3.4e38 with 8 bits of precision
GRX_NARROW_PUBLIC_ extern GrB_Type GrX_FP16; ///< up to 65504 with 11 bits of precision

#define GRX_DECLARE_(T, type) \
    /** z = x, rounded, without GrB_init too.
        \param[out] z  n numbers; NULL only when n is 0.
        \param[in] x  n numbers; NULL only when n is 0; not overlapping z.
        \param[in] n  how many.
        \return GrB_NULL_POINTER. */ \
    GRX_NARROW_FUNCTION_ GrX_##T##_from_FP32(type *z, const float *x, GrB_Index n); \
    /** z = x, exactly, without GrB_init too.
        \param[out] z  n numbers; NULL only when n is 0.
        \param[in] x  n numbers; NULL only when n is 0; not overlapping z.
        \param[in] n  how many.
        \return GrB_NULL_POINTER. */ \
    GRX_NARROW_FUNCTION_ GrX_##T##_to_FP32(float *z, const type *x, GrB_Index n); \
    /** w(indices[k]) = values[k], as GrB_Vector_build.
        \param[in,out] w  without entries.
        \param[in] indices,values  nvals each, in any order; may be NULL when nvals is 0.
        \param[in] nvals  how many.
        \param[in] dup  joins the values of a repeated position; NULL: none may repeat.
        \return GrB_OUTPUT_NOT_EMPTY, GrB_INDEX_OUT_OF_BOUNDS, GrB_INVALID_VALUE,
            GrB_DOMAIN_MISMATCH. */ \
    GRX_NARROW_FUNCTION_ GrX_Vector_build_##T(GrB_Vector w, const GrB_Index *indices, \
        const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    /** All entries in ascending position, as GrB_Vector_extractTuples.
        \param[out] indices,values  room for *nvals each; one that is NULL is not written.
        \param[in,out] nvals  in: the room; out: the number of entries.
        \param[in] u  the vector read.
        \return GrB_INSUFFICIENT_SPACE, GrB_DOMAIN_MISMATCH. */ \
    GRX_NARROW_FUNCTION_ GrX_Vector_extractTuples_##T(GrB_Index *indices, type *values, \
        GrB_Index *nvals, const GrB_Vector u); \
    /** C(rows[k], columns[k]) = values[k], as GrB_Matrix_build.
        \param[in,out] C  without entries.
        \param[in] rows,columns,values  nvals each, in any order; may be NULL when nvals is 0.
        \param[in] nvals  how many.
        \param[in] dup  joins the values of a repeated position; NULL: none may repeat.
        \return GrB_OUTPUT_NOT_EMPTY, GrB_INDEX_OUT_OF_BOUNDS, GrB_INVALID_VALUE,
            GrB_DOMAIN_MISMATCH. */ \
    GRX_NARROW_FUNCTION_ GrX_Matrix_build_##T(GrB_Matrix C, const GrB_Index *rows, \
        const GrB_Index *columns, const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    /** All entries, in no promised order, as GrB_Matrix_extractTuples.
        \param[out] rows,columns,values  room for *nvals each; one that is NULL is not written.
        \param[in,out] nvals  in: the room; out: the number of entries.
        \param[in] A  the matrix read.
        \return GrB_INSUFFICIENT_SPACE, GrB_DOMAIN_MISMATCH. */ \
    GRX_NARROW_FUNCTION_ GrX_Matrix_extractTuples_##T(GrB_Index *rows, GrB_Index *columns, \
        type *values, GrB_Index *nvals, const GrB_Matrix A); \
    /** Makes a matrix of arrays in a format, as GrB_Matrix_import.
        \param[out] A  not NULL.
        \param[in] domain  that of values exactly.
        \param[in] nrows,ncols  0 to GrB_INDEX_MAX + 1.
        \param[in] offsets,indices,values  as format says; they stay the caller's.
        \param[in] offsets_len,indices_len,values_len  elements of each.
        \param[in] format  how the arrays are to be read.
        \return GrB_DOMAIN_MISMATCH, GrB_INDEX_OUT_OF_BOUNDS, GrB_INVALID_VALUE. */ \
    GRX_NARROW_FUNCTION_ GrX_Matrix_import_##T(GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, \
        GrB_Index ncols, const GrB_Index *offsets, const GrB_Index *indices, const type *values, \
        GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format); \
    /** Fills arrays of the caller's with a matrix in a format, as GrB_Matrix_export.
        \param[out] offsets,indices,values  may be NULL with no room.
        \param[in,out] offsets_len,indices_len,values_len  in: room of each array, in elements; out: elements
            written.
        \param[in] format  how the arrays are to be filled.
        \param[in] A  of the domain of values exactly; stays as it is.
        \return GrB_INSUFFICIENT_SPACE, GrB_DOMAIN_MISMATCH. */ \
    GRX_NARROW_FUNCTION_ GrX_Matrix_export_##T(GrB_Index *offsets, GrB_Index *indices, type *values, \
        GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, \
        GrB_Format format, GrB_Matrix A);
GRX_DECLARE_(BF16, GrX_BF16_t)
GRX_DECLARE_(FP16, GrX_FP16_t)
#undef GRX_DECLARE_

// clang-format on

#undef GRX_NARROW_PUBLIC_
#undef GRX_NARROW_FUNCTION_

#ifdef __cplusplus
}
#endif

#endif
