/* Single-source shortest paths by delta-stepping (Meyer and Sanders 2003, in GraphBLAS after Sridhar
 * et al. 2019): buckets of distances are settled one after the other. Unlike the papers, a bucket
 * begins at the least pending distance, so few are empty; and, as in the GAP benchmark (Beamer et
 * al. 2015), each step relaxes all edges, heavy ones too. To part the matrix by weight, and to relax
 * heavy edges in a step of their own, takes longer than it saves but where buckets are wide.
 *
 * Only vertices whose distance has just decreased are relaxed again. All distances are one full
 * vector that starts at "infinity"; every other vector is as sparse as the active set, so a step
 * costs its edges. After Yang 2019, Algorithm 2.
 *
 * Bellman-Ford has the fewer and larger steps, which suits a GPU, but relaxes vertices of a graph
 * with long paths many times. With a GPU sssp begins with it, and goes on with buckets once
 * relaxations reach an eighth of the number of vertices. Hubs make paths short: where a step has
 * multiplied the active set by more than four times the mean degree, buckets begin only once
 * relaxations exceed four times the reached vertices.
 */
#include "delta.h"
#include "errors.h"
#include "optional.h"
#include <graphblast/algorithms.h>

#include <math.h>
#include <stdbool.h>

enum {
    degree_of_mesh = 8,
    degrees_of_hub = 4,
    relaxations_before_buckets = 4,
    share_before_buckets = 8
};

typedef struct {
    GrB_Semiring min_plus;
    GrB_Monoid min, max, plus;
    GrB_BinaryOp less;
    GrB_UnaryOp copy;
    GrB_IndexUnaryOp not_equal, at_most, greater;
    GrB_BinaryOp lesser, equal;
} Operators;

static GrB_Info operators_of(Operators *op, GrB_Type type) {
#define OPERATORS(T)                                                                            \
    (Operators) {                                                                               \
        GrB_MIN_PLUS_SEMIRING_##T, GrB_MIN_MONOID_##T, GrB_MAX_MONOID_##T, GrB_PLUS_MONOID_##T, \
            GrB_LT_##T, GrB_IDENTITY_##T, GrB_VALUENE_##T, GrB_VALUELE_##T, GrB_VALUEGT_##T,    \
            GrB_MIN_##T, GrB_EQ_##T                                                             \
    }
    if (type == GrB_INT32)
        *op = OPERATORS(INT32);
    else if (type == GrB_INT64)
        *op = OPERATORS(INT64);
    else if (type == GrB_FP32)
        *op = OPERATORS(FP32);
    else if (type == GrB_FP64)
        *op = OPERATORS(FP64);
    else
        return gba_fail(GrB_DOMAIN_MISMATCH,
                        "type is none of GrB_INT32, GrB_INT64, GrB_FP32 and GrB_FP64");
    return GrB_SUCCESS;
#undef OPERATORS
}

/* w(:) = the type's value of "no path"; select_reached selects the entries of w that differ from it. */
static GrB_Info fill_unreached(GrB_Vector w, GrB_Type type, GrB_Index n) {
    if (type == GrB_INT32) return GrB_assign(w, NULL, NULL, INT32_MAX, GrB_ALL, n, NULL);
    if (type == GrB_INT64) return GrB_assign(w, NULL, NULL, INT64_MAX, GrB_ALL, n, NULL);
    return GrB_assign(w, NULL, NULL, (double)INFINITY, GrB_ALL, n, NULL);
}

static GrB_Info select_reached(GrB_Vector to, GrB_Vector w, GrB_Type type,
                               GrB_IndexUnaryOp not_equal) {
    if (type == GrB_INT32) return GrB_select(to, NULL, NULL, not_equal, w, INT32_MAX, NULL);
    if (type == GrB_INT64) return GrB_select(to, NULL, NULL, not_equal, w, INT64_MAX, NULL);
    return GrB_select(to, NULL, NULL, not_equal, w, (double)INFINITY, NULL);
}

/* Keeps sums of an integer type below `limit`. NULL if no path with one more edge can reach it. */
typedef struct {
    GrB_Vector heaviest; /* the largest weight out of each vertex */
    GrB_Vector sums;
    double limit;
} Guard;

static void free_guard(Guard *guard) {
    GrB_free(&guard->heaviest);
    GrB_free(&guard->sums);
}

/* Returns GrB_INVALID_VALUE for a negative weight or NaN. */
static GrB_Info start_guard(Guard *guard, GrB_Matrix A, const Operators *op, GrB_Type type,
                            GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    double largest = 0, sum = 0;
    const bool is_float = type == GrB_FP32 || type == GrB_FP64;
    TRY(gba_check_signs(&sum, A, op->min, is_float ? op->plus : NULL, "A"));
    if (is_float) return GrB_SUCCESS;
    TRY(GrB_Matrix_reduce_FP64(&largest, NULL, op->max, A, NULL));
    guard->limit = type == GrB_INT32 ? INT32_MAX : 0x1p62;
    if (largest * (double)n < guard->limit) return GrB_SUCCESS;
    TRY(GrB_Vector_new(&guard->heaviest, GrB_FP64, n));
    TRY(GrB_Vector_new(&guard->sums, GrB_FP64, n));
    TRY(GrB_reduce(guard->heaviest, NULL, NULL, op->max, A, NULL));
done:
    return info;
}

