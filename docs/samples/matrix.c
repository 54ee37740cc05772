/* Matrices: made, filled, read. */
#include "sample.h"

static void build(void) {
    /* The edges 0 -> 1, 1 -> 2 and 0 -> 2 with their weights. */
    const GrB_Index from[] = {0, 1, 0}, to[] = {1, 2, 2};
    const float weights[] = {1.5f, 2.5f, 9};
    GrB_Matrix A;
    OK(GrB_Matrix_new(&A, GrB_FP32, 3, 3));
    /* Without an operator for values of one place: a place that is there twice is an error. */
    OK(GrB_Matrix_build_FP32(A, from, to, weights, 3, NULL));
    CLAIM(at(A, 1, 2) == 2.5 && at(A, 2, 1) == -1);
    OK(GrB_Matrix_free(&A));
}

static void facts(void) {
    GrB_Matrix A = small_matrix();
    GrB_Index nrows, ncols, count;
    OK(GrB_Matrix_nrows(&nrows, A));
    OK(GrB_Matrix_ncols(&ncols, A));
    OK(GrB_Matrix_nvals(&count, A));
    CLAIM(nrows == 3 && ncols == 3 && count == 4);
    OK(GrB_Matrix_resize(A, 2, 3)); /* the last row is lost */
    OK(GrB_Matrix_nvals(&count, A));
    CLAIM(count == 3);
    OK(GrB_Matrix_free(&A));
}

static void entries(void) {
    GrB_Matrix A = small_matrix(), copy;
    OK(GrB_Matrix_dup(&copy, A));
    OK(GrB_Matrix_setElement_FP64(A, 7.5, 1, 0));
    OK(GrB_Matrix_removeElement(A, 0, 1));
    double x;
    OK(GrB_Matrix_extractElement_FP64(&x, A, 1, 0));
    CLAIM(x == 7.5);
    CLAIM(GrB_Matrix_extractElement_FP64(&x, A, 0, 1) == GrB_NO_VALUE);
    OK(GrB_Matrix_clear(A));
    CLAIM(at(A, 1, 0) == -1 && at(copy, 0, 1) == 2);
    OK(GrB_Matrix_free(&copy));
    OK(GrB_Matrix_free(&A));
}

static void tuples(void) {
    GrB_Matrix A = small_matrix();
    GrB_Index rows[4], columns[4], count = 4; /* in: the room; out: how many */
    double values[4], sum = 0;
    OK(GrB_Matrix_extractTuples_FP64(rows, columns, values, &count, A));
    for (GrB_Index k = 0; k < count; k++) sum += values[k];
    CLAIM(count == 4 && sum == 12);
    OK(GrB_Matrix_free(&A));
}

static void diagonal(void) {
    GrB_Vector v = small_vector();
    GrB_Matrix D;
    OK(GrB_Matrix_diag(&D, v, 1)); /* one above the main diagonal */
    CLAIM(at(D, 0, 1) == 1 && at(D, 2, 3) == 3);
    OK(GrB_Matrix_free(&D));
    OK(GrB_Vector_free(&v));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    build();
    facts();
    entries();
    tuples();
    diagonal();
    OK(GrB_finalize());
    return 0;
}
