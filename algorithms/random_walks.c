/* Random walks (Lovász 1993) from many roots at once, on plain arrays: a step is one random access,
 * which a product would bury. A weighted step searches the sums of the row's weights by halving.
 *
 * Step i of walk k takes a number that depends on the seed, k and i alone, SplitMix64's (Steele et
 * al. 2014): walks are the same for any number of threads, which share them.
 */
#include "csr.h"
#include "errors.h"
#include "optional.h"
#include "random_numbers.h"
#include "workers.h"
#include <graphblast/algorithms.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    Csr rows;
    double *sums; /* of a row's weights up to each; NULL: edges count the same */
    const GrB_Index *roots;
    GrB_Index count, length;
    uint64_t seed;
    int64_t *steps;   /* length + 1 for each walk */
    GrB_Index *taken; /* the vertices of each walk */
    GrB_Index first;  /* of the walks of a round */
} Walks;

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
    const uint64_t base =
        gba_random_at((k + 1) * GBA_RANDOM_STEP + w->seed * UINT64_C(0xD1342543DE82EF95));
    int64_t *const steps = w->steps + k * (w->length + 1);
    GrB_Index at = w->roots[k], i = 0;
    steps[0] = (int64_t)at;
    for (; i < w->length; i++) {
        const GrB_Index begin = w->rows.offsets[at], end = w->rows.offsets[at + 1];
        if (begin == end) break;
        const uint64_t random = gba_random_at(base + (i + 1) * GBA_RANDOM_STEP);
        const GrB_Index e = w->sums == NULL ? begin + random % (end - begin)
                                            : by_weight(w->sums, begin, end, random);
        if (e == end) break;
        at = w->rows.columns[e];
        steps[i + 1] = (int64_t)at;
    }
    w->taken[k] = i + 1;
}

static void walk_range(void *context, uint32_t thread, GrB_Index begin, GrB_Index end) {
    const Walks *const w = context;
    (void)thread;
    for (GrB_Index k = begin; k < end; k++) walk(w, w->first + k);
}

/* Takes all walks, in rounds, with as many threads as pay and can be started. */
static GrB_Info walk_all(Walks *w) {
    GrB_Info info = GrB_SUCCESS;
    Workers *workers = NULL;
    const double steps_worth_a_thread = 1 << 14, steps_of_a_round = 1 << 22;
    const double length = (double)w->length + 1, count = (double)w->count;
    const double wanted =
        fmin(fmin((double)gba_threads(), count), 1 + count * length / steps_worth_a_thread);
    TRY(gba_workers_new(&workers, (uint32_t)wanted));
    const double threads = (double)gba_worker_count(workers);
    const GrB_Index most = (GrB_Index)fmax(threads, steps_of_a_round / length);
    const GrB_Index grain = (GrB_Index)fmax(1, steps_worth_a_thread / 4 / length);
    for (; w->first < w->count; w->first += most) {
        const GrB_Index left = w->count - w->first;
        TRY(gba_round(w->first, w->count));
        gba_work(workers, walk_range, w, left < most ? left : most, grain);
    }
done:
    gba_workers_free(&workers);
    return info;
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
    if (w->length > GrB_INDEX_MAX)
        return gba_fail(GrB_INVALID_VALUE, "length is %" PRIu64 ", more than %" PRIu64,
                        (uint64_t)w->length, (uint64_t)GrB_INDEX_MAX);
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
    TRY(walk_all(w));
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
