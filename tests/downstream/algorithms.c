/* Levels, ranks and components of a small graph, by the library of algorithms. */
#include <graphblast/algorithms.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the text of the error, where there is one. */
static void check(GrB_Info info) {
    const char *text = "";
    if (info >= GrB_SUCCESS) return;
    gba_error(&text);
    fprintf(stderr, "%s (code %d)\n", text, (int)info);
    exit(1);
}

/* Prints the progress of a function, and stops it in its third round. */
static bool watch(const gba_Progress *progress, void *data) {
    (void)data;
    printf("%s: %d of %d\n", progress->function, (int)progress->done, (int)progress->total);
    return progress->rounds == 2;
}

int main(void) {
    const GrB_Index from[] = {0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6};
    const GrB_Index to[] = {1, 3, 4, 6, 5, 0, 2, 5, 2, 2, 3, 4};
    const bool edge[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const GrB_Index n = 7, edges = 12;
    GrB_Matrix A = NULL, AT = NULL, S = NULL;
    GrB_Vector levels = NULL, ranks = NULL, components = NULL;
    int iterations = 0;
    int64_t triangles = 0;

    GrB_init(GrB_NONBLOCKING);
    GrB_Matrix_new(&A, GrB_BOOL, n, n);
    GrB_Matrix_build_BOOL(A, from, to, edge, edges, GrB_LOR);
    GrB_Matrix_new(&AT, GrB_BOOL, n, n);
    GrB_transpose(AT, NULL, NULL, A, NULL);

    check(gba_bfs_levels(&levels, A, 0));
    check(gba_pagerank(&ranks, &iterations, A, AT));
    check(gba_undirected_pattern(&S, A));
    check(gba_connected_components(&components, S));
    check(gba_triangle_count(&triangles, S));
    for (GrB_Index v = 0; v < n; v++) {
        int32_t level = -1, component = -1;
        double rank = 0;
        GrB_Vector_extractElement_INT32(&level, levels, v);
        GrB_Vector_extractElement_INT32(&component, components, v);
        GrB_Vector_extractElement_FP64(&rank, ranks, v);
        printf("vertex %d: level %d, rank %.4f, component %d\n", (int)v, (int)level, rank,
               (int)component);
    }
    printf("%d triangles\n", (int)triangles);

    GrB_Vector_free(&levels);
    if (gba_bfs_levels(&levels, A, 12) == GrB_INVALID_INDEX) {
        const char *text = NULL;
        gba_error(&text);
        printf("%s\n", text);
    }
    gba_watch(watch, NULL);
    if (gba_bfs_levels(&levels, A, 0) == GBA_STOPPED) {
        const char *text = NULL;
        gba_error(&text);
        printf("%s\n", text);
    }
    gba_watch(NULL, NULL);
    GrB_Vector_free(&ranks);
    GrB_Vector_free(&components);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&AT);
    GrB_Matrix_free(&S);
    return GrB_finalize() != GrB_SUCCESS;
}
