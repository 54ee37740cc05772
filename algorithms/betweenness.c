/* Betweenness centrality (Brandes 2001): products that search from several sources at once; a search
 * from each source on plain arrays where products would be too small or their numbers too large.
 */
#include "errors.h"
#include "full_vector.h"
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

/* Computes centrality by products, some sources at a time. Sets *is_done to false, with centrality
 * unknown, if some do not fit. */
static GrB_Info by_products(GrB_Vector centrality, bool *is_done, GrB_Matrix A,
                            const GrB_Index *sources, GrB_Index count, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector more = NULL;
    const GrB_Index at_once = gba_sources_at_once(count, n);
    TRY(GrB_Vector_new(&more, GrB_FP64, n));
    for (GrB_Index at = 0; at < count; at += at_once) {
        const GrB_Index some = count - at < at_once ? count - at : at_once;
        const GrB_Vector sum = at == 0 ? centrality : more;
        TRY(gba_betweenness_by_products(sum, is_done, A, sources + at, some, n, gba_most_levels()));
        if (!*is_done) goto done;
        if (at > 0)
            TRY(GrB_eWiseAdd(centrality, NULL, NULL, GrB_PLUS_FP64, centrality, more, NULL));
    }
done:
    GrB_free(&more);
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
    TRY(by_products(*centrality, &is_done, A, sources, count, n));
    if (!is_done) TRY(by_arrays(*centrality, A, sources, count, n));
done:
    if (info < GrB_SUCCESS) GrB_free(centrality);
    return info;
}
