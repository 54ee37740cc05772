/* A graph with weights on plain arrays, and the graph of its communities. */
#ifndef GRAPHBLAST_ALGORITHMS_LEVEL_GRAPH_H
#define GRAPHBLAST_ALGORITHMS_LEVEL_GRAPH_H

#include "workers.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t n;
    uint64_t *offsets;  /* n + 1 */
    uint32_t *columns;  /* offsets[n] */
    double *weights;    /* above 0; NULL: all are 1 */
    double *sums;       /* of the rows */
    double all, inside; /* the sum of all weights; of the diagonal's */
} LevelGraph;

/* Arrays of each thread, of as many entries as the first level has vertices. */
typedef struct {
    double *weight; /* of the vertex's edges to each community; 0 between calls */
    uint32_t *list; /* the communities with a weight */
} Scratch;

/* Adds the weights of v's edges, but for a loop, to the communities of their ends; with `within`, only
 * those whose ends have v's number there. Returns the number of communities in s.list. */
static inline uint32_t gba_weigh_communities(const LevelGraph *g, uint32_t v, const uint32_t *to,
                                             const uint32_t *within, Scratch s) {
    uint32_t count = 0;
    for (uint64_t e = g->offsets[v]; e < g->offsets[v + 1]; e++) {
        const uint32_t u = g->columns[e];
        if (u == v || (within != NULL && within[u] != within[v])) continue;
        const uint32_t c = to[u];
        if (s.weight[c] == 0) s.list[count++] = c;
        s.weight[c] += g->weights == NULL ? 1 : g->weights[e];
    }
    return count;
}

/* Copies W, an FP64 matrix whose values are above 0; `has_weights` is false if all are 1. */
GrB_Info gba_level_graph_of(LevelGraph *g, GrB_Matrix W, bool has_weights);
void gba_level_graph_free(LevelGraph *g);

/* Starts threads, as many as pay, with 12 bytes a vertex each. Freed also after an error. */
GrB_Info gba_threads_new(Scratch **scratch, Workers **workers, const LevelGraph *g);
void gba_threads_free(Scratch **scratch, Workers **workers);

/* coarse(c,d): the sum of the weights from community c to d. to(v) of 0 .. count - 1 is v's. */
GrB_Info gba_coarsen(LevelGraph *coarse, const LevelGraph *g, const uint32_t *to, uint32_t count,
                     Scratch *scratch, Workers *workers);

#endif
