/* A path of the least sum of weights between two vertices: searches from both ends take turns until no
 * path that is still unknown can be shorter (Pohl 1971). A turn is a bucket of delta-stepping (Meyer
 * and Sanders 2003), of the side with fewer vertices that wait for one.
 *
 * After a turn all distances below the side's `settled` are final. A vertex that both sides have reached
 * gives a path. The shortest one is known once it is no longer than both `settled` together: a
 * shorter path would have a vertex that both sides have reached at its final distances.
 *
 * Searches keep no parents. From the vertex where the sides have met the path is traced back to both
 * ends: u comes before v if its distance plus the weight is no more than that of v.
 */
#include "delta.h"
#include "errors.h"
#include "optional.h"
#include "vertex_list.h"
#include <graphblast/algorithms.h>

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* A search from one end, `start`. */
typedef struct {
    GrB_Matrix edges, reversed; /* in the direction of the search, and against it */
    GrB_Index start;
    GrB_Vector distances;       /* full; infinite where not reached */
    GrB_Vector pending, bucket; /* to relax later, and now; some are out of date, and too large */
    GrB_Vector improved, is_shorter; /* of a step */
    double settled;
    GrB_Index waiting; /* entries of pending */
} Side;

/* The shortest path so far. */
typedef struct {
    double length; /* infinite: none */
    GrB_Index vertex;
    GrB_Vector sums; /* scratch */
} Meeting;

static void free_side(Side *s) {
    GrB_free(&s->distances);
    GrB_free(&s->pending);
    GrB_free(&s->bucket);
    GrB_free(&s->improved);
    GrB_free(&s->is_shorter);
}

static GrB_Info start_side(Side *s, GrB_Matrix edges, GrB_Matrix reversed, GrB_Index start,
                           GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    *s = (Side){.edges = edges, .reversed = reversed, .start = start, .waiting = 1};
    TRY(GrB_Vector_new(&s->distances, GrB_FP64, n));
    TRY(GrB_Vector_new(&s->pending, GrB_FP64, n));
    TRY(GrB_Vector_new(&s->bucket, GrB_FP64, n));
    TRY(GrB_Vector_new(&s->improved, GrB_FP64, n));
    TRY(GrB_Vector_new(&s->is_shorter, GrB_BOOL, n));
    TRY(GrB_assign(s->distances, NULL, NULL, (double)INFINITY, GrB_ALL, n, NULL));
    TRY(GrB_Vector_setElement(s->distances, 0.0, start));
    TRY(GrB_Vector_setElement(s->pending, 0.0, start));
done:
    return info;
}

/* Relaxes the edges from the bucket; improved: the distances that decreased. */
static GrB_Info relax(Side *s, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_vxm(s->improved, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, s->bucket, s->edges, NULL));
    TRY(GrB_eWiseMult(s->is_shorter, NULL, NULL, GrB_LT_FP64, s->improved, s->distances, NULL));
    TRY(GrB_select(s->is_shorter, NULL, NULL, GrB_VALUENE_BOOL, s->is_shorter, false, NULL));
    TRY(GrB_apply(s->improved, s->is_shorter, NULL, GrB_IDENTITY_FP64, s->improved, GrB_DESC_R));
    TRY(GrB_assign(s->distances, s->improved, NULL, s->improved, GrB_ALL, n, GrB_DESC_S));
done:
    return info;
}

