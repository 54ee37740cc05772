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
    \param[in,out] result  all but `values` is given. They go to the array `values`, or where it is NULL to a
        new one, which free() releases; NULL if there are none.
    \param[in] A  NULL: `rows` are the left operand.
    \param[out] text  host_text_bytes; the error's, "" if there is none.
    \return the code of the call that failed. */
GrB_Info host_product(HostFull *result, GrB_Matrix A, const HostRows *rows, const HostFull *x,
                      GrB_Semiring semiring, char *text);

/** values[e] = sum of x(i, :) y(j, :) for the e-th entry (i, j) of the pattern.
    \param[in,out] result  as of host_product, for nrows values in one column.
    \param[in] pattern  the structure alone is read; with an entry at each of its nvals positions.
    \return the code of the call that failed, its text in `text`. */
GrB_Info host_at_entries(HostFull *result, GrB_Matrix pattern, const HostFull *x, const HostFull *y,
                         GrB_Semiring semiring, char *text);

/** Products A x that differ in x alone. */
typedef struct {
    GrB_Matrix A;
    GrB_Semiring semiring;
    GrB_Type x_type, type;
    uint64_t nrows, ncols, x_size, size; /* of A; bytes of a value of x and of the result */
} HostPlan;

/** host_product by plan: x and the result are addresses of arrays by row with `features` columns, not 0.
    \return the code of the call that failed, its text in `text`. */
GrB_Info host_planned(const HostPlan *plan, uintptr_t result, uintptr_t x, uint64_t features,
                      char *text);

#endif
