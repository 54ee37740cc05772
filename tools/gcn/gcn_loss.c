/* Softmax, cross-entropy and the classes that a network predicts.
 *
 * A product with ones copies a row's maximum and sum to all its columns, so that the rest is
 * element-wise.
 */
#include "gcn.h"
#include "try.h"

/* rows(k, :) = logits(nodes[k], :) */
static GrB_Info rows_of(GrB_Matrix *rows, const Gcn *gcn, const GcnTargets *targets) {
    GrB_Info info = GrB_SUCCESS;
    *rows = NULL;
    TRY(GrB_Matrix_new(rows, gcn->options.type, targets->count, gcn->n_classes));
    TRY(GrB_extract(*rows, NULL, NULL, gcn->logits, targets->nodes, targets->count, GrB_ALL,
                    gcn->n_classes, NULL));
done:
    if (info < GrB_SUCCESS) GrB_free(rows);
    return info;
}

/* Z(k, :) -= its largest; E = exp(Z); sums(k, :) = the sum of E(k, :). */
static GrB_Info exponentials(GrB_Matrix Z, GrB_Matrix E, GrB_Matrix sums, const Gcn *gcn) {
    const GcnOperators *const op = &gcn->op;
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_mxm(sums, NULL, NULL, op->max_first, Z, gcn->ones, NULL));
    TRY(GrB_eWiseMult(Z, NULL, NULL, op->subtract, Z, sums, NULL));
    TRY(GrB_apply(E, NULL, NULL, op->exponential, Z, NULL));
    TRY(GrB_mxm(sums, NULL, NULL, op->plus_times, E, gcn->ones, NULL));
done:
    return info;
}

/* gradient(nodes, :) = (E / sums - one_hot) / count, zero elsewhere. Overwrites E. */
static GrB_Info scatter_gradient(GrB_Matrix *gradient, GrB_Matrix E, GrB_Matrix sums,
                                 const Gcn *gcn, const GcnTargets *targets) {
    const GcnOperators *const op = &gcn->op;
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    TRY(GrB_Matrix_nrows(&n, gcn->logits));
    TRY(GrB_eWiseMult(E, NULL, NULL, op->divide, E, sums, NULL));
    TRY(GrB_apply(E, NULL, op->subtract, op->multiply, targets->one_hot, 1.0, NULL));
    TRY(GrB_apply(E, NULL, NULL, op->divide, E, (double)targets->count, NULL));
    TRY(GrB_Matrix_new(gradient, gcn->options.type, n, gcn->n_classes));
    TRY(GrB_assign(*gradient, NULL, NULL, 0.0, GrB_ALL, n, GrB_ALL, gcn->n_classes, NULL));
    TRY(GrB_assign(*gradient, NULL, NULL, E, targets->nodes, targets->count, GrB_ALL,
                   gcn->n_classes, NULL));
done:
    return info;
}

GrB_Info gcn_cross_entropy(double *loss, GrB_Matrix *gradient, const Gcn *gcn,
                           const GcnTargets *targets) {
    const GcnOperators *const op = &gcn->op;
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix Z = NULL, E = NULL, sums = NULL, own = NULL;
    double logarithms = 0, of_own_class = 0;
    if (gradient != NULL) *gradient = NULL;
    TRY(rows_of(&Z, gcn, targets));
    TRY(GrB_Matrix_new(&E, gcn->options.type, targets->count, gcn->n_classes));
    TRY(GrB_Matrix_new(&sums, gcn->options.type, targets->count, gcn->n_classes));
    TRY(GrB_Matrix_new(&own, gcn->options.type, targets->count, gcn->n_classes));
    TRY(exponentials(Z, E, sums, gcn));
    /* log(sum) - Z at each target's own class */
    TRY(GrB_eWiseMult(own, NULL, NULL, op->multiply, targets->one_hot, Z, NULL));
    TRY(GrB_reduce(&of_own_class, NULL, op->plus, own, NULL));
    TRY(GrB_eWiseMult(own, NULL, NULL, op->multiply, targets->one_hot, sums, NULL));
    TRY(GrB_apply(own, NULL, NULL, op->logarithm, own, NULL));
    TRY(GrB_reduce(&logarithms, NULL, op->plus, own, NULL));
    *loss = (logarithms - of_own_class) / (double)targets->count;
    if (gradient != NULL) TRY(scatter_gradient(gradient, E, sums, gcn, targets));
done:
    GrB_free(&Z);
    GrB_free(&E);
    GrB_free(&sums);
    GrB_free(&own);
    if (info < GrB_SUCCESS && gradient != NULL) GrB_free(gradient);
    return info;
}

/* classes(i) = the smallest j with Z(i, j) = the largest of Z(i, :) */
GrB_Info gcn_predict(GrB_Vector *classes, const Gcn *gcn, GrB_Matrix logits) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix largest = NULL, is_largest = NULL, column = NULL;
    const GrB_Index n_classes = gcn->n_classes;
    GrB_Index n = 0;
    *classes = NULL;
    TRY(GrB_Matrix_nrows(&n, logits));
    TRY(GrB_Matrix_new(&largest, gcn->options.type, n, n_classes));
    TRY(GrB_Matrix_new(&is_largest, GrB_BOOL, n, n_classes));
    TRY(GrB_Matrix_new(&column, GrB_INT32, n, n_classes));
    TRY(GrB_mxm(largest, NULL, NULL, gcn->op.max_first, logits, gcn->ones, NULL));
    TRY(GrB_eWiseMult(is_largest, NULL, NULL, gcn->op.equal, logits, largest, NULL));
    TRY(GrB_apply(column, is_largest, NULL, GrB_COLINDEX_INT32, is_largest, (int32_t)0, NULL));
    TRY(GrB_Vector_new(classes, GrB_INT32, n));
    TRY(GrB_reduce(*classes, NULL, NULL, GrB_MIN_MONOID_INT32, column, NULL));
done:
    GrB_free(&largest);
    GrB_free(&is_largest);
    GrB_free(&column);
    if (info < GrB_SUCCESS) GrB_free(classes);
    return info;
}

GrB_Info gcn_evaluate(double *loss, GrB_Index *correct, const Gcn *gcn, const GcnTargets *targets) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix Z = NULL;
    GrB_Vector predicted = NULL, right = NULL;
    uint64_t count = 0;
    TRY(gcn_cross_entropy(loss, NULL, gcn, targets));
    TRY(rows_of(&Z, gcn, targets));
    TRY(gcn_predict(&predicted, gcn, Z));
    TRY(GrB_Vector_new(&right, GrB_BOOL, targets->count));
    TRY(GrB_eWiseMult(right, NULL, NULL, GrB_EQ_INT32, predicted, targets->classes, NULL));
    TRY(GrB_reduce(&count, NULL, GrB_PLUS_MONOID_UINT64, right, NULL));
    *correct = count;
done:
    GrB_free(&Z);
    GrB_free(&predicted);
    GrB_free(&right);
    return info;
}
