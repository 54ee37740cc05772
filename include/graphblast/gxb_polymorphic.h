/** \file
    gxb_polymorphic.h: the polymorphic names of SuiteSparse:GraphBLAS 9.3 in C11. Part of
    <suitesparse/GraphBLAS.h>. The function is chosen by the types of the arguments, as in chapter 12 of
    GraphBLAS.h, whose lists of types (GRB_VALUES_, GRB_POINTERS_, GRB_MORE_...) are used here too: what
    they learn of further types these names learn with them. */

#ifndef GRAPHBLAST_GXB_POLYMORPHIC_H
#define GRAPHBLAST_GXB_POLYMORPHIC_H

#include "gxb_aliases.h"
#include "gxb_arenas.h"
#include "gxb_hand_over.h"
#include "gxb_iterator.h"
#include "gxb_operations.h"
#include "gxb_serialize.h"

#ifdef __cplusplus
#define GxB_STDC_VERSION 0
#elif defined(__STDC_VERSION__)
#define GxB_STDC_VERSION __STDC_VERSION__
#else
#define GxB_STDC_VERSION 199901L
#endif

// clang-format off

#if GxB_STDC_VERSION >= 201112L

/// Values of the complex types, whose functions have SuiteSparse's prefix.
#undef GRB_MORE_VALUES_
#undef GRB_MORE_POINTERS_
#define GRB_MORE_VALUES_(family) GxB_FC32_t: family##_FC32, GxB_FC64_t: family##_FC64,
#define GRB_MORE_POINTERS_(family) \
    GRB_POINTER_(family, FC32, GxB_FC32_t), GRB_POINTER_(family, FC64, GxB_FC64_t),
