/* Parts of matrices and vectors, read and written. */
#include "sample.h"

static void extract(void) {
    const GrB_Index rows[] = {2, 0}, columns[] = {0, 2};
    GrB_Matrix A = small_matrix(), C;
    OK(GrB_Matrix_new(&C, GrB_FP64, 2, 2));
    OK(GrB_Matrix_extract(C, NULL, NULL, A, rows, 2, columns, 2, NULL));
    CLAIM(at(C, 0, 0) == 4 && at(C, 1, 1) == 5);
    GrB_Vector w;
    OK(GrB_Vector_new(&w, GrB_FP64, 3));
    OK(GrB_Col_extract(w, NULL, NULL, A, GrB_ALL, 3, 2, NULL)); /* column 2 */
    CLAIM(in(w, 0) == 5 && in(w, 1) == 1);
    OK(GrB_Col_extract(w, NULL, NULL, A, GrB_ALL, 3, 0, GrB_DESC_T0)); /* row 0 */
    CLAIM(in(w, 1) == 2 && in(w, 2) == 5);
    OK(GrB_Vector_free(&w));
    OK(GrB_Matrix_free(&C));
    OK(GrB_Matrix_free(&A));
}

static void extract_of_a_vector(void) {
    const GrB_Index positions[] = {2, 2};
    GrB_Vector u = small_vector(), w, list;
    OK(GrB_Vector_new(&w, GrB_FP64, 2));
    OK(GrB_Vector_extract(w, NULL, NULL, u, positions, 2, NULL)); /* a position may repeat */
    CLAIM(in(w, 0) == 3 && in(w, 1) == 3);
    /* The positions are the values of a vector. */
    OK(GrB_Vector_new(&list, GrB_UINT64, 2));
    OK(GrB_Vector_setElement_UINT64(list, 2, 0));
    OK(GrB_Vector_setElement_UINT64(list, 0, 1));
    OK(GxB_Vector_extract_Vector(w, NULL, NULL, u, list, NULL));
    CLAIM(in(w, 0) == 3 && in(w, 1) == 1);
    for (GrB_Vector *each[] = {&u, &w, &list}, **one = each; one < each + 3; one++)
        OK(GrB_Vector_free(*one));
}

static void assign(void) {
    const GrB_Index places[] = {0, 2};
    GrB_Matrix A = small_matrix(), B;
    OK(GrB_Matrix_new(&B, GrB_FP64, 2, 2));
    OK(GrB_Matrix_setElement_FP64(B, 7, 0, 0));
    /* A([0 2], [0 2]) = B: where B has no entry, A has none afterwards. */
    OK(GrB_Matrix_assign(A, NULL, NULL, B, places, 2, places, 2, NULL));
    CLAIM(at(A, 0, 0) == 7 && at(A, 2, 0) == -1 && at(A, 0, 1) == 2);
    /* One value for a row: a constant. */
    OK(GrB_Matrix_assign_FP64(A, NULL, NULL, 0.5, places, 1, GrB_ALL, 3, NULL));
    CLAIM(at(A, 0, 0) == 0.5 && at(A, 0, 2) == 0.5);
    OK(GrB_Matrix_free(&B));
    OK(GrB_Matrix_free(&A));
}

static void assign_a_row_or_column(void) {
    GrB_Matrix A = small_matrix();
    GrB_Vector u = small_vector();
    OK(GrB_Row_assign(A, NULL, NULL, u, 1, GrB_ALL, 3, NULL));
    CLAIM(at(A, 1, 0) == 1 && at(A, 1, 2) == 3);
    OK(GrB_Col_assign(A, NULL, NULL, u, GrB_ALL, 3, 1, NULL));
    CLAIM(at(A, 0, 1) == 1 && at(A, 2, 1) == 3);
    OK(GrB_Vector_free(&u));
    OK(GrB_Matrix_free(&A));
}

static void assign_to_a_vector(void) {
    const GrB_Index places[] = {1, 0};
    GrB_Vector w = small_vector(), u;
    OK(GrB_Vector_new(&u, GrB_FP64, 2));
    OK(GrB_Vector_setElement_FP64(u, 9, 0));
    OK(GrB_Vector_assign(w, NULL, GrB_PLUS_FP64, u, places, 2, NULL)); /* w(1) += 9 */
    CLAIM(in(w, 1) == 9 && in(w, 0) == 1);
    /* Where w has no entry: what is missing becomes 0. */
    OK(GrB_Vector_clear(w));
    OK(GrB_Vector_assign_FP64(w, w, NULL, 0, GrB_ALL, 3, GrB_DESC_SC));
    CLAIM(in(w, 0) == 0 && in(w, 2) == 0);
    OK(GrB_Vector_free(&u));
    OK(GrB_Vector_free(&w));
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    extract();
    extract_of_a_vector();
    assign();
    assign_a_row_or_column();
    assign_to_a_vector();
    OK(GrB_finalize());
    return 0;
}
