/* Centralities by power iteration: eigenvector centrality (Bonacich 1972), Katz centrality (Katz
 * 1953), hubs and authorities (Kleinberg 1999).
 *
 * A vertex gets the values of those with edges to it, times the weights, if any. Every vector is full:
 * a step is one sparse-matrix by dense-vector product, two for hubs and authorities, and the rest
 * streams. Steps and their norms are those of networkx, so that the same tolerance ends both.
 */
#include "errors.h"
#include <graphblast/algorithms.h>

#include <math.h>
#include <stdbool.h>

typedef struct {
    GrB_Vector now, last, scratch;
    GrB_Semiring gather; /* sums of values, times the weights if any */
    GrB_Index n;
    bool is_weighted;
} Iteration;

static GrB_Info check_limits(double tolerance, int most) {
    if (!(tolerance >= 0))
        return gba_fail(GrB_INVALID_VALUE, "tolerance is %g, not 0 or more", tolerance);
    if (most < 1) return gba_fail(GrB_INVALID_VALUE, "most is %d, less than 1", most);
    return GrB_SUCCESS;
}

/* Larger sums might have squares beyond a double. */
static GrB_Info check_weights(GrB_Matrix A, const char *name) {
    GrB_Info info = GrB_SUCCESS;
    const double limit = 1e150;
    double sum = 0;
    TRY(gba_check_weights(&sum, A, name));
    if (sum > limit)
        info = gba_fail(GrB_INVALID_VALUE, "the sum of %s's values is %g, more than %g", name, sum,
                        limit);
done:
    return info;
}

/* it->now(v) = first. */
static GrB_Info begin(Iteration *it, double first) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_Vector_new(&it->now, GrB_FP64, it->n));
    TRY(GrB_Vector_new(&it->last, GrB_FP64, it->n));
    TRY(GrB_Vector_new(&it->scratch, GrB_FP64, it->n));
    TRY(GrB_Semiring_new(&it->gather, GrB_PLUS_MONOID_FP64,
                         it->is_weighted ? GrB_TIMES_FP64 : GrB_SECOND_FP64));
    TRY(GrB_assign(it->now, NULL, NULL, first, GrB_ALL, it->n, NULL));
done:
    return info;
}

static void end(Iteration *it) {
    GrB_free(&it->now);
    GrB_free(&it->last);
    GrB_free(&it->scratch);
    GrB_free(&it->gather);
}

static void next(Iteration *it) {
    const GrB_Vector swap = it->last;
    it->last = it->now;
    it->now = swap;
}

/* Moves the values of the last step to the caller. */
static void hand_over(GrB_Vector *w, Iteration *it) {
    *w = it->now;
    it->now = NULL;
}

/* The 1-norm of now - last. */
static GrB_Info find_step(double *step, Iteration *it) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_eWiseMult(it->scratch, NULL, NULL, GrB_MINUS_FP64, it->now, it->last, NULL));
    TRY(GrB_apply(it->scratch, NULL, NULL, GrB_ABS_FP64, it->scratch, NULL));
    TRY(GrB_reduce(step, NULL, GrB_PLUS_MONOID_FP64, it->scratch, NULL));
done:
    return info;
}

/* Divides now by its 2-norm. */
static GrB_Info normalise(Iteration *it) {
    GrB_Info info = GrB_SUCCESS;
    double squares = 0;
    TRY(GrB_eWiseMult(it->scratch, NULL, NULL, GrB_TIMES_FP64, it->now, it->now, NULL));
    TRY(GrB_reduce(&squares, NULL, GrB_PLUS_MONOID_FP64, it->scratch, NULL));
    TRY(GrB_apply(it->now, NULL, NULL, GrB_DIV_FP64, it->now, sqrt(squares), NULL));
done:
    return info;
}

/* x = x + A'x, divided by its 2-norm. The x that is added leaves the eigenvectors as they are, and
 * lets bipartite graphs converge. */
static GrB_Info eigenvector(GrB_Vector *centrality, int *iterations, GrB_Matrix AT,
                            double tolerance, int most, bool is_weighted) {
    GrB_Info info = GrB_SUCCESS;
    Iteration it = {.is_weighted = is_weighted};
    double step = INFINITY;
    int taken = 0;
    if (iterations == NULL) iterations = &taken;
    *iterations = 0;

    TRY(gba_check_graph(&it.n, AT, "AT"));
    TRY(check_limits(tolerance, most));
    if (is_weighted) TRY(check_weights(AT, "AT"));
    TRY(begin(&it, 1 / (double)it.n));
    while (it.n > 0 && *iterations < most && step >= (double)it.n * tolerance) {
        TRY(gba_round((GrB_Index)*iterations, (GrB_Index)most));
        ++*iterations;
        next(&it);
        TRY(GrB_assign(it.now, NULL, NULL, it.last, GrB_ALL, it.n, NULL));
        TRY(GrB_mxv(it.now, NULL, GrB_PLUS_FP64, it.gather, AT, it.last, NULL));
        TRY(normalise(&it));
        TRY(find_step(&step, &it));
    }
    hand_over(centrality, &it);
done:
    if (info < GrB_SUCCESS) *iterations = 0;
    end(&it);
    return info;
}

GrB_Info gba_eigenvector_centrality(GrB_Vector *centrality, int *iterations, GrB_Matrix AT,
                                    double tolerance, int most) {
    START(centrality);
    return eigenvector(centrality, iterations, AT, tolerance, most, false);
}

GrB_Info gba_eigenvector_centrality_weighted(GrB_Vector *centrality, int *iterations, GrB_Matrix AT,
                                             double tolerance, int most) {
    START(centrality);
    return eigenvector(centrality, iterations, AT, tolerance, most, true);
}

