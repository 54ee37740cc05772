/** \file
    algorithms.h: graph algorithms in C, the library libgraphblast_algorithms.so. They call functions
    of the GraphBLAS C API 2.1, of this library or of another one. docs/guide/algorithms.md is the
    guide. For C (from C99) and C++. */

#ifndef GRAPHBLAST_ALGORITHMS_H
#define GRAPHBLAST_ALGORITHMS_H

#include "gba_paths.h"

#include <GraphBLAS.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** \page algorithms Graph algorithms

    - A graph is a square matrix A: the entry (i, j) is the edge from i to j. Vertices are numbers
      from 0 to n - 1, where n is the number of rows. A's values are of any predefined type; only
      gba_sssp, gba_sssp_delta and the functions whose names end in _weighted look at them.
    - An undirected graph is a matrix whose pattern is symmetric and, where a function says so, has
      no entry on its diagonal. gba_undirected_pattern makes one of any matrix. Symmetry is not
      checked: with another pattern a function ends, but what it answers means nothing.
    - Results are new objects, which the caller frees. They share nothing with the arguments, and no
      argument changes. Arguments may be the same object.
    - GrB_init comes before the first call. Threads may call functions at the same time under the
      rules of the C API: no two with an object that one of them changes.
    - Every function returns a GrB_Info: GrB_SUCCESS, or an error, and then all results are NULL or
      0. Each may return GrB_NULL_POINTER (a pointer to a result or to an array is NULL),
      GrB_UNINITIALIZED_OBJECT (A, say, is NULL or was freed), GrB_DIMENSION_MISMATCH (A is not
      square), GrB_DOMAIN_MISMATCH (A's values are of a user-defined type), GrB_OUT_OF_MEMORY, and
      any error of a GraphBLAS call that it makes. The comments name further ones. gba_error has the
      text.
    - A function returns GBA_STOPPED if the watch function asks for it (gba_watch). */

/** The text of the last error of a function of this header in the calling thread: the function, the
    argument and the values, such as "gba_bfs_levels: source is 12, A has 10 rows".
    \param[out] text  "" where the last call succeeded. It stays until the thread's next call.
    \return GrB_NULL_POINTER: text is NULL. */
GBA_PUBLIC_ GrB_Info gba_error(const char **text);

/** The code of a function that was stopped (gba_watch): an execution error beside those of the C API,
    which end at -106. It fits into a GrB_Info of C++, whose values have 8 bits. */
#define GBA_STOPPED ((GrB_Info)-120)

/** The work of a function so far. Later versions may append members. */
typedef struct {
    const char *function; /**< such as "gba_pagerank"; it outlives the program's calls */
    uint64_t rounds;      /**< the number of rounds done */
    uint64_t done;        /**< the part done: vertices, sources or rounds */
    uint64_t total;       /**< the largest possible `done`; 0: not known, and `done` is 0 */
} gba_Progress;

/** A function that the program provides to watch others.
    \param[in] progress  not NULL; only valid during the call.
    \param[in] data  as given to gba_watch.
    \return true to stop the watched function, which then returns GBA_STOPPED. */
typedef bool (*gba_Watch)(const gba_Progress *progress, void *data);

/** Watches the functions that the calling thread calls from now on. Each calls `watch` before each of
    its rounds, in that thread, and frees what it made if it is stopped. A round is a level, an
    iteration, the search from one source or, in gba_strong_components, 65,536 vertices; functions
    without rounds call it at least once. No GraphBLAS call is under way meanwhile: `watch`
    may call functions of GraphBLAS and of this header, but must not change the arguments of the
    watched one, and must not leave by longjmp or by a C++ exception. The text of gba_error stays.
    \param[in] watch  NULL: watch no longer.
    \param[in] data  handed to `watch`; may be NULL.
    \return GrB_SUCCESS. */
GBA_PUBLIC_ GrB_Info gba_watch(gba_Watch watch, void *data);

/** The levels of a breadth-first search: numbers of edges on shortest paths. After Yang 2019,
    Algorithm 1.
    \param[out] levels  INT32, n entries at most: none for a vertex without a path from source.
    \param[in] A  any graph.
    \param[in] source  a vertex; its level is 0.
    \return GrB_INVALID_INDEX: source is no vertex. */
GBA_PUBLIC_ GrB_Info gba_bfs_levels(GrB_Vector *levels, GrB_Matrix A, GrB_Index source);

/** The parents of a breadth-first search. After Yang 2019, Algorithm 1.
    \param[out] parents  for each vertex with a path from source the vertex before it on a shortest
        one, the smallest one possible; the source is its own parent. INT32, or INT64 for a graph of
        2^31 - 1 vertices or more.
    \param[in] A  any graph.
    \param[in] source  a vertex.
    \return GrB_INVALID_INDEX: source is no vertex. */
GBA_PUBLIC_ GrB_Info gba_bfs_parents(GrB_Vector *parents, GrB_Matrix A, GrB_Index source);

/** The lengths of shortest paths: the least sum of weights. Bellman and Ford's algorithm (Yang 2019,
    Algorithm 2), which goes on by delta-stepping (Meyer and Sanders 2003), with a delta of its own,
    where it relaxes most vertices several times.
    \param[out] distances  of the given type; no entry for a vertex without a path from source.
    \param[in] A  any graph; its values are the weights, cast to the type.
    \param[in] source  a vertex; its distance is 0.
    \param[in] type  GrB_INT32, GrB_INT64, GrB_FP32 or GrB_FP64. Infinite weights are no edges.
    \return GrB_INVALID_INDEX: source is no vertex. GrB_DOMAIN_MISMATCH: another type.
        GrB_INVALID_VALUE: a weight is negative or NaN, or a sum might exceed an integer type. */
GBA_PUBLIC_ GrB_Info gba_sssp(GrB_Vector *distances, GrB_Matrix A, GrB_Index source, GrB_Type type);
/** The lengths of shortest paths, by delta-stepping from the beginning.
    \param[out] distances  as of gba_sssp.
    \param[in] A  as of gba_sssp.
    \param[in] source  a vertex.
    \param[in] type  as of gba_sssp.
    \param[in] delta  above 0: the width of a bucket, in the unit of the weights.
    \return The codes of gba_sssp. GrB_INVALID_VALUE: also delta is 0 or less, or NaN. */
GBA_PUBLIC_ GrB_Info gba_sssp_delta(GrB_Vector *distances, GrB_Matrix A, GrB_Index source,
                                    GrB_Type type, double delta);

/** Numbers of gba_pagerank. */
enum {
    GBA_PAGERANK_MAX_ITERATIONS = 200 /**< the bound of its iterations */
};
/** Damping factor of gba_pagerank. */
#define GBA_PAGERANK_DAMPING 0.85
/** Tolerance of gba_pagerank. */
#define GBA_PAGERANK_TOLERANCE 1e-7

/** PageRank, with the damping factor, the tolerance and the bound above. A vertex without outgoing
    edges gives its rank to all vertices equally. After Yang 2019, Algorithm 3.
    \param[out] rank  FP64, full; the sum is 1.
    \param[out] iterations  may be NULL; GBA_PAGERANK_MAX_ITERATIONS where the tolerance may not have
        been reached.
    \param[in] A  any graph.
    \param[in] AT  A's transpose; A itself if A's pattern is symmetric.
    \return GrB_DIMENSION_MISMATCH: AT has another size than A. */
GBA_PUBLIC_ GrB_Info gba_pagerank(GrB_Vector *rank, int *iterations, GrB_Matrix A, GrB_Matrix AT);

/** Parameters of gba_pagerank_with and gba_pagerank_weighted. */
typedef struct {
    double damping;         /**< from 0 up to less than 1 */
    double tolerance;       /**< of the 1-norm of a step; 0: all iterations */
    int most_iterations;    /**< at least 1 */
    const GrB_Index *start; /**< distinct vertices where a walk restarts */
    GrB_Index starts;       /**< their number; 0: all vertices, and start may be NULL */
    bool drops_sinks;       /**< the rank of vertices without outgoing edges is lost, as in GAP */
    bool is_single;         /**< ranks have FP32, as in GAP; else FP64 */
} gba_PageRankParameters;
/** An initialiser of gba_PageRankParameters: those of gba_pagerank. */
#define GBA_PAGERANK_PARAMETERS                                                                    \
    {                                                                                              \
        GBA_PAGERANK_DAMPING, GBA_PAGERANK_TOLERANCE, GBA_PAGERANK_MAX_ITERATIONS, NULL, 0, false, \
            false                                                                                  \
    }

/** PageRank with parameters; with start, the personalised PageRank of Haveliwala 2002. The rank of
    vertices without outgoing edges restarts, too, or is lost.
    \param[out] rank  FP64 or FP32, full.
    \param[out] iterations  may be NULL.
    \param[in] A  any graph.
    \param[in] AT  A's transpose.
    \param[in] parameters  not NULL.
    \return GrB_DIMENSION_MISMATCH: AT has another size than A. GrB_INVALID_INDEX: a number in start
        is no vertex. GrB_INVALID_VALUE: a parameter is out of range or NaN, or start has a vertex
        twice. */
GBA_PUBLIC_ GrB_Info gba_pagerank_with(GrB_Vector *rank, int *iterations, GrB_Matrix A,
                                       GrB_Matrix AT, const gba_PageRankParameters *parameters);
/** PageRank in which a vertex divides its rank by the weights of its edges. A vertex whose weights are
    all 0 has no outgoing edges.
    \param[out] rank  FP64 or FP32, full.
    \param[out] iterations  may be NULL.
    \param[in] A  any graph; its values are the weights: 0 or more, with a finite sum.
    \param[in] AT  A's transpose, values too.
    \param[in] parameters  not NULL.
    \return The codes of gba_pagerank_with. GrB_INVALID_VALUE: also a weight is negative or NaN, or
        their sum is not finite. */
GBA_PUBLIC_ GrB_Info gba_pagerank_weighted(GrB_Vector *rank, int *iterations, GrB_Matrix A,
                                           GrB_Matrix AT, const gba_PageRankParameters *parameters);

/** Eigenvector centrality (Bonacich 1972): x = x + A'x, divided by its 2-norm, from equal values, with
    the steps of networkx. The second function takes AT's values as weights.
    \param[out] centrality  FP64, full; the 2-norm is 1.
    \param[out] iterations  may be NULL; `most` where the tolerance may not have been reached.
    \param[in] AT  the transpose of any graph; the graph itself if it is symmetric.
    \param[in] tolerance  it ends at a step with a 1-norm below n times this; 0: all iterations.
    \param[in] most  1 or more: the iterations that it may take.
    \return GrB_INVALID_VALUE: the tolerance is below 0 or NaN, or most is less than 1, or a weight is
        below 0 or NaN, or their sum is above 1e150. */
///@{
GBA_PUBLIC_ GrB_Info gba_eigenvector_centrality(GrB_Vector *centrality, int *iterations,
                                                GrB_Matrix AT, double tolerance, int most);
GBA_PUBLIC_ GrB_Info gba_eigenvector_centrality_weighted(GrB_Vector *centrality, int *iterations,
                                                         GrB_Matrix AT, double tolerance, int most);
///@}

/** Parameters of gba_katz_centrality. */
typedef struct {
    double alpha;        /**< 0 or more, below 1 over the largest eigenvalue of A */
    double beta;         /**< finite */
    double tolerance;    /**< as of gba_eigenvector_centrality */
    int most_iterations; /**< at least 1 */
} gba_KatzParameters;
/** Katz centrality (Katz 1953): x = alpha A'x + beta, by steps from x = 0. networkx divides it by its
    2-norm. The second function takes AT's values as weights.
    \param[out] centrality  FP64, full.
    \param[out] iterations  may be NULL; most_iterations where the tolerance may not have been reached.
    \param[in] AT  as of gba_eigenvector_centrality.
    \param[in] parameters  not NULL.
    \return GrB_INVALID_VALUE: a parameter is out of range or NaN, or values exceed a double, or weights
        are as of gba_eigenvector_centrality. */
///@{
GBA_PUBLIC_ GrB_Info gba_katz_centrality(GrB_Vector *centrality, int *iterations, GrB_Matrix AT,
                                         const gba_KatzParameters *parameters);
GBA_PUBLIC_ GrB_Info gba_katz_centrality_weighted(GrB_Vector *centrality, int *iterations,
                                                  GrB_Matrix AT,
                                                  const gba_KatzParameters *parameters);
///@}

/** Hubs and authorities (Kleinberg 1999), by steps from equal hubs: authorities = A' hubs, hubs = A
    authorities, each divided by its sum. The second function takes values as weights.
    \param[out] hubs  FP64, full; the sum is 1, or 0 in a graph without edges.
    \param[out] authorities  likewise.
    \param[out] iterations  may be NULL; `most` where the tolerance may not have been reached.
    \param[in] A  any graph.
    \param[in] AT  A's transpose.
    \param[in] tolerance  it ends at a step of the hubs with a 1-norm below this; 0: all iterations.
    \param[in] most  1 or more: the iterations that it may take.
    \return GrB_DIMENSION_MISMATCH: AT has another size than A. GrB_INVALID_VALUE: as of
        gba_eigenvector_centrality. */
///@{
GBA_PUBLIC_ GrB_Info gba_hits(GrB_Vector *hubs, GrB_Vector *authorities, int *iterations,
                              GrB_Matrix A, GrB_Matrix AT, double tolerance, int most);
GBA_PUBLIC_ GrB_Info gba_hits_weighted(GrB_Vector *hubs, GrB_Vector *authorities, int *iterations,
                                       GrB_Matrix A, GrB_Matrix AT, double tolerance, int most);
///@}

/** The number of triangles. After Yang 2019, Algorithm 4, and Schank 2007.
    \param[out] triangles  of three different vertices, each counted once.
    \param[in] A  an undirected graph; entries on the diagonal do not count.
    \return The codes of \ref algorithms. */
GBA_PUBLIC_ GrB_Info gba_triangle_count(int64_t *triangles, GrB_Matrix A);

/** Connected components. With a GraphBLAS that has GxB_Vector_extract_Vector and
    GxB_Vector_build_Vector after Afforest (Sutton et al. 2018): all data stay where the graph is.
    Else FastSV (Zhang et al. 2020), with arrays of 24 bytes a vertex.
    \param[out] components  full: the smallest vertex of each one's component. INT32, or INT64 for a
        graph of 2^31 - 1 vertices or more.
    \param[in] A  an undirected graph, loops or not.
    \return The codes of \ref algorithms. */
GBA_PUBLIC_ GrB_Info gba_connected_components(GrB_Vector *components, GrB_Matrix A);

/** Strongly connected components: the largest by two searches (Fleischer et al. 2000), the others by
    depth-first search (Tarjan 1972, Pearce 2016).
    \param[out] components  INT64, full: the smallest vertex of each one's component.
    \param[in] A  any graph.
    \return The codes of \ref algorithms. */
GBA_PUBLIC_ GrB_Info gba_strong_components(GrB_Vector *components, GrB_Matrix A);

/** Core numbers, by peeling (Matula and Beck 1983).
    \param[out] cores  INT64, full: the largest k such that the vertex is in a subgraph whose vertices
        all have k neighbours.
    \param[in] A  an undirected graph without loops.
    \return The codes of \ref algorithms. */
GBA_PUBLIC_ GrB_Info gba_core_numbers(GrB_Vector *cores, GrB_Matrix A);

/** The k-truss (Cohen 2008): the largest subgraph in which every edge is in at least k - 2 of its
    triangles. After Davis 2018.
    \param[out] truss  INT64, n x n: its edges, in both directions, with their numbers of triangles.
    \param[in] A  an undirected graph without loops.
    \param[in] k  3 or more.
    \return GrB_INVALID_VALUE: k is less than 3. */
GBA_PUBLIC_ GrB_Info gba_k_truss(GrB_Matrix *truss, GrB_Matrix A, int64_t k);

/** Clustering coefficients (Watts and Strogatz 1998).
    \param[out] coefficients  FP64, full: the fraction of pairs of a vertex's neighbours that are
        adjacent; 0 for a vertex with fewer than two neighbours.
    \param[in] A  an undirected graph without loops.
    \return The codes of \ref algorithms. */
GBA_PUBLIC_ GrB_Info gba_clustering_coefficients(GrB_Vector *coefficients, GrB_Matrix A);
/** Clustering coefficients of a directed graph, as LDBC Graphalytics (Iosup et al. 2016) defines them.
    \param[out] coefficients  FP64, full: the fraction of ordered pairs of a vertex's neighbours, by
        edges in or out, that have an edge.
    \param[in] A  any graph; loops do not count.
    \param[in] S  gba_undirected_pattern of A.
    \return GrB_DIMENSION_MISMATCH: S has another size than A. */
GBA_PUBLIC_ GrB_Info gba_clustering_coefficients_directed(GrB_Vector *coefficients, GrB_Matrix A,
                                                          GrB_Matrix S);

/** Similarity of adjacent vertices: common neighbours divided by all neighbours of the two (Jaccard
    1912), by the geometric mean of their degrees (the cosine, Salton and McGill 1983), and by the
    smaller degree (the overlap coefficient, Simpson 1943).
    \param[out] similarity  FP64, n x n: an entry for every edge whose ends have a common neighbour.
    \param[in] A  an undirected graph without loops.
    \return The codes of \ref algorithms. */
///@{
GBA_PUBLIC_ GrB_Info gba_jaccard(GrB_Matrix *similarity, GrB_Matrix A);
GBA_PUBLIC_ GrB_Info gba_cosine(GrB_Matrix *similarity, GrB_Matrix A);
GBA_PUBLIC_ GrB_Info gba_overlap(GrB_Matrix *similarity, GrB_Matrix A);
///@}

/** Betweenness centrality (Brandes 2001). Edges count one step, in their direction. Where a GPU may
    compute it takes 3 doubles for each source and vertex: sources in groups, whose results are added,
    take less.
    \param[out] centrality  FP64, full: the sum, over the sources and all vertices t, of the fraction
        of shortest paths from source to t that pass through the vertex. Numbers of paths have the
        precision of doubles, not their limit.
    \param[in] A  any graph.
    \param[in] sources  vertices; one that is there twice counts twice. May be NULL if count is 0.
    \param[in] count  their number.
    \return GrB_INVALID_INDEX: a source is no vertex. */
GBA_PUBLIC_ GrB_Info gba_betweenness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources,
                                     GrB_Index count);

