/* A spanning forest: one breadth-first search from the smallest vertex of every component at once
 * (components after Zhang et al. 2020, the search after Yang 2019, Algorithm 1).
 */
#include "components.h"
#include "errors.h"

#include <graphblast/algorithms.h>

/* roots(v) = v for the smallest vertex of each component. */
static GrB_Info find_roots(GrB_Vector roots, GrB_Matrix A, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector components = NULL, own = NULL, is_root = NULL;
    TRY(gba_components(&components, A));
    TRY(GrB_Vector_new(&own, GrB_INT64, n));
    TRY(GrB_Vector_new(&is_root, GrB_BOOL, n));
    TRY(GrB_apply(own, NULL, NULL, GrB_ROWINDEX_INT64, components, (int64_t)0, NULL));
    TRY(GrB_eWiseMult(is_root, NULL, NULL, GrB_EQ_INT64, components, own, NULL));
    TRY(GrB_apply(roots, is_root, NULL, GrB_IDENTITY_INT64, own, GrB_DESC_R));
done:
    GrB_free(&components);
    GrB_free(&own);
    GrB_free(&is_root);
    return info;
}

GrB_Info gba_spanning_forest(GrB_Vector *parents, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector frontier = NULL;
    GrB_Index n = 0, found = 1;
    START(parents);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(GrB_Vector_new(parents, GrB_INT64, n));
    TRY(GrB_Vector_new(&frontier, GrB_INT64, n));
    TRY(find_roots(frontier, A, n));
    while (found > 0) {
        TRY(gba_round(0, 0));
        TRY(GrB_assign(*parents, frontier, NULL, frontier, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_apply(frontier, NULL, NULL, GrB_ROWINDEX_INT64, frontier, (int64_t)0, NULL));
        TRY(GrB_vxm(frontier, *parents, NULL, GrB_MIN_FIRST_SEMIRING_INT64, frontier, A,
                    GrB_DESC_RSC));
        TRY(GrB_Vector_nvals(&found, frontier));
    }
done:
    GrB_free(&frontier);
    if (info < GrB_SUCCESS) GrB_free(parents);
    return info;
}
