/// suitesparse/GraphBLAS.h: GraphBLAS.h and what programs written for SuiteSparse:GraphBLAS 10.5 use beyond
/// it, so that they compile as they are; with GRAPHBLAST_SUITESPARSE_VERSION 9, programs written for 9.3. The library is GraphBLAST; docs/guide/compatibility.md says what is there.

#ifndef GRAPHBLAST_SUITESPARSE_GRAPHBLAS_H
#define GRAPHBLAST_SUITESPARSE_GRAPHBLAS_H

// Programs written for it get these from the header and do not include them themselves.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// SuiteSparse's tags of the structures behind the handles, for C programs that name them. In C++ they are part of
// the names of functions, which must be the same with GraphBLAS.h alone.
#ifndef __cplusplus
#define GrB_Type_opaque GB_Type_opaque
#define GrB_UnaryOp_opaque GB_UnaryOp_opaque
#define GrB_BinaryOp_opaque GB_BinaryOp_opaque
#define GrB_IndexUnaryOp_opaque GB_IndexUnaryOp_opaque
#define GrB_Monoid_opaque GB_Monoid_opaque
#define GrB_Semiring_opaque GB_Semiring_opaque
#define GrB_Descriptor_opaque GB_Descriptor_opaque
#define GrB_Scalar_opaque GB_Scalar_opaque
#define GrB_Vector_opaque GB_Vector_opaque
#define GrB_Matrix_opaque GB_Matrix_opaque
#define GrB_Global_opaque GB_Global_opaque
#define GxB_Context_opaque GB_Context_opaque
#define GxB_SelectOp_opaque GB_SelectOp_opaque
#define GxB_IndexBinaryOp_opaque GB_IndexBinaryOp_opaque
#endif

#include "../GraphBLAS.h"
#include "../graphblast/gxb_arenas.h"
#include "../graphblast/gxb_complex.h"
#include "../graphblast/gxb_objects.h"
#include "../graphblast/gxb_polymorphic.h"
#include "../graphblast/gxb_results.h"
#include "../graphblast/gxb_version.h"

#ifndef __cplusplus
#undef GrB_Type_opaque
#undef GrB_UnaryOp_opaque
#undef GrB_BinaryOp_opaque
#undef GrB_IndexUnaryOp_opaque
#undef GrB_Monoid_opaque
#undef GrB_Semiring_opaque
#undef GrB_Descriptor_opaque
#undef GrB_Scalar_opaque
#undef GrB_Vector_opaque
#undef GrB_Matrix_opaque
#undef GrB_Global_opaque
#undef GxB_Context_opaque
#undef GxB_SelectOp_opaque
#undef GxB_IndexBinaryOp_opaque
#endif

#define GxB_SUITESPARSE_GRAPHBLAS

/// The version of the specification.
#define GxB_SPEC_DATE "Dec 22, 2023"
#define GxB_SPEC_MAJOR GRB_VERSION
#define GxB_SPEC_MINOR GRB_SUBVERSION
#define GxB_SPEC_SUB 0
#define GxB_SPEC_VERSION GxB_VERSION(GxB_SPEC_MAJOR, GxB_SPEC_MINOR, GxB_SPEC_SUB)
#define GxB_SPEC_ABOUT "The GraphBLAS C API 2.1, by the GraphBLAS Forum\n"

// To a program that includes this header the library says whose interface it has: GrB_NAME and
// GrB_LIBRARY_VER_* answer as GxB_LIBRARY_NAME and GxB_LIBRARY_VERSION do, equal to the macros above.
// LAGraph's start and its files of matrices rely on that.

/** GrB_Global_get_INT32 for programs that include this header.
    \param[in] global  GrB_GLOBAL.
    \param[out] value  not NULL.
    \param[in] field  of type INT32 (GrB_Field).
    \return GrB_INVALID_VALUE: no such field. */
