/* Products over semirings. */
#include "sample.h"

/* The shortest ways of two edges: the least sum of weights. */
static void matrix_times_matrix(void) {
    GrB_Matrix A = small_matrix(), C;
    OK(GrB_Matrix_new(&C, GrB_FP64, 3, 3));
    OK(GrB_mxm(C, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, A, A, NULL));
    CLAIM(at(C, 0, 2) == 3 && at(C, 0, 0) == 9); /* 2 + 1; 5 + 4 */
    CLAIM(at(C, 0, 1) == -1);
    /* The mask: only where A has no entry, with a descriptor that also clears the rest of C. */
    OK(GrB_mxm(C, A, NULL, GrB_MIN_PLUS_SEMIRING_FP64, A, A, GrB_DESC_RSC));
    CLAIM(at(C, 0, 2) == -1 && at(C, 0, 0) == 9);
    /* The accumulator: the smaller of the old entry and the new one. */
    OK(GrB_mxm(C, NULL, GrB_MIN_FP64, GrB_MIN_PLUS_SEMIRING_FP64, A, A, NULL));
    CLAIM(at(C, 0, 2) == 3);
    OK(GrB_Matrix_free(&C));
    OK(GrB_Matrix_free(&A));
}

static void matrix_times_vector(void) {
    GrB_Matrix A = small_matrix();
    GrB_Vector u = small_vector(), w;
    OK(GrB_Vector_new(&w, GrB_FP64, 3));
    OK(GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, NULL));
    CLAIM(in(w, 0) == 15 && in(w, 1) == 3 && in(w, 2) == 4);
    OK(GrB_Vector_free(&w));
    OK(GrB_Vector_free(&u));
    OK(GrB_Matrix_free(&A));
}

/* One step of a breadth-first search: from the vertices of the frontier to those after them, not yet seen. */
static void vector_times_matrix(void) {
    GrB_Matrix A = small_matrix();
    GrB_Vector frontier, seen;
    OK(GrB_Vector_new(&frontier, GrB_BOOL, 3));
    OK(GrB_Vector_setElement_BOOL(frontier, true, 0));
    OK(GrB_Vector_dup(&seen, frontier));
    OK(GrB_vxm(frontier, seen, NULL, GrB_LOR_LAND_SEMIRING_BOOL, frontier, A, GrB_DESC_RSC));
    CLAIM(in(frontier, 1) == 1 && in(frontier, 2) == 1 && in(frontier, 0) == -1);
    OK(GrB_Vector_free(&seen));
    OK(GrB_Vector_free(&frontier));
    OK(GrB_Matrix_free(&A));
}

static void transpose(void) {
    GrB_Matrix A = small_matrix();
    OK(GrB_transpose(A, NULL, NULL, A, NULL)); /* the output may be the input */
    CLAIM(at(A, 2, 0) == 5 && at(A, 0, 2) == 4);
    /* With an accumulator: A and its transpose together, an undirected graph. */
    OK(GrB_transpose(A, NULL, GrB_MAX_FP64, A, NULL));
    CLAIM(at(A, 0, 2) == 5 && at(A, 2, 0) == 5);
    OK(GrB_Matrix_free(&A));
}

static void kronecker(void) {
    GrB_Matrix A = small_matrix(), C;
    OK(GrB_Matrix_new(&C, GrB_FP64, 9, 9));
    OK(GrB_Matrix_kronecker_BinaryOp(C, NULL, NULL, GrB_TIMES_FP64, A, A, NULL));
    CLAIM(at(C, 0 * 3 + 1, 2 * 3 + 2) == 5 * 1);
    OK(GrB_Matrix_free(&C));
    OK(GrB_Matrix_free(&A));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    matrix_times_matrix();
    matrix_times_vector();
    vector_times_matrix();
    transpose();
    kronecker();
    OK(GrB_finalize());
    return 0;
}
