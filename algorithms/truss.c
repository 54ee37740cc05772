/* k-truss (Cohen 2008): the largest subgraph whose edges are each in k - 2 of its triangles.
 *
 * One product under its own pattern as mask counts the triangles of every edge; edges with too few
 * are removed, until none is. After Davis 2018.
 */
#include "errors.h"
#include <graphblast/algorithms.h>

#include <inttypes.h>

GrB_Info gba_k_truss(GrB_Matrix *truss, GrB_Matrix A, int64_t k) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Semiring count = NULL;
    GrB_Index n = 0, edges = 0, before = 0;
    START(truss);

    if (k < 3) return gba_fail(GrB_INVALID_VALUE, "k is %" PRId64 ", less than 3", k);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(GrB_Matrix_nvals(&edges, A));
    TRY(GrB_Matrix_new(truss, GrB_INT64, n, n));
    TRY(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64));
    TRY(GrB_apply(*truss, NULL, NULL, GrB_IDENTITY_INT64, A, NULL));
    do {
        before = edges;
        TRY(gba_round(0, 0));
        TRY(GrB_mxm(*truss, *truss, NULL, count, *truss, *truss, GrB_DESC_RST1));
        TRY(GrB_select(*truss, NULL, NULL, GrB_VALUEGE_INT64, *truss, k - 2, NULL));
        TRY(GrB_Matrix_nvals(&edges, *truss));
    } while (edges < before);
done:
    GrB_free(&count);
    if (info < GrB_SUCCESS) GrB_free(truss);
    return info;
}
