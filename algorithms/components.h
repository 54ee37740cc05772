/* Connected components in two ways, with the arguments and results of gba_connected_components. */
#ifndef GRAPHBLAST_ALGORITHMS_COMPONENTS_H
#define GRAPHBLAST_ALGORITHMS_COMPONENTS_H

#include <GraphBLAS.h>

/* Tests and measurements in C++ call the first. */
#ifdef __cplusplus
extern "C" {
#endif

/* Calls functions of the C API alone. */
GrB_Info gba_components_by_arrays(GrB_Vector *components, GrB_Matrix A);
/* Only where gba_has_index_vectors(). */
GrB_Info gba_components_by_vectors(GrB_Vector *components, GrB_Matrix A);
/* The second where that is possible. */
GrB_Info gba_components(GrB_Vector *components, GrB_Matrix A);

#ifdef __cplusplus
}
#endif
#endif
