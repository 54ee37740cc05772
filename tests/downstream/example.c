/* Breadth-first search from vertex 0: each level is one product of a vector and the graph. */
#include <GraphBLAS.h>
#include <stdio.h>

int main(void) {
    const GrB_Index from[] = {0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6};
    const GrB_Index to[] = {1, 3, 4, 6, 5, 0, 2, 5, 2, 2, 3, 4};
    const bool edge[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const GrB_Index n = 7, edges = 12;
    GrB_Matrix graph;
    GrB_Vector level, frontier;
    GrB_init(GrB_NONBLOCKING);
    GrB_Matrix_new(&graph, GrB_BOOL, n, n);
    GrB_Matrix_build(graph, from, to, edge, edges, GrB_LOR);
    GrB_Vector_new(&level, GrB_INT32, n);
    GrB_Vector_new(&frontier, GrB_BOOL, n);
    GrB_Vector_setElement(frontier, true, 0);
    GrB_Index reached = 1;
    for (int32_t depth = 0; reached > 0; depth++) {
        GrB_assign(level, frontier, NULL, depth, GrB_ALL, n, GrB_DESC_S);
        GrB_vxm(frontier, level, NULL, GrB_LOR_LAND_SEMIRING_BOOL, frontier, graph, GrB_DESC_RSC);
        GrB_Vector_nvals(&reached, frontier);
    }
    for (GrB_Index v = 0; v < n; v++) {
        int32_t depth = -1;
        if (GrB_Vector_extractElement(&depth, level, v) == GrB_SUCCESS)
            printf("vertex %d: level %d\n", (int)v, (int)depth);
    }
    return GrB_finalize() != GrB_SUCCESS;
}
