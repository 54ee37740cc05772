/* Communities by modularity: the methods of Louvain (Blondel et al. 2008) and Leiden (Traag et al.
 * 2019).
 *
 * Every vertex finds, among its neighbours' communities, the one that raises the modularity most;
 * when no move helps, every community becomes a vertex of the next level. Leiden's method divides
 * communities into connected parts first: these become the vertices, and begin in the communities
 * that they come from. On plain arrays: a sweep is many small blocks of moves, each too small for a
 * GraphBLAS call.
 */
#include "errors.h"
#include "full_vector.h"
#include "level_graph.h"
#include "random_numbers.h"
#include "vertex_moves.h"
#include "workers.h"
#include <graphblast/algorithms.h>

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    bool is_weighted, refines;
    double resolution;
    uint64_t seed;
} Method;

typedef struct {
    LevelGraph whole; /* the first level's graph */
    LevelGraph g;     /* this level's; the first level's is `whole` itself */
    GrB_Index n;      /* the graph's vertices */
    uint32_t *to;     /* of the vertices of this level: their communities */
    uint32_t *part;   /* and their parts; NULL without a refinement */
    uint32_t *order;  /* in which they move */
    uint32_t *number; /* of the graph's vertices: their vertices of this level */
    Scratch *scratch; /* of the threads */
    Workers *workers;
    uint64_t random;
} Levels;

/* communities(v) = the smallest vertex of v's community; number[v] is the community. */
static GrB_Info name_communities(GrB_Vector *communities, const uint32_t *number, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index *const first = malloc(n * sizeof *first);
    int64_t *const name = malloc(n * sizeof *name);
    if (first == NULL || name == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (GrB_Index v = n; v-- > 0;) first[number[v]] = v;
    for (GrB_Index v = 0; v < n; v++) name[v] = (int64_t)first[number[v]];
    TRY(GrB_Vector_new(communities, GrB_INT64, n));
    TRY(gba_fill_INT64(*communities, name, n));
done:
    free(first);
    free(name);
    if (info < GrB_SUCCESS) GrB_free(communities);
    return info;
}

/* W = A's weights over their mean, which keeps the modularity: moves compare gains with a fixed
 * number. Drops edges of weight 0. */
static GrB_Info weights_of(GrB_Matrix W, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index edges = 0;
    double sum = 0;
    TRY(GrB_select(W, NULL, NULL, GrB_VALUENE_FP64, A, 0.0, NULL));
    TRY(GrB_Matrix_nvals(&edges, W));
    TRY(gba_check_weights(&sum, W, "A"));
    if (edges > 0) TRY(GrB_apply(W, NULL, NULL, GrB_DIV_FP64, W, sum / (double)edges, NULL));
    /* A quotient may be too small for a double. */
    TRY(GrB_select(W, NULL, NULL, GrB_VALUENE_FP64, W, 0.0, NULL));
done:
    return info;
}

/* Each vertex is its own community. */
static GrB_Info begin_levels(Levels *l, GrB_Matrix A, GrB_Index n, const Method *method) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix W = NULL;
    /* Numbers of blocks and of lines go beyond those of vertices. */
    const GrB_Index most = UINT32_MAX - largest_block;
    if (n > most)
        return gba_fail(GrB_INVALID_VALUE, "A has %" PRIu64 " rows, more than %" PRIu64,
                        (uint64_t)n, (uint64_t)most);
    l->n = n;
    l->random = method->seed * UINT64_C(0xD1342543DE82EF95);
    l->to = malloc(n * sizeof *l->to);
    l->order = malloc(n * sizeof *l->order);
    l->number = malloc(n * sizeof *l->number);
    l->part = method->refines ? malloc(n * sizeof *l->part) : NULL;
    if (l->to == NULL || l->order == NULL || l->number == NULL ||
        (method->refines && l->part == NULL))
        return gba_no_memory();
    TRY(GrB_Matrix_new(&W, GrB_FP64, n, n));
    if (method->is_weighted)
        TRY(weights_of(W, A));
    else
        TRY(GrB_apply(W, NULL, NULL, GrB_ONEB_FP64, A, 1.0, NULL));
    TRY(gba_level_graph_of(&l->whole, W, method->is_weighted));
    l->g = l->whole;
    for (GrB_Index v = 0; v < n; v++) l->number[v] = l->to[v] = (uint32_t)v;
done:
    GrB_free(&W);
    return info;
}

static void leave_level(Levels *l) {
    if (l->g.offsets != l->whole.offsets) gba_level_graph_free(&l->g);
}

static void end_levels(Levels *l) {
    gba_threads_free(&l->scratch, &l->workers);
    leave_level(l);
    gba_level_graph_free(&l->whole);
    free(l->to);
    free(l->part);
    free(l->order);
    free(l->number);
}

/* A random permutation of the level's vertices. */
static void draw_order(Levels *l) {
    for (uint32_t k = 0; k < l->g.n; k++) {
        const uint32_t at = (uint32_t)(gba_next_random(&l->random) % (k + (uint64_t)1));
        l->order[k] = l->order[at];
        l->order[at] = k;
    }
}

/* Renumbers communities from 0 in the order of their first vertices; returns their number. */
static uint32_t renumber(uint32_t *to, uint32_t n, uint32_t *new_number) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < n; c++) new_number[c] = UINT32_MAX;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t *const number = &new_number[to[v]];
        if (*number == UINT32_MAX) *number = count++;
        to[v] = *number;
    }
    return count;
}

