/* Strongly connected components: the largest by two searches, the others by one depth-first search.
 *
 * The vertices that a vertex reaches and that reach it are its component (Fleischer et al. 2000).
 * Two breadth-first searches from a vertex with many edges find the giant component of most graphs
 * in a small number of steps; a search of more than MOST_LEVELS is abandoned. The subgraph of the
 * other vertices is copied to arrays, on which Pearce's form of Tarjan's search (Tarjan 1972,
 * Pearce 2016) takes linear time, even on paths and rings.
 */
#include "csr.h"
#include "errors.h"
#include "order.h"
#include <graphblast/algorithms.h>

#include <stdbool.h>
#include <stdlib.h>

enum { MOST_LEVELS = 64, VERTICES_IN_A_ROUND = 1 << 16 };

/* The state of the depth-first search; a vertex is either on the path or among the closed. */
typedef struct {
    GrB_Index *lowest;    /* the earliest vertex known to be reached, by number; 0: not entered */
    GrB_Index *next;      /* the next edge to follow */
    GrB_Index *number;    /* of the path's vertices in order of entering, by position on the path */
    GrB_Index *path;      /* grows upwards from 0 */
    GrB_Index *closed;    /* vertices of components that are not complete; grows downwards from n */
    GrB_Index *component; /* the smallest vertex, or n */
} Search;

/* Assigns the smallest vertex of v's component to v and to its vertices on top of `closed`. */
static void complete(Search *s, GrB_Index v, GrB_Index number, GrB_Index *top, GrB_Index n) {
    GrB_Index smallest = v, end = *top;
    for (; end < n && s->lowest[s->closed[end]] >= number; end++)
        if (s->closed[end] < smallest) smallest = s->closed[end];
    for (; *top < end; ++*top) s->component[s->closed[*top]] = smallest;
    s->component[v] = smallest;
}

static GrB_Info search_from(Search *s, const Csr *rows, GrB_Index root, GrB_Index *entered,
                            GrB_Index *top) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Index depth = 0, v = root;
    for (;;) {
        if (s->lowest[v] == 0) {
            if (*entered % VERTICES_IN_A_ROUND == 0) TRY(gba_round(*entered, rows->n));
            s->lowest[v] = s->number[depth] = ++*entered;
            s->next[v] = rows->offsets[v];
            s->path[depth++] = v;
        }
        if (s->next[v] < rows->offsets[v + 1]) {
            const GrB_Index w = rows->columns[s->next[v]++];
            if (s->lowest[w] == 0)
                v = w;
            else if (s->component[w] == rows->n && s->lowest[w] < s->lowest[v])
                s->lowest[v] = s->lowest[w];
            continue;
        }
        const GrB_Index low = s->lowest[v], number = s->number[--depth];
        if (low == number)
            complete(s, v, number, top, rows->n);
        else
            s->closed[--*top] = v;
        if (depth == 0) break;
        v = s->path[depth - 1];
        if (low < s->lowest[v]) s->lowest[v] = low;
    }
done:
    return info;
}

/* component(v): the smallest vertex of v's component. */
static GrB_Info search_all(GrB_Index *component, const Csr *rows) {
    const GrB_Index n = rows->n;
    GrB_Info info = GrB_SUCCESS;
    GrB_Index entered = 0, top = n;
    /* The path and the closed vertices share an array from both ends. */
    Search s = {calloc(n, sizeof *s.lowest),
                malloc(n * sizeof *s.next),
                malloc(n * sizeof *s.number),
                malloc(n * sizeof *s.path),
                NULL,
                component};
    s.closed = s.path;
    if (s.lowest == NULL || s.next == NULL || s.number == NULL || s.path == NULL) {
        info = gba_no_memory();
        goto done;
    }
    for (GrB_Index v = 0; v < n; v++) component[v] = n;
    for (GrB_Index root = 0; root < n; root++)
        if (s.lowest[root] == 0) TRY(search_from(&s, rows, root, &entered, &top));
done:
    free(s.lowest);
    free(s.next);
    free(s.number);
    free(s.path);
    return info;
}

/* reached: true for the vertices that the pivot reaches. Sets *is_whole to false if that takes more
 * than MOST_LEVELS. */
