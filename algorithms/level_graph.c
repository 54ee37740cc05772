/* The graph of a level of Louvain's method: communities are the vertices of the next one. */
#include "level_graph.h"
#include "errors.h"
#include "optional.h"

#include <math.h>
#include <stdlib.h>

static void find_sums(LevelGraph *g) {
    g->all = g->inside = 0;
    for (uint32_t v = 0; v < g->n; v++) {
        double sum = 0;
        for (uint64_t e = g->offsets[v]; e < g->offsets[v + 1]; e++) {
            const double w = g->weights == NULL ? 1 : g->weights[e];
            sum += w;
            if (g->columns[e] == v) g->inside += w;
        }
        g->sums[v] = sum;
        g->all += sum;
    }
}

GrB_Info gba_level_graph_of(LevelGraph *g, GrB_Matrix W, bool has_weights) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0, n_offsets = 0, n_columns = 0, n_values = 0;
    GrB_Index *columns = NULL;
    *g = (LevelGraph){0};
    TRY(GrB_Matrix_nrows(&n, W));
    TRY(GrB_Matrix_exportSize(&n_offsets, &n_columns, &n_values, GrB_CSR_FORMAT, W));
    g->n = (uint32_t)n;
    g->offsets = malloc(n_offsets * sizeof *g->offsets);
    g->weights = malloc((n_values + 1) * sizeof *g->weights);
    g->sums = malloc((n + 1) * sizeof *g->sums);
    columns = malloc((n_columns + 1) * sizeof *columns);
    if (g->offsets == NULL || g->weights == NULL || g->sums == NULL || columns == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Matrix_export(g->offsets, columns, g->weights, &n_offsets, &n_columns, &n_values,
                          GrB_CSR_FORMAT, W));
    if (!has_weights) {
        free(g->weights);
        g->weights = NULL;
    }
    g->columns = malloc((n_columns + 1) * sizeof *g->columns);
    if (g->columns == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (GrB_Index e = 0; e < g->offsets[n]; e++) g->columns[e] = (uint32_t)columns[e];
    find_sums(g);
done:
    free(columns);
    if (info < GrB_SUCCESS) gba_level_graph_free(g);
    return info;
}

void gba_level_graph_free(LevelGraph *g) {
    free(g->offsets);
    free(g->columns);
    free(g->weights);
    free(g->sums);
    *g = (LevelGraph){0};
}

GrB_Info gba_threads_new(Scratch **scratch, Workers **workers, const LevelGraph *g) {
    GrB_Info info = GrB_SUCCESS;
    const double edges_worth_a_thread = 1 << 14;
    const double edges = (double)g->offsets[g->n];
    const double wanted = fmin((double)gba_threads(), 1 + edges / edges_worth_a_thread);
    TRY(gba_workers_new(workers, (uint32_t)wanted));
    const uint32_t threads = gba_worker_count(*workers);
    Scratch *const all = calloc(threads, sizeof *all);
    *scratch = all;
    if (all == NULL) return gba_no_memory();
    for (uint32_t k = 0; k < threads; k++) {
        all[k].weight = calloc(g->n + (GrB_Index)1, sizeof *all[k].weight);
        all[k].list = malloc((g->n + (GrB_Index)1) * sizeof *all[k].list);
        if (all[k].weight == NULL || all[k].list == NULL) return gba_no_memory();
    }
done:
    return info;
}

void gba_threads_free(Scratch **scratch, Workers **workers) {
    for (uint32_t k = 0; *scratch != NULL && k < gba_worker_count(*workers); k++) {
        free((*scratch)[k].weight);
        free((*scratch)[k].list);
    }
    free(*scratch);
    *scratch = NULL;
    gba_workers_free(workers);
}

typedef struct {
    LevelGraph *coarse;
    const LevelGraph *g;
    const uint32_t *to;
    const uint32_t *members; /* the vertices by their communities */
    const uint32_t *starts;  /* of the communities among the members; count + 1 */
    const uint64_t *room;    /* the position of each community's first edge */
    uint64_t *found;         /* the number of its edges */
    Scratch *scratch;
} Coarsening;