/** Closeness centrality (Freeman 1978).
    \param[out] centrality  FP64, an entry for each source: with r other vertices reached along edges
        and s the sum of their distances, r / s times r / (n - 1); 0 if none is reached.
    \param[in] A  any graph; edges count one step.
    \param[in] sources  vertices. May be NULL if count is 0.
    \param[in] count  their number.
    \return GrB_INVALID_INDEX: a source is no vertex. */
GBA_PUBLIC_ GrB_Info gba_closeness(GrB_Vector *centrality, GrB_Matrix A, const GrB_Index *sources,
                                   GrB_Index count);

/** A maximal independent set (Luby 1986).
    \param[out] set  BOOL: true entries for pairwise non-adjacent vertices, to which no vertex can be
        added.
    \param[in] A  an undirected graph without loops.
    \param[in] seed  of the random numbers, which are the same on every machine.
    \return GrB_INVALID_VALUE: A has an entry on its diagonal. */
GBA_PUBLIC_ GrB_Info gba_independent_set(GrB_Vector *set, GrB_Matrix A, uint64_t seed);
/** Colours such that adjacent vertices have different ones, from independent sets (Osama et al. 2019).
    \param[out] colours  INT64, full: numbers from 0.
    \param[in] A  an undirected graph without loops.
    \param[in] seed  as of gba_independent_set.
    \return GrB_INVALID_VALUE: A has an entry on its diagonal. */