#define GrB_Monoid_new_FC32 GxB_Monoid_new_FC32
#define GrB_Monoid_new_FC64 GxB_Monoid_new_FC64
#define GrB_Scalar_setElement_FC32 GxB_Scalar_setElement_FC32
#define GrB_Scalar_setElement_FC64 GxB_Scalar_setElement_FC64
#define GrB_Scalar_extractElement_FC32 GxB_Scalar_extractElement_FC32
#define GrB_Scalar_extractElement_FC64 GxB_Scalar_extractElement_FC64
#define GrB_Vector_build_FC32 GxB_Vector_build_FC32
#define GrB_Vector_build_FC64 GxB_Vector_build_FC64
#define GrB_Vector_setElement_FC32 GxB_Vector_setElement_FC32
#define GrB_Vector_setElement_FC64 GxB_Vector_setElement_FC64
#define GrB_Vector_extractElement_FC32 GxB_Vector_extractElement_FC32
#define GrB_Vector_extractElement_FC64 GxB_Vector_extractElement_FC64
#define GrB_Vector_extractTuples_FC32 GxB_Vector_extractTuples_FC32
#define GrB_Vector_extractTuples_FC64 GxB_Vector_extractTuples_FC64
#define GrB_Vector_assign_FC32 GxB_Vector_assign_FC32
#define GrB_Vector_assign_FC64 GxB_Vector_assign_FC64
#define GrB_Vector_apply_BinaryOp1st_FC32 GxB_Vector_apply_BinaryOp1st_FC32
#define GrB_Vector_apply_BinaryOp1st_FC64 GxB_Vector_apply_BinaryOp1st_FC64
#define GrB_Vector_apply_BinaryOp2nd_FC32 GxB_Vector_apply_BinaryOp2nd_FC32
#define GrB_Vector_apply_BinaryOp2nd_FC64 GxB_Vector_apply_BinaryOp2nd_FC64
#define GrB_Vector_apply_IndexOp_FC32 GxB_Vector_apply_IndexOp_FC32
#define GrB_Vector_apply_IndexOp_FC64 GxB_Vector_apply_IndexOp_FC64
#define GrB_Vector_select_FC32 GxB_Vector_select_FC32
#define GrB_Vector_select_FC64 GxB_Vector_select_FC64
#define GrB_Vector_reduce_FC32 GxB_Vector_reduce_FC32
#define GrB_Vector_reduce_FC64 GxB_Vector_reduce_FC64
#define GrB_Matrix_build_FC32 GxB_Matrix_build_FC32
#define GrB_Matrix_build_FC64 GxB_Matrix_build_FC64
#define GrB_Matrix_setElement_FC32 GxB_Matrix_setElement_FC32
#define GrB_Matrix_setElement_FC64 GxB_Matrix_setElement_FC64
#define GrB_Matrix_extractElement_FC32 GxB_Matrix_extractElement_FC32
#define GrB_Matrix_extractElement_FC64 GxB_Matrix_extractElement_FC64
#define GrB_Matrix_extractTuples_FC32 GxB_Matrix_extractTuples_FC32
#define GrB_Matrix_extractTuples_FC64 GxB_Matrix_extractTuples_FC64
#define GrB_Matrix_assign_FC32 GxB_Matrix_assign_FC32
#define GrB_Matrix_assign_FC64 GxB_Matrix_assign_FC64
#define GrB_Matrix_apply_BinaryOp1st_FC32 GxB_Matrix_apply_BinaryOp1st_FC32
#define GrB_Matrix_apply_BinaryOp1st_FC64 GxB_Matrix_apply_BinaryOp1st_FC64
#define GrB_Matrix_apply_BinaryOp2nd_FC32 GxB_Matrix_apply_BinaryOp2nd_FC32
#define GrB_Matrix_apply_BinaryOp2nd_FC64 GxB_Matrix_apply_BinaryOp2nd_FC64
#define GrB_Matrix_apply_IndexOp_FC32 GxB_Matrix_apply_IndexOp_FC32
#define GrB_Matrix_apply_IndexOp_FC64 GxB_Matrix_apply_IndexOp_FC64
#define GrB_Matrix_select_FC32 GxB_Matrix_select_FC32
#define GrB_Matrix_select_FC64 GxB_Matrix_select_FC64
#define GrB_Matrix_reduce_FC32 GxB_Matrix_reduce_FC32
#define GrB_Matrix_reduce_FC64 GxB_Matrix_reduce_FC64
#define GrB_Matrix_import_FC32 GxB_Matrix_import_FC32
#define GrB_Matrix_import_FC64 GxB_Matrix_import_FC64
#define GrB_Matrix_export_FC32 GxB_Matrix_export_FC32
#define GrB_Matrix_export_FC64 GxB_Matrix_export_FC64

/// GrB_free, GrB_wait, GrB_error, GrB_get and GrB_set take contexts, iterators and blobs too.
#undef GRB_MORE_FREE_
#undef GRB_MORE_WAIT_
#undef GRB_MORE_ERROR_
#undef GRB_MORE_GET_
#undef GRB_MORE_SET_
#define GRB_MORE_FREE_ GxB_Context *: GxB_Context_free, GxB_Iterator *: GxB_Iterator_free, \
    GxB_IndexBinaryOp *: GxB_IndexBinaryOp_free, GxB_Container *: GxB_Container_free,
#define GRB_MORE_WAIT_ GxB_Context: GxB_Context_wait, GxB_IndexBinaryOp: GxB_IndexBinaryOp_wait,
#define GRB_MORE_ERROR_ GxB_Context: GxB_Context_error, \
    GxB_IndexBinaryOp: GxB_IndexBinaryOp_error,
