/* Products on arrays of the host for the Python package: one call for each, and no array is copied on the way in. */
#ifndef GRAPHBLAST_HOST_ARRAYS_H
#define GRAPHBLAST_HOST_ARRAYS_H

#include <GraphBLAS.h>
#include <stdbool.h>
#include <stdint.h>

enum { host_text_bytes = 512 };

/** A full matrix by rows, nrows x ncols. */
typedef struct {
    GrB_Type type;
    uint64_t nrows, ncols;
    void *values;
    uint64_t bytes; /* of all values */
} HostFull;

/** Compressed rows; positions of a row ascend. */
typedef struct {
    uint64_t nrows, ncols, nvals;
    GrB_Type offset_type, position_type; /* integers of 32 or 64 bits */
    void *offsets, *positions;
    GrB_Type value_type;
    void *values; /* nvals, or one with is_iso */
    uint64_t offset_bytes, position_bytes, value_bytes;
    bool is_iso;
} HostRows;

/** result = A x for a full x, with 0 where the product has no entry.
    \param[out] result  nrows x ncols values of its type go to the new array `values`, which free() releases;
        NULL if it has none. nrows, ncols and type are given.
    \param[in] A  NULL: `rows` are the left operand.
    \param[in] is_transposed  the left operand is.
    \param[out] text  host_text_bytes; the error's, "" if there is none.
    \return the code of the call that failed. */
GrB_Info host_product(HostFull *result, GrB_Matrix A, const HostRows *rows, const HostFull *x,
                      GrB_Semiring semiring, bool is_transposed, char *text);

/** values[e] = sum of x(i, :) y(j, :) for the e-th entry (i, j) of the pattern.
    \param[out] result  nvals values in a new array, which free() releases; `bytes` get its length.
    \param[in] pattern  the structure alone is read; with an entry at each of its nvals positions.
    \return the code of the call that failed, its text in `text`. */
GrB_Info host_at_entries(HostFull *result, GrB_Matrix pattern, const HostFull *x, const HostFull *y,
                         GrB_Semiring semiring, char *text);

#endif
