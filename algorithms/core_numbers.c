/* Core numbers by peeling (Matula and Beck 1983), on plain arrays; by products where a GPU may compute.
 *
 * Every core number costs a pass over the vertices that remain, whose degrees are larger: all passes
 * take O(edges * log(largest core number)).
 */
#include "core_numbers.h"
#include "csr.h"
#include "errors.h"
#include "full_vector.h"
#include "optional.h"
#include "workers.h"
#include <graphblast/algorithms.h>

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef _Atomic int64_t Degree;

typedef struct {
    const Csr *rows;
    Degree *degree;     /* to vertices that remain; of the others, their core numbers */
    GrB_Index *remains; /* all vertices with a degree above k, and some others */
    GrB_Index *removed; /* in this order; those from `at` on still count in degrees */
    GrB_Index at, count;
    _Atomic GrB_Index end;
    int64_t k;
    bool is_shared; /* threads lower degrees at the same time */
} Peeling;

static inline int64_t degree_of(const Peeling *p, GrB_Index v) {
    return atomic_load_explicit(&p->degree[v], memory_order_relaxed);
}

/* Lowers u's degree, which is above k; returns whether it is k now, for one of several threads. */
static inline bool lower(Peeling *p, GrB_Index u) {
    if (!p->is_shared) {
        const int64_t now = degree_of(p, u) - 1;
        atomic_store_explicit(&p->degree[u], now, memory_order_relaxed);
        return now == p->k;
    }
    const int64_t before = atomic_fetch_sub_explicit(&p->degree[u], 1, memory_order_relaxed);
    /* Other threads have removed u meanwhile. */
    if (before <= p->k) atomic_fetch_add_explicit(&p->degree[u], 1, memory_order_relaxed);
    return before == p->k + 1;
}

static void lower_neighbours(void *context, uint32_t thread, GrB_Index begin, GrB_Index end) {
    Peeling *const p = context;
    const Csr rows = *p->rows;
    const int64_t k = p->k;
    (void)thread;
    for (GrB_Index at = p->at + begin; at < p->at + end; at++) {
        const GrB_Index v = p->removed[at];
        for (GrB_Index e = rows.offsets[v]; e < rows.offsets[v + 1]; e++) {
            const GrB_Index u = rows.columns[e];
            if (degree_of(p, u) <= k || !lower(p, u)) continue;
            const GrB_Index to = atomic_load_explicit(&p->end, memory_order_relaxed);
            if (p->is_shared) {
                p->removed[atomic_fetch_add_explicit(&p->end, 1, memory_order_relaxed)] = u;
            } else {
                p->removed[to] = u;
                atomic_store_explicit(&p->end, to + 1, memory_order_relaxed);
            }
        }
    }
}

/* Removes the vertices of the least degree, which becomes k. */
static void begin_core(Peeling *p) {
    GrB_Index count = 0;
    int64_t least = INT64_MAX;
    for (GrB_Index at = 0; at < p->count; at++) {
        const GrB_Index v = p->remains[at];
        const int64_t degree = degree_of(p, v);
        if (degree <= p->k) continue;
        if (degree < least) least = degree;
        p->remains[count++] = v;
    }
    p->count = count;
    p->k = least;
    for (GrB_Index at = 0; at < count; at++)
        if (degree_of(p, p->remains[at]) == least) p->removed[p->end++] = p->remains[at];
}

/* A round lowers the degrees of the neighbours of all vertices that have been removed before. */
static GrB_Info remove_all(Peeling *p, Workers *workers) {
    GrB_Info info = GrB_SUCCESS;
    const GrB_Index n = p->rows->n, grain = 64, worth_sharing = 1024;
    while (p->at < n) {
        if (p->at == p->end) begin_core(p);
        TRY(gba_round(p->at, n));
        const GrB_Index size = p->end - p->at;
        p->is_shared = gba_worker_count(workers) > 1 && size >= worth_sharing;
        if (p->is_shared)
            gba_work(workers, lower_neighbours, p, size, grain);
        else
            lower_neighbours(p, 0, 0, size);
        p->at += size;
    }
done:
    return info;
}

static GrB_Info by_arrays(GrB_Vector cores, GrB_Matrix A, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    const double edges_worth_a_thread = 1 << 20;
    Csr rows = {0, NULL, NULL};
    Workers *workers = NULL;
    Peeling p = {.rows = &rows, .count = n, .k = -1};
    int64_t *const degree = malloc(n * sizeof *degree);
    p.remains = malloc(n * sizeof *p.remains);
    p.removed = malloc(n * sizeof *p.removed);
    p.degree = (Degree *)degree;
    if (degree == NULL || p.remains == NULL || p.removed == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(gba_csr_of(&rows, A));
    TRY(gba_workers_new(&workers, (uint32_t)fmin(gba_threads(), 1 + (double)rows.offsets[n] /
                                                                        edges_worth_a_thread)));
    for (GrB_Index v = 0; v < n; v++) {
        degree[v] = (int64_t)(rows.offsets[v + 1] - rows.offsets[v]);
        p.remains[v] = v;
    }
    TRY(remove_all(&p, workers));
    TRY(gba_fill_INT64(cores, degree, n));
done:
    gba_workers_free(&workers);
    free(degree);
    free(p.remains);
    free(p.removed);
    gba_csr_free(&rows);
    return info;
}

GrB_Info gba_core_numbers(GrB_Vector *cores, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    START(cores);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(GrB_Vector_new(cores, GrB_INT64, n));
    if (gba_has_gpu())
        TRY(gba_core_numbers_by_products(*cores, A, n));
    else
        TRY(by_arrays(*cores, A, n));
done:
    if (info < GrB_SUCCESS) GrB_free(cores);
    return info;
}