/* Rows of communities, in the order in which their members' edges reach them. */
static void merge_rows(void *context, uint32_t thread, GrB_Index begin, GrB_Index end) {
    const Coarsening *const c = context;
    const LevelGraph *const g = c->g;
    const Scratch s = c->scratch[thread];
    for (GrB_Index community = begin; community < end; community++) {
        uint32_t *const columns = c->coarse->columns + c->room[community];
        double *const weights = c->coarse->weights + c->room[community];
        uint64_t count = 0;
        for (uint32_t m = c->starts[community]; m < c->starts[community + 1]; m++) {
            const uint32_t v = c->members[m];
            for (uint64_t e = g->offsets[v]; e < g->offsets[v + 1]; e++) {
                const uint32_t other = c->to[g->columns[e]];
                if (s.weight[other] == 0) columns[count++] = other;
                s.weight[other] += g->weights == NULL ? 1 : g->weights[e];
            }
        }
        for (uint64_t k = 0; k < count; k++) {
            weights[k] = s.weight[columns[k]];
            s.weight[columns[k]] = 0;
        }
        c->found[community] = count;
    }
}

/* Closes the gaps between the rows. */
static void close_gaps(LevelGraph *g, const uint64_t *room, const uint64_t *found) {
    g->offsets[0] = 0;
    for (uint32_t c = 0; c < g->n; c++) {
        const uint64_t to = g->offsets[c];
        for (uint64_t k = 0; k < found[c]; k++) {
            g->columns[to + k] = g->columns[room[c] + k];
            g->weights[to + k] = g->weights[room[c] + k];
        }
        g->offsets[c + 1] = to + found[c];
    }
}

/* Sorts the vertices by community. room: the first edge of each one if no two edges meet. */
static void list_members(uint32_t *members, uint32_t *starts, uint64_t *room, const LevelGraph *g,
                         const uint32_t *to, uint32_t count) {
    for (uint32_t c = 0; c <= count; c++) starts[c] = 0, room[c] = 0;
    for (uint32_t v = 0; v < g->n; v++) {
        starts[to[v]]++;
        room[to[v] + 1] += g->offsets[v + 1] - g->offsets[v];
    }
    for (uint32_t c = 0; c < count; c++) {
        starts[c + 1] += starts[c];
        /* More edges than communities meet. */
        room[c + 1] = room[c] + (room[c + 1] < count ? room[c + 1] : count);
    }
    for (uint32_t v = g->n; v-- > 0;) members[--starts[to[v]]] = v;
}

GrB_Info gba_coarsen(LevelGraph *coarse, const LevelGraph *g, const uint32_t *to, uint32_t count,
                     Scratch *scratch, Workers *workers) {
    GrB_Info info = GrB_SUCCESS;
    const GrB_Index grain = 64;
    *coarse = (LevelGraph){.n = count};
    uint32_t *const members = malloc((g->n + (GrB_Index)1) * sizeof *members);
    uint32_t *const starts = malloc((count + (GrB_Index)1) * sizeof *starts);
    uint64_t *const room = malloc((count + (GrB_Index)1) * sizeof *room);
    uint64_t *const found = malloc((count + (GrB_Index)1) * sizeof *found);
    coarse->offsets = malloc((count + (GrB_Index)1) * sizeof *coarse->offsets);
    coarse->sums = malloc((count + (GrB_Index)1) * sizeof *coarse->sums);
    if (members == NULL || starts == NULL || room == NULL || found == NULL ||
        coarse->offsets == NULL || coarse->sums == NULL) {
        info = gba_no_memory();
        goto done;
    }
    list_members(members, starts, room, g, to, count);
    coarse->columns = malloc((room[count] + 1) * sizeof *coarse->columns);
    coarse->weights = malloc((room[count] + 1) * sizeof *coarse->weights);
    if (coarse->columns == NULL || coarse->weights == NULL) {
        info = gba_no_memory();
        goto done;
    }
    Coarsening c = {coarse, g, to, members, starts, room, found, scratch};
    gba_work(workers, merge_rows, &c, count, grain);
    close_gaps(coarse, room, found);
    find_sums(coarse);
done:
    free(members);
    free(starts);
    free(room);
    free(found);
    if (info < GrB_SUCCESS) gba_level_graph_free(coarse);
    return info;
}
