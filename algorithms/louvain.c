/* Communities by modularity: the Louvain method (Blondel et al. 2008).
 *
 * Every vertex finds, among its neighbours' communities, the one that raises the modularity most;
 * when no move helps, every community becomes a vertex of the next level. Unlike the paper,
 * vertices move together: a random half, drawn anew each round, of those with a better community; a
 * round that lowers the modularity is undone. With P(v, community(v)) = 1, A P holds the weights
 * between vertices and communities, and P' A P is the next level's graph.
 */
#include "errors.h"
#include "random_numbers.h"
#include <graphblast/algorithms.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    GrB_Matrix W, off;   /* weights; without the diagonal */
    GrB_Vector k;        /* sums of the rows of W, full */
    GrB_Index n;         /* vertices of this level */
    double all;          /* the sum of all weights */
    GrB_Index *row, *to; /* 0..n - 1; the community of each vertex */
    GrB_Index *moved;    /* the communities after a round */
    double *ones;
    GrB_Semiring plus_first, plus_second, plus_times;
} Level;

/* P(v, to[v]) = 1 for `columns` communities. */
static GrB_Info memberships(GrB_Matrix *P, const Level *l, const GrB_Index *to, GrB_Index columns) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_Matrix_new(P, GrB_FP64, l->n, columns));
    TRY(GrB_Matrix_build_FP64(*P, l->row, to, l->ones, l->n, GrB_PLUS_FP64));
done:
    return info;
}

/* The weight inside communities over all weight, minus gamma times its random expectation. */
static GrB_Info modularity_of(double *q, const Level *l, const GrB_Index *to, double gamma) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix P = NULL, inside = NULL;
    GrB_Vector sums = NULL;
    double weight = 0, squares = 0;
    TRY(memberships(&P, l, to, l->n));
    TRY(GrB_Matrix_new(&inside, GrB_FP64, l->n, l->n));
    TRY(GrB_Vector_new(&sums, GrB_FP64, l->n));
    TRY(GrB_mxm(inside, P, NULL, l->plus_times, l->W, P, GrB_DESC_S));
    TRY(GrB_reduce(&weight, NULL, GrB_PLUS_MONOID_FP64, inside, NULL));
    TRY(GrB_vxm(sums, NULL, NULL, l->plus_first, l->k, P, NULL));
    TRY(GrB_eWiseMult(sums, NULL, NULL, GrB_TIMES_FP64, sums, sums, NULL));
    TRY(GrB_reduce(&squares, NULL, GrB_PLUS_MONOID_FP64, sums, NULL));
    *q = weight / l->all - gamma * squares / (l->all * l->all);
done:
    GrB_free(&P);
    GrB_free(&inside);
    GrB_free(&sums);
    return info;
}

/* G(v,c): half the gain of modularity times `all` if v leaves its community and joins c. */
static GrB_Info gains(GrB_Matrix G, GrB_Matrix P, const Level *l, double gamma) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector sums = NULL;
    GrB_Matrix of_vertex = NULL, of_community = NULL, expected = NULL, rest = NULL;
    TRY(GrB_Vector_new(&sums, GrB_FP64, l->n));
    TRY(GrB_Matrix_new(&expected, GrB_FP64, l->n, l->n));
    TRY(GrB_Matrix_new(&rest, GrB_FP64, l->n, l->n));
    TRY(GrB_vxm(sums, NULL, NULL, l->plus_first, l->k, P, NULL));
    TRY(GrB_Matrix_diag(&of_vertex, l->k, 0));
    TRY(GrB_Matrix_diag(&of_community, sums, 0));
    /* A vertex may choose its own community even without an edge into it. */
    TRY(GrB_apply(G, NULL, NULL, GrB_TIMES_FP64, P, 0.0, NULL));
    TRY(GrB_mxm(G, NULL, GrB_PLUS_FP64, l->plus_first, l->off, P, NULL));
    TRY(GrB_mxm(rest, NULL, NULL, l->plus_second, G, of_community, NULL));
    TRY(GrB_mxm(rest, NULL, GrB_MINUS_FP64, l->plus_first, of_vertex, P, NULL));
    TRY(GrB_mxm(expected, NULL, NULL, l->plus_first, of_vertex, G, NULL));
    TRY(GrB_eWiseMult(expected, NULL, NULL, GrB_TIMES_FP64, expected, rest, NULL));
    TRY(GrB_apply(expected, NULL, NULL, GrB_TIMES_FP64, expected, gamma / l->all, NULL));
    TRY(GrB_eWiseMult(G, NULL, NULL, GrB_MINUS_FP64, G, expected, NULL));
