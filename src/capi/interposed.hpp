// The functions that libgraphblas.so.7, .9 and .10 (compat/) take from this library. They define
// functions of the same names, with SuiteSparse's results, which a program that is linked to them
// finds instead. Not for programs.
#pragma once

#include "capi/values.hpp"
#include "graphblast/gxb_context.h"
#include "graphblast/gxb_iterator.h"
#include "graphblast/gxb_options.h"

#define GRB_INTERPOSED_BY_ALL(M)   \
    M(GrB_Global_get_INT32)        \
    M(GrB_Global_get_SIZE)         \
    M(GrB_Global_get_String)       \
    M(GrB_Global_get_Scalar)       \
    M(GxB_Global_Option_get)       \
    M(GxB_Global_Option_get_INT32) \
    M(GxB_Global_Option_get_CHAR)  \
    M(GrB_Matrix_import_UDT)       \
    M(GrB_Matrix_export_UDT)       \
    M(GB_Iterator_attach)          \
    M(GxB_rowIterator_attach)      \
    M(GxB_colIterator_attach)      \
    M(GxB_Matrix_Iterator_attach)  \
    M(GxB_Vector_Iterator_attach)
#define GRB_INTERPOSED_BY_7(M)           \
    M(GrB_getVersion)                    \
    M(GrB_init)                          \
    M(GxB_init)                          \
    M(GxB_Global_Option_get_FP64)        \
    M(GxB_Global_Option_get_INT64)       \
    M(GxB_Global_Option_get_FUNCTION)    \
    M(GxB_Global_Option_set)             \
    M(GxB_Global_Option_set_INT32)       \
    M(GxB_Global_Option_set_FP64)        \
    M(GxB_Global_Option_set_FP64_ARRAY)  \
    M(GxB_Global_Option_set_INT64_ARRAY) \
    M(GxB_Global_Option_set_FUNCTION)    \
    M(GxB_Matrix_Option_get)             \
    M(GxB_Matrix_Option_get_INT32)       \
    M(GxB_Matrix_Option_get_FP64)        \
    M(GxB_Matrix_Option_set)             \
    M(GxB_Matrix_Option_set_INT32)       \
    M(GxB_Matrix_Option_set_FP64)        \
    M(GxB_Vector_Option_get)             \
    M(GxB_Vector_Option_get_INT32)       \
    M(GxB_Vector_Option_get_FP64)        \
    M(GxB_Vector_Option_set)             \
    M(GxB_Vector_Option_set_INT32)       \
    M(GxB_Vector_Option_set_FP64)        \
    M(GxB_Desc_get)                      \
    M(GxB_Desc_get_INT32)                \
    M(GxB_Desc_get_FP64)                 \
    M(GxB_Desc_set)                      \
    M(GxB_Desc_set_INT32)                \
    M(GxB_Desc_set_FP64)                 \
    M(GxB_Descriptor_get)                \
    M(GrB_Descriptor_set)                \
    M(GB_Iterator_rc_seek)               \
    M(GB_Vector_Iterator_bitmap_seek)    \
    M(GxB_Matrix_Iterator_seek)          \
    M(GxB_Matrix_Iterator_next)          \
    M(GxB_Vector_Iterator_seek)          \
    M(GxB_Vector_Iterator_next)          \
    M(GxB_rowIterator_seekRow)           \
    M(GxB_rowIterator_kseek)             \
    M(GxB_rowIterator_nextRow)           \
    M(GxB_colIterator_seekCol)           \
    M(GxB_colIterator_kseek)             \
    M(GxB_colIterator_nextCol)

namespace grb {

/// Writes the members after GxB_Iterator's head as the macros of a SuiteSparse version expect them.
void lay_out_iterator(GxB_Iterator iterator, int version) noexcept;

struct InterposedFunctions {
#define GRB_MEMBER(name) decltype(&::name) name;
#define GRB_TYPED_MEMBERS(P, T, type)                         \
    decltype(&::P##_Matrix_import_##T) P##_Matrix_import_##T; \
    decltype(&::P##_Matrix_export_##T) P##_Matrix_export_##T;
    GRB_PREFIXED_TYPES(GRB_TYPED_MEMBERS)
    GRB_INTERPOSED_BY_ALL(GRB_MEMBER)
    GRB_INTERPOSED_BY_7(GRB_MEMBER)
#undef GRB_MEMBER
#undef GRB_TYPED_MEMBERS
    void (*lay_out)(GxB_Iterator iterator, int version) noexcept;
};

} // namespace grb

extern "C" GXB_PUBLIC_ const grb::InterposedFunctions GrX_overridden;
