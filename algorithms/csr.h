/* The pattern of a matrix as plain arrays, for steps that GraphBLAS calls would make too small. */
#ifndef GRAPHBLAST_ALGORITHMS_CSR_H
#define GRAPHBLAST_ALGORITHMS_CSR_H

#include <GraphBLAS.h>

typedef struct {
    GrB_Index n;        /* rows */
    GrB_Index *offsets; /* n + 1 */
    GrB_Index *columns; /* offsets[n] */
} Csr;

/* Copies A's pattern. Arrays are NULL after an error. */
GrB_Info gba_csr_of(Csr *rows, GrB_Matrix A);
/* Copies the values, too, cast to FP64; the caller frees them. */
GrB_Info gba_weighted_csr_of(Csr *rows, double **values, GrB_Matrix A);
void gba_csr_free(Csr *rows);

#endif