done:
    GrB_free(&sums);
    GrB_free(&of_vertex);
    GrB_free(&of_community);
    GrB_free(&expected);
    GrB_free(&rest);
    return info;
}

/* best(v): the first community of the largest gain, if that exceeds the gain of v's own. */
static GrB_Info best_moves(GrB_Vector best, GrB_Matrix G, GrB_Matrix P, const Level *l) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector largest = NULL, own = NULL;
    GrB_Matrix D = NULL, is_best = NULL;
    TRY(GrB_Vector_new(&largest, GrB_FP64, l->n));
    TRY(GrB_Vector_new(&own, GrB_FP64, l->n));
    TRY(GrB_Matrix_new(&is_best, GrB_FP64, l->n, l->n));
    TRY(GrB_reduce(largest, NULL, NULL, GrB_MAX_MONOID_FP64, G, NULL));
    TRY(GrB_apply(is_best, P, NULL, GrB_IDENTITY_FP64, G, GrB_DESC_S));
    TRY(GrB_reduce(own, NULL, NULL, GrB_PLUS_MONOID_FP64, is_best, NULL));
    TRY(GrB_eWiseMult(own, NULL, NULL, GrB_MINUS_FP64, largest, own, NULL));
    TRY(GrB_select(own, NULL, NULL, GrB_VALUEGT_FP64, own, 1e-9, NULL));
    TRY(GrB_Matrix_diag(&D, largest, 0));
    TRY(GrB_mxm(is_best, NULL, NULL, l->plus_first, D, G, NULL));
    TRY(GrB_eWiseMult(is_best, NULL, NULL, GrB_EQ_FP64, is_best, G, NULL));
    TRY(GrB_select(is_best, NULL, NULL, GrB_VALUEEQ_FP64, is_best, 1.0, NULL));
    TRY(GrB_apply(is_best, NULL, NULL, GrB_COLINDEX_INT64, is_best, (int64_t)0, NULL));
    TRY(GrB_reduce(best, own, NULL, GrB_MIN_MONOID_FP64, is_best, GrB_DESC_RS));
done:
    GrB_free(&largest);
    GrB_free(&own);
    GrB_free(&D);
    GrB_free(&is_best);
    return info;
}

/* One round: l->moved is l->to after the moves of half of the vertices that gain by moving. */
static GrB_Info move_half(Level *l, GrB_Index *moves, double gamma, uint64_t seed) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix P = NULL, G = NULL;
    GrB_Vector best = NULL, drawn = NULL;
    GrB_Index *const at = malloc(l->n * sizeof *at), *const community = malloc(l->n * sizeof *at);
    if (at == NULL || community == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(memberships(&P, l, l->to, l->n));
    TRY(GrB_Matrix_new(&G, GrB_FP64, l->n, l->n));
    TRY(GrB_Vector_new(&best, GrB_FP64, l->n));
    TRY(GrB_Vector_new(&drawn, GrB_UINT64, l->n));
    TRY(gains(G, P, l, gamma));
    TRY(best_moves(best, G, P, l));
    TRY(gba_random_numbers(drawn, seed));
    TRY(GrB_select(drawn, NULL, NULL, GrB_VALUELE_UINT64, drawn, UINT64_MAX / 2, NULL));
    TRY(GrB_apply(best, drawn, NULL, GrB_IDENTITY_FP64, best, GrB_DESC_RS));
    *moves = l->n;
    TRY(GrB_Vector_extractTuples_UINT64(at, community, moves, best));
    memcpy(l->moved, l->to, l->n * sizeof *l->to);
    for (GrB_Index k = 0; k < *moves; k++) l->moved[at[k]] = community[k];
done:
    free(at);
    free(community);
    GrB_free(&P);
    GrB_free(&G);
    GrB_free(&best);
    GrB_free(&drawn);
    return info;
}

