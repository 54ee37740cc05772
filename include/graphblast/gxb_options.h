/// gxb_options.h: the types, constants and settings of SuiteSparse:GraphBLAS 9.3, with its names and
/// numbers. Part of <suitesparse/GraphBLAS.h>. docs/guide/compatibility.md says which settings are hints that
/// are kept and answered, and which do something.

#ifndef GRAPHBLAST_GXB_OPTIONS_H
#define GRAPHBLAST_GXB_OPTIONS_H

#include "../GraphBLAS.h"

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

/// The numbers are those of GrB_Field, so that GrB_get and GrB_set take them too.
typedef GrB_Field GxB_Option_Field;
typedef GrB_Field GxB_Context_Field;

/// GxB_FORMAT: a hint about the orientation.
typedef enum {
    GxB_BY_ROW = 0,
    GxB_BY_COL = 1,
    GxB_NO_FORMAT = -1
} GxB_Format_Value;

/// Hints as those that they are for: GxB_FORMAT and GxB_HYPER_SWITCH of a new library, and switches that ask for
/// hypersparse storage always or never.
GXB_PUBLIC_ extern const GxB_Format_Value GxB_FORMAT_DEFAULT;
GXB_PUBLIC_ extern const double GxB_HYPER_DEFAULT;
GXB_PUBLIC_ extern const double GxB_ALWAYS_HYPER;
GXB_PUBLIC_ extern const double GxB_NEVER_HYPER;

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

// GxB_SPARSITY_CONTROL: a sum of them. GxB_SPARSITY_STATUS: one.
#define GxB_HYPERSPARSE 1
#define GxB_SPARSE 2
#define GxB_BITMAP 4
#define GxB_FULL 8
#define GxB_ANY_SPARSITY (GxB_HYPERSPARSE + GxB_SPARSE + GxB_BITMAP + GxB_FULL)
#define GxB_AUTO_SPARSITY GxB_ANY_SPARSITY
#define GxB_NBITMAP_SWITCH 8

// GxB_COMPRESSION of a descriptor; LZ4HC and ZSTD plus the level. LZ4HC is written as LZ4.
#define GxB_COMPRESSION_NONE (-1)
#define GxB_COMPRESSION_DEFAULT 0
#define GxB_COMPRESSION_LZ4 1000
#define GxB_COMPRESSION_LZ4HC 2000
#define GxB_COMPRESSION_ZSTD 3000

/// GxB_IMPORT of a descriptor.
#define GxB_FAST_IMPORT GxB_DEFAULT
#define GxB_CHUNK GxB_GLOBAL_CHUNK
#define GxB_GPU_ID GxB_GLOBAL_GPU_ID

/// As the number of indices, with the list I in place of them: begin : end, begin : inc : end upwards and
/// begin : -inc : end downwards, the end included; all of GrB_Index.
#define GxB_RANGE ((GrB_Index)INT64_MAX)
#define GxB_STRIDE ((GrB_Index)(INT64_MAX - 1))
#define GxB_BACKWARDS ((GrB_Index)(INT64_MAX - 2))
#define GxB_BEGIN 0
#define GxB_END 1
#define GxB_INC 2

/// Settings by field, in the type that it has (GrB_Field, chapter 1 of GraphBLAS.h). The forms without a
/// type take one value of that type, or a pointer to where it goes; that of GxB_BURBLE, GxB_LIBRARY_OPENMP,
/// GxB_PRINT_1BASED, GxB_JIT_USE_CMAKE and GxB_IS_HYPER is a bool *.
/// field  one of GxB_Option_Field; an int in front of "..." since C leaves va_start after an enumerator open.
/// get  texts belong to the library and stay until they are set anew.
/// Codes: GrB_INVALID_VALUE (no such field, of another type, only read, or no value of it).
GXB_FUNCTION_ GxB_Global_Option_set(int field, ...);
GXB_FUNCTION_ GxB_Global_Option_get(int field, ...);
GXB_FUNCTION_ GxB_Global_Option_set_INT32(GxB_Option_Field field, int32_t value);
GXB_FUNCTION_ GxB_Global_Option_set_FP64(GxB_Option_Field field, double value);
GXB_FUNCTION_ GxB_Global_Option_set_FP64_ARRAY(GxB_Option_Field field, double *values);
GXB_FUNCTION_ GxB_Global_Option_set_INT64_ARRAY(GxB_Option_Field field, int64_t *values);
GXB_FUNCTION_ GxB_Global_Option_set_CHAR(GxB_Option_Field field, const char *value);
GXB_FUNCTION_ GxB_Global_Option_set_FUNCTION(GxB_Option_Field field, void *value);
GXB_FUNCTION_ GxB_Global_Option_get_INT32(GxB_Option_Field field, int32_t *value);
GXB_FUNCTION_ GxB_Global_Option_get_FP64(GxB_Option_Field field, double *value);
GXB_FUNCTION_ GxB_Global_Option_get_INT64(GxB_Option_Field field, int64_t *value);
GXB_FUNCTION_ GxB_Global_Option_get_CHAR(GxB_Option_Field field, const char **value);
GXB_FUNCTION_ GxB_Global_Option_get_FUNCTION(GxB_Option_Field field, void **value);

