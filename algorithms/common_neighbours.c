/* Numbers from the common neighbours of adjacent vertices: clustering coefficients (Watts and
 * Strogatz 1998) and Jaccard's similarity (Jaccard 1912). One product with A as its mask counts
 * them for every edge.
 */
#include "errors.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>

/* C(i,j) for the entries of A: the number of neighbours of i to which j has an edge of E; no entry
 * for 0. With E = A these are the common neighbours. degree(i) is full. */
static GrB_Info count_common(GrB_Matrix *C, GrB_Vector *degree, GrB_Matrix A, GrB_Matrix E,
                             GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Semiring count = NULL;
    GrB_Vector ones = NULL;
    TRY(GrB_Matrix_new(C, GrB_FP64, n, n));
    TRY(GrB_Vector_new(degree, GrB_FP64, n));
    TRY(GrB_Vector_new(&ones, GrB_FP64, n));
    TRY(GrB_Semiring_new(&count, GrB_PLUS_MONOID_FP64, GrB_ONEB_FP64));
    TRY(gba_round(0, 0));
    TRY(GrB_mxm(*C, A, NULL, count, A, E, GrB_DESC_ST1));
    TRY(GrB_assign(ones, NULL, NULL, 1.0, GrB_ALL, n, NULL));
    TRY(GrB_assign(*degree, NULL, NULL, 0.0, GrB_ALL, n, NULL));
    TRY(GrB_mxv(*degree, NULL, GrB_PLUS_FP64, count, A, ones, NULL));
done:
    GrB_free(&count);
    GrB_free(&ones);
    return info;
}

/* Divides the number of E's edges among the neighbours in A by their number of pairs. */
static GrB_Info coefficients_of(GrB_Vector *coefficients, GrB_Matrix A, GrB_Matrix E) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix C = NULL;
    GrB_Vector degree = NULL, pairs = NULL, twice = NULL;
    GrB_Index n = 0;

    TRY(GrB_Matrix_nrows(&n, A));
    TRY(count_common(&C, &degree, A, E, n));
    TRY(GrB_Vector_new(&pairs, GrB_FP64, n));
    TRY(GrB_Vector_new(&twice, GrB_FP64, n));
    TRY(GrB_Vector_new(coefficients, GrB_FP64, n));
    TRY(GrB_reduce(twice, NULL, NULL, GrB_PLUS_MONOID_FP64, C, NULL));
    TRY(GrB_apply(pairs, NULL, NULL, GrB_MINUS_FP64, degree, 1.0, NULL));
    TRY(GrB_eWiseMult(pairs, NULL, NULL, GrB_TIMES_FP64, pairs, degree, NULL));
    TRY(GrB_assign(*coefficients, NULL, NULL, 0.0, GrB_ALL, n, NULL));
    TRY(GrB_eWiseMult(*coefficients, NULL, GrB_SECOND_FP64, GrB_DIV_FP64, twice, pairs, NULL));
done:
    GrB_free(&C);
    GrB_free(&degree);
    GrB_free(&pairs);
    GrB_free(&twice);
    if (info < GrB_SUCCESS) GrB_free(coefficients);
    return info;
}

GrB_Info gba_clustering_coefficients(GrB_Vector *coefficients, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    START(coefficients);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(coefficients_of(coefficients, A, A));
done:
    return info;
}

GrB_Info gba_clustering_coefficients_directed(GrB_Vector *coefficients, GrB_Matrix A,
                                              GrB_Matrix S) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix edges = NULL;
    GrB_Index n = 0;
    START(coefficients);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_same_size(S, n, "S"));
    TRY(GrB_Matrix_new(&edges, GrB_BOOL, n, n));
    TRY(GrB_apply(edges, NULL, NULL, GrB_ONEB_BOOL, A, true, NULL));
    TRY(GrB_select(edges, NULL, NULL, GrB_OFFDIAG, edges, (int64_t)0, NULL));
    TRY(coefficients_of(coefficients, S, edges));
done:
    GrB_free(&edges);
    return info;
}

/* Products with the diagonal matrix of all degrees give both degrees of a pair. */
GrB_Info gba_jaccard(GrB_Matrix *similarity, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix C = NULL, D = NULL, all = NULL;
    GrB_Vector degree = NULL;
    GrB_Semiring plus_first = NULL, plus_second = NULL;
    GrB_Index n = 0;
    START(similarity);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(count_common(&C, &degree, A, A, n));
    TRY(GrB_Matrix_diag(&D, degree, 0));
    TRY(GrB_Semiring_new(&plus_first, GrB_PLUS_MONOID_FP64, GrB_FIRST_FP64));
    TRY(GrB_Semiring_new(&plus_second, GrB_PLUS_MONOID_FP64, GrB_SECOND_FP64));
    TRY(GrB_Matrix_new(&all, GrB_FP64, n, n));
    TRY(GrB_Matrix_new(similarity, GrB_FP64, n, n));
    TRY(gba_round(0, 0));
    TRY(GrB_mxm(all, NULL, NULL, plus_first, D, C, NULL));
    TRY(GrB_mxm(all, NULL, GrB_PLUS_FP64, plus_second, C, D, NULL));
    TRY(GrB_eWiseMult(all, NULL, NULL, GrB_MINUS_FP64, all, C, NULL));
    TRY(GrB_eWiseMult(*similarity, NULL, NULL, GrB_DIV_FP64, C, all, NULL));
done:
    GrB_free(&C);
    GrB_free(&D);
    GrB_free(&all);
    GrB_free(&degree);
    GrB_free(&plus_first);
    GrB_free(&plus_second);
    if (info < GrB_SUCCESS) GrB_free(similarity);
    return info;
}
