/* Closeness centrality (Freeman 1978), from several vertices at once.
 *
 * Row k of the frontier belongs to source k: one product is a level of all searches, and the sizes of its rows are all
 * that is kept of it.
 */
#include "algorithms.h"
#include "try.h"

#include <stdbool.h>

/* closeness(sources[k]) from the sums of the distances and the numbers of vertices reached. */
static GrB_Info put_closeness(GrB_Vector w, GrB_Vector sums, GrB_Vector reached,
                              const GrB_Index *sources, GrB_Index count, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    for (GrB_Index k = 0; k < count; k++) {
        double sum = 0, others = 0, value = 0;
        TRY(GrB_Vector_extractElement(&sum, sums, k));
        TRY(GrB_Vector_extractElement(&others, reached, k));
        if (sum > 0) value = others / sum * (others / (double)(n - 1));
        TRY(GrB_Vector_setElement(w, value, sources[k]));
    }
done:
    return info;
}

GrB_Info closeness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources,
                   GrB_Index count) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix visited = NULL, frontier = NULL;
    GrB_Vector ones = NULL, found = NULL, sums = NULL, reached = NULL;
    GrB_Semiring any_edge = NULL, plus_one = NULL;
    GrB_Index n = 0, left = 1;
    *centrality = NULL;

    TRY(GrB_Matrix_nrows(&n, A));
    TRY(GrB_Matrix_new(&visited, GrB_BOOL, count, n));
    TRY(GrB_Matrix_new(&frontier, GrB_BOOL, count, n));
    TRY(GrB_Vector_new(&ones, GrB_FP64, n));
    TRY(GrB_Vector_new(&found, GrB_FP64, count));
    TRY(GrB_Vector_new(&sums, GrB_FP64, count));
    TRY(GrB_Vector_new(&reached, GrB_FP64, count));
    TRY(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    TRY(GrB_Semiring_new(&plus_one, GrB_PLUS_MONOID_FP64, GrB_ONEB_FP64));
    TRY(GrB_assign(ones, NULL, NULL, 1.0, GrB_ALL, n, NULL));
    TRY(GrB_assign(sums, NULL, NULL, 0.0, GrB_ALL, count, NULL));
    TRY(GrB_assign(reached, NULL, NULL, 0.0, GrB_ALL, count, NULL));
    for (GrB_Index k = 0; k < count; k++) TRY(GrB_Matrix_setElement(frontier, true, k, sources[k]));
    for (double level = 1; left > 0; level++) {
        TRY(GrB_eWiseAdd(visited, NULL, NULL, GrB_LOR, visited, frontier, NULL));
        TRY(GrB_mxm(frontier, visited, NULL, any_edge, frontier, A, GrB_DESC_RSC));
        TRY(GrB_mxv(found, NULL, NULL, plus_one, frontier, ones, NULL));
        TRY(GrB_eWiseAdd(reached, NULL, NULL, GrB_PLUS_FP64, reached, found, NULL));
        TRY(GrB_apply(found, NULL, NULL, GrB_TIMES_FP64, found, level, NULL));
        TRY(GrB_eWiseAdd(sums, NULL, NULL, GrB_PLUS_FP64, sums, found, NULL));
        TRY(GrB_Matrix_nvals(&left, frontier));
    }
    TRY(GrB_Vector_new(centrality, GrB_FP64, n));
    TRY(put_closeness(*centrality, sums, reached, sources, count, n));
done:
    GrB_free(&visited);
    GrB_free(&frontier);
    GrB_free(&ones);
    GrB_free(&found);
    GrB_free(&sums);
    GrB_free(&reached);
    GrB_free(&any_edge);
    GrB_free(&plus_one);
    if (info < GrB_SUCCESS) GrB_free(centrality);
    return info;
}
