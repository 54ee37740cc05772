/* Every function of the library of algorithms on a small graph. Prints sums of their results, which are the same with every
 * GraphBLAS. */
#include <graphblast/algorithms.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 100, most_edges = 320 };

static void check(GrB_Info info, const char *name) {
    const char *text = "";
    if (info >= GrB_SUCCESS) return;
    gba_error(&text);
    printf("%s: %s (code %d)\n", name, text, (int)info);
    exit(1);
}

/* Sums do not depend on the order of entries. */
static void show(const char *name, GrB_Info info, GrB_Vector w) {
    GrB_Index index[n], count = n;
    double value[n], sum = 0, moment = 0;
    check(info, name);
    check(GrB_Vector_extractTuples_FP64(index, value, &count, w), "extractTuples");
    for (GrB_Index k = 0; k < count; k++) {
        sum += value[k];
        moment += value[k] * (double)(index[k] + 1);
    }
    printf("%s: %d entries, %.6g, %.6g\n", name, (int)count, sum, moment);
    GrB_Vector_free(&w);
}

static void show_matrix(const char *name, GrB_Info info, GrB_Matrix C) {
    GrB_Vector sums = NULL;
    check(info, name);
    check(GrB_Vector_new(&sums, GrB_FP64, n), "GrB_Vector_new");
    info = GrB_Matrix_reduce_Monoid(sums, NULL, NULL, GrB_PLUS_MONOID_FP64, C, NULL);
    show(name, info, sums);
    GrB_Matrix_free(&C);
}

static void show_walks(const char *name, GrB_Info info, GrB_Matrix C) {
    GrB_Index step[3 * 21], vertex[3 * 21], count = 3 * 21;
    double value[3 * 21], sum = 0;
    check(info, name);
    check(GrB_Matrix_extractTuples_FP64(vertex, step, value, &count, C), "extractTuples");
    for (GrB_Index k = 0; k < count; k++) sum += value[k] * (double)(21 * vertex[k] + step[k] + 1);
    printf("%s: %d entries, %.6g\n", name, (int)count, sum);
    GrB_Matrix_free(&C);
}

/* Entries at random positions, with values from 1 to 9; half of them go both ways. */
static GrB_Matrix random_graph(void) {
    GrB_Index from[most_edges], to[most_edges], edges = 0;
    double weight[most_edges];
    GrB_Matrix A = NULL;
    uint32_t state = 1;
    for (int k = 0; k < most_edges / 2; k++) {
        state = state * 1664525u + 1013904223u;
        const GrB_Index u = (state >> 8) % n, v = (state >> 16) % n;
        const double w = 1 + (state >> 24) % 9;
        for (unsigned way = 0; way <= (state >> 30) % 2; way++) {
            from[edges] = way ? v : u;
            to[edges] = way ? u : v;
            weight[edges++] = w;
        }
    }
    check(GrB_Matrix_new(&A, GrB_FP64, n, n), "GrB_Matrix_new");
    check(GrB_Matrix_build_FP64(A, from, to, weight, edges, GrB_MIN_FP64), "GrB_Matrix_build");
    return A;
}

/* A path has so many small levels that betweenness and closeness search on arrays, in threads. */
static void path(void) {
    const GrB_Index sources[] = {0, 40, 99};
    GrB_Matrix A = NULL;
    GrB_Vector w = NULL;
    check(GrB_Matrix_new(&A, GrB_BOOL, n, n), "GrB_Matrix_new");
    for (GrB_Index v = 0; v + 1 < n; v++)
        check(GrB_Matrix_setElement_BOOL(A, true, v, v + 1), "GrB_Matrix_setElement");
    GrB_Info info = gba_betweenness(&w, A, sources, 3);
    show("betweenness of a path", info, w);
    info = gba_closeness(&w, A, sources, 3);
    show("closeness of a path", info, w);
    GrB_Matrix_free(&A);
}