/* Returns GrB_INVALID_VALUE if a distance of `from` plus a weight from there reaches the limit. */
static GrB_Info check_sums(GrB_Vector from, const Guard *guard) {
    GrB_Info info = GrB_SUCCESS;
    double largest = 0;
    if (guard->heaviest == NULL) return GrB_SUCCESS;
    TRY(GrB_eWiseMult(guard->sums, NULL, NULL, GrB_PLUS_FP64, from, guard->heaviest, NULL));
    TRY(GrB_reduce(&largest, NULL, GrB_MAX_MONOID_FP64, guard->sums, NULL));
    if (largest >= guard->limit)
        info = gba_fail(GrB_INVALID_VALUE,
                        "a path may have the length %.17g, which type does not hold", largest);
done:
    return info;
}

/* The state of a search between its steps. */
typedef struct {
    GrB_Vector distances; /* full */
    /* Decreased distances of vertices that have not been relaxed since. Some are out of date, larger
     * than those in `distances`: a bucket drops them. */
    GrB_Vector pending;
    GrB_Vector bucket;                        /* of the current bucket, to relax */
    GrB_Vector reached, improved, is_shorter; /* of a step */
    Guard guard;
} Stepping;

/* Relaxes the edges of A that leave `from`; improved: the distances that decreased. These calls are
 * carried out as one: what is reached but not improved is never stored. */
static GrB_Info relax(Stepping *s, GrB_Vector from, GrB_Matrix A, const Operators *op,
                      GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    TRY(check_sums(from, &s->guard));
    TRY(GrB_vxm(s->improved, NULL, NULL, op->min_plus, from, A, NULL));
    TRY(GrB_eWiseMult(s->is_shorter, NULL, NULL, op->less, s->improved, s->distances, NULL));
    TRY(GrB_select(s->is_shorter, NULL, NULL, GrB_VALUENE_BOOL, s->is_shorter, false, NULL));
    TRY(GrB_apply(s->improved, s->is_shorter, NULL, op->copy, s->improved, GrB_DESC_R));
    TRY(GrB_assign(s->distances, s->improved, NULL, s->improved, GrB_ALL, n, GrB_DESC_S));
done:
    return info;
}

/* Removes the distances that have decreased since. */
static GrB_Info keep_current(Stepping *s, GrB_Vector distances, const Operators *op) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_eWiseMult(s->is_shorter, NULL, NULL, op->equal, distances, s->distances, NULL));
    TRY(GrB_apply(distances, s->is_shorter, NULL, op->copy, distances, GrB_DESC_R));
done:
    return info;
}

/* Settles the distances up to `end`. */
static GrB_Info settle_bucket(Stepping *s, GrB_Matrix A, const Operators *op, double end,
                              GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index found = 0;
    TRY(GrB_select(s->bucket, NULL, NULL, op->at_most, s->pending, end, NULL));
    TRY(GrB_select(s->pending, NULL, NULL, op->greater, s->pending, end, NULL));
    TRY(keep_current(s, s->bucket, op));
    TRY(GrB_Vector_nvals(&found, s->bucket));
    /* Only now, since a pass over all that is pending costs more than most buckets. */
    if (found == 0) TRY(keep_current(s, s->pending, op));
    while (found > 0) {
        TRY(gba_round(0, 0));
        TRY(relax(s, s->bucket, A, op, n));
        TRY(GrB_select(s->bucket, NULL, NULL, op->at_most, s->improved, end, NULL));
        TRY(GrB_select(s->improved, NULL, NULL, op->greater, s->improved, end, NULL));
        TRY(GrB_eWiseAdd(s->pending, NULL, NULL, op->lesser, s->pending, s->improved, NULL));
        TRY(GrB_Vector_nvals(&found, s->bucket));
    }
done:
    return info;
}

/* The distance that `value` is in the type: whole, and no larger than "no path". */
static double as_held(double value, GrB_Type type) {
    if (type == GrB_INT32) return value < INT32_MAX ? floor(value) : INT32_MAX;
    if (type == GrB_INT64) return value < 0x1p62 ? floor(value) : 0x1p62;
    return value;
}

static void free_stepping(Stepping *s) {
    free_guard(&s->guard);
    GrB_free(&s->distances);
    GrB_free(&s->pending);
    GrB_free(&s->bucket);
    GrB_free(&s->reached);
    GrB_free(&s->improved);
    GrB_free(&s->is_shorter);
}

/* Settles all buckets from the pending vertices on. */
static GrB_Info settle_all(Stepping *s, GrB_Matrix A, const Operators *op, GrB_Type type,
                           double delta, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index left = 1;
    TRY(GrB_Vector_new(&s->bucket, type, n));
    while (left > 0) {
        double begin = 0;
        TRY(GrB_Vector_reduce_FP64(&begin, NULL, op->min, s->pending, NULL));
        /* Rounding may have lowered a large integer, which would leave the bucket empty. */
        if (begin >= 0x1p53) begin = nextafter(begin, INFINITY);
        TRY(settle_bucket(s, A, op, as_held(begin + delta, type), n));
        TRY(GrB_Vector_nvals(&left, s->pending));
    }
done:
    return info;
}