GBA_PUBLIC_ GrB_Info gba_colouring(GrB_Vector *colours, GrB_Matrix A, uint64_t seed);

/** Communities by label propagation (Raghavan et al. 2007). Every vertex begins with itself as label,
    and in each round takes its neighbours' most frequent label, the smallest of several. A neighbour
    by edges in and out counts twice, as in LDBC Graphalytics (Iosup et al. 2016).
    \param[out] labels  INT64, full.
    \param[out] rounds  may be NULL; `most` where labels may still have changed.
    \param[in] A  any graph; loops do not count.
    \param[in] most  0 or more: the rounds that it may take.
    \return GrB_INVALID_VALUE: most is less than 0. */
GBA_PUBLIC_ GrB_Info gba_label_propagation(GrB_Vector *labels, int *rounds, GrB_Matrix A, int most);

/** Communities by the Louvain method (Blondel et al. 2008). The same for any number of threads.
    \param[out] communities  INT64, full: the smallest vertex of each one's community.
    \param[out] modularity  may be NULL; the fraction of edges inside communities minus the resolution
        times its expectation in a random graph. 0 in a graph without edges.
    \param[in] A  an undirected graph without loops.
    \param[in] resolution  0 or more; with larger ones communities are smaller. 1 is usual.
    \param[in] seed  of the random numbers.
    \return GrB_INVALID_VALUE: the resolution is below 0, infinite or NaN, or A has 2^32 rows or more. */
