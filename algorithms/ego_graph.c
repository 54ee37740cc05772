/* The ego graph of a vertex (Freeman 1982): a breadth-first search that ends at the radius, then the
 * rows and columns of the vertices that it reached. Vectors hold these vertices alone.
 */
#include "errors.h"
#include "order.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>
#include <stdlib.h>

/* levels(v) of the vertices within the radius. */
static GrB_Info search(GrB_Vector levels, GrB_Matrix A, GrB_Index centre, GrB_Index radius,
                       GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector frontier = NULL;
    GrB_Semiring any_edge = NULL;
    GrB_Index found = 1;
    TRY(GrB_Vector_new(&frontier, GrB_BOOL, n));
    TRY(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    TRY(GrB_Vector_setElement(frontier, true, centre));
    TRY(GrB_Vector_setElement(levels, (int32_t)0, centre));
    for (GrB_Index level = 1; level <= radius; level++) {
        TRY(gba_round(0, 0));
        TRY(GrB_vxm(frontier, levels, NULL, any_edge, frontier, A, GrB_DESC_RSC));
        TRY(GrB_Vector_nvals(&found, frontier));
        if (found == 0) break;
        TRY(GrB_assign(levels, frontier, NULL, (int32_t)level, GrB_ALL, n, GrB_DESC_S));
    }
done:
    GrB_free(&frontier);
    GrB_free(&any_edge);
    return info;
}

/* The entries of A in rows and columns of `list`. Copies of A have its type. */
static GrB_Info cut_out(GrB_Matrix *ego, GrB_Matrix A, const GrB_Index *list, GrB_Index count) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix part = NULL;
    TRY(GrB_Matrix_dup(ego, A));
    TRY(GrB_Matrix_clear(*ego));
    TRY(GrB_Matrix_dup(&part, *ego));
    TRY(GrB_Matrix_resize(part, count, count));
    TRY(GrB_extract(part, NULL, NULL, A, list, count, list, count, NULL));
    TRY(GrB_assign(*ego, NULL, NULL, part, list, count, list, count, NULL));
done:
    GrB_free(&part);
    return info;
}

GrB_Info gba_ego_graph(GrB_Matrix *ego, GrB_Vector *levels, GrB_Matrix A, GrB_Index centre,
                       GrB_Index radius) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector within = NULL;
    GrB_Index n = 0, count = 0;
    GrB_Index *list = NULL;
    int32_t *values = NULL;
    if (levels != NULL) *levels = NULL;
    START(ego);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_vertex(centre, n, "centre"));
    TRY(GrB_Vector_new(&within, GrB_INT32, n));
    TRY(search(within, A, centre, radius, n));
    TRY(GrB_Vector_nvals(&count, within));
    list = malloc(count * sizeof *list);
    values = malloc(count * sizeof *values);
    if (list == NULL || values == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Vector_extractTuples_INT32(list, values, &count, within));
    gba_sort(list, count);
    TRY(gba_round(0, 0));
    TRY(cut_out(ego, A, list, count));
    if (levels != NULL) {
        *levels = within;
        within = NULL;
    }
done:
    free(list);
    free(values);
    GrB_free(&within);
    if (info < GrB_SUCCESS) GrB_free(ego);
    return info;
}
