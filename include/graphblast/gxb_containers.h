/** \file
    gxb_containers.h: objects handed over as arrays in O(1), with the names and signatures of
    SuiteSparse:GraphBLAS 10.5. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_CONTAINERS_H
#define GRAPHBLAST_GXB_CONTAINERS_H

#include "gxb_options.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/// As `handling` of GxB_Vector_load: the array stays the caller's. As a field of matrices, vectors and scalars
/// (INT32): whether the object has such an array.
#define GxB_IS_READONLY ((GrB_Field)7078)
/// Plus GxB_IS_READONLY as `handling` of GxB_Vector_load, in the place of an arena: the array is memory of the GPU in use,
/// at an address that is a multiple of 256. No value is copied. The call waits for all work on the GPU, so that the
/// array may be one that is still being written.
#define GrX_DEVICE_MEMORY 64
/// The output of a call has arrays of the caller's, and only clear, free, load and unload may change it.
#define GxB_OUTPUT_IS_READONLY ((GrB_Info)-7003)

/// A matrix or vector in its parts. What is not part of the format has length 0.
struct GxB_Container_struct {
    uint64_t nrows, ncols;                  ///< of a vector of size n: n, 1
    int64_t nrows_nonempty, ncols_nonempty; ///< -1: not known
    uint64_t nvals, u64_future[11];
    int32_t format;       ///< GxB_HYPERSPARSE, GxB_SPARSE, GxB_BITMAP or GxB_FULL
    int32_t orientation;  ///< GrB_ROWMAJOR or GrB_COLMAJOR; of a vector GrB_COLMAJOR
    int32_t header_arena; ///< the arena that the container is in (\ref arenas)
    uint32_t u32_future[13];
    GrB_Vector p;         ///< sparse, hypersparse: where each line begins, and the end; GrB_UINT32 or GrB_UINT64
    GrB_Vector h;         ///< hypersparse: the lines that are there, ascending; GrB_INT32 or GrB_INT64
    GrB_Vector b;         ///< bitmap: 1 where an entry is; GrB_INT8
    GrB_Vector i;         ///< sparse, hypersparse: positions in the lines; GrB_INT32 or GrB_INT64
    GrB_Vector x;         ///< values; with `iso` one for all entries. Its type is the object's.
    GrB_Vector vector_future[11];
    GrB_Matrix Y;         ///< NULL: no index of the lines is kept
    GrB_Matrix matrix_future[15];
    bool iso;             ///< all entries have the value x[0]
    bool jumbled;         ///< the positions of a line may be in any order
    bool bool_future[30];
    void *void_future[16];
};
typedef struct GxB_Container_struct *GxB_Container;

/** Makes a container whose vectors have length 0.
    \param[out] container  not NULL.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Container_new(GxB_Container *container);
/** Releases a container with its vectors and sets the handle to NULL.
    \param[in,out] container  may be NULL, and may point to NULL: nothing happens.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_Container_free(GxB_Container *container);
/** The parts in a container become the object, with their size and x's type; the container's vectors have
    length 0 then, and Y is freed. O(1) for sparse and hypersparse parts, and for full ones by row. Vectors p, h
    and i may be of any integer type of 32 or 64 bits. Positions are not looked at, unless desc says
    GxB_SECURE_IMPORT: arrays that anybody may have made are safe then. An object with a part that was loaded
    as GxB_IS_READONLY is read-only. When it fails nothing has changed.
    \param[in,out] A  loses what it had.
    \param[in,out] container  not NULL, with all of its vectors.
    \param[in] desc  may be NULL; GxB_IMPORT.
    \return GrB_INVALID_VALUE: no such format or orientation, or a part is too short or has no value
        somewhere, or marks not nvals entries. GrB_DOMAIN_MISMATCH: p, h or i is not of integers of 32 or 64 bits, or b not of bytes.
        With GxB_SECURE_IMPORT GrB_INVALID_OBJECT: offsets decrease, lines or positions do not ascend or are
        outside or come twice, marks or values of bool are neither 0 nor 1. */
GXB_FUNCTION_ GxB_load_Matrix_from_Container(GrB_Matrix A, GxB_Container container,
                                             const GrB_Descriptor desc);
