/* The order of extracted tuples, which the C API leaves open. */
#ifndef GRAPHBLAST_ALGORITHMS_ORDER_H
#define GRAPHBLAST_ALGORITHMS_ORDER_H

#include <GraphBLAS.h>
#include <stdlib.h>

/* Moves the tuples of a full vector so that index[k] = k. */
static inline void gba_put_in_order(GrB_Index *index, GrB_Index *value, GrB_Index n) {
    for (GrB_Index k = 0; k < n; k++)
        while (index[k] != k) {
            const GrB_Index to = index[k], moved = value[k];
            value[k] = value[to];
            value[to] = moved;
            index[k] = index[to];
            index[to] = to;
        }
}

static inline int gba_compare(const void *first, const void *second) {
    const GrB_Index x = *(const GrB_Index *)first, y = *(const GrB_Index *)second;
    return x < y ? -1 : x > y;
}

/* Sorts a list, in one pass where it is sorted. */
static inline void gba_sort(GrB_Index *list, GrB_Index count) {
    for (GrB_Index k = 1; k < count; k++)
        if (list[k - 1] > list[k]) {
            qsort(list, count, sizeof *list, gba_compare);
            return;
        }
}

#endif
