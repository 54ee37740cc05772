/* The inputs of a graph convolutional network: the normalised graph, features, known classes. */
#include "gcn.h"
#include "try.h"

#include <graphblast/algorithms.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* C = diag(w) C, or C diag(w). */
static GrB_Info scale(GrB_Matrix C, GrB_Vector w, bool rows, const GcnOperators *op) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix D = NULL;
    TRY(GrB_Matrix_diag(&D, w, 0));
    TRY(GrB_mxm(C, NULL, NULL, op->plus_times, rows ? D : C, rows ? C : D, NULL));
done:
    GrB_free(&D);
    return info;
}

/* C, of op's type, has the pattern and values of A; sums: of its rows, no entry for empty rows. */
static GrB_Info copy_and_sum(GrB_Matrix *C, GrB_Vector *sums, GrB_Matrix A, GrB_Type type,
                             const GcnOperators *op) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index rows = 0, columns = 0;
    TRY(GrB_Matrix_nrows(&rows, A));
    TRY(GrB_Matrix_ncols(&columns, A));
    TRY(GrB_Matrix_new(C, type, rows, columns));
    TRY(GrB_Vector_new(sums, type, rows));
    TRY(GrB_apply(*C, NULL, NULL, op->multiply, A, 1.0, NULL));
    TRY(GrB_reduce(*sums, NULL, NULL, op->plus, *C, NULL));
done:
    return info;
}

GrB_Info gcn_adjacency(GrB_Matrix *A_hat, GrB_Matrix A, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix S = NULL, I = NULL;
    GrB_Vector w = NULL, loops = NULL;
    GcnOperators op;
    GrB_Index n = 0;
    *A_hat = NULL;
    TRY(gcn_operators_new(&op, type));
    TRY(GrB_Matrix_nrows(&n, A));
    TRY(GrB_Vector_new(&loops, GrB_BOOL, n));
    TRY(GrB_assign(loops, NULL, NULL, true, GrB_ALL, n, NULL));
    TRY(GrB_Matrix_diag(&I, loops, 0));
    TRY(gba_undirected_pattern(&S, A));
    TRY(GrB_eWiseAdd(S, NULL, NULL, GrB_LOR, S, I, NULL));
    TRY(copy_and_sum(A_hat, &w, S, type, &op));
    TRY(GrB_apply(w, NULL, NULL, op.square_root, w, NULL));
    TRY(GrB_apply(w, NULL, NULL, op.reciprocal, w, NULL));
    TRY(scale(*A_hat, w, true, &op));
    TRY(scale(*A_hat, w, false, &op));
    TRY(GrB_wait(*A_hat, GrB_MATERIALIZE));
done:
    GrB_free(&S);
    GrB_free(&I);
    GrB_free(&w);
    GrB_free(&loops);
    gcn_operators_free(&op);
    if (info < GrB_SUCCESS) GrB_free(A_hat);
    return info;
}

GrB_Info gcn_store(GrB_Matrix *A, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix C = NULL;
    GrB_Index rows = 0, columns = 0;
    TRY(GrB_Matrix_nrows(&rows, *A));
    TRY(GrB_Matrix_ncols(&columns, *A));
    TRY(GrB_Matrix_new(&C, type, rows, columns));
    TRY(GrB_assign(C, NULL, NULL, *A, GrB_ALL, rows, GrB_ALL, columns, NULL));
    TRY(GrB_wait(C, GrB_MATERIALIZE));
    GrB_free(A);
    *A = C;
    C = NULL;
done:
    GrB_free(&C);
    return info;
}

GrB_Info gcn_features(GrB_Matrix *X, GrB_Matrix features, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector sums = NULL;
    GcnOperators op;
    GrB_Index n = 0;
    *X = NULL;
    TRY(gcn_operators_new(&op, type));
    TRY(copy_and_sum(X, &sums, features, type, &op));
    /* A row of sum zero stays unchanged. */
    TRY(GrB_Vector_size(&n, sums));
    TRY(GrB_assign(sums, sums, NULL, 1.0, GrB_ALL, n, GrB_DESC_C));
    TRY(GrB_apply(sums, NULL, NULL, op.reciprocal, sums, NULL));
    TRY(scale(*X, sums, true, &op));
    TRY(GrB_wait(*X, GrB_MATERIALIZE));
done:
    GrB_free(&sums);
    gcn_operators_free(&op);
    if (info < GrB_SUCCESS) GrB_free(X);
    return info;
}

GrB_Info gcn_targets_new(GcnTargets *targets, GrB_Type type, const GrB_Index *nodes,
                         const int32_t *classes, GrB_Index count, GrB_Index n_classes) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index *const columns = malloc(count * sizeof *columns);
    GrB_Index *const rows = malloc(count * sizeof *rows);
    float *const values = malloc(count * sizeof *values);
    memset(targets, 0, sizeof *targets);
    targets->count = count;
    targets->nodes = malloc(count * sizeof *nodes);
    if (columns == NULL || rows == NULL || values == NULL || targets->nodes == NULL) {
        info = GrB_OUT_OF_MEMORY;
        goto done;
    }
    memcpy(targets->nodes, nodes, count * sizeof *nodes);
    for (GrB_Index k = 0; k < count; k++) {
        rows[k] = k;
        columns[k] = (GrB_Index)classes[k];
        values[k] = 1;
    }
    TRY(GrB_Matrix_new(&targets->one_hot, type, count, n_classes));
    TRY(GrB_Vector_new(&targets->classes, GrB_INT32, count));
    TRY(GrB_Matrix_build(targets->one_hot, rows, columns, values, count, NULL));
    TRY(GrB_Vector_build(targets->classes, rows, classes, count, NULL));
    TRY(GrB_wait(targets->one_hot, GrB_MATERIALIZE));
    TRY(GrB_wait(targets->classes, GrB_MATERIALIZE));
done:
    free(rows);
    free(columns);
    free(values);
    if (info < GrB_SUCCESS) gcn_targets_free(targets);
    return info;
}

void gcn_targets_free(GcnTargets *targets) {
    free(targets->nodes);
    targets->nodes = NULL;
    GrB_free(&targets->one_hot);
    GrB_free(&targets->classes);
}
