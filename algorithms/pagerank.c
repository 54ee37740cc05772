/* PageRank: r = d (A' (r / outdegree) + lost t) + (1 - d) t. lost is the rank of the vertices
 * without outgoing edges, or 0 if that is dropped; outdegree is the sum of the weights, if any. t
 * is 1 / n, or in the personalised PageRank (Haveliwala 2002) constant on the vertices at which a
 * walk restarts and 0 elsewhere. Every vector of the loop is full, so the product is a plain
 * sparse-matrix by dense-vector one and the rest streams. After Yang 2019, Algorithm 3.
 */
#include "errors.h"
#include "order.h"
#include <graphblast/algorithms.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    GrB_Type type;
    GrB_Monoid plus;
    GrB_BinaryOp add, times, minus, divide, first, second, one;
    GrB_UnaryOp abs;
    GrB_IndexUnaryOp not_equal;
} Operators;

static Operators operators_of(bool is_single) {
#define OPERATORS(T)                                                                           \
    (Operators) {                                                                              \
        GrB_##T, GrB_PLUS_MONOID_##T, GrB_PLUS_##T, GrB_TIMES_##T, GrB_MINUS_##T, GrB_DIV_##T, \
            GrB_FIRST_##T, GrB_SECOND_##T, GrB_ONEB_##T, GrB_ABS_##T, GrB_VALUENE_##T          \
    }
    return is_single ? OPERATORS(FP32) : OPERATORS(FP64);
#undef OPERATORS
}

/* t(v): one value for all restart vertices, 0 for all others; the sum is 1. */
static GrB_Info personal_start(GrB_Vector t, const gba_PageRankParameters *p, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_assign(t, NULL, NULL, 0.0, GrB_ALL, n, NULL));
    TRY(GrB_assign(t, NULL, NULL, 1.0 / (double)p->starts, p->start, p->starts, NULL));
done:
    return info;
}

/* r = amount t. */
static GrB_Info start_again(GrB_Vector r, GrB_Vector t, const gba_PageRankParameters *p,
                            const Operators *op, double amount, GrB_Index n) {
    if (p->starts == 0) return GrB_assign(r, NULL, NULL, amount / (double)n, GrB_ALL, n, NULL);
    return GrB_apply(r, NULL, NULL, op->times, t, amount, NULL);
}

/* Checks that the vertices where a walk restarts are distinct. */
static GrB_Info check_starts(const gba_PageRankParameters *p) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index *const sorted = malloc(p->starts * sizeof *sorted);
    if (sorted == NULL) return gba_no_memory();
    memcpy(sorted, p->start, p->starts * sizeof *sorted);
    gba_sort(sorted, p->starts);
    for (GrB_Index k = 1; k < p->starts; k++)
        if (sorted[k - 1] == sorted[k])
            info = gba_fail(GrB_INVALID_VALUE, "parameters->start has %" PRIu64 " twice",
                            (uint64_t)sorted[k]);
    free(sorted);
    return info;
}

static GrB_Info check_parameters(const gba_PageRankParameters *p, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    if (!(p->damping >= 0 && p->damping < 1))
        return gba_fail(GrB_INVALID_VALUE,
                        "parameters->damping is %g, not from 0 up to less than 1", p->damping);
    if (!(p->tolerance >= 0))
        return gba_fail(GrB_INVALID_VALUE, "parameters->tolerance is %g, not 0 or more",
                        p->tolerance);
    if (p->most_iterations < 1)
        return gba_fail(GrB_INVALID_VALUE, "parameters->most_iterations is %d, less than 1",
                        p->most_iterations);
    TRY(gba_check_vertices(p->start, p->starts, n, "parameters->start"));
    if (p->starts > 1) TRY(check_starts(p));
done:
    return info;
}

