/// Shortest paths and components where their algorithms change course.

#include "algorithms/components.h"
#include "algorithms/graphs.h"
#include "algorithms/picks.h"
#include "algorithms/search_products.h"

#include <cmath>
#include <graphblast/algorithms.h>

namespace {

using namespace grb::tool;

TEST(SsspDelta, EveryDomain) {
    const EdgeList edges = load_graph(std::string("grid:12x15,w=1..255"));
    const Adjacency graph(edges);
    for (GrB_Type type : {GrB_INT32, GrB_INT64, GrB_FP32, GrB_FP64}) {
        GrB_Matrix A = to_matrix(edges, type);
        for (const double delta : {0.25, 40.5, 1e300})
            EXPECT_EQ(text_of(check_distances(graph, 17, vector_of<double>([&](GrB_Vector *w) {
                                                  return gba_sssp_delta(w, A, 17, type, delta);
                                              }))),
                      "");
        GrB_Vector w = nullptr;
        EXPECT_EQ(gba_sssp_delta(&w, A, 17, type, 0), GrB_INVALID_VALUE);
        EXPECT_EQ(gba_sssp_delta(&w, A, 999, type, 1), GrB_INVALID_INDEX);
        EXPECT_EQ(w, nullptr);
        GrB_Matrix_free(&A);
    }
}

/// A long grid, some of whose edges are heavier than a bucket is wide. A search that stays with
/// Bellman-Ford never asks for the least distance of a bucket.
TEST(Sssp, GoesOnWithBuckets) {
    for (const bool has_heavy : {false, true}) {
        for (GrB_Type type : {GrB_INT32, GrB_INT64, GrB_FP32, GrB_FP64}) {
            EdgeList edges = load_graph(std::string("grid:200x200,w=1..255"));
            const bool is_integer = type == GrB_INT32 || type == GrB_INT64;
            for (double &weight : edges.weights) {
                if (has_heavy && weight > 250) weight = 20000;
                if (!is_integer) weight /= 32768; // exact, and below 1
            }
            const Adjacency graph(edges);
            GrB_Matrix A = to_matrix(edges, type);
            reset_picks();
            const auto distances =
                vector_of<double>([&](GrB_Vector *w) { return gba_sssp(w, A, 0, type); });
            EXPECT_GT(picks("reduce:"), 12U);
            EXPECT_EQ(text_of(check_distances(graph, 0, distances)), "");
            GrB_Matrix_free(&A);
        }
    }
}

/// The width of a bucket would be infinite.
TEST(Sssp, StaysWithInfiniteWeights) {
    EdgeList edges = load_graph(std::string("grid:200x200,w=1..255"));
    for (double &weight : edges.weights)
        if (weight > 250) weight = INFINITY;
    const Adjacency graph(edges);
    GrB_Matrix A = to_matrix(edges, GrB_FP64);
    const auto distances =
        vector_of<double>([&](GrB_Vector *w) { return gba_sssp(w, A, 0, GrB_FP64); });
    EXPECT_EQ(text_of(check_distances(graph, 0, distances)), "");
    GrB_Matrix_free(&A);
}

/// Edges of weight 0 alone: every bucket is one wide.
TEST(Sssp, OfWeightsThatAreZero) {
    EdgeList edges = load_graph(std::string("grid:60x60,w=1..2"));
    for (double &weight : edges.weights) weight = 0;
    const Adjacency graph(edges);
    for (GrB_Type type : {GrB_INT32, GrB_FP64}) {
        GrB_Matrix A = to_matrix(edges, type);
        EXPECT_EQ(text_of(check_distances(graph, 0, vector_of<double>([&](GrB_Vector *w) {
                                              return gba_sssp(w, A, 0, type);
                                          }))),
                  "");
        GrB_Matrix_free(&A);
    }
}

/// No tree is ever large: vertex v belongs to clique v mod 120.
TEST(Components, OfManyEqualCliques) {
    constexpr GrB_Index cliques = 120, members = 16, n = cliques * members;
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_BOOL, n, n), GrB_SUCCESS);
    for (GrB_Index i = 0; i < n; i++) {
        for (GrB_Index j = (i + cliques) % n; j != i; j = (j + cliques) % n)
            ASSERT_EQ(GrB_Matrix_setElement_BOOL(A, true, i, j), GrB_SUCCESS);
    }
    PerVertex<int64_t> expected(n);
    for (GrB_Index v = 0; v < n; v++) expected[v] = static_cast<int64_t>(v % cliques);
    for (const auto components : {&gba_connected_components, &gba_components_by_arrays})
        EXPECT_EQ(vector_of<int64_t>([&](GrB_Vector *w) { return components(w, A); }), expected);
    GrB_Matrix_free(&A);
}

/// A clique of the vertices 5 to 40 and the edge 40 - 1: the largest tree has the root 5, which is
/// not the least vertex of its component.
TEST(Components, BearTheNameOfTheirLeastVertex) {
    constexpr GrB_Index n = 42;
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_BOOL, n, n), GrB_SUCCESS);
    const auto connect = [&](GrB_Index i, GrB_Index j) {
        ASSERT_EQ(GrB_Matrix_setElement_BOOL(A, true, i, j), GrB_SUCCESS);
        ASSERT_EQ(GrB_Matrix_setElement_BOOL(A, true, j, i), GrB_SUCCESS);
    };
    for (GrB_Index i = 5; i <= 40; i++)
        for (GrB_Index j = 5; j < i; j++) connect(i, j);
    connect(40, 1);
    PerVertex<int64_t> expected(n);
    for (GrB_Index v = 0; v < n; v++)
        expected[v] = v == 1 || (v >= 5 && v <= 40) ? 1 : static_cast<int64_t>(v);
    for (const auto components : {&gba_connected_components, &gba_components_by_arrays})
        EXPECT_EQ(vector_of<int64_t>([&](GrB_Vector *w) { return components(w, A); }), expected);
    GrB_Matrix_free(&A);
}

