/** \file
    gba_paths.h: what algorithms find around given vertices: neighbourhoods, paths, walks. Part of
    <graphblast/algorithms.h>, whose page \ref algorithms says what holds for all functions. */

#ifndef GRAPHBLAST_GBA_PATHS_H
#define GRAPHBLAST_GBA_PATHS_H

#include <GraphBLAS.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GBA_PUBLIC_ __attribute__((visibility("default")))
#else
#define GBA_PUBLIC_
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The ego graph of a vertex (Freeman 1982): the vertices within a radius, and the edges between them.
    A breadth-first search of so many levels finds them.
    \param[out] ego  of A's type, n x n: the entries of A in rows and columns of these vertices.
    \param[out] levels  may be NULL; INT32: for each of these vertices its level, the number of edges on
        a shortest path from the centre.
    \param[in] A  any graph.
    \param[in] centre  a vertex.
    \param[in] radius  the largest level.
    \return GrB_INVALID_INDEX: centre is no vertex. */
GBA_PUBLIC_ GrB_Info gba_ego_graph(GrB_Matrix *ego, GrB_Vector *levels, GrB_Matrix A,
                                   GrB_Index centre, GrB_Index radius);

/** A path of fewest edges between two vertices, by breadth-first searches from both ends until they
    meet (Pohl 1971).
    \param[out] path  INT64, of size n: entry k is vertex k of the path, from source to target. No
        entry if there is no path.
    \param[in] A  any graph.
    \param[in] AT  A's transpose; A itself if A's pattern is symmetric.
    \param[in] source  a vertex.
    \param[in] target  a vertex; the path from a vertex to itself has one entry.
    \return GrB_DIMENSION_MISMATCH: AT has another size than A. GrB_INVALID_INDEX: source or target is
        no vertex. */
GBA_PUBLIC_ GrB_Info gba_shortest_path(GrB_Vector *path, GrB_Matrix A, GrB_Matrix AT,
                                       GrB_Index source, GrB_Index target);
/** A path of the least sum of weights between two vertices, by delta-stepping (Meyer and Sanders 2003)
    from both ends until no shorter path can be found (Pohl 1971).
    \param[out] path  as of gba_shortest_path.
    \param[out] distance  may be NULL; the sum of the weights, added from source on; infinite if there
        is no path, or if its length exceeds a double: then `path` has no entry.
    \param[in] A  any graph; its values are the weights, cast to FP64. Infinite weights are no edges.
    \param[in] AT  A's transpose, values too.
    \param[in] source  a vertex.
    \param[in] target  a vertex.
    \return The codes of gba_shortest_path. GrB_INVALID_VALUE: a weight is negative or NaN, or AT is
        found not to be A's transpose. */
GBA_PUBLIC_ GrB_Info gba_shortest_path_weighted(GrB_Vector *path, double *distance, GrB_Matrix A,
                                                GrB_Matrix AT, GrB_Index source, GrB_Index target);

/** Random walks from many roots at once: each step goes to a vertex that the last one has an edge to.
    In the first function edges are equally likely, in the second in proportion to their weights, A's
    values. Numbers are SplitMix64's (Steele et al. 2014). Copies A to plain arrays.
    \param[out] walks  INT64, count x (length + 1): entry (k, i) is the vertex of walk k after i steps,
        from roots[k] on. A walk ends early at a vertex without an edge out, or with weights of 0 alone.
    \param[in] A  any graph.
    \param[in] roots  vertices; one may be there several times. May be NULL if count is 0.
    \param[in] count  their number.
    \param[in] length  the most steps of a walk, at most GrB_INDEX_MAX.
    \param[in] seed  of the random numbers, which are the same on every machine and for any number of
        threads.
    \return GrB_INVALID_INDEX: a root is no vertex. GrB_INVALID_VALUE: a weight is below 0 or NaN, or
        their sum is not finite; or length is too large. */
///@{
GBA_PUBLIC_ GrB_Info gba_random_walks(GrB_Matrix *walks, GrB_Matrix A, const GrB_Index *roots,
                                      GrB_Index count, GrB_Index length, uint64_t seed);
GBA_PUBLIC_ GrB_Info gba_random_walks_weighted(GrB_Matrix *walks, GrB_Matrix A,
                                               const GrB_Index *roots, GrB_Index count,
                                               GrB_Index length, uint64_t seed);
///@}

#ifdef __cplusplus
}
#endif

#endif
