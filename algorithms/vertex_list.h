/* Lists of vertices, and the paths that they are. */
#ifndef GRAPHBLAST_ALGORITHMS_VERTEX_LIST_H
#define GRAPHBLAST_ALGORITHMS_VERTEX_LIST_H

#include <GraphBLAS.h>

typedef struct {
    GrB_Index *vertices;
    GrB_Index count, room;
} VertexList;

GrB_Info gba_append(VertexList *list, GrB_Index vertex);
/* Reverses the vertices from position `first` on. */
void gba_reverse_from(VertexList *list, GrB_Index first);
void gba_free_list(VertexList *list);

/* Makes *path, INT64, of size n: entry k is the vertex k of the list. */
GrB_Info gba_put_path(GrB_Vector *path, const VertexList *list, GrB_Index n);

/* Checks a graph, its transpose and both ends of a path in it; *n: the vertices. */
GrB_Info gba_check_ends(GrB_Index *n, GrB_Matrix A, GrB_Matrix AT, GrB_Index source,
                        GrB_Index target);

#endif
