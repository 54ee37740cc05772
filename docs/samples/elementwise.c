/* Entry by entry: union, intersection, apply, select. */
#include "sample.h"

static void matrices_together(void) {
    GrB_Matrix A = small_matrix(), B, C;
    OK(GrB_Matrix_new(&B, GrB_FP64, 3, 3));
    OK(GrB_Matrix_setElement_FP64(B, 10, 0, 1));
    OK(GrB_Matrix_setElement_FP64(B, 20, 1, 1));
    OK(GrB_Matrix_new(&C, GrB_FP64, 3, 3));
    OK(GrB_Matrix_eWiseAdd_BinaryOp(C, NULL, NULL, GrB_PLUS_FP64, A, B, NULL));
    CLAIM(at(C, 0, 1) == 12 && at(C, 1, 1) == 20 && at(C, 0, 2) == 5); /* the union */
    OK(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, GrB_TIMES_FP64, A, B, NULL));
    CLAIM(at(C, 0, 1) == 20 && at(C, 1, 1) == -1); /* the intersection */
    for (GrB_Matrix *each[] = {&A, &B, &C}, **one = each; one < each + 3; one++)
        OK(GrB_Matrix_free(*one));
}

static void vectors_together(void) {
    GrB_Vector u = small_vector(), v;
    OK(GrB_Vector_new(&v, GrB_FP64, 3));
    OK(GrB_Vector_setElement_FP64(v, 8, 1));
    OK(GrB_Vector_setElement_FP64(v, 8, 2));
    OK(GrB_Vector_eWiseAdd_Monoid(u, NULL, NULL, GrB_MIN_MONOID_FP64, u, v, NULL));
    CLAIM(in(u, 0) == 1 && in(u, 1) == 8 && in(u, 2) == 3);
    OK(GrB_Vector_eWiseMult_BinaryOp(u, NULL, NULL, GrB_MINUS_FP64, v, u, NULL));
    CLAIM(in(u, 0) == -1 && in(u, 1) == 0 && in(u, 2) == 5); /* no entry at 0 */
    OK(GrB_Vector_free(&v));
    OK(GrB_Vector_free(&u));
}

static void apply_to_a_vector(void) {
    GrB_Vector v = small_vector();
    OK(GrB_Vector_apply(v, NULL, NULL, GrB_MINV_FP64, v, NULL));                      /* 1 / x */
    OK(GrB_Vector_apply_BinaryOp1st_FP64(v, NULL, NULL, GrB_MINUS_FP64, 1, v, NULL)); /* 1 - x */
    OK(GrB_Vector_apply_BinaryOp2nd_FP64(v, NULL, NULL, GrB_TIMES_FP64, v, 3, NULL)); /* x * 3 */
    CLAIM(in(v, 0) == 0 && in(v, 2) == 2);
    OK(GrB_Vector_apply_IndexOp_INT64(v, NULL, NULL, GrB_ROWINDEX_INT64, v, 10, NULL));
    CLAIM(in(v, 2) == 12); /* the position plus 10 */
    OK(GrB_Vector_free(&v));
}

static void apply_to_a_matrix(void) {
    GrB_Matrix A = small_matrix();
    OK(GrB_Matrix_apply(A, NULL, NULL, GrB_AINV_FP64, A, GrB_DESC_T0)); /* of the transpose */
    CLAIM(at(A, 1, 0) == -2);
    OK(GrB_Matrix_apply_BinaryOp1st_FP64(A, NULL, NULL, GrB_MAX_FP64, -3, A, NULL));
    OK(GrB_Matrix_apply_BinaryOp2nd_FP64(A, NULL, NULL, GrB_PLUS_FP64, A, 7, NULL));
    CLAIM(at(A, 1, 0) == 5 && at(A, 2, 0) == 4);
    OK(GrB_Matrix_apply_IndexOp_INT64(A, NULL, NULL, GrB_COLINDEX_INT64, A, 0, NULL));
    CLAIM(at(A, 2, 1) == 1);
    OK(GrB_Matrix_free(&A));
}

static void select_entries(void) {
    GrB_Matrix A = small_matrix();
    GrB_Vector v = small_vector();
    OK(GrB_Matrix_select_FP64(A, NULL, NULL, GrB_VALUEGT_FP64, A, 1.5, NULL));
    CLAIM(at(A, 1, 2) == -1 && at(A, 0, 1) == 2);
    OK(GrB_Matrix_select_INT64(A, NULL, NULL, GrB_TRIL, A, -1, NULL)); /* below the diagonal */
    CLAIM(at(A, 2, 0) == 4 && at(A, 0, 1) == -1);
    OK(GrB_Vector_select_INT64(v, NULL, NULL, GrB_ROWLE, v, 1, NULL));
    CLAIM(in(v, 0) == 1 && in(v, 2) == -1);
    OK(GrB_Vector_free(&v));
    OK(GrB_Matrix_free(&A));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    matrices_together();
    vectors_together();
    apply_to_a_vector();
    apply_to_a_matrix();
    select_entries();
    OK(GrB_finalize());
    return 0;
}