static GrB_Info reach(GrB_Vector reached, bool *is_whole, GrB_Matrix A, GrB_Index pivot,
                      GrB_Descriptor direction, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector frontier = NULL;
    GrB_Semiring any_edge = NULL;
    GrB_Index found = 1;
    TRY(GrB_Vector_new(&frontier, GrB_BOOL, n));
    TRY(GrB_Semiring_new(&any_edge, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    TRY(GrB_assign(reached, NULL, NULL, false, GrB_ALL, n, NULL));
    TRY(GrB_Vector_setElement(frontier, true, pivot));
    for (int level = 0; found > 0 && level < MOST_LEVELS; level++) {
        TRY(gba_round(0, 0));
        TRY(GrB_assign(reached, frontier, NULL, true, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_vxm(frontier, reached, NULL, any_edge, frontier, A, direction));
        TRY(GrB_Vector_nvals(&found, frontier));
    }
    *is_whole = found == 0;
done:
    GrB_free(&frontier);
    GrB_free(&any_edge);
    return info;
}

/* The first vertex with the largest product of edges in and edges out; n if all products are 0. */
static GrB_Info busiest_vertex(GrB_Index *pivot, GrB_Matrix A, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector ones = NULL, in = NULL, out = NULL;
    GrB_Semiring count = NULL;
    GrB_Index entries = 0;
    double most = 0;
    *pivot = n;
    TRY(GrB_Vector_new(&ones, GrB_FP64, n));
    TRY(GrB_Vector_new(&in, GrB_FP64, n));
    TRY(GrB_Vector_new(&out, GrB_FP64, n));
    TRY(GrB_Semiring_new(&count, GrB_PLUS_MONOID_FP64, GrB_ONEB_FP64));
    TRY(GrB_assign(ones, NULL, NULL, 1.0, GrB_ALL, n, NULL));
    TRY(GrB_vxm(in, NULL, NULL, count, ones, A, NULL));
    TRY(GrB_mxv(out, NULL, NULL, count, A, ones, NULL));
    TRY(GrB_eWiseMult(in, NULL, NULL, GrB_TIMES_FP64, in, out, NULL));
    TRY(GrB_reduce(&most, NULL, GrB_MAX_MONOID_FP64, in, NULL));
    TRY(GrB_select(in, NULL, NULL, GrB_VALUEGE_FP64, in, most, NULL));
    TRY(GrB_Vector_nvals(&entries, in));
    if (entries == 0) goto done;
    /* Keeps the first of the remaining vertices. */
    TRY(GrB_apply(in, NULL, NULL, GrB_ROWINDEX_INT64, in, (int64_t)0, NULL));
    TRY(GrB_reduce(&most, NULL, GrB_MIN_MONOID_FP64, in, NULL));
    *pivot = (GrB_Index)most;
done:
    GrB_free(&ones);
    GrB_free(&in);
    GrB_free(&out);
    GrB_free(&count);
    return info;
}

/* giant: entries for the pivot's component; none if a search was abandoned. */
static GrB_Info find_giant(GrB_Vector giant, GrB_Matrix A, GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector after = NULL, before = NULL;
    GrB_Index pivot = n;
    bool is_whole = false;
    TRY(busiest_vertex(&pivot, A, n));
    if (pivot == n) goto done;
    TRY(GrB_Vector_new(&after, GrB_BOOL, n));
    TRY(GrB_Vector_new(&before, GrB_BOOL, n));
    TRY(reach(after, &is_whole, A, pivot, GrB_DESC_RC, n));
    if (is_whole) TRY(reach(before, &is_whole, A, pivot, GrB_DESC_RCT1, n));
    if (!is_whole) goto done;
    TRY(GrB_eWiseMult(giant, NULL, NULL, GrB_LAND, after, before, NULL));
    TRY(GrB_select(giant, NULL, NULL, GrB_VALUEEQ_BOOL, giant, true, NULL));
done:
    GrB_free(&after);
    GrB_free(&before);
    return info;
}

/* components(v) for each v of the ascending list: the vertices outside the giant component. */
static GrB_Info divide(GrB_Vector components, GrB_Matrix A, const GrB_Index *list, GrB_Index count,
                       GrB_Index n) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix part = NULL;
    GrB_Index *component = NULL;
    Csr rows = {0, NULL, NULL};
    if (count < n) {
        TRY(GrB_Matrix_new(&part, GrB_BOOL, count, count));
        TRY(GrB_extract(part, NULL, NULL, A, list, count, list, count, NULL));
    }
    TRY(gba_csr_of(&rows, count < n ? part : A));
    component = malloc(count * sizeof *component);
    if (component == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(search_all(component, &rows));
    for (GrB_Index k = 0; k < count; k++) component[k] = list[component[k]];
    TRY(GrB_Vector_build_UINT64(components, list, component, count, NULL));
done:
    free(component);
    gba_csr_free(&rows);
    GrB_free(&part);
    return info;
}

GrB_Info gba_strong_components(GrB_Vector *components, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector giant = NULL, left = NULL;
    GrB_Index n = 0, count = 0;
    GrB_Index *list = NULL;
    int64_t *zeros = NULL, smallest = 0;
    START(components);

    TRY(gba_check_graph(&n, A, "A"));
    TRY(GrB_Vector_new(components, GrB_INT64, n));
    TRY(GrB_Vector_new(&giant, GrB_BOOL, n));
    TRY(GrB_Vector_new(&left, GrB_INT64, n));
    TRY(find_giant(giant, A, n));
    TRY(GrB_assign(left, giant, NULL, (int64_t)0, GrB_ALL, n, GrB_DESC_SC));
    TRY(GrB_Vector_nvals(&count, left));
    if (count > 0) {
        list = malloc(count * sizeof *list);
        zeros = malloc(count * sizeof *zeros);
        if (list == NULL || zeros == NULL) {
            info = gba_no_memory();
            goto done;
        }
        TRY(GrB_Vector_extractTuples_INT64(list, zeros, &count, left));
        gba_sort(list, count);
        TRY(divide(*components, A, list, count, n));
    }
    if (count < n) {
        TRY(GrB_apply(left, giant, NULL, GrB_ROWINDEX_INT64, giant, (int64_t)0, GrB_DESC_RS));
        TRY(GrB_reduce(&smallest, NULL, GrB_MIN_MONOID_INT64, left, NULL));
        TRY(GrB_assign(*components, giant, NULL, smallest, GrB_ALL, n, GrB_DESC_S));
    }
done:
    free(list);
    free(zeros);
    GrB_free(&giant);
    GrB_free(&left);
    if (info < GrB_SUCCESS) GrB_free(components);
    return info;
}
