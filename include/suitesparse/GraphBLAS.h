/// suitesparse/GraphBLAS.h: GraphBLAS.h and what programs written for SuiteSparse:GraphBLAS 9.3 use beyond
/// it, so that they compile as they are. The library is GraphBLAST; docs/guide/compatibility.md says what is there.

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

#include "../GraphBLAS.h"
#include "../graphblast/gxb_arenas.h"
#include "../graphblast/gxb_complex.h"
#include "../graphblast/gxb_objects.h"
#include "../graphblast/gxb_polymorphic.h"

/// The version whose names, numbers and signatures these are.
#define GxB_SUITESPARSE_GRAPHBLAS
#define GxB_VERSION(major, minor, sub) (((major)*1000ULL + (minor)) * 1000ULL + (sub))
#define GxB_IMPLEMENTATION_MAJOR 9
#define GxB_IMPLEMENTATION_MINOR 3
#define GxB_IMPLEMENTATION_SUB 1
#define GxB_IMPLEMENTATION \
    GxB_VERSION(GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB)
#define GxB_IMPLEMENTATION_NAME "GraphBLAST"
#define GxB_IMPLEMENTATION_DATE "Aug 12, 2024"
#define GxB_IMPLEMENTATION_ABOUT                            \
    "GraphBLAST, the GraphBLAS C API 2.1 on CPU and GPU,\n" \
    "with the interface of SuiteSparse:GraphBLAS 9.3.1\n"
#define GxB_IMPLEMENTATION_LICENSE "GraphBLAST: Apache License 2.0\n"

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
#define GrB_Global_get_INT32 GxB_interface_INT32_
#define GrB_Global_get_String GxB_interface_String_
#define GrB_Global_get_SIZE GxB_interface_SIZE_

#undef GXB_PUBLIC_
#undef GXB_FUNCTION_
#undef GXB_MATRIX_OUT_
#undef GXB_VECTOR_OUT_
#undef GXB_PER_TYPE_
#undef GXB_PER_COMPLEX_

#endif
