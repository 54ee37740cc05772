/* Breadth-first search by many processes. Each makes a share of the edges; the search is that of one process. */
#include <mpi.h>

#include <GraphBLAS.h>
#include <graphblast/grx_team.h>

#include <stdio.h>
#include <stdlib.h>

#define TRY(call)                                                             \
    do {                                                                      \
        if ((call) != GrB_SUCCESS) {                                          \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call); \
            MPI_Abort(MPI_COMM_WORLD, 1);                                     \
        }                                                                     \
    } while (0)

int main(int argc, char **argv) {
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    TRY(GrX_init_mpi(GrB_NONBLOCKING, &comm));

    /* Vertex v has edges to 2v + 1 and 2v + 2, a binary tree. This process makes those of its share of the vertices. */
    const GrB_Index n = (1 << 12) - 1, half = n / 2;
    const GrB_Index begin = half * (GrB_Index)rank / (GrB_Index)size,
                    end = half * (GrB_Index)(rank + 1) / (GrB_Index)size, edges = 2 * (end - begin);
    GrB_Index *from = malloc((edges + 1) * sizeof *from), *to = malloc((edges + 1) * sizeof *to);
    bool *ones = malloc(edges + 1);
    for (GrB_Index k = 0; k < edges; k++) {
        from[k] = begin + k / 2;
        to[k] = 2 * from[k] + 1 + k % 2;
        ones[k] = true;
    }
    GrB_Matrix graph;
    GrB_Vector level, frontier;
    TRY(GrB_Matrix_new(&graph, GrB_BOOL, n, n));
    TRY(GrX_Matrix_build_local(graph, from, to, ones, GrB_BOOL, edges, GrB_LOR));

    TRY(GrB_Vector_new(&level, GrB_INT32, n));
    TRY(GrB_Vector_new(&frontier, GrB_BOOL, n));
    TRY(GrB_Vector_setElement(frontier, true, 0));
    GrB_Index reached = 1;
    for (int32_t depth = 0; reached > 0; depth++) {
        TRY(GrB_assign(level, frontier, NULL, depth, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_vxm(frontier, level, NULL, GrB_LOR_LAND_SEMIRING_BOOL, frontier, graph,
                    GrB_DESC_RSC));
        TRY(GrB_Vector_nvals(&reached, frontier));
    }

    /* Each process looks at its own vertices. */
    GrB_Index own = n;
    GrB_Index *vertices = malloc(n * sizeof *vertices);
    int32_t *levels = malloc(n * sizeof *levels);
    TRY(GrX_Vector_extractTuples_local(vertices, levels, GrB_INT32, &own, level));
    unsigned long long wrong = 0, seen = own, all = 0;
    for (GrB_Index k = 0; k < own; k++) {
        int32_t depth = 0;
        for (GrB_Index v = vertices[k]; v > 0; v = (v - 1) / 2) depth++;
        wrong += levels[k] != depth;
    }
    MPI_Reduce(&seen, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, comm);
    if (rank == 0) printf("%llu of %llu vertices reached\n", all, (unsigned long long)n);

    free(from);
    free(to);
    free(ones);
    free(vertices);
    free(levels);
    TRY(GrB_Matrix_free(&graph));
    TRY(GrB_Vector_free(&level));
    TRY(GrB_Vector_free(&frontier));
    TRY(GrB_finalize());
    MPI_Finalize();
    return wrong != 0 || (rank == 0 && all != n);
}
