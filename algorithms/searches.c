/* Brandes 2001 on arrays. A path count is fraction * 2^(512 exponent) with a fraction below 2^256:
 * sums and quotients are as precise as those of doubles, and none overflows.
 */
#include "searches.h"
#include "errors.h"
#include "optional.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define STEP_DOWN 0x1p-512
#define STEP_ROOT 0x1p256

typedef struct {
    double fraction; /* at least 1 / STEP_ROOT, or 0 */
    int64_t exponent;
} PathCount;

typedef struct {
    int64_t *level;   /* -1: not reached */
    GrB_Index *order; /* the vertices reached, by levels */
    PathCount *paths;
    double *dependency;
} Search;

static GrB_Info new_search(Search *s, GrB_Index n, bool counts_paths) {
    *s = (Search){malloc(n * sizeof *s->level), malloc(n * sizeof *s->order), NULL, NULL};
    if (counts_paths) {
        s->paths = malloc(n * sizeof *s->paths);
        s->dependency = malloc(n * sizeof *s->dependency);
    }
    const bool is_whole = s->level != NULL && s->order != NULL &&
                          (!counts_paths || (s->paths != NULL && s->dependency != NULL));
    if (!is_whole) return GrB_OUT_OF_MEMORY;
    for (GrB_Index v = 0; v < n; v++) s->level[v] = -1;
    return GrB_SUCCESS;
}

static void free_search(Search *s) {
    free(s->level);
    free(s->order);
    free(s->paths);
    free(s->dependency);
}

/* x * STEP_DOWN^times, 0 after a few. */
static double scaled_down(double x, int64_t times) {
    for (; times > 0 && x != 0; times--) x *= STEP_DOWN;
    return x;
}

static void add_paths(PathCount *to, PathCount more) {
    if (to->exponent == more.exponent) {
        to->fraction += more.fraction;
    } else if (to->exponent > more.exponent) {
        to->fraction += scaled_down(more.fraction, to->exponent - more.exponent);
    } else {
        to->fraction = more.fraction + scaled_down(to->fraction, more.exponent - to->exponent);
        to->exponent = more.exponent;
    }
    if (to->fraction >= STEP_ROOT) {
        to->fraction *= STEP_DOWN;
        to->exponent++;
    }
}

/* Returns the number of vertices reached, including the source. */
static GrB_Index search(Search *s, const Csr *rows, GrB_Index source) {
    GrB_Index count = 1;
    s->order[0] = source;
    s->level[source] = 0;
    if (s->paths != NULL) s->paths[source] = (PathCount){1, 0};
    for (GrB_Index at = 0; at < count; at++) {
        const GrB_Index u = s->order[at];
        for (GrB_Index e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            const GrB_Index v = rows->columns[e];
            if (s->level[v] < 0) {
                s->level[v] = s->level[u] + 1;
                s->order[count++] = v;
                if (s->paths != NULL) s->paths[v] = s->paths[u];
            } else if (s->paths != NULL && s->level[v] == s->level[u] + 1) {
                add_paths(&s->paths[v], s->paths[u]);
            }
        }
    }
    return count;
}

/* Resets the reached vertices to unreached. */
static void forget(Search *s, GrB_Index reached) {
    for (GrB_Index at = 0; at < reached; at++) s->level[s->order[at]] = -1;
}

/* s->dependency(u) for all vertices reached but the source. */
static void find_dependencies(Search *s, const Csr *rows, GrB_Index reached) {
    for (GrB_Index at = reached; at-- > 1;) {
        const GrB_Index u = s->order[at];
        const PathCount through = s->paths[u];
        double sum = 0;
        for (GrB_Index e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
            const GrB_Index v = rows->columns[e];
            if (s->level[v] != s->level[u] + 1) continue;
            const double fraction = through.fraction / s->paths[v].fraction;
            sum += scaled_down(fraction, s->paths[v].exponent - through.exponent) *
                   (1 + s->dependency[v]);
        }
        s->dependency[u] = sum;
    }
}

/* Sources that several threads search from. */
typedef struct {
    const Csr *rows;
    const GrB_Index *sources;
    GrB_Index count;
    double *centrality;     /* of the vertices; or NULL */
    double *reached, *sums; /* of the sources; or NULL */
    pthread_mutex_t mutex;
    pthread_cond_t has_added;
    GrB_Index taken, added; /* sources that threads have taken, and whose results are there */
    GrB_Info info;          /* below GrB_SUCCESS: no thread takes another source */
    pthread_t caller;
    bool has_begun; /* the caller: its first round was begun for it */
} Sources;

