/** \file
    gxb_options.h: the types, constants and settings of SuiteSparse:GraphBLAS 9.3, with its names and
    numbers. Part of <suitesparse/GraphBLAS.h>. docs/guide/compatibility.md says which settings are hints that
    are kept and answered, and which do something. */

#ifndef GRAPHBLAST_GXB_OPTIONS_H
#define GRAPHBLAST_GXB_OPTIONS_H

#include "../GraphBLAS.h"
#include "gxb_version.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

#if defined(__GNUC__)
#define GXB_PUBLIC_ __attribute__((visibility("default")))
#else
#define GXB_PUBLIC_
#endif
#define GXB_FUNCTION_ GXB_PUBLIC_ GrB_Info

/// Room that every name needs at most, with its final 0.
#define GxB_MAX_NAME_LEN 128
/// The largest dimension: GrB_INDEX_MAX + 1.
#define GxB_INDEX_MAX ((GrB_Index)(1ULL << 60))

typedef GrB_Field GxB_Option_Field;  ///< a field; GrB_get and GrB_set take it too
typedef GrB_Field GxB_Context_Field; ///< a field of a context; GrB_get and GrB_set take it too

/// GxB_FORMAT: a hint about the orientation.
typedef enum {
    GxB_BY_ROW = 0,
    GxB_BY_COL = 1,
    GxB_NO_FORMAT = -1
} GxB_Format_Value;

#if GRAPHBLAST_SUITESPARSE_VERSION >= 10 && !defined(__cplusplus)
GXB_PUBLIC_ extern const int GxB_FORMAT_DEFAULT; ///< GxB_FORMAT of a new library
#else
GXB_PUBLIC_ extern const GxB_Format_Value GxB_FORMAT_DEFAULT; ///< GxB_FORMAT of a new library
#endif
GXB_PUBLIC_ extern const double GxB_HYPER_DEFAULT; ///< GxB_HYPER_SWITCH of a new library
GXB_PUBLIC_ extern const double GxB_ALWAYS_HYPER;  ///< GxB_HYPER_SWITCH: a hint, hypersparse always
GXB_PUBLIC_ extern const double GxB_NEVER_HYPER;   ///< GxB_HYPER_SWITCH: a hint, hypersparse never

/// The older name of scalars.
typedef GrB_Scalar GxB_Scalar;

/// GxB_JIT_C_CONTROL. Kernels for the GPU are compiled whatever it is.
typedef enum {
    GxB_JIT_OFF = 0,
    GxB_JIT_PAUSE = 1,
    GxB_JIT_RUN = 2,
    GxB_JIT_LOAD = 3,
    GxB_JIT_ON = 4
} GxB_JIT_Control;

/// How much GxB_*_fprint writes.
typedef enum {
    GxB_SILENT = 0,        ///< nothing: the object is checked
    GxB_SUMMARY = 1,       ///< one line
    GxB_SHORT = 2,         ///< and up to 30 entries
    GxB_COMPLETE = 3,      ///< and all entries
    GxB_SHORT_VERBOSE = 4, ///< as GxB_SHORT, with all digits
    GxB_COMPLETE_VERBOSE = 5
} GxB_Print_Level;

// GxB_SPARSITY_CONTROL is a sum of these, GxB_SPARSITY_STATUS one of them.
#define GxB_HYPERSPARSE 1 ///< GrX_HYPERSPARSE
#define GxB_SPARSE 2      ///< GrX_SPARSE
#define GxB_BITMAP 4      ///< GrX_BITMAP
#define GxB_FULL 8        ///< GrX_FULL
#define GxB_ANY_SPARSITY (GxB_HYPERSPARSE + GxB_SPARSE + GxB_BITMAP + GxB_FULL) ///< any of them
#define GxB_AUTO_SPARSITY GxB_ANY_SPARSITY ///< the library chooses
#define GxB_NBITMAP_SWITCH 8 ///< numbers that GxB_BITMAP_SWITCH of the library has

// GxB_COMPRESSION of a descriptor.
#define GxB_COMPRESSION_NONE (-1)   ///< GrX_COMPRESSION_NONE
#define GxB_COMPRESSION_DEFAULT 0   ///< as GrX_COMPRESSION of the library says
#define GxB_COMPRESSION_LZ4 1000    ///< GrX_COMPRESSION_LZ4
#define GxB_COMPRESSION_LZ4HC 2000  ///< plus a level: written as GxB_COMPRESSION_LZ4
#define GxB_COMPRESSION_ZSTD 3000   ///< GrX_COMPRESSION_ZSTD; plus the level, up to 19