/* Looks for a shorter path through the vertices of `improved`, which has distances of one side. */
static GrB_Info meet(Meeting *m, GrB_Vector improved, const Side *other) {
    GrB_Info info = GrB_SUCCESS;
    double least = INFINITY;
    int64_t vertex = 0;
    TRY(GrB_eWiseMult(m->sums, NULL, NULL, GrB_PLUS_FP64, improved, other->distances, NULL));
    TRY(GrB_reduce(&least, NULL, GrB_MIN_MONOID_FP64, m->sums, NULL));
    if (!(least < m->length)) goto done;
    TRY(GrB_select(m->sums, NULL, NULL, GrB_VALUEEQ_FP64, m->sums, least, NULL));
    TRY(GrB_apply(m->sums, NULL, NULL, GrB_ROWINDEX_INT64, m->sums, (int64_t)0, NULL));
    TRY(GrB_reduce(&vertex, NULL, GrB_MIN_MONOID_INT64, m->sums, NULL));
    m->length = least;
    m->vertex = (GrB_Index)vertex;
done:
    return info;
}

/* Settles a bucket, which begins at the least pending distance. */
static GrB_Info settle(Side *s, Meeting *m, const Side *other, double delta, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index found = 0;
    const double last = s->settled + delta;
    TRY(GrB_select(s->bucket, NULL, NULL, GrB_VALUELE_FP64, s->pending, last, NULL));
    TRY(GrB_select(s->pending, NULL, NULL, GrB_VALUEGT_FP64, s->pending, last, NULL));
    TRY(GrB_eWiseMult(s->is_shorter, NULL, NULL, GrB_EQ_FP64, s->bucket, s->distances, NULL));
    TRY(GrB_apply(s->bucket, s->is_shorter, NULL, GrB_IDENTITY_FP64, s->bucket, GrB_DESC_R));
    TRY(GrB_Vector_nvals(&found, s->bucket));
    while (found > 0) {
        TRY(gba_round(0, 0));
        TRY(relax(s, n));
        TRY(meet(m, s->improved, other));
        TRY(GrB_select(s->bucket, NULL, NULL, GrB_VALUELE_FP64, s->improved, last, NULL));
        TRY(GrB_select(s->improved, NULL, NULL, GrB_VALUEGT_FP64, s->improved, last, NULL));
        TRY(GrB_eWiseAdd(s->pending, NULL, NULL, GrB_MIN_FP64, s->pending, s->improved, NULL));
        TRY(GrB_Vector_nvals(&found, s->bucket));
    }
    TRY(GrB_Vector_nvals(&s->waiting, s->pending));
    s->settled = INFINITY;
    if (s->waiting > 0) TRY(GrB_reduce(&s->settled, NULL, GrB_MIN_MONOID_FP64, s->pending, NULL));
done:
    return info;
}

/* Finds the vertices that may come before others on a path from the start of a side. */
typedef struct {
    const Side *side;
    GrB_Index n;
    GrB_Vector edges, sums;
    GrB_Index *vertices; /* of the last find_before, `count` of them, with their distances */
    double *distances;
    GrB_Index count;
    bool *is_seen; /* of vertices at the same distance */
} Tracer;

static void free_tracer(Tracer *t) {
    GrB_free(&t->edges);
    GrB_free(&t->sums);
    free(t->vertices);
    free(t->distances);
    free(t->is_seen);
}

static GrB_Info start_tracer(Tracer *t, const Side *side, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    *t = (Tracer){.side = side, .n = n};
    TRY(GrB_Vector_new(&t->edges, GrB_FP64, n));
    TRY(GrB_Vector_new(&t->sums, GrB_FP64, n));
done:
    return info;
}

/* The vertices u with an edge to v for which distance(u) + weight <= distance, that of v. */
static GrB_Info find_before(Tracer *t, GrB_Index v, double distance) {
    GrB_Info info = GrB_SUCCESS;
    free(t->vertices);
    free(t->distances);
    t->vertices = NULL;
    t->distances = NULL;
    const GrB_Vector to_start = t->side->distances;
    TRY(GrB_Col_extract(t->edges, NULL, NULL, t->side->reversed, GrB_ALL, t->n, v, GrB_DESC_T0));
    TRY(GrB_eWiseMult(t->sums, NULL, NULL, GrB_PLUS_FP64, t->edges, to_start, NULL));
    TRY(GrB_select(t->sums, NULL, NULL, GrB_VALUELE_FP64, t->sums, distance, NULL));
    TRY(GrB_eWiseMult(t->sums, NULL, NULL, GrB_SECOND_FP64, t->sums, to_start, NULL));
    TRY(GrB_Vector_nvals(&t->count, t->sums));
    t->vertices = malloc((t->count + 1) * sizeof *t->vertices);
    t->distances = malloc((t->count + 1) * sizeof *t->distances);
    if (t->vertices == NULL || t->distances == NULL) return gba_no_memory();
    TRY(GrB_Vector_extractTuples_FP64(t->vertices, t->distances, &t->count, t->sums));
done:
    return info;
}

