/** \file
    gxb_context.h: settings of descriptors and of contexts, with the names and signatures of
    SuiteSparse:GraphBLAS 9.3. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_CONTEXT_H
#define GRAPHBLAST_GXB_CONTEXT_H

#include "gxb_options.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

// Descriptors. They have GxB_NTHREADS and GxB_CHUNK too: accepted, without effect, answered with 0.

/** GrB_Descriptor_set with a number (\ref settings).
    \param[in,out] desc  not a predefined one.
    \param[in] field  a GrB_Desc_Field, GxB_NTHREADS or GxB_CHUNK.
    \param[in] ...  the value: a double for GxB_CHUNK, else an int.
    \return GrB_INVALID_VALUE: desc is predefined, no such field, or no value of it. */
GXB_FUNCTION_ GxB_Desc_set(GrB_Descriptor desc, int field, ...);
/** Copies a field of a descriptor to where the argument after it points (\ref settings).
    \param[in] desc  NULL: one with all fields GrB_DEFAULT.
    \param[in] field  a GrB_Desc_Field, GxB_NTHREADS or GxB_CHUNK.
    \param[out] ...  not NULL; a double * for GxB_CHUNK, else an int32_t *.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Desc_get(GrB_Descriptor desc, int field, ...);
/** GrB_Descriptor_set with an integer.
    \param[in,out] desc  not a predefined one.
    \param[in] field  the field, or GxB_NTHREADS.
    \param[in] value  a GrB_Desc_Value that the field takes, or GxB_COMPRESSION_... for
        GxB_COMPRESSION.
    \return GrB_INVALID_VALUE: desc is predefined, no such field, or no value of it. */
GXB_FUNCTION_ GxB_Desc_set_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t value);
/** value = a field of a descriptor.
    \param[in] desc  NULL: one with all fields GrB_DEFAULT.
    \param[in] field  the field, or GxB_NTHREADS.
    \param[out] value  not NULL.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Desc_get_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t *value);
/** Does nothing: the fields of type FP64 have no effect.
    \param[in,out] desc  stays as it is.
    \param[in] field  GxB_CHUNK or GxB_NTHREADS.
    \param[in] value  is not kept.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Desc_set_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double value);
/** value = 0.
    \param[in] desc  may be NULL.
    \param[in] field  GxB_CHUNK or GxB_NTHREADS.
    \param[out] value  not NULL.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Desc_get_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double *value);
/** value = a field of a descriptor: the inverse of GrB_Descriptor_set.
    \param[out] value  not NULL.
    \param[in] desc  NULL: one with all fields GrB_DEFAULT.
    \param[in] field  the field.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Descriptor_get(GrB_Desc_Value *value, GrB_Descriptor desc, GrB_Desc_Field field);

/// How many threads operations may use: those that one thread of the caller's calls while it has the
/// context engaged.
typedef struct GxB_Context_opaque *GxB_Context;
/// The context of all threads that have engaged none. Always there.
GXB_PUBLIC_ extern GxB_Context GxB_CONTEXT_WORLD;

/** Makes a context with the threads of GxB_CONTEXT_WORLD.
    \param[out] context  not NULL.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Context_new(GxB_Context *context);
/** Releases a context and sets the handle to NULL. The calling thread disengages it first.
    \param[in,out] context  may be NULL, and may point to NULL: nothing happens. Engaged by no other
        thread. GxB_CONTEXT_WORLD stays.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_Context_free(GxB_Context *context);
/** The calling thread uses the context from now on, in place of the one it had engaged.
    \param[in] context  must outlive that use; GxB_CONTEXT_WORLD: none.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Context_engage(GxB_Context context);
/** The calling thread uses GxB_CONTEXT_WORLD again.
    \param[in] context  the engaged one; NULL or GxB_CONTEXT_WORLD: whichever is.
    \return GrB_INVALID_VALUE: another context is engaged. */
GXB_FUNCTION_ GxB_Context_disengage(GxB_Context context);
/** Does nothing: a context has no work to be finished.
    \param[in] context  is checked.
    \param[in] mode  is not read.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Context_wait(GxB_Context context, GrB_WaitMode mode);
/** The text of the last failure of a call on the context.
    \param[out] text  not NULL; "" without a failure; valid until the next call on the context.
    \param[in] context  the context asked.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_Context_error(const char **text, const GxB_Context context);

// Fields: GxB_CONTEXT_NTHREADS (INT32; 0 and less: as GxB_CONTEXT_WORLD), GxB_CONTEXT_GPU_ID (INT32) and
// GxB_CONTEXT_CHUNK (FP64), which are hints that are kept, GxB_NGPUS, GxB_ARENA_HEADER and GxB_ARENA_DATA (INT32),
// GxB_GPU_IDS (VOID; see gxb_arenas.h), and GrB_NAME (String).

/** A number of a context = the argument after the field (\ref settings).
    \param[in,out] context  the context changed.
    \param[in] field  a number's.
    \param[in] ...  the value: a double for GxB_CONTEXT_CHUNK, else an int.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Context_set(GxB_Context context, int field, ...);
/** Copies a number of a context to where the argument after the field points (\ref settings).
    \param[in] context  the context asked.
    \param[in] field  a number's.
    \param[out] ...  not NULL; a double * for GxB_CONTEXT_CHUNK, else an int32_t *.
    \return GrB_INVALID_VALUE: no such field. */