// The format of the blobs that serialisation writes. Those of both are read, always.
#define GrX_BLOB_FORMAT ((GrB_Field)8030) ///< of the library; INT32; W: one of the following
#define GrX_BLOB_GRAPHBLAST 0             ///< this library's own
#define GrX_BLOB_SUITESPARSE 1            ///< SuiteSparse:GraphBLAS's; each of its versions reads them

#define GxB_FAST_IMPORT GxB_DEFAULT ///< GxB_IMPORT of a descriptor: arrays are not checked
#define GxB_CHUNK GxB_GLOBAL_CHUNK  ///< the field
#define GxB_GPU_ID GxB_GLOBAL_GPU_ID ///< the field

// In place of the number of indices: the list has the ends of a range, which are part of it, and its step.
#define GxB_RANGE ((GrB_Index)INT64_MAX)           ///< begin, end: upwards by 1
#define GxB_STRIDE ((GrB_Index)(INT64_MAX - 1))    ///< begin, end, step: upwards
#define GxB_BACKWARDS ((GrB_Index)(INT64_MAX - 2)) ///< begin, end, step: downwards
#define GxB_BEGIN 0 ///< where the beginning stands in such a list
#define GxB_END 1   ///< where the end stands
#define GxB_INC 2   ///< where the step stands

/** \page settings Settings by field, in the forms of SuiteSparse

    GrB_Field (chapter 1 of GraphBLAS.h) says of each field its type and whether it can be set.
    - A function without a type in its name takes one argument after the field: to set, a value of
      the field's type (an int for INT32, a pointer for texts, arrays and functions); to get, a
      pointer to where the answer goes.
    - Such a function answers GxB_BURBLE, GxB_LIBRARY_OPENMP, GxB_PRINT_1BASED, GxB_JIT_USE_CMAKE
      and GxB_IS_HYPER into a bool.
    - Its field is an int from 10 on, as SuiteSparse has it: C leaves open whether an enumeration may
      stand before "...".
    - A text that is answered belongs to the library. It stays until the field is set anew, or until
      GrB_finalize. */

/** A field of the library = the argument after it (\ref settings).
    \param[in] field  one that can be set.
    \param[in] ...  the value; NULL for an array: its default.
    \return GrB_INVALID_VALUE: no such field that can be set, or no value of it. */
GXB_FUNCTION_ GxB_Global_Option_set(GXB_ENUM_(GxB_Option_Field) field, ...);
/** Copies a field of the library to where the argument after it points (\ref settings).
    \param[in] field  one of the library's; of type String the GxB_ fields alone.
    \param[out] ...  not NULL; the target.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Global_Option_get(GXB_ENUM_(GxB_Option_Field) field, ...);
/** A field of the library = an integer.
    \param[in] field  of type INT32 that can be set.
    \param[in] value  one that the field takes.
    \return GrB_INVALID_VALUE: no such field that can be set, or no value of it. */
GXB_FUNCTION_ GxB_Global_Option_set_INT32(GxB_Option_Field field, int32_t value);
/** A field of the library = a number.
    \param[in] field  of type FP64 that can be set.
    \param[in] value  the number.
    \return GrB_INVALID_VALUE: no such field that can be set. */
GXB_FUNCTION_ GxB_Global_Option_set_FP64(GxB_Option_Field field, double value);
/** GxB_BITMAP_SWITCH of the library = the array.
    \param[in] field  GxB_BITMAP_SWITCH.
    \param[in] values  GxB_NBITMAP_SWITCH numbers, copied; NULL: the defaults.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Global_Option_set_FP64_ARRAY(GxB_Option_Field field, double *values);
/** GxB_MEMORY_POOL of the library = the array.
    \param[in] field  GxB_MEMORY_POOL.
    \param[in] values  64 numbers, copied; NULL: the defaults.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Global_Option_set_INT64_ARRAY(GxB_Option_Field field, int64_t *values);
/** A field of the library = a text.
    \param[in] field  of type String that can be set.
    \param[in] value  not NULL; copied.
    \return GrB_INVALID_VALUE: no such field that can be set, or no value of it. */