GBA_PUBLIC_ GrB_Info gba_louvain(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                                 double resolution, uint64_t seed);
/** Communities of a graph with weights by the Louvain method.
    \param[out] communities  as of gba_louvain.
    \param[out] modularity  may be NULL; of weights in place of edges.
    \param[in] A  an undirected graph without loops; its values are the weights, the same both ways.
    \param[in] resolution  as of gba_louvain.
    \param[in] seed  of the random numbers.
    \return GrB_INVALID_VALUE: as gba_louvain, or a weight is below 0, or their sum is not finite. */
GBA_PUBLIC_ GrB_Info gba_louvain_weighted(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                                          double resolution, uint64_t seed);

/** Communities by the Leiden method (Traag et al. 2019), with Sahu's refinement (2023), twice:
    the second pass starts from the communities of the first. Each is connected; the modularity mostly
    exceeds that of gba_louvain. The same for any number of threads.
    \param[out] communities  INT64, full: the smallest vertex of each one's community.
    \param[out] modularity  as of gba_louvain; may be NULL.
    \param[in] A  an undirected graph without loops.
    \param[in] resolution  as of gba_louvain.
    \param[in] seed  of the random numbers.
    \return GrB_INVALID_VALUE: as gba_louvain. */
GBA_PUBLIC_ GrB_Info gba_leiden(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                                double resolution, uint64_t seed);
/** Communities of a graph with weights by the Leiden method.
    \param[out] communities  as of gba_leiden; connected by edges whose weights are not 0.
    \param[out] modularity  may be NULL; of weights in place of edges.
    \param[in] A  an undirected graph without loops; its values are the weights, the same both ways.
    \param[in] resolution  as of gba_louvain.
    \param[in] seed  of the random numbers.
    \return GrB_INVALID_VALUE: as gba_louvain_weighted. */
GBA_PUBLIC_ GrB_Info gba_leiden_weighted(GrB_Vector *communities, double *modularity, GrB_Matrix A,
                                         double resolution, uint64_t seed);

/** A spanning forest: a breadth-first search in every component.
    \param[out] parents  INT64, full: the vertex before each in a tree of its component; the root, the
        component's smallest vertex, is its own parent.
    \param[in] A  an undirected graph, loops or not.
    \return The codes of \ref algorithms. */
GBA_PUBLIC_ GrB_Info gba_spanning_forest(GrB_Vector *parents, GrB_Matrix A);

/** The undirected graph of a matrix.
    \param[out] S  BOOL, n x n: the pattern of A and its transpose together, without loops, all values
        true.
    \param[in] A  any graph.
    \return The codes of \ref algorithms. */
GBA_PUBLIC_ GrB_Info gba_undirected_pattern(GrB_Matrix *S, GrB_Matrix A);

#ifdef __cplusplus
}
#endif
#endif
