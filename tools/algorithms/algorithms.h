/* Graph algorithms on GraphBLAS matrices, written against the GraphBLAS C API 2.0 alone
 * but for connected_components_vectors.
 *
 * A is a square matrix: the entry (i, j) is the edge from i to j. Only sssp and the weighted
 * functions use its values. Each function makes its results, returns the first error of a GraphBLAS
 * call, and then leaves every result NULL. The caller frees the results.
 */
#ifndef GRAPHBLAST_ALGORITHMS_H
#define GRAPHBLAST_ALGORITHMS_H

#include <GraphBLAS.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** levels(v), INT32: the number of edges on a shortest path from source to v; no entry without a
 *  path. */
GrB_Info bfs_levels(GrB_Vector *levels, GrB_Matrix A, GrB_Index source);

/** parents(v): the vertex before v on a shortest path from source, the smallest one possible; the
 *  source is its own parent; no entry without a path. INT32, or INT64 for a graph of 2^31 - 1
 *  vertices or more. */
GrB_Info bfs_parents(GrB_Vector *parents, GrB_Matrix A, GrB_Index source);

/** distances(v): the least sum of weights on a path from source to v; no entry without a path. type
 *  is the domain of weights and distances: GrB_INT32, GrB_INT64, GrB_FP32 or GrB_FP64.
 *  GrB_INVALID_VALUE: a weight is negative or NaN, or a sum might exceed an integer type. Goes on by
 *  delta-stepping, with a delta of its own, where it relaxes most vertices several times. */
GrB_Info sssp(GrB_Vector *distances, GrB_Matrix A, GrB_Index source, GrB_Type type);

/** Computes sssp by delta-stepping; delta, above 0, is the width of a bucket. GrB_INVALID_VALUE for
 *  other values. */
GrB_Info sssp_delta(GrB_Vector *distances, GrB_Matrix A, GrB_Index source, GrB_Type type,
                    double delta);

enum { PAGERANK_MAX_ITERATIONS = 200 };
#define PAGERANK_DAMPING 0.85
#define PAGERANK_TOLERANCE 1e-7

/** rank(v), FP64: PageRank with the damping above, until the 1-norm of a step is below the
 *  tolerance or the iterations are used up. A vertex without outgoing edges gives its rank to all
 *  vertices equally. AT is the transpose of A, or A itself if A's pattern is symmetric. */
GrB_Info pagerank(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT);

typedef struct {
    double damping;      /* from 0 up to less than 1 */
    double tolerance;    /* of the 1-norm of a step; 0: all iterations */
    int most_iterations; /* at least 1 */
    const GrB_Index
        *start;       /* the distinct vertices where a walk restarts: the personalised PageRank */
    GrB_Index starts; /* their number; 0: all vertices, `start` may be NULL */
    bool drops_sinks; /* the rank of vertices without outgoing edges is lost, as in GAP */
    bool is_single;   /* ranks have FP32, as in GAP; else FP64 */
} PageRankParameters;
/** PageRank with other parameters. The rank of vertices without outgoing edges restarts, too, or is
 *  lost. GrB_INVALID_VALUE: a parameter is out of range, or NaN. */
GrB_Info pagerank_with(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                       const PageRankParameters *parameters);
/** PageRank in which a vertex divides its rank by the weights, A's values: 0 or more, with finite
 *  row sums in FP64. A vertex whose weights are all 0 has no outgoing edges. AT has A's values,
 *  too. */
GrB_Info pagerank_weighted(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT,
                           const PageRankParameters *parameters);

/** The number of triangles of an undirected graph: A's pattern is symmetric and has no loop. */
GrB_Info triangle_count(int64_t *triangles, GrB_Matrix A);

/** components(v): the smallest vertex of v's connected component. A's pattern is symmetric. INT32,
 *  or INT64 for a graph of 2^31 - 1 vertices or more. */
GrB_Info connected_components(GrB_Vector *components, GrB_Matrix A);
/** Computes connected_components with GxB_Vector_extract_Vector and GxB_Vector_build_Vector, which
 *  keep all data where the graph is. */
