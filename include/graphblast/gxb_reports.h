/** \file
    gxb_reports.h: settings and reports of SuiteSparse:GraphBLAS 10.5, with its names and numbers. Part of
    <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_REPORTS_H
#define GRAPHBLAST_GXB_REPORTS_H

#include "gxb_options.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/// Fields of the library, matrices and vectors; INT32: hints about the integers of offsets, row and column
/// positions. 32, 64, or of an object 0 for what the library says. Kept and answered: integers are as narrow as fits.
#define GxB_ROWINDEX_INTEGER_HINT ((GrB_Field)7053)
#define GxB_COLINDEX_INTEGER_HINT ((GrB_Field)7054)
#define GxB_OFFSET_INTEGER_HINT ((GrB_Field)7056)
/// Fields of matrices, vectors and scalars; INT32: the bits that these integers have, 32 or 64.
#define GxB_ROWINDEX_INTEGER_BITS ((GrB_Field)7057)
#define GxB_COLINDEX_INTEGER_BITS ((GrB_Field)7058)
#define GxB_OFFSET_INTEGER_BITS ((GrB_Field)7059)
/// Fields of matrices, vectors and scalars; INT32: whether GrB_wait has something to do, and whether all entries have
/// one value that is stored once. To set GxB_ISO of a matrix or vector is a hint that changes nothing.
#define GxB_WILL_WAIT ((GrB_Field)7076)
#define GxB_ISO ((GrB_Field)7079)
/// Field of a user-defined type; VOID, a GxB_print_function: how GxB_*_fprint writes a value.
#define GxB_PRINT_FUNCTION ((GrB_Field)7104)

/// Writes a value as text, with a final 0, in `length` bytes. verbose: 1 for all digits, else 0.
/// Returns the number of bytes that the text needs without its 0; negative for an error.
typedef int64_t (*GxB_print_function)(char *string, size_t length, const void *value, int verbose);

/// Codes that SuiteSparse gives for failures of its compiler and its GPU; never returned here.
#define GxB_JIT_ERROR ((GrB_Info)-7001)
#define GxB_GPU_ERROR ((GrB_Info)-7002)

/** Whether the library is between GrB_init and GrB_finalize.
    \param[out] initialized  not NULL; 0 or 1.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_initialized(int *initialized);
/** Whether the library is not between GrB_init and GrB_finalize.
    \param[out] finalized  not NULL; 0 or 1.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_finalized(int *finalized);

/** Does nothing: the library notices by itself that it is in a child of fork. */
GXB_PUBLIC_ void GxB_atfork_prepare(void);
/** Does nothing, as GxB_atfork_prepare. */
GXB_PUBLIC_ void GxB_atfork_parent(void);
/** Does nothing, as GxB_atfork_prepare. */
GXB_PUBLIC_ void GxB_atfork_child(void);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