/* Centralities by power iteration. */
static void centralities(GrB_Matrix A, GrB_Matrix AT) {
    const gba_KatzParameters parameters = {0.01, 1, 1e-9, 500};
    GrB_Vector w = NULL, authorities = NULL;
    int count = 0;
    GrB_Info info = gba_eigenvector_centrality(&w, &count, AT, 1e-6, 500);
    show("eigenvector_centrality", info, w);
    info = gba_eigenvector_centrality_weighted(&w, NULL, AT, 1e-6, 500);
    show("eigenvector_centrality_weighted", info, w);
    info = gba_katz_centrality(&w, &count, AT, &parameters);
    show("katz_centrality", info, w);
    info = gba_katz_centrality_weighted(&w, NULL, AT, &parameters);
    show("katz_centrality_weighted", info, w);
    info = gba_hits(&w, &authorities, &count, A, AT, 1e-6, 500);
    show("hits hubs", info, w);
    show("hits authorities", info, authorities);
    info = gba_hits_weighted(&w, &authorities, NULL, A, AT, 1e-6, 500);
    show("hits_weighted hubs", info, w);
    show("hits_weighted authorities", info, authorities);
}

/* Functions of any graph. */
static void directed(GrB_Matrix A, GrB_Matrix AT, GrB_Matrix S) {
    const GrB_Index sources[] = {0, 7, 21};
    gba_PageRankParameters parameters = GBA_PAGERANK_PARAMETERS;
    GrB_Vector w = NULL;
    GrB_Matrix C = NULL;
    double distance = 0;
    int count = 0;
    GrB_Info info = gba_bfs_levels(&w, A, 21);
    show("bfs_levels", info, w);
    info = gba_bfs_parents(&w, A, 21);
    show("bfs_parents", info, w);
    info = gba_sssp(&w, A, 21, GrB_FP64);
    show("sssp", info, w);
    info = gba_sssp_delta(&w, A, 21, GrB_INT32, 4);
    show("sssp_delta", info, w);
    info = gba_pagerank(&w, &count, A, AT);
    show("pagerank", info, w);
    parameters.start = sources;
    parameters.starts = 3;
    info = gba_pagerank_with(&w, &count, A, AT, &parameters);
    show("pagerank_with", info, w);
    info = gba_pagerank_weighted(&w, NULL, A, AT, &parameters);
    show("pagerank_weighted", info, w);
    centralities(A, AT);
    info = gba_shortest_path(&w, A, AT, 21, 7);
    show("shortest_path", info, w);
    info = gba_shortest_path_weighted(&w, &distance, A, AT, 21, 7);
    show("shortest_path_weighted", info, w);
    printf("distance: %.6g\n", distance);
    info = gba_random_walks(&C, A, sources, 3, 20, 1);
    show_walks("random_walks", info, C);
    info = gba_random_walks_weighted(&C, A, sources, 3, 20, 1);
    show_walks("random_walks_weighted", info, C);
    info = gba_ego_graph(&C, &w, A, 21, 2);
    show("ego_graph levels", info, w);
    show_matrix("ego_graph", info, C);
    info = gba_strong_components(&w, A);
    show("strong_components", info, w);
    info = gba_clustering_coefficients_directed(&w, A, S);
    show("clustering_coefficients_directed", info, w);
    info = gba_betweenness(&w, A, sources, 3);
    show("betweenness", info, w);
    info = gba_closeness(&w, A, sources, 3);
    show("closeness", info, w);
    info = gba_label_propagation(&w, &count, A, 20);
    show("label_propagation", info, w);
}

