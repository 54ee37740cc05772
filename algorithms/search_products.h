/* Searches from several sources by products of matrices. A product is a level of all searches.
 * gba_add_dependencies() and gba_sum_distances() take less memory, and less time where levels are many
 * and small.
 */
#ifndef GRAPHBLAST_ALGORITHMS_SEARCH_PRODUCTS_H
#define GRAPHBLAST_ALGORITHMS_SEARCH_PRODUCTS_H

#include "optional.h"

#include <GraphBLAS.h>
#include <stdbool.h>

/* Returns whether so many levels with so many entries in all are too small for products. */
static inline bool gba_are_levels_tiny(GrB_Index levels, GrB_Index entries) {
    return levels >= 64 && entries / levels < 2048;
}

/* Behind so many levels products are given up. Without a GPU they take less time than arrays in graphs
 * of hubs and random graphs, whose levels are few. */
static inline GrB_Index gba_most_levels(void) {
    return gba_has_gpu() ? GrB_INDEX_MAX : 24;
}

/* How many of `count` sources to search from at once. Without a GPU the dense rows of few sources stay
 * in the caches; small graphs need more for the same work in a call. */
static inline GrB_Index gba_sources_at_once(GrB_Index count, GrB_Index n) {
    const GrB_Index least = 4, most = 64, elements = 1 << 18;
    if (gba_has_gpu()) return count;
    const GrB_Index fit = n < elements / most ? most : elements / n;
    return fit < least ? least : fit;
}

/* Tests in C++ call these on processors, too. */
#ifdef __cplusplus
extern "C" {
#endif

/* centrality = the sums of the dependencies of `count` sources, 1 or more, on n vertices. Sets *fits to
 * false, with centrality unknown, if levels are tiny or more than most_levels, or numbers of paths too
 * large. */
GrB_Info gba_betweenness_by_products(GrB_Vector centrality, bool *fits, GrB_Matrix A,
                                     const GrB_Index *sources, GrB_Index count, GrB_Index n,
                                     GrB_Index most_levels);

/* reached, sums: as of gba_sum_distances(). Sets *fits to false, with both unknown, if levels are
 * tiny or more than most_levels. */
GrB_Info gba_distances_by_products(double *reached, double *sums, bool *fits, GrB_Matrix A,
                                   const GrB_Index *sources, GrB_Index count, GrB_Index n,
                                   GrB_Index most_levels);

#ifdef __cplusplus
}
#endif
#endif
