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

#ifdef __cplusplus
}
#endif

#endif