static inline GrB_Info GxB_interface_INT32_(GrB_Global global, int32_t *value, GrB_Field field) {
    const int part = (int)field - (int)GrB_LIBRARY_VER_MAJOR;
    int32_t version[3];
    GrB_Info info;
    if (global == NULL || value == NULL || part < 0 || part > 2)
        return GrB_Global_get_INT32(global, value, field);
    info = GxB_Global_Option_get_INT32(GxB_LIBRARY_VERSION, version);
    if (info == GrB_SUCCESS) *value = version[part];
    return info;
}
/** GrB_Global_get_String for programs that include this header.
    \param[in] global  GrB_GLOBAL.
    \param[out] value  not NULL; room for as many bytes as GrB_Global_get_SIZE answers.
    \param[in] field  of type String (GrB_Field).
    \return GrB_INVALID_VALUE: no such field. */
static inline GrB_Info GxB_interface_String_(GrB_Global global, char *value, GrB_Field field) {
    return GrB_Global_get_String(global, value, field == GrB_NAME ? GxB_LIBRARY_NAME : field);
}
/** GrB_Global_get_SIZE for programs that include this header.
    \param[in] global  GrB_GLOBAL.
    \param[out] value  not NULL.
    \param[in] field  of type SIZE or String (GrB_Field).
    \return GrB_INVALID_VALUE: no such field. */
static inline GrB_Info GxB_interface_SIZE_(GrB_Global global, size_t *value, GrB_Field field) {
    return GrB_Global_get_SIZE(global, value, field == GrB_NAME ? GxB_LIBRARY_NAME : field);
}
/** GrB_Global_get_Scalar for programs that include this header.
    \param[in] global  GrB_GLOBAL.
    \param[in,out] value  receives the value by a cast to its domain.
    \param[in] field  of a number (GrB_Field).
    \return GrB_INVALID_VALUE: no such field. */
static inline GrB_Info GxB_interface_Scalar_(GrB_Global global, GrB_Scalar value, GrB_Field field) {
    const int part = (int)field - (int)GrB_LIBRARY_VER_MAJOR;
    int32_t number = 0;
    GrB_Info info;
    if (part < 0 || part > 2) return GrB_Global_get_Scalar(global, value, field);
    info = GxB_interface_INT32_(global, &number, field);
    return info == GrB_SUCCESS ? GrB_Scalar_setElement_INT32(value, number) : info;
}
#define GrB_Global_get_INT32 GxB_interface_INT32_
#define GrB_Global_get_String GxB_interface_String_
#define GrB_Global_get_SIZE GxB_interface_SIZE_
#define GrB_Global_get_Scalar GxB_interface_Scalar_

// And it gives SuiteSparse's results, where the C API says otherwise.

#define GrB_DIAGINDEX_INT32 GrX_DIAGINDEX_INT32
#define GrB_DIAGINDEX_INT64 GrX_DIAGINDEX_INT64

