/* The width of buckets of delta-stepping. */
#ifndef GRAPHBLAST_ALGORITHMS_DELTA_H
#define GRAPHBLAST_ALGORITHMS_DELTA_H

#include <GraphBLAS.h>

/* Four times the mean weight over the mean degree: where weights are spread evenly, twice what Meyer
 * and Sanders take, since a step with few vertices costs mostly its calls. Eight times in meshes and
 * roads, whose steps have the fewest. Infinite with an infinite weight. */
GrB_Info gba_choose_delta(double *delta, GrB_Matrix A, GrB_Type type, GrB_Index n);

#endif