// GxB_Context_get_INT32 and GxB_Context_set_INT32 are taken by the older forms.
#define GXB_Context_get_Scalar GxB_Context_get_Scalar
#define GXB_Context_get_String GxB_Context_get_String
#define GXB_Context_get_INT32 GxB_Context_get_INT
#define GXB_Context_get_SIZE GxB_Context_get_SIZE
#define GXB_Context_get_VOID GxB_Context_get_VOID
#define GXB_Context_set_Scalar GxB_Context_set_Scalar
#define GXB_Context_set_String GxB_Context_set_String
#define GXB_Context_set_INT32 GxB_Context_set_INT
#define GXB_Context_set_VOID GxB_Context_set_VOID
#define GRB_MORE_GET_(value) \
    GxB_Context: GRB_GET_(GXB_Context, value), void *: GRB_GET_(GxB_Serialized, value), \
    const void *: GRB_GET_(GxB_Serialized, value), \
    GxB_IndexBinaryOp: GRB_GET_(GxB_IndexBinaryOp, value),
#define GRB_MORE_SET_(value) \
    GxB_Context: GRB_SET_(GXB_Context, value), GxB_IndexBinaryOp: GRB_SET_(GxB_IndexBinaryOp, value),

/// Settings: of an object, or with the field in front those of the library.
#define GXB_OPTION_(direction, first) \
    _Generic((first), GrB_Descriptor: GxB_Desc_##direction, \
             GrB_Vector: GxB_Vector_Option_##direction, \
             GrB_Matrix: GxB_Matrix_Option_##direction, \
             GxB_Context: GxB_Context_##direction, \
             default: GxB_Global_Option_##direction)
#define GxB_set(first, ...) GXB_OPTION_(set, first)(first, __VA_ARGS__)
#define GxB_get(first, ...) GXB_OPTION_(get, first)(first, __VA_ARGS__)

#define GxB_fprint(object, level, file) \
    _Generic((object), GrB_Type: GxB_Type_fprint, GrB_UnaryOp: GxB_UnaryOp_fprint, \
             GrB_BinaryOp: GxB_BinaryOp_fprint, GrB_IndexUnaryOp: GxB_IndexUnaryOp_fprint, \
             GxB_IndexBinaryOp: GxB_IndexBinaryOp_fprint, \
             GxB_SelectOp: GxB_SelectOp_fprint, GrB_Monoid: GxB_Monoid_fprint, \
             GrB_Semiring: GxB_Semiring_fprint, GrB_Descriptor: GxB_Descriptor_fprint, \
             GrB_Scalar: GxB_Scalar_fprint, GrB_Vector: GxB_Vector_fprint, \
             GrB_Matrix: GxB_Matrix_fprint, GxB_Context: GxB_Context_fprint) \
    (object, #object, level, file)
#define GxB_print(object, level) GxB_fprint(object, level, NULL)

#define GxB_Monoid_terminal_new(monoid, op, identity, terminal) \
    GRB_BY_VALUE_(GxB_Monoid_terminal_new, identity)(monoid, op, identity, terminal)
#define GxB_Monoid_new_arena(monoid, op, identity, header_arena) \
    GRB_BY_VALUE_(GxB_Monoid_new_arena, identity)(monoid, op, identity, header_arena)
#define GxB_Monoid_terminal_new_arena(monoid, op, identity, terminal, header_arena) \
    GRB_BY_VALUE_(GxB_Monoid_terminal_new_arena, identity)(monoid, op, identity, terminal, header_arena)
#define GxB_Scalar_setElement(s, value) GRB_BY_VALUE_(GxB_Scalar_setElement, value)(s, value)
#define GxB_Scalar_extractElement(value, s) \
    GRB_BY_POINTER_(GxB_Scalar_extractElement, value)(value, s)

#define GxB_select(output, mask, accum, op, input, thunk, desc) \
    _Generic((output), GrB_Vector: GxB_Vector_select, GrB_Matrix: GxB_Matrix_select) \
    (output, mask, accum, op, input, thunk, desc)
#define GxB_eWiseUnion(output, mask, accum, op, A, alpha, B, beta, desc) \
    _Generic((output), GrB_Vector: GxB_Vector_eWiseUnion, GrB_Matrix: GxB_Matrix_eWiseUnion) \
    (output, mask, accum, op, A, alpha, B, beta, desc)
#define GxB_resize(object, ...) \
    _Generic((object), GrB_Vector: GxB_Vector_resize, GrB_Matrix: GxB_Matrix_resize) \
    (object, __VA_ARGS__)

// The first argument may be NULL, the last but one is not.
#define GXB_FOURTH_(first, second, third, fourth, ...) fourth
#define GxB_sort(...) \
    _Generic((GXB_FOURTH_(__VA_ARGS__)), GrB_Vector: GxB_Vector_sort, GrB_Matrix: GxB_Matrix_sort) \
    (__VA_ARGS__)

// Lists of indices may be vectors, which then stand alone: no number of indices follows.
#define GXB_BY_LIST_(vectors, lists, next) _Generic((next), GrB_Vector: vectors, default: lists)
#define GXB_SECOND_(first, second, ...) second
#undef GrB_extract
#define GrB_extract(output, mask, accum, input, ...) \
    _Generic((output), \
             GrB_Vector: _Generic((input), \
                                  GrB_Matrix: GXB_BY_LIST_(GxB_Col_extract_Vector, GrB_Col_extract, \
                                                           GRB_FIRST_(__VA_ARGS__, 0)), \
                                  default: GXB_BY_LIST_(GxB_Vector_extract_Vector, GrB_Vector_extract, \
                                                        GRB_FIRST_(__VA_ARGS__, 0))), \
             GrB_Matrix: GXB_BY_LIST_(GxB_Matrix_extract_Vector, GrB_Matrix_extract, \
                                      GRB_FIRST_(__VA_ARGS__, 0))) \
    (output, mask, accum, input, __VA_ARGS__)

// A column when a list of rows follows the vector, a row when a single position does.
#define GXB_LINE_(prefix, form, first, second) \
    _Generic((first), GrB_Vector: GxB_Col_##form##_Vector, const GrB_Index *: prefix##_Col_##form, \
             GrB_Index *: prefix##_Col_##form, const void *: prefix##_Col_##form, \
             void *: prefix##_Col_##form, \
             default: GXB_BY_LIST_(GxB_Row_##form##_Vector, prefix##_Row_##form, second))
#define GXB_ASSIGN_(prefix, form, output, mask, accum, input, ...) \
    _Generic((output), \
             GrB_Vector: _Generic((input), \
                                  GrB_Scalar: GXB_BY_LIST_(GxB_Vector_##form##_Scalar_Vector, \
                                                           prefix##_Vector_##form##_Scalar, \
                                                           GRB_FIRST_(__VA_ARGS__, 0)), \
                                  GrB_Vector: GXB_BY_LIST_(GxB_Vector_##form##_Vector, \
                                                           prefix##_Vector_##form, \
                                                           GRB_FIRST_(__VA_ARGS__, 0)), \
                                  GrB_Matrix: prefix##_Vector_##form, \
                                  GRB_VALUES_(prefix##_Vector_##form)), \
             GrB_Matrix: _Generic((input), \
                                  GrB_Scalar: GXB_BY_LIST_(GxB_Matrix_##form##_Scalar_Vector, \
                                                           prefix##_Matrix_##form##_Scalar, \
                                                           GRB_FIRST_(__VA_ARGS__, 0)), \
                                  GrB_Matrix: GXB_BY_LIST_(GxB_Matrix_##form##_Vector, \
                                                           prefix##_Matrix_##form, \
                                                           GRB_FIRST_(__VA_ARGS__, 0)), \
                                  GrB_Vector: GXB_LINE_(prefix, form, GRB_FIRST_(__VA_ARGS__, 0), \
                                                        GXB_SECOND_(__VA_ARGS__, 0, 0)), \
                                  GRB_VALUES_(prefix##_Matrix_##form))) \
    (output, mask, accum, input, __VA_ARGS__)
#undef GrB_assign
#define GrB_assign(...) GXB_ASSIGN_(GrB, assign, __VA_ARGS__)
#define GxB_subassign(...) GXB_ASSIGN_(GxB, subassign, __VA_ARGS__)

#endif

// clang-format on

#endif