#define GXB_DECLARE_(Kind) \
    GXB_FUNCTION_ GxB_##Kind##_Option_set(GrB_##Kind object, int field, ...); \
    GXB_FUNCTION_ GxB_##Kind##_Option_get(GrB_##Kind object, int field, ...); \
    GXB_FUNCTION_ GxB_##Kind##_Option_set_INT32(GrB_##Kind object, GxB_Option_Field field, \
        int32_t value); \
    GXB_FUNCTION_ GxB_##Kind##_Option_set_FP64(GrB_##Kind object, GxB_Option_Field field, \
        double value); \
    GXB_FUNCTION_ GxB_##Kind##_Option_get_INT32(GrB_##Kind object, GxB_Option_Field field, \
        int32_t *value); \
    GXB_FUNCTION_ GxB_##Kind##_Option_get_FP64(GrB_##Kind object, GxB_Option_Field field, \
        double *value);
GXB_DECLARE_(Matrix)
GXB_DECLARE_(Vector)
#undef GXB_DECLARE_

/// GrB_Descriptor_set with numbers beside GrB_Desc_Value, and its inverse.
GXB_FUNCTION_ GxB_Desc_set(GrB_Descriptor desc, int field, ...);
GXB_FUNCTION_ GxB_Desc_get(GrB_Descriptor desc, int field, ...);
GXB_FUNCTION_ GxB_Desc_set_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t value);
GXB_FUNCTION_ GxB_Desc_get_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t *value);
GXB_FUNCTION_ GxB_Desc_set_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double value);
GXB_FUNCTION_ GxB_Desc_get_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double *value);
GXB_FUNCTION_ GxB_Descriptor_get(GrB_Desc_Value *value, GrB_Descriptor desc, GrB_Desc_Field field);

/// Threads for the operations that one thread of the caller's calls between _engage and _disengage;
/// GxB_CONTEXT_WORLD: for those of all that engaged none.
typedef struct GxB_Context_opaque *GxB_Context;
GXB_PUBLIC_ extern GxB_Context GxB_CONTEXT_WORLD;

GXB_FUNCTION_ GxB_Context_new(GxB_Context *context);
GXB_FUNCTION_ GxB_Context_free(GxB_Context *context);
/// GrB_INVALID_VALUE: disengage while another context is engaged.
GXB_FUNCTION_ GxB_Context_engage(GxB_Context context);
GXB_FUNCTION_ GxB_Context_disengage(GxB_Context context);
GXB_FUNCTION_ GxB_Context_wait(GxB_Context context, GrB_WaitMode mode);
GXB_FUNCTION_ GxB_Context_error(const char **text, const GxB_Context context);
GXB_FUNCTION_ GxB_Context_set(GxB_Context context, int field, ...);
GXB_FUNCTION_ GxB_Context_get(GxB_Context context, int field, ...);
GXB_FUNCTION_ GxB_Context_set_INT32(GxB_Context context, GxB_Context_Field field, int32_t value);
GXB_FUNCTION_ GxB_Context_get_INT32(GxB_Context context, GxB_Context_Field field, int32_t *value);
GXB_FUNCTION_ GxB_Context_set_FP64(GxB_Context context, GxB_Context_Field field, double value);
GXB_FUNCTION_ GxB_Context_get_FP64(GxB_Context context, GxB_Context_Field field, double *value);
/// What GrB_get and GrB_set call for a context.
GXB_FUNCTION_ GxB_Context_set_INT(GxB_Context context, int32_t value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_get_INT(GxB_Context context, int32_t *value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_set_Scalar(GxB_Context context, GrB_Scalar value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_get_Scalar(GxB_Context context, GrB_Scalar value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_set_String(GxB_Context context, char *value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_get_String(GxB_Context context, char *value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_get_SIZE(GxB_Context context, size_t *value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_get_VOID(GxB_Context context, void *value, GrB_Field field);
GXB_FUNCTION_ GxB_Context_set_VOID(GxB_Context context, void *value, GrB_Field field, size_t size);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
