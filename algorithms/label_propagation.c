/* Communities by label propagation (Raghavan et al. 2007), on plain arrays; by products where a GPU may
 * compute, or where numbers of vertices exceed 32 bits.
 *
 * Every vertex takes its neighbours' most frequent label, the smallest of several. Unlike the
 * paper, all vertices change at once, so that the result does not depend on an order; labels may
 * then swap for ever, so the rounds are limited. An edge counts for both its ends, as in LDBC
 * Graphalytics (Iosup et al. 2016): W(i,j) is 1, or 2 with edges both ways.
 */
#include "label_propagation.h"
#include "errors.h"
#include "full_vector.h"
#include "level_graph.h"
#include "optional.h"
#include <graphblast/algorithms.h>

#include <stdlib.h>
#include <string.h>

typedef struct {
    LevelGraph g; /* W */
    uint32_t *label, *next;
    Scratch *scratch;
    Workers *workers;
} Labels;

static void choose_labels(void *context, uint32_t thread, GrB_Index begin, GrB_Index end) {
    const Labels *const l = context;
    const Scratch s = l->scratch[thread];
    for (GrB_Index k = begin; k < end; k++) {
        const uint32_t v = (uint32_t)k;
        const uint32_t count = gba_weigh_communities(&l->g, v, l->label, NULL, s);
        uint32_t best = l->label[v]; /* without neighbours */
        double most = 0;
        for (uint32_t at = 0; at < count; at++) {
            const uint32_t label = s.list[at];
            const double weight = s.weight[label];
            s.weight[label] = 0;
            if (weight < most || (weight == most && label > best)) continue;
            best = label;
            most = weight;
        }
        l->next[v] = best;
    }
}

static GrB_Info take_rounds(Labels *l, int *rounds, int most) {
    GrB_Info info = GrB_SUCCESS;
    const GrB_Index n = l->g.n, grain = 256;
    bool any_new = true;
    while (any_new && *rounds < most) {
        TRY(gba_round((GrB_Index)*rounds, (GrB_Index)most));
        ++*rounds;
        gba_work(l->workers, choose_labels, l, n, grain);
        any_new = memcmp(l->label, l->next, n * sizeof *l->label) != 0;
        uint32_t *const swap = l->label;
        l->label = l->next;
        l->next = swap;
    }
done:
    return info;
}

static GrB_Info by_arrays(GrB_Vector labels, int *rounds, GrB_Matrix A, GrB_Index n, int most) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix W = NULL;
    Labels l = {.label = malloc((n + 1) * sizeof *l.label),
                .next = malloc((n + 1) * sizeof *l.next)};
    int64_t *const values = malloc((n + 1) * sizeof *values);
    if (l.label == NULL || l.next == NULL || values == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Matrix_new(&W, GrB_FP64, n, n));
    TRY(gba_count_edges(W, A, n));
    TRY(gba_level_graph_of(&l.g, W, true));
    TRY(gba_threads_new(&l.scratch, &l.workers, &l.g));
    for (GrB_Index v = 0; v < n; v++) l.label[v] = (uint32_t)v;
    TRY(take_rounds(&l, rounds, most));
    for (GrB_Index v = 0; v < n; v++) values[v] = l.label[v];
    TRY(gba_fill_INT64(labels, values, n));
done:
    GrB_free(&W);
    gba_threads_free(&l.scratch, &l.workers);
    gba_level_graph_free(&l.g);
    free(l.label);
    free(l.next);
    free(values);
    return info;
}

GrB_Info gba_label_propagation(GrB_Vector *labels, int *rounds, GrB_Matrix A, int most) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    int taken = 0;
    START(labels);
    if (rounds == NULL) rounds = &taken;
    *rounds = 0;

    if (most < 0) return gba_fail(GrB_INVALID_VALUE, "most is %d, less than 0", most);
    TRY(gba_check_graph(&n, A, "A"));
    TRY(GrB_Vector_new(labels, GrB_INT64, n));
    if (gba_has_gpu() || n > UINT32_MAX)
        TRY(gba_labels_by_products(*labels, rounds, A, n, most));
    else
        TRY(by_arrays(*labels, rounds, A, n, most));
done:
    if (info < GrB_SUCCESS) {
        GrB_free(labels);
        *rounds = 0;
    }
    return info;
}