/* Moves until several draws in a row have not raised the modularity. */
static GrB_Info settle(Level *l, double *q, double gamma, uint64_t *seed) {
    GrB_Info info = GrB_SUCCESS;
    const int most_failures = 4;
    TRY(modularity_of(q, l, l->to, gamma));
    for (int failures = 0; failures < most_failures;) {
        TRY(gba_round(0, 0));
        double next = 0;
        GrB_Index moves = 0;
        TRY(move_half(l, &moves, gamma, (*seed)++));
        TRY(modularity_of(&next, l, l->moved, gamma));
        if (moves == 0 || next <= *q + 1e-12) {
            failures++;
            continue;
        }
        GrB_Index *const swap = l->to;
        l->to = l->moved;
        l->moved = swap;
        *q = next;
        failures = 0;
    }
done:
    return info;
}

static void free_level(Level *l) {
    GrB_free(&l->W);
    GrB_free(&l->off);
    GrB_free(&l->k);
    free(l->row);
    free(l->to);
    free(l->moved);
    free(l->ones);
    l->row = l->to = l->moved = NULL;
    l->ones = NULL;
}

/* Takes ownership of W. Every vertex starts as its own community. */
static GrB_Info begin_level(Level *l, GrB_Matrix W) {
    GrB_Info info = GrB_SUCCESS;
    free_level(l);
    l->W = W;
    TRY(GrB_Matrix_nrows(&l->n, W));
    l->row = malloc(l->n * sizeof *l->row);
    l->to = malloc(l->n * sizeof *l->to);
    l->moved = malloc(l->n * sizeof *l->moved);
    l->ones = malloc(l->n * sizeof *l->ones);
    if (l->row == NULL || l->to == NULL || l->moved == NULL || l->ones == NULL)
        return gba_no_memory();
    for (GrB_Index v = 0; v < l->n; v++) {
        l->row[v] = l->to[v] = v;
        l->ones[v] = 1;
    }
    TRY(GrB_Matrix_new(&l->off, GrB_FP64, l->n, l->n));
    TRY(GrB_Vector_new(&l->k, GrB_FP64, l->n));
    TRY(GrB_select(l->off, NULL, NULL, GrB_OFFDIAG, W, (int64_t)0, NULL));
    TRY(GrB_assign(l->k, NULL, NULL, 0.0, GrB_ALL, l->n, NULL));
    TRY(GrB_reduce(l->k, NULL, GrB_PLUS_FP64, GrB_PLUS_MONOID_FP64, W, NULL));
    TRY(GrB_reduce(&l->all, NULL, GrB_PLUS_MONOID_FP64, W, NULL));
done:
    return info;
}

/* W' = P' W P with the communities of `l`, renumbered in l->to; `count` is their number. */
static GrB_Info contract(GrB_Matrix *W, Level *l, GrB_Index *count) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix P = NULL, half = NULL;
    const GrB_Index none = (GrB_Index)-1;
    for (GrB_Index c = 0; c < l->n; c++) l->moved[c] = none;
    *count = 0;
    for (GrB_Index v = 0; v < l->n; v++) {
        GrB_Index *const number = &l->moved[l->to[v]];
        if (*number == none) *number = (*count)++;
        l->to[v] = *number;
    }
    TRY(memberships(&P, l, l->to, *count));
    TRY(GrB_Matrix_new(&half, GrB_FP64, l->n, *count));
    TRY(GrB_Matrix_new(W, GrB_FP64, *count, *count));
    TRY(GrB_mxm(half, NULL, NULL, l->plus_times, l->W, P, NULL));
    TRY(GrB_mxm(*W, NULL, NULL, l->plus_times, P, half, GrB_DESC_T0));
done:
    GrB_free(&P);
    GrB_free(&half);
    if (info < GrB_SUCCESS) GrB_free(W);
    return info;
}