GXB_FUNCTION_ GxB_Context_get(GxB_Context context, int field, ...);
/** An integer of a context = value.
    \param[in,out] context  the context changed.
    \param[in] field  of type INT32.
    \param[in] value  one that the field takes.
    \return GrB_INVALID_VALUE: another field, or no value of it. */
GXB_FUNCTION_ GxB_Context_set_INT32(GxB_Context context, GxB_Context_Field field, int32_t value);
/** value = an integer of a context.
    \param[in] context  the context asked.
    \param[in] field  of type INT32.
    \param[out] value  not NULL.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Context_get_INT32(GxB_Context context, GxB_Context_Field field, int32_t *value);
/** GxB_CONTEXT_CHUNK of a context = value.
    \param[in,out] context  the context changed.
    \param[in] field  GxB_CONTEXT_CHUNK.
    \param[in] value  any.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Context_set_FP64(GxB_Context context, GxB_Context_Field field, double value);
/** value = GxB_CONTEXT_CHUNK of a context.
    \param[in] context  the context asked.
    \param[in] field  GxB_CONTEXT_CHUNK.
    \param[out] value  not NULL.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Context_get_FP64(GxB_Context context, GxB_Context_Field field, double *value);
/** GxB_Context_set_INT32 with the arguments in the order of GrB_set, which calls it.
    \param[in,out] context  the context changed.
    \param[in] value  one that the field takes.
    \param[in] field  of type INT32.
    \return GrB_INVALID_VALUE: another field, or no value of it. */
GXB_FUNCTION_ GxB_Context_set_INT(GxB_Context context, int32_t value, GrB_Field field);
/** GxB_Context_get_INT32 with the arguments in the order of GrB_get, which calls it.
    \param[in] context  the context asked.
    \param[out] value  not NULL.
    \param[in] field  of type INT32.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Context_get_INT(GxB_Context context, int32_t *value, GrB_Field field);
/** A number of a context = value.
    \param[in,out] context  the context changed.
    \param[in] value  with a value; cast to the field's type.
    \param[in] field  a number's.
    \return GrB_EMPTY_OBJECT: value has none. GrB_INVALID_VALUE: no such field. GrB_DOMAIN_MISMATCH:
        value is of a user-defined type. */
GXB_FUNCTION_ GxB_Context_set_Scalar(GxB_Context context, GrB_Scalar value, GrB_Field field);
/** value = a number of a context.
    \param[in] context  the context asked.
    \param[in,out] value  receives the number by a cast to its domain.
    \param[in] field  a number's.
    \return GrB_INVALID_VALUE: no such field. GrB_DOMAIN_MISMATCH: value is of a user-defined
        type. */
GXB_FUNCTION_ GxB_Context_get_Scalar(GxB_Context context, GrB_Scalar value, GrB_Field field);
/** The name of a context = value.
    \param[in,out] context  not GxB_CONTEXT_WORLD.
    \param[in] value  not NULL; copied.
    \param[in] field  GrB_NAME.
    \return GrB_INVALID_VALUE: another field, or GxB_CONTEXT_WORLD. */
GXB_FUNCTION_ GxB_Context_set_String(GxB_Context context, char *value, GrB_Field field);
/** value = the name of a context, "" without one.
    \param[in] context  the context asked.
    \param[out] value  not NULL; room for as many bytes as GxB_Context_get_SIZE answers.
    \param[in] field  GrB_NAME.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Context_get_String(GxB_Context context, char *value, GrB_Field field);
/** value = the bytes of a field of a context: of its name with the final 0, or of GxB_GPU_IDS at most.
    \param[in] context  the context asked.
    \param[out] value  not NULL.
    \param[in] field  GrB_NAME or GxB_GPU_IDS.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Context_get_SIZE(GxB_Context context, size_t *value, GrB_Field field);
/** value = the numbers of the GPUs of a context.
    \param[in] context  the context asked.
    \param[out] value  not NULL; room for as many int32_t as GxB_NGPUS of the context says.
    \param[in] field  GxB_GPU_IDS.
    \return GrB_INVALID_VALUE: another field. */
GXB_FUNCTION_ GxB_Context_get_VOID(GxB_Context context, void *value, GrB_Field field);
/** The numbers of the GPUs of a context = value.
    \param[in,out] context  the context changed.
    \param[in] value  not NULL; as many int32_t as GxB_NGPUS of the context says.
    \param[in] field  GxB_GPU_IDS.
    \param[in] size  the bytes of value, at least so many.
    \return GrB_INVALID_VALUE: another field, too few bytes, or a GPU that is not there. */
GXB_FUNCTION_ GxB_Context_set_VOID(GxB_Context context, void *value, GrB_Field field, size_t size);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
