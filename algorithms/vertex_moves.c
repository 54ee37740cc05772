/* Louvain's moves by blocks of vertices, which threads share.
 *
 * Threads propose a move for every vertex of a block; then the moves that still raise the
 * modularity are made one after the other. A vertex waits for the next sweep if a neighbour has
 * moved in the same block, so that the weights behind a proposal hold. Hence no move lowers the
 * modularity, and the result does not depend on the number of threads. A vertex is looked at again
 * in the next sweep only after a neighbour's move (Traag et al. 2019), in an earlier block or a later
 * one.
 */
#include "vertex_moves.h"
#include "errors.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    uint32_t community;
    double before, after; /* the weights of the vertex's edges to its community and to this one */
} Proposal;

typedef struct {
    const LevelGraph *g;
    uint32_t *to;
    double scale;          /* the resolution over all weights */
    double *totals;        /* sums of g->sums in the communities */
    uint32_t *touched;     /* the last block of this sweep in which a neighbour moved; 0: none */
    uint32_t *waiting;     /* vertices of a sweep */
    const uint32_t *block; /* those of a block */
    Proposal *proposals;   /* of a block */
    Scratch *scratch;
    uint32_t number; /* of the block, from 1 */
} Moves;

/* Half the gain of modularity times all weights, for joining a community that v is not in. */
static inline double gain(const Moves *m, uint32_t v, double weight, double total) {
    return weight - m->scale * m->g->sums[v] * total;
}

static Proposal propose(const Moves *m, uint32_t v, Scratch s) {
    const LevelGraph *const g = m->g;
    const uint32_t own = m->to[v];
    const uint32_t count = gba_weigh_communities(g, v, m->to, NULL, s);
    Proposal p = {own, s.weight[own], 0};
    double best = gain(m, v, p.before, m->totals[own] - g->sums[v]) + least_gain;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t c = s.list[k];
        const double weight = s.weight[c];
        s.weight[c] = 0;
        if (c == own) continue;
        const double here = gain(m, v, weight, m->totals[c]);
        if (here > best || (here == best && p.community != own && c < p.community)) {
            best = here;
            p.community = c;
            p.after = weight;
        }
    }
    return p;
}

static void propose_all(void *context, uint32_t thread, GrB_Index begin, GrB_Index end) {
    const Moves *const m = context;
    for (GrB_Index k = begin; k < end; k++)
        m->proposals[k] = propose(m, m->block[k], m->scratch[thread]);
}

/* Makes the proposed moves; returns their gain. */
static double move_block(Moves *m, uint32_t size) {
    const LevelGraph *const g = m->g;
    double sum = 0;
    for (uint32_t k = 0; k < size; k++) {
        const Proposal p = m->proposals[k];
        const uint32_t v = m->block[k], own = m->to[v];
        if (p.community == own || m->touched[v] == m->number) continue;
        const double gained = gain(m, v, p.after, m->totals[p.community]) -
                              gain(m, v, p.before, m->totals[own] - g->sums[v]);
        if (gained <= least_gain) {
            m->touched[v] = m->number;
            continue;
        }
        m->to[v] = p.community;
        m->totals[own] -= g->sums[v];
        m->totals[p.community] += g->sums[v];
        for (uint64_t e = g->offsets[v]; e < g->offsets[v + 1]; e++)
            m->touched[g->columns[e]] = m->number;
        sum += gained;
    }
    return sum;
}

/* Looks at the vertices that a move has touched since the last time; returns the moves' gain. */
static double sweep(Moves *m, const uint32_t *order, Workers *workers) {
    const GrB_Index grain = 16;
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t k = 0; k < m->g->n; k++) {
        if (m->touched[order[k]] == 0) continue;
        m->waiting[count++] = order[k];
        m->touched[order[k]] = 0;
    }
    uint32_t size = gba_block_size(count);
    for (uint32_t begin = 0; begin < count; begin += size) {
        if (size > count - begin) size = count - begin;
        m->block = m->waiting + begin;
        m->number++;
        gba_work(workers, propose_all, m, size, grain);
        sum += move_block(m, size);
    }
    return sum;
}

GrB_Info gba_move_vertices(uint32_t *to, const LevelGraph *g, const uint32_t *order,
                           double resolution, Scratch *scratch, Workers *workers) {
    GrB_Info info = GrB_SUCCESS;
    /* Only a pattern that is not symmetric needs many sweeps. */
    const int most_sweeps = 200;
    const double least_sum = 1e-4 * g->all;
    const GrB_Index n = g->n;
    Moves m = {.g = g, .to = to, .scale = resolution / g->all, .scratch = scratch, .number = 1};
    m.totals = calloc(n, sizeof *m.totals);
    m.touched = malloc(n * sizeof *m.touched);
    m.waiting = malloc(n * sizeof *m.waiting);
    m.proposals = malloc(largest_block * sizeof *m.proposals);
    if (m.totals == NULL || m.touched == NULL || m.waiting == NULL || m.proposals == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (uint32_t v = 0; v < n; v++) {
        m.totals[to[v]] += g->sums[v];
        m.touched[v] = m.number;
    }
    for (int k = 0; k < most_sweeps; k++) {
        TRY(gba_round(0, 0));
        if (sweep(&m, order, workers) <= least_sum) break;
    }
done:
    free(m.totals);
    free(m.touched);
    free(m.waiting);
    free(m.proposals);
    return info;
}
