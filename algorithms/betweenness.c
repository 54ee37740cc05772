/* Betweenness centrality (Brandes 2001): a search from each source on plain arrays; where a GPU may
 * compute, products that search from all sources at once, unless they are too small or their numbers
 * too large.
 */
#include "errors.h"
#include "full_vector.h"
#include "optional.h"
#include "search_products.h"
#include "searches.h"
#include <graphblast/algorithms.h>

#include <stdlib.h>

/* Computes centrality, full, from dependencies on arrays. */
static GrB_Info by_arrays(GrB_Vector centrality, GrB_Matrix A, const GrB_Index *sources,
                          GrB_Index count, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    Csr rows = {0, NULL, NULL};
    double *const values = calloc(n, sizeof *values);
    if (values == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(gba_csr_of(&rows, A));
    TRY(gba_add_dependencies(values, &rows, sources, count));
    TRY(gba_fill_FP64(centrality, values, n));
done:
    free(values);
    gba_csr_free(&rows);
    return info;
}

GrB_Info gba_betweenness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources,
                         GrB_Index count) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    bool is_done = false;
    START(centrality);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_vertices(sources, count, n, "sources"));
    TRY(GrB_Vector_new(centrality, GrB_FP64, n));
    if (count == 0) {
        TRY(GrB_assign(*centrality, NULL, NULL, 0.0, GrB_ALL, n, NULL));
        goto done;
    }
    if (gba_has_gpu())
        TRY(gba_betweenness_by_products(*centrality, &is_done, A, sources, count, n));
    if (!is_done) TRY(by_arrays(*centrality, A, sources, count, n));
done:
    if (info < GrB_SUCCESS) GrB_free(centrality);
    return info;
}