#define GXB_INTERFACE_(T, type) GXB_INTERFACE_OF_(GrB, T, type)
#define GXB_INTERFACE_FC_(T, type) GXB_INTERFACE_OF_(GxB, T, type)
#define GXB_INTERFACE_OF_(P, T, type)                                                                          \
    /** P##_Matrix_import_##T for programs that include this header.                               \
        \param[out] A  not NULL.                                                                   \
        \param[in] domain  that of the values.                                                     \
        \param[in] nrows,ncols  the shape.                                                         \
        \param[in] offsets,indices,values  as GrB_Format says, but of GrB_COO_FORMAT offsets has   \
            the rows, and of entries at the same position the last one stays.                      \
        \param[in] offsets_len,indices_len,values_len  the numbers of their elements.              \
        \param[in] format  what offsets and indices are.                                           \
        \return GrB_INVALID_VALUE, GrB_INDEX_OUT_OF_BOUNDS, GrB_DOMAIN_MISMATCH. */           \
    static inline GrB_Info GXB_IMPORT_(                                                                        \
        GxB_interface_import_##T##_, P##_Matrix_import_##T, P##_Matrix_build_##T,                              \
        type) /** P##_Matrix_export_##T for programs that include this header.                               \
        \param[out] offsets,indices,values  as GrB_Format says, but of GrB_COO_FORMAT offsets      \
            gets the rows.                                                                         \
        \param[in,out] offsets_len,indices_len,values_len  not NULL; room, then what was written.  \
        \param[in] format  what is wanted.                                                         \
        \param[in] A  the matrix.                                                                  \
        \return GrB_INSUFFICIENT_SPACE, GrB_DOMAIN_MISMATCH. */ \
        static inline GrB_Info                                                                                 \
        GXB_EXPORT_(GxB_interface_export_##T##_, P##_Matrix_export_##T, type)
GXB_PER_TYPE_(GXB_INTERFACE_)
GXB_PER_COMPLEX_(GXB_INTERFACE_FC_)
GXB_INTERFACE_OF_(GrB, UDT, void)

#define GrB_Matrix_import_BOOL GxB_interface_import_BOOL_
#define GrB_Matrix_import_INT8 GxB_interface_import_INT8_
#define GrB_Matrix_import_UINT8 GxB_interface_import_UINT8_
#define GrB_Matrix_import_INT16 GxB_interface_import_INT16_
#define GrB_Matrix_import_UINT16 GxB_interface_import_UINT16_
#define GrB_Matrix_import_INT32 GxB_interface_import_INT32_
#define GrB_Matrix_import_UINT32 GxB_interface_import_UINT32_
#define GrB_Matrix_import_INT64 GxB_interface_import_INT64_
#define GrB_Matrix_import_UINT64 GxB_interface_import_UINT64_
#define GrB_Matrix_import_FP32 GxB_interface_import_FP32_
#define GrB_Matrix_import_FP64 GxB_interface_import_FP64_
#define GxB_Matrix_import_FC32 GxB_interface_import_FC32_
#define GxB_Matrix_import_FC64 GxB_interface_import_FC64_
#define GrB_Matrix_import_UDT GxB_interface_import_UDT_
#define GrB_Matrix_export_BOOL GxB_interface_export_BOOL_
#define GrB_Matrix_export_INT8 GxB_interface_export_INT8_
#define GrB_Matrix_export_UINT8 GxB_interface_export_UINT8_
#define GrB_Matrix_export_INT16 GxB_interface_export_INT16_
#define GrB_Matrix_export_UINT16 GxB_interface_export_UINT16_
#define GrB_Matrix_export_INT32 GxB_interface_export_INT32_
#define GrB_Matrix_export_UINT32 GxB_interface_export_UINT32_
#define GrB_Matrix_export_INT64 GxB_interface_export_INT64_
#define GrB_Matrix_export_UINT64 GxB_interface_export_UINT64_
#define GrB_Matrix_export_FP32 GxB_interface_export_FP32_
#define GrB_Matrix_export_FP64 GxB_interface_export_FP64_
#define GxB_Matrix_export_FC32 GxB_interface_export_FC32_
#define GxB_Matrix_export_FC64 GxB_interface_export_FC64_
#define GrB_Matrix_export_UDT GxB_interface_export_UDT_

// From 10 on the hint goes into an int.
#if GRAPHBLAST_SUITESPARSE_VERSION >= 10 && !defined(__cplusplus)
/** GrB_Matrix_exportHint for programs that include this header.
    \param[out] format  not NULL; a GrB_Format.
    \param[in] A  the matrix.
    \return The usual codes. */
static inline GrB_Info GxB_interface_exportHint_(int *format, GrB_Matrix A) {
    GrB_Format hint = GrB_CSR_FORMAT;
    const GrB_Info info = GrB_Matrix_exportHint(format == NULL ? NULL : &hint, A);
    if (info == GrB_SUCCESS) *format = (int)hint;
    return info;
}
#define GrB_Matrix_exportHint GxB_interface_exportHint_
#endif

#undef GXB_IMPORT_
#undef GXB_EXPORT_
#undef GXB_INTERFACE_
#undef GXB_INTERFACE_FC_
#undef GXB_INTERFACE_OF_
#undef GXB_ENUM_
#undef GXB_PUBLIC_
#undef GXB_FUNCTION_
#undef GXB_MATRIX_OUT_
#undef GXB_VECTOR_OUT_
#undef GXB_PER_TYPE_
#undef GXB_PER_COMPLEX_

#endif
