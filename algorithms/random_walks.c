/* Random walks (Lovász 1993) from many roots at once, on plain arrays: a step is one random access,
 * which a product would bury. A weighted step searches the sums of the row's weights by halving.
 *
 * Step i of walk k takes a number that depends on the seed, k and i alone, SplitMix64's (Steele et
 * al. 2014): walks are the same for any number of threads, which share them.
 */
#include "csr.h"
#include "errors.h"
#include "optional.h"
#include <graphblast/algorithms.h>

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    Csr rows;
    double *sums; /* of a row's weights up to each; NULL: edges count the same */
    const GrB_Index *roots;
    GrB_Index count, length;
    uint64_t seed;
    int64_t *steps;   /* length + 1 for each walk */
    GrB_Index *taken; /* the vertices of each walk */
} Walks;

/* A range of walks, of one thread. */
typedef struct {
    const Walks *walks;
    GrB_Index begin, end;
} Share;

static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* A position from begin up to end, in proportion to the weights; `end` if these are all 0. */
static GrB_Index by_weight(const double *sums, GrB_Index begin, GrB_Index end, uint64_t random) {
    const double all = sums[end - 1];
    if (!(all > 0)) return end;
    const double at = (double)(random >> 11) * 0x1p-53 * all;
    GrB_Index low = begin, high = end - 1;
    while (low < high) {
        const GrB_Index middle = low + (high - low) / 2;
        if (sums[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    /* The product may be rounded up to the sum, behind which are weights of 0 alone. */
    while (low > begin && sums[low] == sums[low - 1]) low--;
    return low;
}

static void walk(const Walks *w, GrB_Index k) {
    const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);
    const uint64_t base = mix((k + 1) * golden + w->seed * UINT64_C(0xD1342543DE82EF95));
    int64_t *const steps = w->steps + k * (w->length + 1);
    GrB_Index at = w->roots[k], i = 0;
    steps[0] = (int64_t)at;
    for (; i < w->length; i++) {
        const GrB_Index begin = w->rows.offsets[at], end = w->rows.offsets[at + 1];
        if (begin == end) break;
        const uint64_t random = mix(base + (i + 1) * golden);
        const GrB_Index e = w->sums == NULL ? begin + random % (end - begin)
                                            : by_weight(w->sums, begin, end, random);
        if (e == end) break;
        at = w->rows.columns[e];
        steps[i + 1] = (int64_t)at;
    }
    w->taken[k] = i + 1;
}

static void *walk_share(void *argument) {
    const Share *const share = argument;
    for (GrB_Index k = share->begin; k < share->end; k++) walk(share->walks, k);
    return NULL;
}

/* Takes all walks with as many threads as pay and can be started. */
static void walk_all(const Walks *w) {
    enum { most = 64 };
    const double steps_worth_a_thread = 1 << 14;
    const double steps = (double)w->count * (double)w->length;
    const double wanted = fmin(fmin((double)gba_threads(), most), steps / steps_worth_a_thread);
    const GrB_Index threads = wanted < 1 ? 1 : (GrB_Index)wanted;
    pthread_t others[most];
    Share shares[most];
    bool is_started[most];
    for (GrB_Index t = 0; t < threads; t++) {
        shares[t] = (Share){w, w->count / threads * t, w->count / threads * (t + 1)};
        if (t + 1 == threads) shares[t].end = w->count;
        is_started[t] = t > 0 && pthread_create(&others[t], NULL, walk_share, &shares[t]) == 0;
    }
    for (GrB_Index t = 0; t < threads; t++) {
        if (is_started[t])
            pthread_join(others[t], NULL);
        else
            walk_share(&shares[t]);
    }
}

/* Replaces each row's weights by their sums. */
static void add_up(double *weights, const Csr *rows) {
    for (GrB_Index v = 0; v < rows->n; v++)
        for (GrB_Index e = rows->offsets[v] + 1; e < rows->offsets[v + 1]; e++)
            weights[e] += weights[e - 1];
}

/* *walks: the vertices taken. Moves the steps together. */
static GrB_Info put_walks(GrB_Matrix *walks, Walks *w) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index *const offsets = malloc((w->count + 1) * sizeof *offsets);
    GrB_Index *columns = NULL;
    GrB_Index total = 0;
    if (offsets == NULL) return gba_no_memory();
    for (GrB_Index k = 0; k < w->count; k++) {
        offsets[k] = total;
        for (GrB_Index i = 0; i < w->taken[k]; i++)
            w->steps[total + i] = w->steps[k * (w->length + 1) + i];
        total += w->taken[k];
    }
    offsets[w->count] = total;
    columns = malloc(total * sizeof *columns);
    if (columns == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (GrB_Index k = 0; k < w->count; k++)
        for (GrB_Index i = 0; i < w->taken[k]; i++) columns[offsets[k] + i] = i;
    TRY(GrB_Matrix_import_INT64(walks, GrB_INT64, w->count, w->length + 1, offsets, columns,
                                w->steps, w->count + 1, total, total, GrB_CSR_FORMAT));
done:
    free(offsets);
    free(columns);
    return info;
}

static GrB_Info random_walks(GrB_Matrix *walks, GrB_Matrix A, Walks *w, bool is_weighted) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index n = 0;
    double sum = 0;
    TRY(gba_check_graph(&n, A, "A"));
    TRY(gba_check_vertices(w->roots, w->count, n, "roots"));
    if (is_weighted) TRY(gba_check_weights(&sum, A, "A"));
    if (w->count == 0) {
        TRY(GrB_Matrix_new(walks, GrB_INT64, 0, w->length + 1));
        goto done;
    }
    if (w->length >= SIZE_MAX / sizeof *w->steps / w->count) {
        info = gba_no_memory();
        goto done;
    }
    w->steps = malloc(w->count * (w->length + 1) * sizeof *w->steps);
    w->taken = malloc(w->count * sizeof *w->taken);
    if (w->steps == NULL || w->taken == NULL) {
        info = gba_no_memory();
        goto done;
    }
    if (is_weighted) {
        TRY(gba_weighted_csr_of(&w->rows, &w->sums, A));
        add_up(w->sums, &w->rows);
    } else {
        TRY(gba_csr_of(&w->rows, A));
    }
    walk_all(w);
    TRY(put_walks(walks, w));
done:
    free(w->steps);
    free(w->taken);
    free(w->sums);
    gba_csr_free(&w->rows);
    if (info < GrB_SUCCESS) GrB_free(walks);
    return info;
}

GrB_Info gba_random_walks(GrB_Matrix *walks, GrB_Matrix A, const GrB_Index *roots, GrB_Index count,
                          GrB_Index length, uint64_t seed) {
    START(walks);
    Walks w = {.roots = roots, .count = count, .length = length, .seed = seed};
    return random_walks(walks, A, &w, false);
}

GrB_Info gba_random_walks_weighted(GrB_Matrix *walks, GrB_Matrix A, const GrB_Index *roots,
                                   GrB_Index count, GrB_Index length, uint64_t seed) {
    START(walks);
    Walks w = {.roots = roots, .count = count, .length = length, .seed = seed};
    return random_walks(walks, A, &w, true);
}