struct ByProducts {
    bool has_paths = false, has_distances = false;
    PerVertex<double> between, close;
};

/// Betweenness and closeness as on a GPU; nothing where products do not fit.
ByProducts by_products(GrB_Matrix A, const std::vector<GrB_Index> &sources) {
    ByProducts found;
    GrB_Index n = 0;
    EXPECT_EQ(GrB_Matrix_nrows(&n, A), GrB_SUCCESS);
    const PerVertex<double> between = vector_of<double>([&](GrB_Vector *w) {
        EXPECT_EQ(GrB_Vector_new(w, GrB_FP64, n), GrB_SUCCESS);
        return gba_betweenness_by_products(*w, &found.has_paths, A, sources.data(), sources.size(),
                                           n, GrB_INDEX_MAX);
    });
    if (found.has_paths) found.between = between;
    std::vector<double> reached(sources.size()), sums(sources.size());
    EXPECT_EQ(gba_distances_by_products(reached.data(), sums.data(), &found.has_distances, A,
                                        sources.data(), sources.size(), n, GrB_INDEX_MAX),
              GrB_SUCCESS);
    if (!found.has_distances) return found;
    found.close.resize(n);
    for (size_t k = 0; k < sources.size(); k++)
        found.close[sources[k]] =
            sums[k] > 0 ? reached[k] / sums[k] * reached[k] / static_cast<double>(n - 1) : 0;
    return found;
}

TEST(Searches, ByProducts) {
    for (const char *const spec : {"kron:9", "kron:8,directed", "rgg:700", "star:80", "path:50"}) {
        const EdgeList edges = load_graph(std::string(spec));
        const Adjacency graph(edges);
        GrB_Matrix A = to_matrix(edges, GrB_BOOL);
        std::vector<GrB_Index> sources;
        for (GrB_Index v = 0; v < edges.nrows; v += edges.nrows / 20 + 1) sources.push_back(v);
        const ByProducts found = by_products(A, sources);
        ASSERT_TRUE(found.has_paths && found.has_distances) << spec;
        EXPECT_EQ(text_of(check_betweenness(graph, sources, found.between)), "") << spec;
        EXPECT_EQ(text_of(check_closeness(graph, sources, found.close)), "") << spec;
        GrB_Matrix_free(&A);
    }
}

/// Products give up on the tiny levels of a long path, and on more paths than a double holds.
TEST(Searches, ByProductsThatDoNotFit) {
    GrB_Matrix A = to_matrix(load_graph(std::string("path:3000")), GrB_BOOL);
    const ByProducts found = by_products(A, {0, 100});
    EXPECT_FALSE(found.has_paths || found.has_distances);
    GrB_Matrix_free(&A);

    constexpr GrB_Index width = 64, layers = 180;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_BOOL, width * layers, width * layers), GrB_SUCCESS);
    for (GrB_Index from = 0; from < width * (layers - 1); ++from)
        for (GrB_Index j = 0; j < width; ++j)
            ASSERT_EQ(GrB_Matrix_setElement_BOOL(A, true, from, (from / width + 1) * width + j),
                      GrB_SUCCESS);
    std::vector<GrB_Index> sources(40);
    for (GrB_Index k = 0; k < 40; ++k) sources[k] = k;
    const ByProducts wide = by_products(A, sources);
    EXPECT_FALSE(wide.has_paths);
    EXPECT_TRUE(wide.has_distances);
    GrB_Matrix_free(&A);
}

/// Threads search on arrays. The path counts of a long
/// grid differ by more than a double rounds to, so another order of the sums would show.
TEST(Searches, DoNotDependOnThreads) {
    GrB_Matrix A = to_matrix(load_graph(std::string("grid:90x200")), GrB_BOOL);
    std::vector<GrB_Index> sources;
    for (GrB_Index k = 0; k < 23; k++) sources.push_back(k * 761);
    int32_t before = 0;
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &before, (GrB_Field)GxB_GLOBAL_NTHREADS),
              GrB_SUCCESS);
    std::vector<PerVertex<double>> between, close;
    for (const int32_t threads : {1, 3, 16}) {
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, threads, (GrB_Field)GxB_GLOBAL_NTHREADS),
                  GrB_SUCCESS);
        between.push_back(vector_of<double>(
            [&](GrB_Vector *w) { return gba_betweenness(w, A, sources.data(), sources.size()); }));
        close.push_back(vector_of<double>(
            [&](GrB_Vector *w) { return gba_closeness(w, A, sources.data(), sources.size()); }));
        EXPECT_EQ(between.back(), between.front()) << threads;
        EXPECT_EQ(close.back(), close.front()) << threads;
    }
    EXPECT_EQ(between.front().size(), 18000U);
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, before, (GrB_Field)GxB_GLOBAL_NTHREADS),
              GrB_SUCCESS);
    GrB_Matrix_free(&A);
}

} // namespace
