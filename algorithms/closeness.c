/* Closeness centrality (Freeman 1978), from several vertices at once.
 *
 * Row k of the frontier belongs to source k: one product is a level of all searches, of which only
 * the row sizes are kept. Graphs with many small levels are searched on plain arrays.
 */
#include "errors.h"
#include "searches.h"
#include <graphblast/algorithms.h>

#include <stdlib.h>

/* gba_closeness(sources[k]) from the sums of the distances and the numbers of vertices reached. */
static GrB_Info put_closeness(GrB_Vector w, const double *sums, const double *reached,
                              const GrB_Index *sources, GrB_Index count, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    for (GrB_Index k = 0; k < count; k++) {
        double value = 0;
        if (sums[k] > 0) value = reached[k] / sums[k] * (reached[k] / (double)(n - 1));
        TRY(GrB_Vector_setElement(w, value, sources[k]));
    }
done:
    return info;
}

/* Sums by products; sets *fits to false, with unknown sums, if the levels are too small. */
static GrB_Info by_products(double *reached, double *sums, bool *fits, GrB_Matrix A,
                            const GrB_Index *sources, GrB_Index count, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix visited = NULL, frontier = NULL;
    GrB_Vector ones = NULL, found = NULL, total = NULL, distances = NULL;
    GrB_Semiring any_edge = NULL, plus_one = NULL;
    GrB_Index left = 1, entries = 0;
    *fits = false;

    TRY(GrB_Matrix_new(&visited, GrB_BOOL, count, n));
    TRY(GrB_Matrix_new(&frontier, GrB_BOOL, count, n));
    TRY(GrB_Vector_new(&ones, GrB_FP64, n));
    TRY(GrB_Vector_new(&found, GrB_FP64, count));
    TRY(GrB_Vector_new(&total, GrB_FP64, count));
    TRY(GrB_Vector_new(&distances, GrB_FP64, count));
    TRY(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    TRY(GrB_Semiring_new(&plus_one, GrB_PLUS_MONOID_FP64, GrB_ONEB_FP64));
    TRY(GrB_assign(ones, NULL, NULL, 1.0, GrB_ALL, n, NULL));
    TRY(GrB_assign(total, NULL, NULL, 0.0, GrB_ALL, count, NULL));
    TRY(GrB_assign(distances, NULL, NULL, 0.0, GrB_ALL, count, NULL));
    TRY(GrB_assign(visited, NULL, NULL, false, GrB_ALL, count, GrB_ALL, n, NULL));
    for (GrB_Index k = 0; k < count; k++) TRY(GrB_Matrix_setElement(frontier, true, k, sources[k]));
    for (GrB_Index level = 1; left > 0; level++) {
        TRY(gba_round(0, 0));
        TRY(GrB_assign(visited, frontier, NULL, true, GrB_ALL, count, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_mxm(frontier, visited, NULL, any_edge, frontier, A, GrB_DESC_RC));
        TRY(GrB_mxv(found, NULL, NULL, plus_one, frontier, ones, NULL));
        TRY(GrB_eWiseAdd(total, NULL, NULL, GrB_PLUS_FP64, total, found, NULL));
        TRY(GrB_apply(found, NULL, NULL, GrB_TIMES_FP64, found, (double)level, NULL));
        TRY(GrB_eWiseAdd(distances, NULL, NULL, GrB_PLUS_FP64, distances, found, NULL));
        TRY(GrB_Matrix_nvals(&left, frontier));
        entries += left;
        if (gba_are_levels_tiny(level, entries)) goto done;
    }
    for (GrB_Index k = 0; k < count; k++) {
        TRY(GrB_Vector_extractElement(&reached[k], total, k));
        TRY(GrB_Vector_extractElement(&sums[k], distances, k));
    }
    *fits = true;
done:
    GrB_free(&visited);
    GrB_free(&frontier);
    GrB_free(&ones);
    GrB_free(&found);
    GrB_free(&total);
    GrB_free(&distances);
    GrB_free(&any_edge);
    GrB_free(&plus_one);
    return info;
}

GrB_Info gba_closeness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources,
                       GrB_Index count) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    Csr rows = {0, NULL, NULL};
    double *reached = NULL, *sums = NULL;
    bool fits = false;
    START(centrality);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_vertices(sources, count, n, "sources"));
    reached = malloc((count + 1) * sizeof *reached);
    sums = malloc((count + 1) * sizeof *sums);
    if (reached == NULL || sums == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Vector_new(centrality, GrB_FP64, n));
    if (count == 0) goto done;
    TRY(by_products(reached, sums, &fits, A, sources, count, n));
    if (!fits) {
        TRY(gba_csr_of(&rows, A));
        TRY(gba_sum_distances(reached, sums, &rows, sources, count));
    }
    TRY(put_closeness(*centrality, sums, reached, sources, count, n));
done:
    free(reached);
    free(sums);
    gba_csr_free(&rows);
    if (info < GrB_SUCCESS) GrB_free(centrality);
    return info;
}