GrB_Info connected_components_vectors(GrB_Vector *components, GrB_Matrix A);

/** components(v), INT64: the smallest vertex of v's strongly connected component. */
GrB_Info strong_components(GrB_Vector *components, GrB_Matrix A);

/* Below, A's pattern is symmetric and has no loop unless a comment says otherwise. */

/** cores(v), INT64: the largest k such that v is in a subgraph whose vertices all have k
 *  neighbours. */
GrB_Info core_numbers(GrB_Vector *cores, GrB_Matrix A);

/** truss(i,j), INT64: the edges of the largest subgraph in which every edge is in at least k - 2
 *  of its triangles, with their numbers of triangles. k below 3: GrB_INVALID_VALUE. */
GrB_Info k_truss(GrB_Matrix *truss, GrB_Matrix A, int64_t k);

/** coefficients(v), FP64: the fraction of pairs of v's neighbours that are adjacent; 0 for a vertex
 *  with fewer than two neighbours. */
GrB_Info clustering_coefficients(GrB_Vector *coefficients, GrB_Matrix A);

/** coefficients(v) of a directed graph, as LDBC Graphalytics defines them: the fraction of ordered
 *  pairs of v's neighbours, by edges in or out, that have an edge. S is A's undirected_pattern. */
GrB_Info clustering_coefficients_directed(GrB_Vector *coefficients, GrB_Matrix A, GrB_Matrix S);

/** similarity(i,j), FP64: for every edge with a common neighbour, the number of common neighbours
 *  of i and j divided by the number of all their neighbours. */
GrB_Info jaccard(GrB_Matrix *similarity, GrB_Matrix A);

/** centrality(v), FP64: the sum, over the sources and all vertices t, of the fraction of shortest
 *  paths from source to t that pass through v. A is any graph; edges count one step, in their
 *  direction. Numbers of paths have the precision of doubles, not their limit. Takes 3 doubles for
 *  each source and vertex. */
GrB_Info betweenness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources,
                     GrB_Index count);

/** centrality(v), FP64, for the sources alone, in any graph: with r other vertices reached along
 *  edges and s the sum of their distances, it is r / s times r / (n - 1); 0 if none is reached.
 *  Sources are distinct. */
GrB_Info closeness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources, GrB_Index count);

/** set: true entries for pairwise non-adjacent vertices, to which no vertex can be added. */
GrB_Info independent_set(GrB_Vector *set, GrB_Matrix A, uint64_t seed);

/** colours(v), INT64, from 0: adjacent vertices have different colours. */
GrB_Info colouring(GrB_Vector *colours, GrB_Matrix A, uint64_t seed);

/** labels(v), INT64: communities of any graph. Every vertex begins with itself as label, and in
 *  each round takes its neighbours' most frequent label, the smallest of several. Edges in and out
 *  count; a neighbour by both counts twice, as in LDBC Graphalytics. Ends when no label changes,
 *  after `most` rounds at the latest. */
GrB_Info label_propagation(GrB_Vector *labels, int *rounds, GrB_Matrix A, int most);

/** communities(v), INT64: the smallest vertex of v's community by the Louvain method; and the
 *  modularity: the fraction of edges inside communities minus `resolution` times its expectation in
 *  a random graph. 0 in a graph without edges. GrB_INVALID_VALUE: the resolution is below 0,
 *  infinite or NaN. */
GrB_Info louvain(GrB_Vector *communities, double *modularity, GrB_Matrix A, double resolution,
                 uint64_t seed);
/** The Louvain method with A's values as weights, which are symmetric, too. GrB_INVALID_VALUE: a
 *  weight is below 0, or their sum is not finite. */
GrB_Info louvain_weighted(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                          double resolution, uint64_t seed);

/** parents(v), INT64: the vertex before v in a tree of its component; the root, the component's
 *  smallest vertex, is its own parent. */
GrB_Info spanning_forest(GrB_Vector *parents, GrB_Matrix A);

/** S, BOOL: the pattern of A and its transpose together, without loops, all values true. */
GrB_Info undirected_pattern(GrB_Matrix *S, GrB_Matrix A);

#ifdef __cplusplus
}
#endif
#endif
