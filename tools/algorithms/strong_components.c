/* Strongly connected components by least labels (Yan et al. 2014).
 *
 * forward(v) is the least vertex that reaches v, backward(v) the least that v reaches. Where both are one vertex u,
 * v is in u's component, and u is its smallest vertex. An edge between vertices with different labels is in no cycle:
 * such edges go, and the rest is labelled anew, until every vertex has its component.
 */
#include "algorithms.h"
#include "try.h"

#include <stdbool.h>

/* label(v) = the least vertex that reaches v; only labels that have just become smaller are handed on. */
static GrB_Info spread(GrB_Vector label, GrB_Matrix A, GrB_Descriptor direction, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector active = NULL, reached = NULL, is_less = NULL;
    GrB_Index found = 1;
    TRY(GrB_Vector_new(&reached, GrB_INT64, n));
    TRY(GrB_Vector_new(&is_less, GrB_BOOL, n));
    TRY(GrB_assign(label, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_apply(label, NULL, NULL, GrB_ROWINDEX_INT64, label, (int64_t)0, NULL));
    TRY(GrB_Vector_dup(&active, label));
    while (found > 0) {
        TRY(GrB_vxm(reached, NULL, NULL, GrB_MIN_FIRST_SEMIRING_INT64, active, A, direction));
        TRY(GrB_eWiseMult(is_less, NULL, NULL, GrB_LT_INT64, reached, label, NULL));
        TRY(GrB_apply(active, is_less, NULL, GrB_IDENTITY_INT64, reached, GrB_DESC_R));
        TRY(GrB_assign(label, active, NULL, active, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_Vector_nvals(&found, active));
    }
done:
    GrB_free(&active);
    GrB_free(&reached);
    GrB_free(&is_less);
    return info;
}

/* Keeps the edges between vertices of `open` whose labels are equal. */
static GrB_Info keep_equal(GrB_Matrix A, GrB_Vector label, GrB_Vector open, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector labels = NULL;
    GrB_Matrix D = NULL, from = NULL, to = NULL;
    TRY(GrB_Vector_new(&labels, GrB_INT64, n));
    TRY(GrB_Matrix_new(&from, GrB_INT64, n, n));
    TRY(GrB_Matrix_new(&to, GrB_INT64, n, n));
    TRY(GrB_apply(labels, open, NULL, GrB_IDENTITY_INT64, label, GrB_DESC_S));
    TRY(GrB_Matrix_diag(&D, labels, 0));
    TRY(GrB_mxm(from, NULL, NULL, GrB_MIN_FIRST_SEMIRING_INT64, D, A, NULL));
    TRY(GrB_mxm(to, NULL, NULL, GrB_MIN_SECOND_SEMIRING_INT64, A, D, NULL));
    TRY(GrB_eWiseMult(A, NULL, NULL, GrB_EQ_INT64, from, to, NULL));
    TRY(GrB_select(A, NULL, NULL, GrB_VALUEEQ_BOOL, A, true, NULL));
done:
    GrB_free(&labels);
    GrB_free(&D);
    GrB_free(&from);
    GrB_free(&to);
    return info;
}

GrB_Info strong_components(GrB_Vector *components, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix edges = NULL;
    GrB_Vector forward = NULL, backward = NULL, is_one = NULL, open = NULL;
    GrB_Index n = 0, left = 0;
    *components = NULL;

    TRY(GrB_Matrix_nrows(&n, A));
    TRY(GrB_Matrix_new(&edges, GrB_BOOL, n, n));
    TRY(GrB_Vector_new(components, GrB_INT64, n));
    TRY(GrB_Vector_new(&forward, GrB_INT64, n));
    TRY(GrB_Vector_new(&backward, GrB_INT64, n));
    TRY(GrB_Vector_new(&is_one, GrB_BOOL, n));
    TRY(GrB_Vector_new(&open, GrB_BOOL, n));
    TRY(GrB_apply(edges, NULL, NULL, GrB_ONEB_BOOL, A, true, NULL));
    TRY(GrB_assign(open, NULL, NULL, true, GrB_ALL, n, NULL));
    do {
        TRY(spread(forward, edges, NULL, n));
        TRY(spread(backward, edges, GrB_DESC_T1, n));
        TRY(GrB_eWiseMult(is_one, open, NULL, GrB_EQ_INT64, forward, backward, GrB_DESC_RS));
        TRY(GrB_assign(*components, is_one, NULL, forward, GrB_ALL, n, NULL));
        TRY(GrB_apply(open, is_one, NULL, GrB_IDENTITY_BOOL, open, GrB_DESC_RC));
        TRY(GrB_Vector_nvals(&left, open));
        TRY(keep_equal(edges, forward, open, n));
        TRY(keep_equal(edges, backward, open, n));
    } while (left > 0);
done:
    GrB_free(&edges);
    GrB_free(&forward);
    GrB_free(&backward);
    GrB_free(&is_one);
    GrB_free(&open);
    if (info < GrB_SUCCESS) GrB_free(components);
    return info;
}
