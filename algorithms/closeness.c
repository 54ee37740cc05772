/* Closeness centrality (Freeman 1978): products that search from several sources at once; a search
 * from each source on plain arrays where products would be too small.
 */
#include "errors.h"
#include "search_products.h"
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

/* As gba_distances_by_products(), some sources at a time. */
static GrB_Info sum_by_products(double *reached, double *sums, bool *is_done, GrB_Matrix A,
                                const GrB_Index *sources, GrB_Index count, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    const GrB_Index at_once = gba_sources_at_once(count, n);
    for (GrB_Index at = 0; at < count; at += at_once) {
        const GrB_Index some = count - at < at_once ? count - at : at_once;
        TRY(gba_distances_by_products(reached + at, sums + at, is_done, A, sources + at, some, n,
                                      gba_most_levels()));
        if (!*is_done) goto done;
    }
done:
    return info;
}

GrB_Info gba_closeness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources,
                       GrB_Index count) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    Csr rows = {0, NULL, NULL};
    double *reached = NULL, *sums = NULL;
    bool is_done = false;
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
    TRY(sum_by_products(reached, sums, &is_done, A, sources, count, n));
    if (!is_done) {
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
