/* Graph algorithms on GraphBLAS matrices, written against the GraphBLAS C API 2.0 alone
 * but for connected_components_vectors.
 *
 * A is a square matrix: the entry (i, j) is the edge from i to j. Its values matter to sssp only.
 * Each function makes its results, returns the first error that a GraphBLAS call returned, and
 * leaves every result NULL in that case. The caller frees the results.
 */
#ifndef GRAPHBLAST_ALGORITHMS_H
#define GRAPHBLAST_ALGORITHMS_H

#include <GraphBLAS.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** levels(v), INT32: the number of edges on a shortest path from source to v; no entry where there
 *  is no path. */
GrB_Info bfs_levels(GrB_Vector *levels, GrB_Matrix A, GrB_Index source);

/** parents(v): the vertex before v on a shortest path from source, the smallest of those possible;
 *  the source is its own parent; no entry where there is no path. INT32, or INT64 for a graph of
 *  2^31 - 1 vertices or more. */
GrB_Info bfs_parents(GrB_Vector *parents, GrB_Matrix A, GrB_Index source);

/** distances(v): the least sum of weights on a path from source to v; no entry where there is no
 *  path. type is the domain of weights and distances: GrB_INT32, GrB_INT64, GrB_FP32 or GrB_FP64,
 *  wide enough for the longest path. A negative weight: GrB_INVALID_VALUE. */
GrB_Info sssp(GrB_Vector *distances, GrB_Matrix A, GrB_Index source, GrB_Type type);

enum { PAGERANK_MAX_ITERATIONS = 200 };
#define PAGERANK_DAMPING 0.85
#define PAGERANK_TOLERANCE 1e-7

/** rank(v), FP64: PageRank with the damping above, until the 1-norm of a step is below the
 *  tolerance or the iterations are used up. A vertex without edges out of it spreads its rank over
 *  all. AT is the transpose of A, or A itself where A's pattern is symmetric. */
GrB_Info pagerank(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT);

/** The number of triangles of an undirected graph: A's pattern is symmetric and has no loop. */
GrB_Info triangle_count(int64_t *triangles, GrB_Matrix A);

/** components(v): the smallest vertex of v's connected component. A's pattern is symmetric. INT32,
 *  or INT64 for a graph of 2^31 - 1 vertices or more. */
GrB_Info connected_components(GrB_Vector *components, GrB_Matrix A);
/** The same with GxB_Vector_extract_Vector and GxB_Vector_build_Vector, for a GPU. */
GrB_Info connected_components_vectors(GrB_Vector *components, GrB_Matrix A);

/** S, BOOL: the pattern of A and its transpose together, without loops, all values true. */
GrB_Info undirected_pattern(GrB_Matrix *S, GrB_Matrix A);

#ifdef __cplusplus
}
#endif
#endif
