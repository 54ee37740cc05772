/* Betweenness centrality by products of matrices (Buluç and Gilbert 2011), from several sources at once.
 *
 * Row k of each matrix belongs to source k. Forward, a breadth-first search counts the shortest
 * paths and keeps the pattern of every level; backward, level by level, a vertex adds (1 + its
 * dependency) / (its paths) to its predecessors.
 */
#include "errors.h"
#include "search_products.h"
#include <graphblast/algorithms.h>

#include <stdlib.h>

/* The reciprocal of a larger number of paths loses digits. */
#define MOST_PATHS 0x1p1000

typedef struct {
    GrB_Matrix *level;
    GrB_Index count, space;
} Levels;

/* Appends the pattern of the frontier as a level. */
static GrB_Info keep_level(Levels *levels, GrB_Matrix frontier, GrB_Index rows, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    if (levels->count == levels->space) {
        const GrB_Index space = 2 * levels->space + 16;
        GrB_Matrix *const more = realloc(levels->level, space * sizeof *more);
        if (more == NULL) return gba_no_memory();
        levels->level = more;
        levels->space = space;
    }
    GrB_Matrix *const last = &levels->level[levels->count];
    *last = NULL;
    TRY(GrB_Matrix_new(last, GrB_BOOL, rows, n));
    levels->count++;
    TRY(GrB_apply(*last, NULL, NULL, GrB_ONEB_BOOL, frontier, true, NULL));
done:
    return info;
}

/* paths(k,v): the number of shortest paths from source k to v, or 0. Sets *fits to false and stops
 * if the levels are too small or too many for products or the numbers too large. */
static GrB_Info count_paths(GrB_Matrix paths, Levels *levels, bool *fits, GrB_Matrix A,
                            GrB_Semiring plus_first, const GrB_Index *sources, GrB_Index count,
                            GrB_Index n, GrB_Index most_levels) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix frontier = NULL;
    GrB_Index found = 1, entries = 0;
    double most = 0;
    *fits = false;
    TRY(GrB_Matrix_new(&frontier, GrB_FP64, count, n));
    TRY(GrB_assign(paths, NULL, NULL, 0.0, GrB_ALL, count, GrB_ALL, n, NULL));
    for (GrB_Index k = 0; k < count; k++) TRY(GrB_Matrix_setElement(frontier, 1.0, k, sources[k]));
    while (found > 0) {
        TRY(gba_round(0, 0));
        TRY(keep_level(levels, frontier, count, n));
        TRY(GrB_assign(paths, frontier, NULL, frontier, GrB_ALL, count, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_mxm(frontier, paths, NULL, plus_first, frontier, A, GrB_DESC_RC));
        TRY(GrB_Matrix_nvals(&found, frontier));
        entries += found;
        if (levels->count > most_levels || gba_are_levels_tiny(levels->count, entries)) goto done;
    }
    TRY(GrB_reduce(&most, NULL, GrB_MAX_MONOID_FP64, paths, NULL));
    *fits = most <= MOST_PATHS;
done:
    GrB_free(&frontier);
    return info;
}

/* Computes centrality, full, from the levels found, last to first. */
static GrB_Info add_credits(GrB_Vector centrality, const Levels *levels, GrB_Matrix paths,
                            GrB_Matrix A, GrB_Semiring plus_first, GrB_Index count, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix credit = NULL, share = NULL;
    TRY(GrB_Matrix_new(&credit, GrB_FP64, count, n));
    TRY(GrB_Matrix_new(&share, GrB_FP64, count, n));
    /* Adds 1 to every dependency; a source has none: the first level is the last that receives. */
    TRY(GrB_assign(credit, NULL, NULL, 1.0, GrB_ALL, count, GrB_ALL, n, NULL));
    for (GrB_Index at = levels->count; at-- > 2;) {
        TRY(gba_round(levels->count - 1 - at, levels->count));
        TRY(GrB_eWiseMult(share, levels->level[at], NULL, GrB_DIV_FP64, credit, paths,
                          GrB_DESC_RS));
        TRY(GrB_mxm(share, levels->level[at - 1], NULL, plus_first, share, A, GrB_DESC_RST1));
        TRY(GrB_eWiseMult(credit, NULL, GrB_PLUS_FP64, GrB_TIMES_FP64, share, paths, NULL));
    }
    TRY(GrB_reduce(centrality, NULL, NULL, GrB_PLUS_MONOID_FP64, credit, GrB_DESC_T0));
    TRY(GrB_apply(centrality, NULL, NULL, GrB_MINUS_FP64, centrality, (double)count, NULL));
done:
    GrB_free(&credit);
    GrB_free(&share);
    return info;
}

GrB_Info gba_betweenness_by_products(GrB_Vector centrality, bool *fits, GrB_Matrix A,
                                     const GrB_Index *sources, GrB_Index count, GrB_Index n,
                                     GrB_Index most_levels) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix paths = NULL;
    GrB_Semiring plus_first = NULL;
    Levels levels = {NULL, 0, 0};
    TRY(GrB_Semiring_new(&plus_first, GrB_PLUS_MONOID_FP64, GrB_FIRST_FP64));
    TRY(GrB_Matrix_new(&paths, GrB_FP64, count, n));
    TRY(count_paths(paths, &levels, fits, A, plus_first, sources, count, n, most_levels));
    if (*fits) TRY(add_credits(centrality, &levels, paths, A, plus_first, count, n));
done:
    for (GrB_Index at = 0; at < levels.count; at++) GrB_free(&levels.level[at]);
    free(levels.level);
    GrB_free(&paths);
    GrB_free(&plus_first);
    return info;
}