static GrB_Info iterate(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                        const gba_PageRankParameters *p, bool is_weighted) {
    GrB_Info info = GrB_SUCCESS;
    const Operators op = operators_of(p != NULL && p->is_single);
    GrB_Vector r = NULL, previous = NULL, degree = NULL, scale = NULL, share = NULL, sinks = NULL,
               lost = NULL, t = NULL;
    GrB_Semiring sum_of_edges = NULL, propagate = NULL;
    GrB_Index n = 0, n_sinks = 0;
    double step = 1, sum_of_weights = 0;
    int taken = 0;
    if (iterations == NULL) iterations = &taken;
    *iterations = 0;

    if (p == NULL) return gba_fail(GrB_NULL_POINTER, "parameters is NULL");
    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_same_size(AT, n, "AT"));
    TRY(check_parameters(p, n));
    if (is_weighted) TRY(gba_check_weights(&sum_of_weights, A, "A"));
    TRY(GrB_Vector_new(&r, op.type, n));
    TRY(GrB_Vector_new(&previous, op.type, n));
    TRY(GrB_Vector_new(&degree, op.type, n));
    TRY(GrB_Vector_new(&scale, op.type, n));
    TRY(GrB_Vector_new(&share, op.type, n));
    TRY(GrB_Vector_new(&sinks, op.type, n));
    TRY(GrB_Vector_new(&lost, op.type, n));
    TRY(GrB_Semiring_new(&sum_of_edges, op.plus, is_weighted ? op.first : op.one));
    TRY(GrB_Semiring_new(&propagate, op.plus, is_weighted ? op.times : op.second));
    if (p->starts > 0) {
        TRY(GrB_Vector_new(&t, op.type, n));
        TRY(personal_start(t, p, n));
    }
    TRY(start_again(r, t, p, &op, 1, n));
    TRY(GrB_mxv(degree, NULL, NULL, sum_of_edges, A, r, NULL));
    if (is_weighted) TRY(GrB_select(degree, NULL, NULL, op.not_equal, degree, 0.0, NULL));
    TRY(GrB_assign(sinks, degree, NULL, 1.0, GrB_ALL, n, GrB_DESC_SC));
    if (!p->drops_sinks) TRY(GrB_Vector_nvals(&n_sinks, sinks));
    TRY(GrB_assign(scale, NULL, NULL, 0.0, GrB_ALL, n, NULL));
    TRY(GrB_apply(scale, NULL, op.add, op.divide, p->damping, degree, NULL));

    while (step > p->tolerance && *iterations < p->most_iterations) {
        TRY(gba_round((GrB_Index)*iterations, (GrB_Index)p->most_iterations));
        const GrB_Vector swap = previous;
        double sunk = 0;
        previous = r;
        r = swap;
        ++*iterations;
        if (n_sinks > 0) {
            TRY(GrB_eWiseMult(lost, NULL, NULL, op.second, sinks, previous, NULL));
            TRY(GrB_reduce(&sunk, NULL, op.plus, lost, NULL));
        }
        TRY(GrB_eWiseMult(share, NULL, NULL, op.times, previous, scale, NULL));
        TRY(start_again(r, t, p, &op, 1 - p->damping + p->damping * sunk, n));
        TRY(GrB_mxv(r, NULL, op.add, propagate, AT, share, NULL));
        TRY(GrB_eWiseMult(share, NULL, NULL, op.minus, r, previous, NULL));
        TRY(GrB_apply(share, NULL, NULL, op.abs, share, NULL));
        TRY(GrB_reduce(&step, NULL, op.plus, share, NULL));
    }
    *rank = r;
    r = NULL;
done:
    GrB_free(&r);
    GrB_free(&previous);
    GrB_free(&degree);
    GrB_free(&scale);
    GrB_free(&share);
    GrB_free(&sinks);
    GrB_free(&lost);
    GrB_free(&t);
    GrB_free(&sum_of_edges);
    GrB_free(&propagate);
    if (info < GrB_SUCCESS) *iterations = 0;
    return info;
}

GrB_Info gba_pagerank_with(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                           const gba_PageRankParameters *parameters) {
    START(rank);
    return iterate(rank, iterations, A, AT, parameters, false);
}

GrB_Info gba_pagerank_weighted(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                               const gba_PageRankParameters *parameters) {
    START(rank);
    return iterate(rank, iterations, A, AT, parameters, true);
}

GrB_Info gba_pagerank(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT) {
    const gba_PageRankParameters usual = GBA_PAGERANK_PARAMETERS;
    START(rank);
    return iterate(rank, iterations, A, AT, &usual, false);
}
