/* Connected components, in the way that the process's GraphBLAS has the functions for. */
#include "components.h"
#include "errors.h"
#include "optional.h"

#include <graphblast/algorithms.h>

GrB_Info gba_components(GrB_Vector *components, GrB_Matrix A) {
    return gba_has_index_vectors() ? gba_components_by_vectors(components, A)
                                   : gba_components_by_arrays(components, A);
}

GrB_Info gba_connected_components(GrB_Vector *components, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    START(components);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_components(components, A));
done:
    return info;
}