/* Begins another round of the caller's thread, which alone has a watch function. */
static void begin_round(Sources *all) {
    pthread_mutex_lock(&all->mutex);
    const GrB_Index taken = all->taken;
    pthread_mutex_unlock(&all->mutex);
    if (taken == all->count) return;
    const GrB_Info info = gba_round(taken, all->count);
    if (info >= GrB_SUCCESS) return;
    pthread_mutex_lock(&all->mutex);
    all->info = info;
    pthread_mutex_unlock(&all->mutex);
}

/* Returns whether there is a source *k for the thread. */
static bool take_source(GrB_Index *k, Sources *all) {
    if (pthread_equal(all->caller, pthread_self())) {
        if (all->has_begun) begin_round(all);
        all->has_begun = true;
    }
    pthread_mutex_lock(&all->mutex);
    const bool has_source = all->info >= GrB_SUCCESS && all->taken < all->count;
    if (has_source) *k = all->taken++;
    pthread_mutex_unlock(&all->mutex);
    return has_source;
}

/* Adds the results of source k after those of the sources before: sums do not depend on threads. */
static void add_in_turn(Sources *all, const Search *s, GrB_Index k, GrB_Index found) {
    pthread_mutex_lock(&all->mutex);
    while (all->added != k) pthread_cond_wait(&all->has_added, &all->mutex);
    pthread_mutex_unlock(&all->mutex);
    for (GrB_Index at = 1; at < found; at++)
        all->centrality[s->order[at]] += s->dependency[s->order[at]];
    pthread_mutex_lock(&all->mutex);
    all->added++;
    pthread_cond_broadcast(&all->has_added);
    pthread_mutex_unlock(&all->mutex);
}

/* Searches from sources until none is left. Returns NULL when memory is short: then it has taken
 * none. */
static void *search_all(void *argument) {
    Sources *const all = argument;
    Search s;
    if (new_search(&s, all->rows->n, all->centrality != NULL) < GrB_SUCCESS) {
        free_search(&s);
        return NULL;
    }
    for (GrB_Index k = 0; take_source(&k, all);) {
        const GrB_Index found = search(&s, all->rows, all->sources[k]);
        if (all->centrality != NULL) {
            find_dependencies(&s, all->rows, found);
            add_in_turn(all, &s, k, found);
        } else {
            double sum = 0;
            for (GrB_Index at = 1; at < found; at++) sum += (double)s.level[s.order[at]];
            all->reached[k] = (double)(found - 1);
            all->sums[k] = sum;
        }
        forget(&s, found);
    }
    free_search(&s);
    return all;
}

/* A thread's arrays have up to 40 bytes a vertex: those of more than four threads have at most five
 * times the bytes of the edges. */
static GrB_Index threads_for(const Csr *rows, GrB_Index count) {
    const double edges_worth_a_thread = 1 << 16, least = 4;
    const double edges = (double)rows->offsets[rows->n], degree = edges / (double)rows->n;
    double threads = fmin((double)gba_threads(), (double)count);
    threads = fmin(threads, fmax(least, degree));
    threads = fmin(threads, edges * (double)count / edges_worth_a_thread);
    return (GrB_Index)fmax(1, threads);
}

static GrB_Info search_from_all(const Csr *rows, const GrB_Index *sources, GrB_Index count,
                                double *centrality, double *reached, double *sums) {
    enum { most = 64 };
    pthread_t others[most];
    GrB_Index started = 0;
    if (count == 0) return GrB_SUCCESS;
    /* A first round, since the other threads may take all sources before this one takes any. */
    const GrB_Info info = gba_round(0, count);
    if (info < GrB_SUCCESS) return info;
    Sources all = {rows,
                   sources,
                   count,
                   centrality,
                   reached,
                   sums,
                   PTHREAD_MUTEX_INITIALIZER,
                   PTHREAD_COND_INITIALIZER,
                   0,
                   0,
                   GrB_SUCCESS,
                   pthread_self(),
                   false};
    const GrB_Index wanted = threads_for(rows, count) - 1;
    while (started < wanted && started < most &&
           pthread_create(&others[started], NULL, search_all, &all) == 0)
        started++;
    bool is_done = search_all(&all) != NULL;
    for (GrB_Index k = 0; k < started; k++) {
        void *result = NULL;
        pthread_join(others[k], &result);
        is_done |= result != NULL;
    }
    pthread_mutex_destroy(&all.mutex);
    pthread_cond_destroy(&all.has_added);
    return is_done ? all.info : gba_no_memory();
}

GrB_Info gba_add_dependencies(double *centrality, const Csr *rows, const GrB_Index *sources,
                              GrB_Index count) {
    return search_from_all(rows, sources, count, centrality, NULL, NULL);
}

GrB_Info gba_sum_distances(double *reached, double *sums, const Csr *rows, const GrB_Index *sources,
                           GrB_Index count) {
    return search_from_all(rows, sources, count, NULL, reached, sums);
}
