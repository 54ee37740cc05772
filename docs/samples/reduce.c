/* Sums by a monoid: of rows, of columns, of everything. */
#include "sample.h"

static void rows_and_columns(void) {
    GrB_Matrix A = small_matrix();
    GrB_Vector w;
    OK(GrB_Vector_new(&w, GrB_FP64, 3));
    OK(GrB_Matrix_reduce_Monoid(w, NULL, NULL, GrB_PLUS_MONOID_FP64, A, NULL));
    CLAIM(in(w, 0) == 7 && in(w, 1) == 1);
    OK(GrB_Matrix_reduce_BinaryOp(w, NULL, NULL, GrB_MAX_FP64, A, GrB_DESC_T0)); /* columns */
    CLAIM(in(w, 0) == 4 && in(w, 2) == 5);
    OK(GrB_Vector_free(&w));
    OK(GrB_Matrix_free(&A));
}

static void everything(void) {
    GrB_Matrix A = small_matrix();
    GrB_Vector v = small_vector();
    double sum = 100;
    OK(GrB_Matrix_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, A, NULL));
    CLAIM(sum == 12);
    OK(GrB_Vector_reduce_FP64(&sum, GrB_PLUS_FP64, GrB_MAX_MONOID_FP64, v, NULL));
    CLAIM(sum == 12 + 3); /* added by the accumulator */
    OK(GrB_Vector_clear(v));
    OK(GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, v, NULL));
    CLAIM(sum == 0); /* of no entries: the identity */
    OK(GrB_Vector_free(&v));
    OK(GrB_Matrix_free(&A));
}

/* A scalar has no value where there is nothing to add up. */
static void into_a_scalar(void) {
    GrB_Vector v = small_vector();
    GrB_Matrix A = small_matrix();
    GrB_Scalar s;
    GrB_Index count;
    double x;
    OK(GrB_Scalar_new(&s, GrB_FP64));
    OK(GrB_Matrix_reduce_Monoid_Scalar(s, NULL, GrB_MIN_MONOID_FP64, A, NULL));
    OK(GrB_Scalar_extractElement_FP64(&x, s));
    CLAIM(x == 1);
    OK(GrB_Matrix_reduce_BinaryOp_Scalar(s, NULL, GrB_PLUS_FP64, A, NULL));
    OK(GrB_Vector_reduce_BinaryOp_Scalar(s, NULL, GrB_TIMES_FP64, v, NULL));
    OK(GrB_Vector_clear(v));
    OK(GrB_Vector_reduce_Monoid_Scalar(s, NULL, GrB_PLUS_MONOID_FP64, v, NULL));
    OK(GrB_Scalar_nvals(&count, s));
    CLAIM(count == 0);
    OK(GrB_Scalar_free(&s));
    OK(GrB_Matrix_free(&A));
    OK(GrB_Vector_free(&v));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    rows_and_columns();
    everything();
    into_a_scalar();
    OK(GrB_finalize());
    return 0;
}