/* Starts a search: the source is at distance 0, all other vertices are unreached. */
static GrB_Info start_search(Stepping *s, Operators *op, GrB_Index *n, GrB_Matrix A,
                             GrB_Index source, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    TRY(gba_check_graph(n, A, "A"));
    TRY(gba_check_vertex(source, *n, "source"));
    TRY(operators_of(op, type));
    TRY(start_guard(&s->guard, A, op, type, *n));
    TRY(GrB_Vector_new(&s->distances, type, *n));
    TRY(GrB_Vector_new(&s->pending, type, *n));
    TRY(GrB_Vector_new(&s->reached, type, *n));
    TRY(GrB_Vector_new(&s->improved, type, *n));
    TRY(GrB_Vector_new(&s->is_shorter, GrB_BOOL, *n));
    TRY(fill_unreached(s->distances, type, *n));
    TRY(GrB_Vector_setElement(s->distances, 0, source));
    TRY(GrB_Vector_setElement(s->pending, 0, source));
done:
    return info;
}

/* Hands the distances of reached vertices over. */
static GrB_Info end_search(Stepping *s, GrB_Vector *distances, const Operators *op, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    TRY(select_reached(s->distances, s->distances, type, op->not_equal));
    *distances = s->distances;
    s->distances = NULL;
done:
    return info;
}

GrB_Info gba_choose_delta(double *delta, GrB_Matrix A, GrB_Type type, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index edges = 0;
    double sum = 0;
    TRY(GrB_Matrix_nvals(&edges, A));
    TRY(GrB_Matrix_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, A, NULL));
    const double degree = fmax(1, (double)edges / (double)n);
    const double share = degree < degree_of_mesh ? 8 : 4;
    *delta = share * sum / fmax(1, (double)edges) / degree;
    const bool is_integer = type == GrB_INT32 || type == GrB_INT64;
    if (is_integer ? *delta < 1 : *delta == 0) *delta = 1;
done:
    return info;
}

/* Relaxes the pending vertices step by step until none is left, or until buckets pay: then *delta
 * is their width, else 0. */
static GrB_Info relax_by_steps(Stepping *s, double *delta, GrB_Matrix A, const Operators *op,
                               GrB_Type type, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index edges = 0, found = 1, relaxed = 0, reached = 0, next_look = n / share_before_buckets;
    bool has_hubs = false;
    *delta = 0;
    TRY(GrB_Matrix_nvals(&edges, A));
    while (found > 0) {
        const GrB_Vector relaxed_now = s->pending;
        const double before = (double)found;
        TRY(gba_round(0, 0));
        TRY(relax(s, relaxed_now, A, op, n));
        s->pending = s->improved;
        s->improved = relaxed_now;
        TRY(GrB_Vector_nvals(&found, s->pending));
        relaxed += found;
        has_hubs |= (double)found / before > degrees_of_hub * fmax(1, (double)edges / (double)n);
        if (found == 0 || relaxed < next_look) continue;
        next_look = 2 * relaxed;
        if (has_hubs) {
            TRY(select_reached(s->reached, s->distances, type, op->not_equal));
            TRY(GrB_Vector_nvals(&reached, s->reached));
            TRY(GrB_Vector_clear(s->reached)); /* it may share the distances, which change */
            if (relaxed / relaxations_before_buckets <= reached) continue;
        }
        TRY(gba_choose_delta(delta, A, type, n));
        if (isfinite(*delta)) goto done;
        *delta = 0;
    }
done:
    return info;
}

GrB_Info gba_sssp(GrB_Vector *distances, GrB_Matrix A, GrB_Index source, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    double delta = 0;
    Operators op;
    Stepping s = {0};
    START(distances);

    TRY(start_search(&s, &op, &n, A, source, type));
    if (!gba_has_gpu()) TRY(gba_choose_delta(&delta, A, type, n));
    if (delta == 0 || !isfinite(delta)) TRY(relax_by_steps(&s, &delta, A, &op, type, n));
    if (delta > 0) TRY(settle_all(&s, A, &op, type, delta, n));
    TRY(end_search(&s, distances, &op, type));
done:
    free_stepping(&s);
    return info;
}

GrB_Info gba_sssp_delta(GrB_Vector *distances, GrB_Matrix A, GrB_Index source, GrB_Type type,
                        double delta) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    Operators op;
    Stepping s = {0};
    START(distances);

    if (!(delta > 0)) return gba_fail(GrB_INVALID_VALUE, "delta is %g, not above 0", delta);
    TRY(start_search(&s, &op, &n, A, source, type));
    TRY(settle_all(&s, A, &op, type, delta, n));
    TRY(end_search(&s, distances, &op, type));
done:
    free_stepping(&s);
    return info;
}
