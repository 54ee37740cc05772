/// The functions with usual arguments.
#include "algorithms/functions.h"

#include <graphblast/algorithms.h>
#include <gtest/gtest.h>
#include <string>

namespace grb::tool {

namespace {

constexpr gba_KatzParameters few = {
    .alpha = 0.01, .beta = 1, .tolerance = 1e-6, .most_iterations = 9};

/// A call that has authorities, too, if it succeeds.
auto make_hubs(GrB_Info (*hits)(GrB_Vector *, GrB_Vector *, int *, GrB_Matrix, GrB_Matrix, double,
                                int)) {
    return [hits](GrB_Vector *w, GrB_Matrix A) {
        GrB_Vector authorities = nullptr;
        const GrB_Info info = hits(w, &authorities, nullptr, A, A, 1e-3, 9);
        EXPECT_EQ(authorities != nullptr, info == GrB_SUCCESS);
        GrB_Vector_free(&authorities);
        return info;
    };
}

/// Functions that make a vector.
std::vector<Function> functions() {
    static const GrB_Index sources[] = {0, 1};
    return {
        {"gba_bfs_levels", "levels", [](auto w, auto A) { return gba_bfs_levels(w, A, 0); }},
        {"gba_bfs_parents", "parents", [](auto w, auto A) { return gba_bfs_parents(w, A, 0); }},
        {"gba_sssp", "distances", [](auto w, auto A) { return gba_sssp(w, A, 0, GrB_INT32); }},
        {"gba_sssp_delta", "distances",
         [](auto w, auto A) { return gba_sssp_delta(w, A, 0, GrB_FP64, 1); }},
        {"gba_shortest_path", "path",
         [](auto w, auto A) { return gba_shortest_path(w, A, A, 0, 1); }},
        {"gba_shortest_path_weighted", "path",
         [](auto w, auto A) { return gba_shortest_path_weighted(w, nullptr, A, A, 0, 1); }},
        {"gba_eigenvector_centrality", "centrality",
         [](auto w, auto A) { return gba_eigenvector_centrality(w, nullptr, A, 1e-3, 9); }, "AT"},
        {"gba_eigenvector_centrality_weighted", "centrality",
         [](auto w, auto A) { return gba_eigenvector_centrality_weighted(w, nullptr, A, 1e-3, 9); },
         "AT"},
        {"gba_katz_centrality", "centrality",
         [](auto w, auto A) { return gba_katz_centrality(w, nullptr, A, &few); }, "AT"},
        {"gba_katz_centrality_weighted", "centrality",
         [](auto w, auto A) { return gba_katz_centrality_weighted(w, nullptr, A, &few); }, "AT"},
        {"gba_hits", "hubs", make_hubs(gba_hits)},
        {"gba_hits_weighted", "hubs", make_hubs(gba_hits_weighted)},
        {"gba_pagerank", "rank", [](auto w, auto A) { return gba_pagerank(w, nullptr, A, A); }},
        {"gba_pagerank_with", "rank",
         [](auto w, auto A) { return gba_pagerank_with(w, nullptr, A, A, &usual); }},
        {"gba_pagerank_weighted", "rank",
         [](auto w, auto A) { return gba_pagerank_weighted(w, nullptr, A, A, &usual); }},
        {"gba_connected_components", "components", gba_connected_components},
        {"gba_strong_components", "components", gba_strong_components},
        {"gba_core_numbers", "cores", gba_core_numbers},
        {"gba_clustering_coefficients", "coefficients", gba_clustering_coefficients},
        {"gba_clustering_coefficients_directed", "coefficients",
         [](auto w, auto A) { return gba_clustering_coefficients_directed(w, A, A); }},
        {"gba_betweenness", "centrality",
         [](auto w, auto A) { return gba_betweenness(w, A, sources, 2); }},
        {"gba_closeness", "centrality",
         [](auto w, auto A) { return gba_closeness(w, A, sources, 2); }},
        {"gba_independent_set", "set", [](auto w, auto A) { return gba_independent_set(w, A, 1); }},
        {"gba_colouring", "colours", [](auto w, auto A) { return gba_colouring(w, A, 1); }},
        {"gba_label_propagation", "labels",
         [](auto w, auto A) { return gba_label_propagation(w, nullptr, A, 20); }},
        {"gba_louvain", "communities",
         [](auto w, auto A) { return gba_louvain(w, nullptr, A, 1, 1); }},
        {"gba_louvain_weighted", "communities",
         [](auto w, auto A) { return gba_louvain_weighted(w, nullptr, A, 1, 1); }},
        {"gba_leiden", "communities",
         [](auto w, auto A) { return gba_leiden(w, nullptr, A, 1, 1); }},
        {"gba_leiden_weighted", "communities",
         [](auto w, auto A) { return gba_leiden_weighted(w, nullptr, A, 1, 1); }},
        {"gba_spanning_forest", "parents", gba_spanning_forest},
    };
}

} // namespace

std::string text() {
    const char *found = nullptr;
    EXPECT_EQ(gba_error(&found), GrB_SUCCESS);
    return found;
}

PerEdge to_edges(GrB_Matrix A) {
    GrB_Index count = 0;
    EXPECT_EQ(GrB_Matrix_nvals(&count, A), GrB_SUCCESS);
    PerEdge edges{std::vector<uint64_t>(count), std::vector<uint64_t>(count),
                  std::vector<double>(count)};
    EXPECT_EQ(GrB_Matrix_extractTuples_FP64(edges.rows.data(), edges.cols.data(),
                                            edges.values.data(), &count, A),
              GrB_SUCCESS);
    return edges;
}

std::vector<Function> all_functions() {
    static int64_t triangles = 0;
    const auto as_matrix = [](GrB_Info (*make)(GrB_Matrix *, GrB_Matrix)) {
        return [make](GrB_Vector *w, GrB_Matrix A) {
            GrB_Matrix C = nullptr;
            const GrB_Info info = make(w == nullptr ? nullptr : &C, A);
            EXPECT_EQ(C != nullptr, info == GrB_SUCCESS);
            if (w != nullptr) *w = nullptr;
            GrB_Matrix_free(&C);
            return info;
        };
    };
    std::vector<Function> all = functions();
    all.push_back({"gba_triangle_count", "triangles", [](GrB_Vector *w, GrB_Matrix A) {
                       if (w != nullptr) *w = nullptr;
                       return gba_triangle_count(w == nullptr ? nullptr : &triangles, A);
                   }});
    all.push_back({"gba_k_truss", "truss",
                   as_matrix([](GrB_Matrix *C, GrB_Matrix A) { return gba_k_truss(C, A, 3); })});
    all.push_back({"gba_jaccard", "similarity", as_matrix(gba_jaccard)});
    all.push_back({"gba_cosine", "similarity", as_matrix(gba_cosine)});
    all.push_back({"gba_overlap", "similarity", as_matrix(gba_overlap)});
    all.push_back({"gba_ego_graph", "ego", as_matrix([](GrB_Matrix *C, GrB_Matrix A) {
                       return gba_ego_graph(C, nullptr, A, 0, 1);
                   })});
    all.push_back({"gba_random_walks", "walks", as_matrix([](GrB_Matrix *C, GrB_Matrix A) {
                       const GrB_Index roots[] = {0, 1};
                       return gba_random_walks(C, A, roots, 2, 5, 1);
                   })});
    all.push_back({"gba_random_walks_weighted", "walks", as_matrix([](GrB_Matrix *C, GrB_Matrix A) {
                       const GrB_Index roots[] = {0, 1};
                       return gba_random_walks_weighted(C, A, roots, 2, 5, 1);
                   })});
    all.push_back({"gba_undirected_pattern", "S", as_matrix(gba_undirected_pattern)});
    return all;
}

} // namespace grb::tool
