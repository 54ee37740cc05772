/* PageRank: r = d (A' (r / outdegree) + lost t) + (1 - d) t. lost is the rank of the vertices
 * without outgoing edges, or 0 if that is dropped; outdegree is the sum of the weights, if any. t
 * is 1 / n, or in the personalised PageRank (Haveliwala 2002) constant on the vertices at which a
 * walk restarts and 0 elsewhere. Every vector of the loop is full, so the product is a plain
 * sparse-matrix by dense-vector one and the rest streams. After Yang 2019, Algorithm 3.
 */
#include "algorithms.h"
#include "try.h"

#include <stdbool.h>

/* t(v): one value for all restart vertices, 0 for all others; the sum is 1. */
static GrB_Info personal_start(GrB_Vector t, const PageRankParameters *p, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_assign(t, NULL, NULL, 0.0, GrB_ALL, n, NULL));
    TRY(GrB_assign(t, NULL, NULL, 1.0 / (double)p->starts, p->start, p->starts, NULL));
done:
    return info;
}

/* r = amount t. */
static GrB_Info start_again(GrB_Vector r, GrB_Vector t, const PageRankParameters *p, double amount,
                            GrB_Index n) {
    if (p->starts == 0) return GrB_assign(r, NULL, NULL, amount / (double)n, GrB_ALL, n, NULL);
    return GrB_apply(r, NULL, NULL, GrB_TIMES_FP64, t, amount, NULL);
}

static GrB_Info iterate(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                        const PageRankParameters *p, bool is_weighted) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector r = NULL, previous = NULL, degree = NULL, scale = NULL, share = NULL, sinks = NULL,
               lost = NULL, t = NULL;
    GrB_Semiring sum_of_edges = NULL, propagate = NULL;
    GrB_Index n = 0, n_sinks = 0;
    double step = 1;
    *rank = NULL;
    *iterations = 0;

    if (!(p->damping >= 0 && p->damping < 1) || !(p->tolerance >= 0) || p->most_iterations < 1)
        return GrB_INVALID_VALUE;
    TRY(GrB_Matrix_nrows(&n, A));
    TRY(GrB_Vector_new(&r, GrB_FP64, n));
    TRY(GrB_Vector_new(&previous, GrB_FP64, n));
    TRY(GrB_Vector_new(&degree, GrB_FP64, n));
    TRY(GrB_Vector_new(&scale, GrB_FP64, n));
    TRY(GrB_Vector_new(&share, GrB_FP64, n));
    TRY(GrB_Vector_new(&sinks, GrB_FP64, n));
    TRY(GrB_Vector_new(&lost, GrB_FP64, n));
    TRY(GrB_Semiring_new(&sum_of_edges, GrB_PLUS_MONOID_FP64,
                         is_weighted ? GrB_FIRST_FP64 : GrB_ONEB_FP64));
    TRY(GrB_Semiring_new(&propagate, GrB_PLUS_MONOID_FP64,
                         is_weighted ? GrB_TIMES_FP64 : GrB_SECOND_FP64));
    if (p->starts > 0) {
        TRY(GrB_Vector_new(&t, GrB_FP64, n));
        TRY(personal_start(t, p, n));
    }
    TRY(start_again(r, t, p, 1, n));
    TRY(GrB_mxv(degree, NULL, NULL, sum_of_edges, A, r, NULL));
    if (is_weighted) TRY(GrB_select(degree, NULL, NULL, GrB_VALUENE_FP64, degree, 0.0, NULL));
    TRY(GrB_assign(sinks, degree, NULL, 1.0, GrB_ALL, n, GrB_DESC_SC));
    if (!p->drops_sinks) TRY(GrB_Vector_nvals(&n_sinks, sinks));
    TRY(GrB_assign(scale, NULL, NULL, 0.0, GrB_ALL, n, NULL));
    TRY(GrB_apply(scale, NULL, GrB_PLUS_FP64, GrB_DIV_FP64, p->damping, degree, NULL));

    while (step > p->tolerance && *iterations < p->most_iterations) {
        const GrB_Vector swap = previous;
        double sunk = 0;
        previous = r;
        r = swap;
        ++*iterations;
        if (n_sinks > 0) {
            TRY(GrB_eWiseMult(lost, NULL, NULL, GrB_SECOND_FP64, sinks, previous, NULL));
            TRY(GrB_reduce(&sunk, NULL, GrB_PLUS_MONOID_FP64, lost, NULL));
        }
        TRY(GrB_eWiseMult(share, NULL, NULL, GrB_TIMES_FP64, previous, scale, NULL));
        TRY(start_again(r, t, p, 1 - p->damping + p->damping * sunk, n));
        TRY(GrB_mxv(r, NULL, GrB_PLUS_FP64, propagate, AT, share, NULL));
        TRY(GrB_eWiseMult(share, NULL, NULL, GrB_MINUS_FP64, r, previous, NULL));
        TRY(GrB_apply(share, NULL, NULL, GrB_ABS_FP64, share, NULL));
        TRY(GrB_reduce(&step, NULL, GrB_PLUS_MONOID_FP64, share, NULL));
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
    return info;
}

GrB_Info pagerank_with(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                       const PageRankParameters *parameters) {
    return iterate(rank, iterations, A, AT, parameters, false);
}

GrB_Info pagerank_weighted(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                           const PageRankParameters *parameters) {
    return iterate(rank, iterations, A, AT, parameters, true);
}

GrB_Info pagerank(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT) {
    const PageRankParameters usual = {
        PAGERANK_DAMPING, PAGERANK_TOLERANCE, PAGERANK_MAX_ITERATIONS, NULL, 0, false};
    return pagerank_with(rank, iterations, A, AT, &usual);
}