/* x = alpha A'x + beta, from x = 0. */
static GrB_Info katz(GrB_Vector *centrality, int *iterations, GrB_Matrix AT,
                     const gba_KatzParameters *p, bool is_weighted) {
    GrB_Info info = GrB_SUCCESS;
    Iteration it = {.is_weighted = is_weighted};
    double step = INFINITY;
    int taken = 0;
    if (iterations == NULL) iterations = &taken;
    *iterations = 0;

    if (p == NULL) return gba_fail(GrB_NULL_POINTER, "parameters is NULL");
    TRY(gba_check_graph(&it.n, AT, "AT"));
    if (!(p->alpha >= 0 && isfinite(p->alpha)))
        return gba_fail(GrB_INVALID_VALUE, "parameters->alpha is %g, not 0 or more and finite",
                        p->alpha);
    if (!isfinite(p->beta))
        return gba_fail(GrB_INVALID_VALUE, "parameters->beta is %g, not finite", p->beta);
    TRY(check_limits(p->tolerance, p->most_iterations));
    if (is_weighted) TRY(check_weights(AT, "AT"));
    TRY(begin(&it, 0));
    while (it.n > 0 && *iterations < p->most_iterations && step >= (double)it.n * p->tolerance) {
        TRY(gba_round((GrB_Index)*iterations, (GrB_Index)p->most_iterations));
        ++*iterations;
        next(&it);
        TRY(GrB_apply(it.scratch, NULL, NULL, GrB_TIMES_FP64, it.last, p->alpha, NULL));
        TRY(GrB_assign(it.now, NULL, NULL, p->beta, GrB_ALL, it.n, NULL));
        TRY(GrB_mxv(it.now, NULL, GrB_PLUS_FP64, it.gather, AT, it.scratch, NULL));
        TRY(find_step(&step, &it));
        if (!isfinite(step)) {
            info = gba_fail(GrB_INVALID_VALUE,
                            "parameters->alpha is %g, not below 1 over the largest eigenvalue: "
                            "values exceed a double after %d iterations",
                            p->alpha, *iterations);
            goto done;
        }
    }
    hand_over(centrality, &it);
done:
    if (info < GrB_SUCCESS) *iterations = 0;
    end(&it);
    return info;
}

GrB_Info gba_katz_centrality(GrB_Vector *centrality, int *iterations, GrB_Matrix AT,
                             const gba_KatzParameters *parameters) {
    START(centrality);
    return katz(centrality, iterations, AT, parameters, false);
}

GrB_Info gba_katz_centrality_weighted(GrB_Vector *centrality, int *iterations, GrB_Matrix AT,
                                      const gba_KatzParameters *parameters) {
    START(centrality);
    return katz(centrality, iterations, AT, parameters, true);
}

/* w = M u, divided by its sum; *sum is 0 if every value is. */
static GrB_Info pass_on(GrB_Vector w, double *sum, const Iteration *it, GrB_Matrix M,
                        GrB_Vector u) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_assign(w, NULL, NULL, 0.0, GrB_ALL, it->n, NULL));
    TRY(GrB_mxv(w, NULL, GrB_PLUS_FP64, it->gather, M, u, NULL));
    TRY(GrB_reduce(sum, NULL, GrB_PLUS_MONOID_FP64, w, NULL));
    if (*sum > 0) TRY(GrB_apply(w, NULL, NULL, GrB_DIV_FP64, w, *sum, NULL));
done:
    return info;
}

/* authorities = A' hubs, hubs = A authorities. */
static GrB_Info hits(GrB_Vector *hubs, GrB_Vector *authorities, int *iterations, GrB_Matrix A,
                     GrB_Matrix AT, double tolerance, int most, bool is_weighted) {
    GrB_Info info = GrB_SUCCESS;
    Iteration it = {.is_weighted = is_weighted};
    GrB_Vector marks = NULL;
    double step = INFINITY, sum = 1;
    int taken = 0;
    if (iterations == NULL) iterations = &taken;
    *iterations = 0;

    TRY(gba_check_graph(&it.n, A, "A"));
    TRY(gba_check_same_size(AT, it.n, "AT"));
    TRY(check_limits(tolerance, most));
    if (is_weighted) TRY(check_weights(A, "A"));
    TRY(GrB_Vector_new(&marks, GrB_FP64, it.n));
    TRY(begin(&it, 1 / (double)it.n));
    while (it.n > 0 && *iterations < most && step >= tolerance && sum > 0) {
        TRY(gba_round((GrB_Index)*iterations, (GrB_Index)most));
        ++*iterations;
        next(&it);
        TRY(pass_on(marks, &sum, &it, AT, it.last));
        TRY(pass_on(it.now, &sum, &it, A, marks));
        TRY(find_step(&step, &it));
    }
    hand_over(hubs, &it);
    *authorities = marks;
    marks = NULL;
done:
    if (info < GrB_SUCCESS) *iterations = 0;
    GrB_free(&marks);
    end(&it);
    return info;
}

GrB_Info gba_hits(GrB_Vector *hubs, GrB_Vector *authorities, int *iterations, GrB_Matrix A,
                  GrB_Matrix AT, double tolerance, int most) {
    if (authorities != NULL) *authorities = NULL;
    START(hubs);
    ALSO(authorities);
    return hits(hubs, authorities, iterations, A, AT, tolerance, most, false);
}

GrB_Info gba_hits_weighted(GrB_Vector *hubs, GrB_Vector *authorities, int *iterations, GrB_Matrix A,
                           GrB_Matrix AT, double tolerance, int most) {
    if (authorities != NULL) *authorities = NULL;
    START(hubs);
    ALSO(authorities);
    return hits(hubs, authorities, iterations, A, AT, tolerance, most, true);
}