/* Functions of undirected graphs: S has the edges, W weights, too. */
static void undirected(GrB_Matrix S, GrB_Matrix W) {
    GrB_Vector w = NULL;
    GrB_Matrix C = NULL;
    int64_t triangles = 0;
    double modularity = 0;
    check(gba_triangle_count(&triangles, S), "triangle_count");
    printf("triangle_count: %d\n", (int)triangles);
    GrB_Info info = gba_connected_components(&w, S);
    show("connected_components", info, w);
    info = gba_core_numbers(&w, S);
    show("core_numbers", info, w);
    info = gba_k_truss(&C, S, 3);
    show_matrix("k_truss", info, C);
    info = gba_clustering_coefficients(&w, S);
    show("clustering_coefficients", info, w);
    info = gba_jaccard(&C, S);
    show_matrix("jaccard", info, C);
    info = gba_cosine(&C, S);
    show_matrix("cosine", info, C);
    info = gba_overlap(&C, S);
    show_matrix("overlap", info, C);
    info = gba_independent_set(&w, S, 1);
    show("independent_set", info, w);
    info = gba_colouring(&w, S, 1);
    show("colouring", info, w);
    info = gba_louvain(&w, &modularity, S, 1, 1);
    show("louvain", info, w);
    printf("modularity: %.6f\n", modularity);
    info = gba_louvain_weighted(&w, &modularity, W, 1, 1);
    show("louvain_weighted", info, w);
    printf("modularity: %.6f\n", modularity);
    info = gba_leiden(&w, &modularity, S, 1, 1);
    show("leiden", info, w);
    printf("modularity: %.6f\n", modularity);
    info = gba_leiden_weighted(&w, &modularity, W, 1, 1);
    show("leiden_weighted", info, w);
    printf("modularity: %.6f\n", modularity);
    info = gba_spanning_forest(&w, S);
    show("spanning_forest", info, w);
}

/* Counts rounds, and stops in the third. */
static bool stop(const gba_Progress *progress, void *data) {
    ++*(int *)data;
    return progress->rounds == 2;
}

/* Searches and ranks end in their third round. */
static void watched(GrB_Matrix A, GrB_Matrix AT) {
    GrB_Vector w = NULL;
    const char *text = NULL;
    int rounds = 0;
    check(gba_watch(stop, &rounds), "watch");
    if (gba_bfs_levels(&w, A, 21) == GBA_STOPPED && w == NULL && gba_error(&text) == GrB_SUCCESS)
        printf("%s\n", text);
    if (gba_pagerank(&w, NULL, A, AT) == GBA_STOPPED && w == NULL &&
        gba_error(&text) == GrB_SUCCESS)
        printf("%s\n", text);
    check(gba_watch(NULL, NULL), "watch");
    printf("%d rounds watched\n", rounds);
}

int main(void) {
    GrB_Matrix AT = NULL, S = NULL, W = NULL;
    GrB_Vector w = NULL;
    const char *text = NULL;
    check(GrB_init(GrB_NONBLOCKING), "GrB_init");
    GrB_Matrix A = random_graph();
    check(GrB_Matrix_new(&AT, GrB_FP64, n, n), "GrB_Matrix_new");
    check(GrB_transpose(AT, NULL, NULL, A, NULL), "GrB_transpose");
    check(gba_undirected_pattern(&S, A), "undirected_pattern");
    check(GrB_Matrix_new(&W, GrB_FP64, n, n), "GrB_Matrix_new");
    check(GrB_Matrix_eWiseAdd_BinaryOp(W, NULL, NULL, GrB_PLUS_FP64, A, AT, NULL), "GrB_eWiseAdd");
    check(GrB_Matrix_select_INT64(W, NULL, NULL, GrB_OFFDIAG, W, 0, NULL), "GrB_select");
    directed(A, AT, S);
    undirected(S, W);
    path();
    watched(A, AT);
    if (gba_bfs_levels(&w, A, n) == GrB_INVALID_INDEX && gba_error(&text) == GrB_SUCCESS)
        printf("%s\n", text);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&AT);
    GrB_Matrix_free(&S);
    GrB_Matrix_free(&W);
    return GrB_finalize() != GrB_SUCCESS;
}
