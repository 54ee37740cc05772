/* Connected components: FastSV (Zhang et al. 2020, doi:10.1137/1.9781611976137.5).
 *
 * f is a forest: f(v) <= v is a vertex of v's component. One round finds, for each vertex, the
 * least grandparent among its neighbours; if that is less than its own grandparent, the vertex and
 * its parent are hooked to it; then paths are halved. Without such a vertex, both ends of every
 * edge agree.
 */
#include "components.h"
#include "errors.h"
#include "order.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    GrB_Index *index, *value, *parent; /* n entries each */
} Tuples;

/* w = f(f): every vertex's grandparent. */
static GrB_Info grandparents(GrB_Vector w, GrB_Vector f, GrB_Index n, Tuples t) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index count = n;
    TRY(GrB_Vector_extractTuples_UINT64(t.index, t.parent, &count, f));
    gba_put_in_order(t.index, t.parent, n);
    TRY(GrB_extract(w, NULL, NULL, f, t.parent, n, NULL));
done:
    return info;
}

/* w(f(v)) = the least hook(v), for every v with an entry in hook. t.parent holds f. */
static GrB_Info hook_parents(GrB_Vector w, GrB_Vector hook, GrB_BinaryOp min, GrB_Index n,
                             Tuples t) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index count = n;
    TRY(GrB_Vector_extractTuples_UINT64(t.index, t.value, &count, hook));
    for (GrB_Index k = 0; k < count; k++) t.index[k] = t.parent[t.index[k]];
    TRY(GrB_Vector_clear(w));
    TRY(GrB_Vector_build_UINT64(w, t.index, t.value, count, min));
done:
    return info;
}

GrB_Info gba_components_by_arrays(GrB_Vector *components, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector f = NULL, grand = NULL, least = NULL, is_less = NULL, hook = NULL, moved = NULL;
    GrB_Index n = 0, hooks = 0;
    Tuples t = {NULL, NULL, NULL};
    *components = NULL;

    TRY(GrB_Matrix_nrows(&n, A));
    const bool fits = n < INT32_MAX;
    const GrB_Type type = fits ? GrB_INT32 : GrB_INT64;
    const GrB_BinaryOp min = fits ? GrB_MIN_INT32 : GrB_MIN_INT64;
    const GrB_BinaryOp less = fits ? GrB_LT_INT32 : GrB_LT_INT64;
    const GrB_UnaryOp copy = fits ? GrB_IDENTITY_INT32 : GrB_IDENTITY_INT64;
    const GrB_IndexUnaryOp own_index = fits ? GrB_ROWINDEX_INT32 : GrB_ROWINDEX_INT64;
    const GrB_Semiring min_second =
        fits ? GrB_MIN_SECOND_SEMIRING_INT32 : GrB_MIN_SECOND_SEMIRING_INT64;
    t.index = malloc(n * sizeof *t.index);
    t.value = malloc(n * sizeof *t.value);
    t.parent = malloc(n * sizeof *t.parent);
    if (t.index == NULL || t.value == NULL || t.parent == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Vector_new(&f, type, n));
    TRY(GrB_Vector_new(&grand, type, n));
    TRY(GrB_Vector_new(&least, type, n));
    TRY(GrB_Vector_new(&is_less, GrB_BOOL, n));
    TRY(GrB_Vector_new(&hook, type, n));
    TRY(GrB_Vector_new(&moved, GrB_UINT64, n));
    TRY(GrB_assign(f, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_apply(f, NULL, NULL, own_index, f, (int64_t)0, NULL));
    /* In the first round every vertex is its own parent, so hooking is one product. */
    TRY(GrB_mxv(f, NULL, min, min_second, A, f, NULL));
    TRY(grandparents(grand, f, n, t));
    for (;;) {
        TRY(gba_round(0, 0));
        TRY(GrB_mxv(least, NULL, NULL, min_second, A, grand, NULL));
        TRY(GrB_eWiseMult(is_less, NULL, NULL, less, least, grand, NULL));
        TRY(GrB_apply(hook, is_less, NULL, copy, least, GrB_DESC_R));
        TRY(GrB_Vector_nvals(&hooks, hook));
        if (hooks == 0) break;
        TRY(hook_parents(moved, hook, GrB_MIN_UINT64, n, t));
        TRY(GrB_eWiseAdd(f, NULL, NULL, min, f, grand, NULL));
        TRY(GrB_apply(f, NULL, min, copy, hook, NULL));
        TRY(GrB_apply(f, NULL, min, copy, moved, NULL));
        TRY(grandparents(grand, f, n, t));
    }
    *components = grand;
    grand = NULL;
done:
    free(t.index);
    free(t.value);
    free(t.parent);
    GrB_free(&f);
    GrB_free(&grand);
    GrB_free(&least);
    GrB_free(&is_less);
    GrB_free(&hook);
    GrB_free(&moved);
    return info;
}
