/* Breadth-first search: levels and parents.
 *
 * The visited vertices are a full vector in which 0 means "not yet": it is the (complemented,
 * value) mask of the product, and writing the frontier into it costs the frontier, never n. So
 * levels and parents count from 1 inside the loop. After Yang 2019, Algorithm 1.
 */
#include "errors.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>

GrB_Info gba_bfs_levels(GrB_Vector *levels, GrB_Matrix A, GrB_Index source) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector visited = NULL, frontier = NULL;
    GrB_Semiring any_edge = NULL;
    GrB_Index n = 0, found = 1, reached = 0;
    START(levels);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_vertex(source, n, "source"));
    TRY(GrB_Vector_new(&visited, GrB_INT32, n));
    TRY(GrB_Vector_new(&frontier, GrB_BOOL, n));
    TRY(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    TRY(GrB_assign(visited, NULL, NULL, (int32_t)0, GrB_ALL, n, NULL));
    TRY(GrB_Vector_setElement(frontier, true, source));
    for (int32_t level = 1; found > 0; level++) {
        TRY(gba_round(reached, n));
        reached += found;
        TRY(GrB_assign(visited, frontier, NULL, level, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_vxm(frontier, visited, NULL, any_edge, frontier, A, GrB_DESC_RC));
        TRY(GrB_Vector_nvals(&found, frontier));
    }
    TRY(GrB_Vector_new(levels, GrB_INT32, n));
    TRY(GrB_apply(*levels, visited, NULL, GrB_MINUS_INT32, visited, (int32_t)1, NULL));
done:
    GrB_free(&visited);
    GrB_free(&frontier);
    GrB_free(&any_edge);
    if (info < GrB_SUCCESS) GrB_free(levels);
    return info;
}

GrB_Info gba_bfs_parents(GrB_Vector *parents, GrB_Matrix A, GrB_Index source) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector visited = NULL, frontier = NULL;
    GrB_Index n = 0, found = 1, reached = 0;
    START(parents);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_vertex(source, n, "source"));
    const bool fits = n < INT32_MAX;
    const GrB_Type type = fits ? GrB_INT32 : GrB_INT64;
    const GrB_IndexUnaryOp own_index = fits ? GrB_ROWINDEX_INT32 : GrB_ROWINDEX_INT64;
    const GrB_Semiring min_first =
        fits ? GrB_MIN_FIRST_SEMIRING_INT32 : GrB_MIN_FIRST_SEMIRING_INT64;
    const GrB_BinaryOp minus = fits ? GrB_MINUS_INT32 : GrB_MINUS_INT64;
    TRY(GrB_Vector_new(&visited, type, n));
    TRY(GrB_Vector_new(&frontier, type, n));
    TRY(GrB_assign(visited, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_Vector_setElement(frontier, (int64_t)source + 1, source));
    while (found > 0) {
        TRY(gba_round(reached, n));
        reached += found;
        TRY(GrB_assign(visited, frontier, NULL, frontier, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_apply(frontier, NULL, NULL, own_index, frontier, (int64_t)1, NULL));
        TRY(GrB_vxm(frontier, visited, NULL, min_first, frontier, A, GrB_DESC_RC));
        TRY(GrB_Vector_nvals(&found, frontier));
    }
    TRY(GrB_Vector_new(parents, type, n));
    TRY(GrB_apply(*parents, visited, NULL, minus, visited, (int64_t)1, NULL));
done:
    GrB_free(&visited);
    GrB_free(&frontier);
    if (info < GrB_SUCCESS) GrB_free(parents);
    return info;
}