/* The nearest vertex of the last find_before, the smallest of several. */
static GrB_Index nearest(const Tracer *t, double *distance) {
    GrB_Index best = 0;
    for (GrB_Index k = 1; k < t->count; k++) {
        const double by = t->distances[k] - t->distances[best];
        if (by < 0 || (by == 0 && t->vertices[k] < t->vertices[best])) best = k;
    }
    *distance = t->distances[best];
    return t->vertices[best];
}

static GrB_Info fail_at(GrB_Index v) {
    return gba_fail(GrB_INVALID_VALUE,
                    "AT is not A's transpose: no edge on a shortest path leads to %" PRIu64,
                    (uint64_t)v);
}

/* Appends the way from v along edges of weight 0, which is searched by breadth, to the first vertex
 * that is the start or has a nearer one before it. */
static GrB_Info cross_zeros(VertexList *list, Tracer *t, GrB_Index *v, double distance) {
    GrB_Info info = GrB_SUCCESS;
    VertexList seen = {NULL, 0, 0}, origins = {NULL, 0, 0}; /* origins: positions in `seen` */
    GrB_Index at = 0;
    const GrB_Index begin = list->count;
    if (t->is_seen == NULL) t->is_seen = calloc(t->n, sizeof *t->is_seen);
    if (t->is_seen == NULL) return gba_no_memory();
    t->is_seen[*v] = true;
    TRY(gba_append(&seen, *v));
    TRY(gba_append(&origins, 0));
    for (;; at++) {
        double least = 0;
        if (at == seen.count) {
            info = fail_at(*v);
            goto done;
        }
        if (seen.vertices[at] == t->side->start) break;
        TRY(find_before(t, seen.vertices[at], distance));
        if (t->count == 0) continue;
        nearest(t, &least);
        if (least < distance) break;
        for (GrB_Index k = 0; k < t->count; k++) {
            if (t->is_seen[t->vertices[k]]) continue;
            t->is_seen[t->vertices[k]] = true;
            TRY(gba_append(&seen, t->vertices[k]));
            TRY(gba_append(&origins, at));
        }
    }
    *v = seen.vertices[at];
    for (; at != 0; at = origins.vertices[at]) TRY(gba_append(list, seen.vertices[at]));
    gba_reverse_from(list, begin);
done:
    gba_free_list(&seen);
    gba_free_list(&origins);
    return info;
}

/* Appends the vertices between v and the start of the side, and the start. */
static GrB_Info trace(VertexList *list, const Side *side, GrB_Index v, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    Tracer t;
    double distance = 0;
    TRY(start_tracer(&t, side, n));
    TRY(GrB_Vector_extractElement(&distance, side->distances, v));
    while (v != side->start) {
        double before = 0;
        TRY(gba_round(0, 0));
        TRY(find_before(&t, v, distance));
        if (t.count == 0) {
            info = fail_at(v);
            goto done;
        }
        const GrB_Index u = nearest(&t, &before);
        if (before < distance) {
            TRY(gba_append(list, u));
            v = u;
            distance = before;
        } else {
            TRY(cross_zeros(list, &t, &v, distance));
        }
    }
done:
    free_tracer(&t);
    return info;
}

