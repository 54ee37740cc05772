/* Searches from several sources on plain arrays: each thread, of as many as the library may use, takes
 * one source after the other. Results do not depend on their number.
 */
#ifndef GRAPHBLAST_ALGORITHMS_SEARCHES_H
#define GRAPHBLAST_ALGORITHMS_SEARCHES_H

#include "csr.h"

/* centrality(v) of n values += the dependency of each source on v. */
GrB_Info gba_add_dependencies(double *centrality, const Csr *rows, const GrB_Index *sources,
                              GrB_Index count);

/* reached, sums: for each source, the number of other vertices reached and their distances' sum. */
GrB_Info gba_sum_distances(double *reached, double *sums, const Csr *rows, const GrB_Index *sources,
                           GrB_Index count);

#endif