GXB_FUNCTION_ GxB_Global_Option_set_CHAR(GxB_Option_Field field, const char *value);
/** GxB_PRINTF or GxB_FLUSH of the library = a function.
    \param[in] field  one of these two.
    \param[in] value  the function; NULL: that of the C library.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Global_Option_set_FUNCTION(GxB_Option_Field field, void *value);
/** value = an integer field of the library, or the three numbers of a version.
    \param[in] field  of type INT32; or GxB_LIBRARY_VERSION, GxB_API_VERSION, GxB_COMPILER_VERSION.
    \param[out] value  not NULL; room for 3 with a version, else for 1.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Global_Option_get_INT32(GxB_Option_Field field, int32_t *value);
/** value = a field of the library, or the numbers of GxB_BITMAP_SWITCH.
    \param[in] field  of type FP64, or GxB_BITMAP_SWITCH.
    \param[out] value  not NULL; room for GxB_NBITMAP_SWITCH with that field, else for 1.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Global_Option_get_FP64(GxB_Option_Field field, double *value);
/** value = the numbers of GxB_MEMORY_POOL.
    \param[in] field  GxB_MEMORY_POOL.
    \param[out] value  not NULL; room for 64.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Global_Option_get_INT64(GxB_Option_Field field, int64_t *value);
/** value = a text of the library (\ref settings).
    \param[in] field  a GxB_ field of type String.
    \param[out] value  not NULL; *value is the library's text.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Global_Option_get_CHAR(GxB_Option_Field field, const char **value);
/** value = a function that the library uses.
    \param[in] field  GxB_PRINTF, GxB_FLUSH, or one of GxB_MALLOC_FUNCTION ... GxB_FREE_FUNCTION.
    \param[out] value  not NULL; *value may become NULL: none was given.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Global_Option_get_FUNCTION(GxB_Option_Field field, void **value);

#define GXB_DECLARE_(Kind) \
    /** A field of the object = the argument after it (\ref settings).
        \param[in,out] object  the object changed.
        \param[in] field  one that can be set.
        \param[in] ...  the value.
        \return GrB_INVALID_VALUE: no such field that can be set, or no value of it. */ \
    GXB_FUNCTION_ GxB_##Kind##_Option_set(GrB_##Kind object, \
        GXB_ENUM_(GxB_Option_Field) field, ...); \
    /** Copies a field of the object to where the argument after it points (\ref settings).
        \param[in] object  the object asked.
        \param[in] field  of type INT32 or FP64.
        \param[out] ...  not NULL; the target.
        \return GrB_INVALID_VALUE: no such field. */ \
    GXB_FUNCTION_ GxB_##Kind##_Option_get(GrB_##Kind object, \
        GXB_ENUM_(GxB_Option_Field) field, ...); \
    /** A field of the object = an integer.
        \param[in,out] object  the object changed.
        \param[in] field  of type INT32 that can be set.
        \param[in] value  one that the field takes.
        \return GrB_INVALID_VALUE: no such field that can be set, or no value of it. */ \
    GXB_FUNCTION_ GxB_##Kind##_Option_set_INT32(GrB_##Kind object, GxB_Option_Field field, \
        int32_t value); \
    /** A field of the object = a number.
        \param[in,out] object  the object changed.
        \param[in] field  of type FP64 that can be set.
        \param[in] value  the number.
        \return GrB_INVALID_VALUE: no such field that can be set. */ \
    GXB_FUNCTION_ GxB_##Kind##_Option_set_FP64(GrB_##Kind object, GxB_Option_Field field, \
        double value); \
    /** value = an integer field of the object.
        \param[in] object  the object asked.
        \param[in] field  of type INT32.
        \param[out] value  not NULL.
        \return GrB_INVALID_VALUE: no such field. */ \
    GXB_FUNCTION_ GxB_##Kind##_Option_get_INT32(GrB_##Kind object, GxB_Option_Field field, \
        int32_t *value); \
    /** value = a field of the object.
        \param[in] object  the object asked.
        \param[in] field  of type FP64.
        \param[out] value  not NULL.
        \return GrB_INVALID_VALUE: no such field. */ \
    GXB_FUNCTION_ GxB_##Kind##_Option_get_FP64(GrB_##Kind object, GxB_Option_Field field, \
        double *value);
GXB_DECLARE_(Matrix)
GXB_DECLARE_(Vector)
#undef GXB_DECLARE_

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