/* Adds the weights along the path from its beginning. */
static GrB_Info measure(double *distance, GrB_Matrix A, const VertexList *list) {
    GrB_Info info = GrB_SUCCESS;
    *distance = 0;
    for (GrB_Index k = 1; k < list->count; k++) {
        double weight = 0;
        TRY(GrB_Matrix_extractElement(&weight, A, list->vertices[k - 1], list->vertices[k]));
        if (info == GrB_NO_VALUE) return fail_at(list->vertices[k]);
        *distance += weight;
    }
done:
    return info;
}

/* Checks the values of *A, an argument of that name. *A: a copy with values of FP64 that are finite,
 * which *own keeps, unless they are: else each product would cast them, and an infinite one would
 * make all buckets one. */
static GrB_Info prepare(GrB_Matrix *own, GrB_Matrix *A, const char *name, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    const int32_t fp64 = 11; /* GrB_FP64_CODE, which headers of the C API 2.0 do not name */
    int32_t code = fp64;
    double sum = 0;
    TRY(gba_check_signs(&sum, *A, GrB_MIN_MONOID_FP64, GrB_PLUS_MONOID_FP64, name));
    TRY(gba_type_code(&code, *A));
    if (code == fp64 && isfinite(sum)) goto done;
    TRY(GrB_Matrix_new(own, GrB_FP64, n, n));
    TRY(GrB_select(*own, NULL, NULL, GrB_VALUENE_FP64, *A, (double)INFINITY, NULL));
    *A = *own;
done:
    return info;
}

/* Takes turns until the shortest path is known. */
static GrB_Info search(Meeting *m, Side *forth, Side *back, double delta, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_Vector_new(&m->sums, GrB_FP64, n));
    TRY(meet(m, forth->pending, back));
    for (;;) {
        TRY(gba_round(0, 0));
        if (!(forth->settled + back->settled < m->length)) break;
        if (forth->waiting <= back->waiting)
            TRY(settle(forth, m, back, delta, n));
        else
            TRY(settle(back, m, forth, delta, n));
    }
done:
    return info;
}

GrB_Info gba_shortest_path_weighted(GrB_Vector *path, double *distance, GrB_Matrix A, GrB_Matrix AT,
                                    GrB_Index source, GrB_Index target) {
    GrB_Info info = GrB_SUCCESS;
    Side forth = {0}, back = {0};
    Meeting m = {INFINITY, 0, NULL};
    GrB_Matrix own = NULL, own_transpose = NULL;
    const bool is_symmetric = A == AT;
    VertexList list = {NULL, 0, 0};
    GrB_Index n = 0;
    double delta = 0, unused = 0;
    if (distance == NULL) distance = &unused;
    *distance = 0;
    START(path);

    TRY(gba_check_ends(&n, A, AT, source, target));
    TRY(prepare(&own, &A, "A", n));
    if (is_symmetric)
        AT = A;
    else
        TRY(prepare(&own_transpose, &AT, "AT", n));
    TRY(gba_choose_delta(&delta, A, GrB_FP64, n));
    TRY(start_side(&forth, A, AT, source, n));
    TRY(start_side(&back, AT, A, target, n));
    TRY(search(&m, &forth, &back, delta, n));
    if (isfinite(m.length)) {
        TRY(gba_append(&list, m.vertex));
        TRY(trace(&list, &forth, m.vertex, n));
        gba_reverse_from(&list, 0);
        TRY(trace(&list, &back, m.vertex, n));
        TRY(measure(distance, A, &list));
    } else {
        *distance = INFINITY;
    }
    TRY(gba_put_path(path, &list, n));
done:
    if (info < GrB_SUCCESS) {
        GrB_free(path);
        *distance = 0;
    }
    gba_free_list(&list);
    free_side(&forth);
    free_side(&back);
    GrB_free(&m.sums);
    GrB_free(&own);
    GrB_free(&own_transpose);
    return info;
}
