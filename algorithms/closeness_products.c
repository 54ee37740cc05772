/* Sums of distances by products of matrices, from several sources at once.
 *
 * Row k of the frontier belongs to source k: one product is a level of all searches, of which only
 * the row sizes are kept.
 */
#include "errors.h"
#include "search_products.h"
#include <graphblast/algorithms.h>

GrB_Info gba_distances_by_products(double *reached, double *sums, bool *fits, GrB_Matrix A,
                                   const GrB_Index *sources, GrB_Index count, GrB_Index n,
                                   GrB_Index most_levels) {
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
        if (level > most_levels || gba_are_levels_tiny(level, entries)) goto done;
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
