/* Numbers from the common neighbours of adjacent vertices: clustering coefficients (Watts and
 * Strogatz 1998), Jaccard's similarity (Jaccard 1912), the cosine (Salton and McGill 1983) and the
 * overlap coefficient (Simpson 1943). One product with A as its mask counts them
 * for every edge.
 */
#include "errors.h"
#include <graphblast/algorithms.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

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

/* The number that common neighbours are divided by, from both degrees of a pair. */
typedef enum { all_neighbours, geometric_mean, smaller_degree } Divisor;

/* w(i,j) for the entries of C: both degrees joined by `join`. Products with the diagonal matrix of all
 * degrees give each of them. */
static GrB_Info join_degrees(GrB_Matrix w, GrB_Matrix C, GrB_Vector degree, GrB_BinaryOp join) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix D = NULL;
    GrB_Semiring plus_first = NULL, plus_second = NULL;
    TRY(GrB_Matrix_diag(&D, degree, 0));
    TRY(GrB_Semiring_new(&plus_first, GrB_PLUS_MONOID_FP64, GrB_FIRST_FP64));
    TRY(GrB_Semiring_new(&plus_second, GrB_PLUS_MONOID_FP64, GrB_SECOND_FP64));
    TRY(gba_round(0, 0));
    TRY(GrB_mxm(w, NULL, NULL, plus_first, D, C, NULL));
    TRY(GrB_mxm(w, NULL, join, plus_second, C, D, NULL));
done:
    GrB_free(&D);
    GrB_free(&plus_first);
    GrB_free(&plus_second);
    return info;
}

/* w(i) = sqrt(w(i)), of a full vector. The C API has no such operator. */
static GrB_Info take_roots(GrB_Vector w, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index count = n;
    GrB_Index *const index = malloc((n + 1) * sizeof *index);
    double *const value = malloc((n + 1) * sizeof *value);
    if (index == NULL || value == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Vector_extractTuples_FP64(index, value, &count, w));
    for (GrB_Index k = 0; k < count; k++) value[k] = sqrt(value[k]);
    TRY(GrB_Vector_clear(w));
    TRY(GrB_Vector_build_FP64(w, index, value, count, GrB_PLUS_FP64));
done:
    free(index);
    free(value);
    return info;
}

static GrB_Info similarity_of(GrB_Matrix *similarity, GrB_Matrix A, Divisor divisor) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix C = NULL, by = NULL;
    GrB_Vector degree = NULL;
    GrB_Index n = 0;
    const GrB_BinaryOp join = divisor == all_neighbours   ? GrB_PLUS_FP64
                              : divisor == geometric_mean ? GrB_TIMES_FP64
                                                          : GrB_MIN_FP64;

    TRY(gba_check_graph(&n, A, "A"));
    TRY(count_common(&C, &degree, A, A, n));
    TRY(GrB_Matrix_new(&by, GrB_FP64, n, n));
    TRY(GrB_Matrix_new(similarity, GrB_FP64, n, n));
    if (divisor == geometric_mean) TRY(take_roots(degree, n));
    TRY(join_degrees(by, C, degree, join));
    if (divisor == all_neighbours) TRY(GrB_eWiseMult(by, NULL, NULL, GrB_MINUS_FP64, by, C, NULL));
    TRY(GrB_eWiseMult(*similarity, NULL, NULL, GrB_DIV_FP64, C, by, NULL));
done:
    GrB_free(&C);
    GrB_free(&by);
    GrB_free(&degree);
    if (info < GrB_SUCCESS) GrB_free(similarity);
    return info;
}

GrB_Info gba_jaccard(GrB_Matrix *similarity, GrB_Matrix A) {
    START(similarity);
    return similarity_of(similarity, A, all_neighbours);
}

GrB_Info gba_cosine(GrB_Matrix *similarity, GrB_Matrix A) {
    START(similarity);
    return similarity_of(similarity, A, geometric_mean);
}

GrB_Info gba_overlap(GrB_Matrix *similarity, GrB_Matrix A) {
    START(similarity);
    return similarity_of(similarity, A, smaller_degree);
}
