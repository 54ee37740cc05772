/* Brandes 2001 on arrays. A path count is fraction * 2^(512 exponent) with a fraction below 2^256:
 * sums and quotients are as precise as those of doubles, and none overflows.
 */
#include "searches.h"

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

GrB_Info add_dependencies(double *centrality, const Csr *rows, const GrB_Index *sources,
                          GrB_Index count) {
    Search s;
    const GrB_Info info = new_search(&s, rows->n, true);
    for (GrB_Index k = 0; info >= GrB_SUCCESS && k < count; k++) {
        const GrB_Index reached = search(&s, rows, sources[k]);
        for (GrB_Index at = reached; at-- > 1;) {
            const GrB_Index u = s.order[at];
            const PathCount through = s.paths[u];
            double sum = 0;
            for (GrB_Index e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
                const GrB_Index v = rows->columns[e];
                if (s.level[v] != s.level[u] + 1) continue;
                const double fraction = through.fraction / s.paths[v].fraction;
                sum += scaled_down(fraction, s.paths[v].exponent - through.exponent) *
                       (1 + s.dependency[v]);
            }
            s.dependency[u] = sum;
            centrality[u] += sum;
        }
        forget(&s, reached);
    }
    free_search(&s);
    return info;
}

GrB_Info sum_distances(double *reached, double *sums, const Csr *rows, const GrB_Index *sources,
                       GrB_Index count) {
    Search s;
    const GrB_Info info = new_search(&s, rows->n, false);
    for (GrB_Index k = 0; info >= GrB_SUCCESS && k < count; k++) {
        const GrB_Index found = search(&s, rows, sources[k]);
        reached[k] = (double)(found - 1);
        sums[k] = 0;
        for (GrB_Index at = 1; at < found; at++) sums[k] += (double)s.level[s.order[at]];
        forget(&s, found);
    }
    free_search(&s);
    return info;
}