/* The weight inside the level's vertices over all weight, minus gamma times its expectation. */
static double modularity_of(const LevelGraph *g, double gamma) {
    double squares = 0;
    for (uint32_t c = 0; c < g->n; c++) squares += g->sums[c] / g->all * (g->sums[c] / g->all);
    return g->inside / g->all - gamma * squares;
}

/* Makes vertices of the groups, which are numbered from 0. */
static GrB_Info contract(Levels *l, const uint32_t *group, uint32_t count) {
    GrB_Info info = GrB_SUCCESS;
    LevelGraph coarse = {0};
    TRY(gba_coarsen(&coarse, &l->g, group, count, l->scratch, l->workers));
    for (GrB_Index v = 0; v < l->n; v++) l->number[v] = group[l->number[v]];
    leave_level(l);
    l->g = coarse;
done:
    return info;
}

/* Louvain's levels, until no vertex moves. */
static GrB_Info climb(Levels *l, double resolution) {
    GrB_Info info = GrB_SUCCESS;
    for (;;) {
        draw_order(l);
        TRY(gba_move_vertices(l->to, &l->g, l->order, resolution, l->scratch, l->workers));
        const uint32_t count = renumber(l->to, l->g.n, l->order);
        if (count == l->g.n) break;
        TRY(contract(l, l->to, count));
        for (uint32_t v = 0; v < count; v++) l->to[v] = v;
    }
done:
    return info;
}

/* part(v): the smallest vertex that paths in v's community lead to, from numbers above it. */
static void split_communities(Levels *l) {
    uint32_t *const stack = l->order;
    for (uint32_t v = 0; v < l->g.n; v++) l->part[v] = UINT32_MAX;
    for (uint32_t root = 0; root < l->g.n; root++) {
        uint32_t height = 0;
        if (l->part[root] != UINT32_MAX) continue;
        l->part[root] = root;
        stack[height++] = root;
        while (height > 0) {
            const uint32_t v = stack[--height];
            for (uint64_t e = l->g.offsets[v]; e < l->g.offsets[v + 1]; e++) {
                const uint32_t u = l->g.columns[e];
                if (l->part[u] != UINT32_MAX || l->to[u] != l->to[v]) continue;
                l->part[u] = root;
                stack[height++] = u;
            }
        }
    }
}

/* Leiden's levels, until every community is a vertex, or no part has two. Communities then are
 * divided where they do not hang together, which does not lower the modularity. */
static GrB_Info climb_by_parts(Levels *l, double resolution) {
    GrB_Info info = GrB_SUCCESS;
    for (;;) {
        draw_order(l);
        TRY(gba_move_vertices(l->to, &l->g, l->order, resolution, l->scratch, l->workers));
        if (renumber(l->to, l->g.n, l->part) == l->g.n) break;
        TRY(gba_refine(l->part, &l->g, l->to, l->order, resolution, l->scratch, l->workers));
        const uint32_t n = l->g.n, count = renumber(l->part, n, l->order);
        if (count == n) break;
        TRY(contract(l, l->part, count));
        /* Parts are numbered by first vertices: none of the values to copy is overwritten before. */
        for (uint32_t v = 0; v < n; v++) l->to[l->part[v]] = l->to[v];
    }
    split_communities(l);
    TRY(contract(l, l->part, renumber(l->part, l->g.n, l->order)));
done:
    return info;
}

/* Leiden's passes: the second starts from the communities of the first, whose vertices it can still
 * divide and move. A third one raises the modularity by less than a hundredth. */
static GrB_Info climb_twice(Levels *l, double resolution) {
    GrB_Info info = GrB_SUCCESS;
    TRY(climb_by_parts(l, resolution));
    leave_level(l);
    l->g = l->whole;
    for (GrB_Index v = 0; v < l->n; v++) {
        l->to[v] = l->number[v];
        l->number[v] = (uint32_t)v;
    }
    TRY(climb_by_parts(l, resolution));
done:
    return info;
}

static GrB_Info find_communities(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                                 Method method) {
    GrB_Info info = GrB_SUCCESS;
    Levels l = {0};
    GrB_Index n = 0;
    double found = 0;
    if (modularity == NULL) modularity = &found;
    *modularity = 0;

    if (!(method.resolution >= 0 && isfinite(method.resolution)))
        return gba_fail(GrB_INVALID_VALUE, "resolution is %g, not 0 or more and finite",
                        method.resolution);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(begin_levels(&l, A, n, &method));
    if (l.g.all > 0) {
        TRY(gba_threads_new(&l.scratch, &l.workers, &l.g));
        TRY((method.refines ? climb_twice : climb)(&l, method.resolution));
        *modularity = modularity_of(&l.g, method.resolution);
    }
    TRY(name_communities(communities, l.number, n));
done:
    end_levels(&l);
    if (info < GrB_SUCCESS) *modularity = 0;
    return info;
}

GrB_Info gba_louvain(GrB_Vector *communities, double *modularity, GrB_Matrix A, double resolution,
                     uint64_t seed) {
    START(communities);
    return find_communities(communities, modularity, A, (Method){false, false, resolution, seed});
}

GrB_Info gba_louvain_weighted(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                              double resolution, uint64_t seed) {
    START(communities);
    return find_communities(communities, modularity, A, (Method){true, false, resolution, seed});
}

GrB_Info gba_leiden(GrB_Vector *communities, double *modularity, GrB_Matrix A, double resolution,
                    uint64_t seed) {
    START(communities);
    return find_communities(communities, modularity, A, (Method){false, true, resolution, seed});
}

GrB_Info gba_leiden_weighted(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                             double resolution, uint64_t seed) {
    START(communities);
    return find_communities(communities, modularity, A, (Method){true, true, resolution, seed});
}
