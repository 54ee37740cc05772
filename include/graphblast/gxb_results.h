/** \file
    gxb_results.h: SuiteSparse:GraphBLAS's results where they are other than those of the GraphBLAS C API.
    Part of <suitesparse/GraphBLAS.h>, which puts them in the place of the standard's; docs/guide/deviations.md
    says who gets which. */

#ifndef GRAPHBLAST_GXB_RESULTS_H
#define GRAPHBLAST_GXB_RESULTS_H

#include "gxb_complex.h"
#include "gxb_options.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/** GrB_DIAGINDEX_INT32 and GrB_DIAGINDEX_INT64 as SuiteSparse has them: j - (i + y), where the C API says j - i + y. */
///@{
GXB_PUBLIC_ extern GrB_IndexUnaryOp GrX_DIAGINDEX_INT32;
GXB_PUBLIC_ extern GrB_IndexUnaryOp GrX_DIAGINDEX_INT64;
///@}

// The definitions of functions NAME that call IMPORT, BUILD and EXPORT, forms of GrB_Matrix_import, _build and
// _export for one C type. Of GrB_COO_FORMAT the first array has the rows here, and the last of equal positions stays.
// As in SuiteSparse a matrix that cannot be made is NULL, unless the domain is wrong: then *A stays.

#define GXB_IMPORT_(NAME, IMPORT, BUILD, type) \
    NAME(GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, GrB_Index ncols, \
         const GrB_Index *offsets, const GrB_Index *indices, const type *values, \
         GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format) { \
        GrB_Info info; \
        GrB_Matrix made = NULL; \
        if (A == NULL || format != GrB_COO_FORMAT) { \
            info = IMPORT(A == NULL ? NULL : &made, domain, nrows, ncols, offsets, indices, values, \
                          offsets_len, indices_len, values_len, format); \
        } else { \
            info = IMPORT(&made, domain, nrows, ncols, NULL, NULL, NULL, 0, 0, 0, format); \
            if (info == GrB_SUCCESS) { \
                info = offsets_len != indices_len || offsets_len != values_len \
                           ? GrB_INVALID_VALUE \
                           : BUILD(made, offsets, indices, values, values_len, GxB_IGNORE_DUP); \
            } \
            if (info != GrB_SUCCESS) GrB_Matrix_free(&made); \
        } \
        if (A != NULL && domain != NULL && info != GrB_DOMAIN_MISMATCH && \
            info != GrB_UNINITIALIZED_OBJECT) *A = made; \
        return info; \
    }
#define GXB_EXPORT_(NAME, EXPORT, type) \
    NAME(GrB_Index *offsets, GrB_Index *indices, type *values, GrB_Index *offsets_len, \
         GrB_Index *indices_len, GrB_Index *values_len, GrB_Format format, GrB_Matrix A) { \
        if (format == GrB_COO_FORMAT) { \
            return EXPORT(indices, offsets, values, indices_len, offsets_len, values_len, format, A); \
        } \
        return EXPORT(offsets, indices, values, offsets_len, indices_len, values_len, format, A); \
    }

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
