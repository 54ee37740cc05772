/* Label propagation by products of matrices: with P(v, label(v)) = 1, the product W P counts the labels
 * of every vertex's neighbours.
 */
#include "errors.h"
#include "label_propagation.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    GrB_Index *vertex, *label; /* n entries each */
    bool *ones;
} Tuples;

GrB_Info gba_count_edges(GrB_Matrix W, GrB_Matrix A, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix edges = NULL;
    TRY(GrB_Matrix_new(&edges, GrB_INT64, n, n));
    TRY(GrB_apply(edges, NULL, NULL, GrB_ONEB_INT64, A, (int64_t)1, NULL));
    TRY(GrB_select(edges, NULL, NULL, GrB_OFFDIAG, edges, (int64_t)0, NULL));
    TRY(GrB_eWiseAdd(W, NULL, NULL, GrB_PLUS_INT64, edges, edges, GrB_DESC_T1));
done:
    GrB_free(&edges);
    return info;
}

/* C(v,l): the number of v's neighbours with label l. */
static GrB_Info count_labels(GrB_Matrix C, GrB_Matrix W, GrB_Vector labels, GrB_Semiring count,
                             GrB_Index n, Tuples t) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix P = NULL;
    GrB_Index entries = n;
    TRY(GrB_Matrix_new(&P, GrB_BOOL, n, n));
    TRY(GrB_Vector_extractTuples_UINT64(t.vertex, t.label, &entries, labels));
    TRY(GrB_Matrix_build_BOOL(P, t.vertex, t.label, t.ones, n, GrB_LOR));
    TRY(GrB_mxm(C, NULL, NULL, count, W, P, NULL));
done:
    GrB_free(&P);
    return info;
}

/* w(v) = the smallest column of the largest value of row v. */
static GrB_Info first_largest(GrB_Vector w, GrB_Matrix C, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix D = NULL, largest = NULL;
    TRY(GrB_Matrix_new(&largest, GrB_INT64, n, n));
    TRY(GrB_reduce(w, NULL, NULL, GrB_MAX_MONOID_INT64, C, NULL));
    TRY(GrB_Matrix_diag(&D, w, 0));
    TRY(GrB_mxm(largest, NULL, NULL, GrB_MAX_FIRST_SEMIRING_INT64, D, C, NULL));
    TRY(GrB_eWiseMult(largest, NULL, NULL, GrB_EQ_INT64, largest, C, NULL));
    TRY(GrB_select(largest, NULL, NULL, GrB_VALUEEQ_INT64, largest, (int64_t)1, NULL));
    TRY(GrB_apply(largest, NULL, NULL, GrB_COLINDEX_INT64, largest, (int64_t)0, NULL));
    TRY(GrB_reduce(w, NULL, NULL, GrB_MIN_MONOID_INT64, largest, NULL));
done:
    GrB_free(&D);
    GrB_free(&largest);
    return info;
}

GrB_Info gba_labels_by_products(GrB_Vector labels, int *rounds, GrB_Matrix A, GrB_Index n,
                                int most) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix C = NULL, W = NULL;
    GrB_Vector next = NULL, differs = NULL;
    GrB_Semiring count = NULL;
    Tuples t = {NULL, NULL, NULL};
    bool any_new = true;
    *rounds = 0;

    t.vertex = malloc(n * sizeof *t.vertex);
    t.label = malloc(n * sizeof *t.label);
    t.ones = malloc(n * sizeof *t.ones);
    if (t.vertex == NULL || t.label == NULL || t.ones == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (GrB_Index k = 0; k < n; k++) t.ones[k] = true;
    TRY(GrB_Matrix_new(&C, GrB_INT64, n, n));
    TRY(GrB_Vector_new(&next, GrB_INT64, n));
    TRY(GrB_Vector_new(&differs, GrB_BOOL, n));
    TRY(GrB_Semiring_new(&count, GrB_PLUS_MONOID_INT64, GrB_FIRST_INT64));
    TRY(GrB_Matrix_new(&W, GrB_INT64, n, n));
    TRY(gba_count_edges(W, A, n));
    TRY(GrB_assign(labels, NULL, NULL, (int64_t)0, GrB_ALL, n, NULL));
    TRY(GrB_apply(labels, NULL, NULL, GrB_ROWINDEX_INT64, labels, (int64_t)0, NULL));
    while (any_new && *rounds < most) {
        TRY(gba_round((GrB_Index)*rounds, (GrB_Index)most));
        ++*rounds;
        TRY(count_labels(C, W, labels, count, n, t));
        TRY(first_largest(next, C, n));
        TRY(GrB_eWiseMult(differs, NULL, NULL, GrB_NE_INT64, next, labels, NULL));
        any_new = false;
        TRY(GrB_reduce(&any_new, NULL, GrB_LOR_MONOID_BOOL, differs, NULL));
        /* A vertex without neighbours keeps its label. */
        TRY(GrB_assign(labels, next, NULL, next, GrB_ALL, n, GrB_DESC_S));
    }
done:
    free(t.vertex);
    free(t.label);
    free(t.ones);
    GrB_free(&C);
    GrB_free(&W);
    GrB_free(&next);
    GrB_free(&differs);
    GrB_free(&count);
    return info;
}