/** The parts in a container become the object, with their size and x's type; the container's vectors have
    length 0 then, and Y is freed. O(1) for sparse and hypersparse parts, and for full ones by row. Vectors p, h
    and i may be of any integer type of 32 or 64 bits. Positions are not looked at, unless desc says
    GxB_SECURE_IMPORT: arrays that anybody may have made are safe then. An object with a part that was loaded
    as GxB_IS_READONLY is read-only. When it fails nothing has changed.
    \param[in,out] v  loses what it had.
    \param[in,out] container  not NULL, with all of its vectors.
    \param[in] desc  may be NULL; GxB_IMPORT.
    \return GrB_INVALID_VALUE: no such format or orientation, or a part is too short or has no value
        somewhere, or marks not nvals entries. GrB_DOMAIN_MISMATCH: p, h or i is not of integers of 32 or 64 bits, or b not of bytes.
        GrB_INVALID_OBJECT: the container has not one column; with GxB_SECURE_IMPORT also: offsets decrease,
        lines or positions do not ascend or are outside or come twice, marks or values of bool are neither 0
        nor 1. */
GXB_FUNCTION_ GxB_load_Vector_from_Container(GrB_Vector v, GxB_Container container,
                                             const GrB_Descriptor desc);
/** The parts of an object, as it is stored, go to a container, whose vectors lose what they had. The object
    has no rows and columns then. O(1) but for bitmaps.
    \param[in,out] A  the object; a read-only one too.
    \param[in,out] container  not NULL, with all of its vectors.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_unload_Matrix_into_Container(GrB_Matrix A, GxB_Container container,
                                               const GrB_Descriptor desc);
/** The parts of an object, as it is stored, go to a container, whose vectors lose what they had. The object
    has no positions then. O(1) but for bitmaps.
    \param[in,out] v  the object; a read-only one too.
    \param[in,out] container  not NULL, with all of its vectors.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_unload_Vector_into_Container(GrB_Vector v, GxB_Container container,
                                               const GrB_Descriptor desc);
/** An array becomes a full vector of size n, in O(1).
    \param[in,out] v  loses what it had, its type too.
    \param[in,out] X  not NULL; in: *X has n values, and was allocated in the arena that `handling` names
        unless it stays the caller's; it may be NULL if n is 0; out: NULL, unless it stays the caller's.
    \param[in] type  the domain of the values.
    \param[in] n  up to GrB_INDEX_MAX + 1.
    \param[in] X_size  bytes of the array, as many as n values take or more.
    \param[in] handling  GrB_DEFAULT: the array is the library's from here on. GxB_IS_READONLY: it stays the
        caller's, and is read until the vector, or the object that it was loaded into, is unloaded, cleared
         or freed. No other thread may use copies of that object at that moment. Either plus the number of
         the arena that the array is from (\ref arenas), or GxB_IS_READONLY + GrX_DEVICE_MEMORY.
    \param[in] desc  may be NULL; GxB_IMPORT.
    \return GrB_INVALID_VALUE: n is too large, the array too short, or no such handling; GrX_DEVICE_MEMORY: it
         is not of the GPU in use, or not aligned. With GxB_SECURE_IMPORT GrB_INVALID_OBJECT: values of bool
         are neither 0 nor 1. GrB_NOT_IMPLEMENTED: no GPU is in use. */
GXB_FUNCTION_ GxB_Vector_load(GrB_Vector v, void **X, GrB_Type type, uint64_t n, uint64_t X_size,
                              int handling, const GrB_Descriptor desc);
/** The array of a full vector goes to the caller; the vector has size 0 then. O(1) where no other object
    shares the array and is not iso.
    \param[in,out] v  every entry is there; a read-only one too.
    \param[out] X  not NULL; the array, NULL if n is 0. The caller frees it in the arena that handling names,
        unless it says GxB_IS_READONLY: then it is the one that was loaded.
    \param[out] type,n,X_size  not NULL; as they go to GxB_Vector_load.
    \param[out] handling  not NULL; GrB_DEFAULT or GxB_IS_READONLY, plus the number of an arena.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_OBJECT: entries are missing. */
GXB_FUNCTION_ GxB_Vector_unload(GrB_Vector v, void **X, GrB_Type *type, uint64_t *n,
                                uint64_t *X_size, int *handling, const GrB_Descriptor desc);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
