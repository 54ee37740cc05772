/* Searches from several sources on plain arrays: each thread, of as many as the library may use, takes
 * one source after the other. Results do not depend on their number.
 *
 * A GraphBLAS product per level costs more than the level itself if levels are many and small, as
 * on paths and grids; and path counts may exceed a double. gba_betweenness() and gba_closeness() then
 * switch to these searches.
 */
#ifndef GRAPHBLAST_ALGORITHMS_SEARCHES_H
#define GRAPHBLAST_ALGORITHMS_SEARCHES_H

#include "csr.h"

#include <stdbool.h>

/* Returns whether so many levels with so many entries in all are too small for products. */
static inline bool gba_are_levels_tiny(GrB_Index levels, GrB_Index entries) {
    return levels >= 64 && entries / levels < 2048;
}

/* centrality(v) of n values += the dependency of each source on v. */
GrB_Info gba_add_dependencies(double *centrality, const Csr *rows, const GrB_Index *sources,
                              GrB_Index count);

/* reached, sums: for each source, the number of other vertices reached and their distances' sum. */
GrB_Info gba_sum_distances(double *reached, double *sums, const Csr *rows, const GrB_Index *sources,
                           GrB_Index count);

#endif
