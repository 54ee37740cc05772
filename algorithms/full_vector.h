/* Full vectors of values in plain arrays. */
#ifndef GRAPHBLAST_ALGORITHMS_FULL_VECTOR_H
#define GRAPHBLAST_ALGORITHMS_FULL_VECTOR_H

#include <GraphBLAS.h>
#include <stdint.h>

/* w(v) = values[v], of w's n positions; w is empty before. */
GrB_Info gba_fill_INT64(GrB_Vector w, const int64_t *values, GrB_Index n);
GrB_Info gba_fill_FP64(GrB_Vector w, const double *values, GrB_Index n);

#endif