/* communities(v) = the smallest vertex of v's community; number[v] is the community. */
static GrB_Info name_communities(GrB_Vector *communities, const GrB_Index *number, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index *const first = malloc(n * sizeof *first), *const index = malloc(n * sizeof *first);
    int64_t *const name = malloc(n * sizeof *name);
    if (first == NULL || index == NULL || name == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (GrB_Index v = n; v-- > 0;) first[number[v]] = v;
    for (GrB_Index v = 0; v < n; v++) {
        index[v] = v;
        name[v] = (int64_t)first[number[v]];
    }
    TRY(GrB_Vector_new(communities, GrB_INT64, n));
    TRY(GrB_Vector_build_INT64(*communities, index, name, n, GrB_MIN_INT64));
done:
    free(first);
    free(index);
    free(name);
    if (info < GrB_SUCCESS) GrB_free(communities);
    return info;
}

/* W = A's weights over their mean, which keeps the modularity: `best_moves` compares with a fixed
 * number. Drops edges of weight 0. */
static GrB_Info weights_of(GrB_Matrix W, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index edges = 0;
    double sum = 0, least = 0;
    TRY(GrB_select(W, NULL, NULL, GrB_VALUENE_FP64, A, 0.0, NULL));
    TRY(GrB_Matrix_nvals(&edges, W));
    TRY(GrB_reduce(&least, NULL, GrB_MIN_MONOID_FP64, W, NULL));
    TRY(GrB_reduce(&sum, NULL, GrB_PLUS_MONOID_FP64, W, NULL));
    if (least < 0)
        return gba_fail(GrB_INVALID_VALUE, "A has the value %g; weights are 0 or more", least);
    if (!isfinite(sum))
        return gba_fail(GrB_INVALID_VALUE, "the sum of A's values is %g, which is not finite", sum);
    if (edges > 0) TRY(GrB_apply(W, NULL, NULL, GrB_DIV_FP64, W, sum / (double)edges, NULL));
done:
    return info;
}

static GrB_Info find_communities(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                                 bool is_weighted, double resolution, uint64_t seed) {
    GrB_Info info = GrB_SUCCESS;
    Level l = {0};
    GrB_Matrix W = NULL;
    GrB_Index n = 0, edges = 0, count = 0, *number = NULL;
    double found = 0;
    if (modularity == NULL) modularity = &found;
    *modularity = 0;

    if (!(resolution >= 0 && isfinite(resolution)))
        return gba_fail(GrB_INVALID_VALUE, "resolution is %g, not 0 or more and finite",
                        resolution);
    TRY(gba_check_graph(&n, A, "A"));
    number = malloc(n * sizeof *number);
    if (number == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (GrB_Index v = 0; v < n; v++) number[v] = v;
    TRY(GrB_Semiring_new(&l.plus_first, GrB_PLUS_MONOID_FP64, GrB_FIRST_FP64));
    TRY(GrB_Semiring_new(&l.plus_second, GrB_PLUS_MONOID_FP64, GrB_SECOND_FP64));
    l.plus_times = GrB_PLUS_TIMES_SEMIRING_FP64;
    TRY(GrB_Matrix_new(&W, GrB_FP64, n, n));
    if (is_weighted)
        TRY(weights_of(W, A));
    else
        TRY(GrB_apply(W, NULL, NULL, GrB_ONEB_FP64, A, 1.0, NULL));
    TRY(GrB_Matrix_nvals(&edges, W));
    while (edges > 0) {
        const GrB_Matrix given = W;
        W = NULL;
        TRY(begin_level(&l, given));
        TRY(settle(&l, modularity, resolution, &seed));
        TRY(contract(&W, &l, &count));
        for (GrB_Index v = 0; v < n; v++) number[v] = l.to[number[v]];
        if (count == l.n) break;
    }
    TRY(name_communities(communities, number, n));
done:
    free(number);
    free_level(&l);
    GrB_free(&W);
    GrB_free(&l.plus_first);
    GrB_free(&l.plus_second);
    if (info < GrB_SUCCESS) *modularity = 0;
    return info;
}

GrB_Info gba_louvain(GrB_Vector *communities, double *modularity, GrB_Matrix A, double resolution,
                     uint64_t seed) {
    START(communities);
    return find_communities(communities, modularity, A, false, resolution, seed);
}

GrB_Info gba_louvain_weighted(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                              double resolution, uint64_t seed) {
    START(communities);
    return find_communities(communities, modularity, A, true, resolution, seed);
}
