/* The refinement of Leiden's method (Traag et al. 2019).
 *
 * Every vertex starts as a part. One that is still alone, and has enough weight to the rest of its
 * community, joins the part of it that raises the modularity most, among those that have enough,
 * too. Unlike the paper, no part is drawn at random (after Sahu 2023), and threads propose moves by
 * blocks, as in vertex_moves.c. Who is not alone stays, so parts are connected.
 */
#include "errors.h"
#include "vertex_moves.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    uint32_t part;
    double weight; /* of the vertex's edges to the part */
} Choice;

typedef struct {
    const LevelGraph *g;
    const uint32_t *within;
    uint32_t *part;
    double scale;          /* the resolution over all weights */
    double *wholes;        /* sums of g->sums in the communities */
    double *totals, *cuts; /* the same of the parts; weights between them and their communities */
    bool *is_alone;
    uint32_t *touched; /* the last block in which a neighbour moved */
    uint32_t *waiting;
    const uint32_t *block;
    Choice *choices; /* of a block */
    Scratch *scratch;
    uint32_t number; /* of the block, from 1 */
} Refinement;

static void find_cuts(void *context, uint32_t thread, GrB_Index begin, GrB_Index end) {
    const Refinement *const r = context;
    const Scratch s = r->scratch[thread];
    for (GrB_Index k = begin; k < end; k++) {
        const uint32_t v = (uint32_t)k;
        /* All edges inside the community go to the same number. */
        const uint32_t count = gba_weigh_communities(r->g, v, r->within, r->within, s);
        r->cuts[v] = count > 0 ? s.weight[r->within[v]] : 0;
        s.weight[r->within[v]] = 0;
    }
}

/* Returns whether a part has as much weight to the rest of its community as is expected. */
static inline bool is_well_connected(const Refinement *r, uint32_t part, double whole) {
    return r->cuts[part] >= r->scale * r->totals[part] * (whole - r->totals[part]);
}

static inline double gain(const Refinement *r, uint32_t v, Choice c) {
    return c.weight - r->scale * r->g->sums[v] * r->totals[c.part];
}

static Choice choose(const Refinement *r, uint32_t v, Scratch s) {
    const double whole = r->wholes[r->within[v]];
    Choice best = {v, 0};
    double most = least_gain;
    if (!r->is_alone[v] || !is_well_connected(r, v, whole)) return best;
    const uint32_t count = gba_weigh_communities(r->g, v, r->part, r->within, s);
    for (uint32_t k = 0; k < count; k++) {
        const Choice c = {s.list[k], s.weight[s.list[k]]};
        s.weight[c.part] = 0;
        const double here = gain(r, v, c);
        const bool is_better =
            here > most || (here == most && best.part != v && c.part < best.part);
        if (is_better && is_well_connected(r, c.part, whole)) {
            most = here;
            best = c;
        }
    }
    return best;
}

static void choose_all(void *context, uint32_t thread, GrB_Index begin, GrB_Index end) {
    const Refinement *const r = context;
    for (GrB_Index k = begin; k < end; k++)
        r->choices[k] = choose(r, r->block[k], r->scratch[thread]);
}

/* Joins vertices to the chosen parts; returns the new `left`, which counts those that choose again:
 * they go to the front of r->waiting. */
static uint32_t join_block(Refinement *r, uint32_t size, uint32_t left) {
    const LevelGraph *const g = r->g;
    for (uint32_t k = 0; k < size; k++) {
        const Choice c = r->choices[k];
        const uint32_t v = r->block[k];
        if (c.part == v || !r->is_alone[v]) continue;
        const double whole = r->wholes[r->within[v]];
        if (r->touched[v] == r->number || gain(r, v, c) <= least_gain ||
            !is_well_connected(r, c.part, whole)) {
            r->waiting[left++] = v;
            continue;
        }
        r->part[v] = c.part;
        r->is_alone[v] = r->is_alone[c.part] = false;
        r->totals[c.part] += g->sums[v];
        r->cuts[c.part] += r->cuts[v] - 2 * c.weight;
        for (uint64_t e = g->offsets[v]; e < g->offsets[v + 1]; e++)
            r->touched[g->columns[e]] = r->number;
    }
    return left;
}

/* Each sweep that leaves vertices has joined some: at most n sweeps. */
static GrB_Info sweep_all(Refinement *r, Workers *workers) {
    GrB_Info info = GrB_SUCCESS;
    const GrB_Index grain = 16;
    uint32_t count = r->g->n;
    while (count > 0) {
        TRY(gba_round(0, 0));
        uint32_t size = gba_block_size(count), left = 0;
        for (uint32_t begin = 0; begin < count; begin += size) {
            if (size > count - begin) size = count - begin;
            r->block = r->waiting + begin;
            r->number++;
            gba_work(workers, choose_all, r, size, grain);
            left = join_block(r, size, left);
        }
        count = left;
    }
done:
    return info;
}

GrB_Info gba_refine(uint32_t *part, const LevelGraph *g, const uint32_t *within,
                    const uint32_t *order, double resolution, Scratch *scratch, Workers *workers) {
    GrB_Info info = GrB_SUCCESS;
    const GrB_Index n = g->n, grain = 256;
    Refinement r = {
        .g = g, .within = within, .part = part, .scale = resolution / g->all, .scratch = scratch};
    r.wholes = calloc(n, sizeof *r.wholes);
    r.totals = malloc(n * sizeof *r.totals);
    r.cuts = malloc(n * sizeof *r.cuts);
    r.is_alone = malloc(n * sizeof *r.is_alone);
    r.touched = calloc(n, sizeof *r.touched);
    r.waiting = malloc(n * sizeof *r.waiting);
    r.choices = malloc(largest_block * sizeof *r.choices);
    if (r.wholes == NULL || r.totals == NULL || r.cuts == NULL || r.is_alone == NULL ||
        r.touched == NULL || r.waiting == NULL || r.choices == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (uint32_t v = 0; v < n; v++) {
        r.wholes[within[v]] += g->sums[v];
        r.totals[v] = g->sums[v];
        r.is_alone[v] = true;
        r.waiting[v] = order[v];
        part[v] = v;
    }
    gba_work(workers, find_cuts, &r, n, grain);
    TRY(sweep_all(&r, workers));
done:
    free(r.wholes);
    free(r.totals);
    free(r.cuts);
    free(r.is_alone);
    free(r.touched);
    free(r.waiting);
    free(r.choices);
    return info;
}
