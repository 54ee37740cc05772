/// The graph algorithms against textbook code: on generated graphs, on the karate club, and on the
/// graphs of a folder where there is one (GRAPHBLAST_TEST_DATA).

#include "algorithms/components.h"
#include "algorithms/graphs.h"
#include "paths.h"
#include "test_data.h"

#include <algorithm>
#include <filesystem>
#include <graphblast/algorithms.h>

namespace {

using namespace grb::tool;

class Session : public testing::Environment {
public:
    void SetUp() override { ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS); }
    void TearDown() override { EXPECT_EQ(GrB_finalize(), GrB_SUCCESS); }
};

testing::Environment *const session = testing::AddGlobalTestEnvironment(new Session);

bool has_negative(const EdgeList &edges) {
    return std::any_of(edges.weights.begin(), edges.weights.end(), [](double w) { return w < 0; });
}

void check_searches(const Adjacency &graph, GrB_Matrix A, uint64_t source) {
    GrB_Vector w = nullptr;
    ASSERT_EQ(gba_bfs_levels(&w, A, source), GrB_SUCCESS);
    EXPECT_EQ(text_of(check_levels(graph, source, to_values<int64_t>(w))), "");
    GrB_Vector_free(&w);
    ASSERT_EQ(gba_bfs_parents(&w, A, source), GrB_SUCCESS);
    EXPECT_EQ(text_of(check_parents(graph, source, to_values<int64_t>(w))), "");
    GrB_Vector_free(&w);
    if (has_negative(graph.list)) return;
    ASSERT_EQ(gba_sssp(&w, A, source, GrB_FP64), GrB_SUCCESS);
    EXPECT_EQ(text_of(check_distances(graph, source, to_values<double>(w))), "");
    GrB_Vector_free(&w);
}

void check_all(const EdgeList &edges) {
    const Adjacency graph(edges);
    GrB_Matrix A = to_matrix(edges, GrB_FP64);
    check_searches(graph, A, busiest_row(graph.offsets));
    check_searches(graph, A, edges.nrows / 2);

    GrB_Matrix AT = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&AT, GrB_FP64, edges.nrows, edges.nrows), GrB_SUCCESS);
    ASSERT_EQ(GrB_transpose(AT, nullptr, nullptr, A, nullptr), GrB_SUCCESS);
    GrB_Vector w = nullptr;
    int iterations = 0;
    ASSERT_EQ(gba_pagerank(&w, &iterations, A, AT), GrB_SUCCESS);
    EXPECT_EQ(text_of(check_pagerank(graph, {GBA_PAGERANK_DAMPING}, to_values<double>(w))), "");
    EXPECT_GT(iterations, 0);
    EXPECT_LT(iterations, GBA_PAGERANK_MAX_ITERATIONS);
    GrB_Vector_free(&w);

    const EdgeList both = undirected(edges);
    const Adjacency symmetric(both);
    GrB_Matrix S = nullptr;
    ASSERT_EQ(gba_undirected_pattern(&S, A), GrB_SUCCESS);
    GrB_Index entries = 0;
    ASSERT_EQ(GrB_Matrix_nvals(&entries, S), GrB_SUCCESS);
    EXPECT_EQ(entries, both.size());
    int64_t triangles = -1;
    ASSERT_EQ(gba_triangle_count(&triangles, S), GrB_SUCCESS);
    EXPECT_EQ(text_of(check_triangles(symmetric, triangles)), "");
    for (const auto components : {&gba_connected_components, &gba_components_by_arrays}) {
        ASSERT_EQ(components(&w, S), GrB_SUCCESS);
        EXPECT_EQ(text_of(check_components(symmetric, to_values<int64_t>(w))), "");
        GrB_Vector_free(&w);
    }
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&AT);
    GrB_Matrix_free(&S);
}

class GeneratedGraph : public testing::TestWithParam<const char *> {};

TEST_P(GeneratedGraph, AgreesWithTextbook) {
    check_all(load_graph(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Algorithms, GeneratedGraph,
    testing::Values("kron:0", "path:1", "path:2", "path:257,w=1..9", "star:1000",
                    "star:500,directed", "path:300,directed", "grid:31x17,w=1..255",
                    "grid:40x50,directed,w=0..3", "kron:10,w=1..255", "kron:11,directed,seed=7",
                    "kron:13,w=1..1000", "rmat:9:4:0.3:0.3:0.2,directed,w=1..5", "er:1000:500",
                    "er:3000:40000,w=1..255", "er:2000:9000,directed,seed=3", "er:40:1560",
                    "er:50:0", "rgg:3000,w=1..20", "rgg:2000:0.01", "like:2000:16000:300",
                    "like:3000:9000:2500,directed,w=1..9"));

TEST(Karate, KnownResults) {
    const EdgeList edges = load_graph(std::string(GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx"));
    ASSERT_EQ(edges.nrows, 34u);
    ASSERT_EQ(edges.size(), 156u);
    check_all(edges);
    GrB_Matrix A = to_matrix(edges, GrB_BOOL);
    int64_t triangles = 0;
    ASSERT_EQ(gba_triangle_count(&triangles, A), GrB_SUCCESS);
    EXPECT_EQ(triangles, 45);
    GrB_Vector levels = nullptr;
    ASSERT_EQ(gba_bfs_levels(&levels, A, 0), GrB_SUCCESS);
    int64_t deepest = 0;
    ASSERT_EQ(GrB_Vector_reduce_INT64(&deepest, nullptr, GrB_MAX_MONOID_INT64, levels, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(deepest, 3);
    GrB_Vector_free(&levels);
    GrB_Matrix_free(&A);
}

TEST(Sssp, EveryDomain) {
    const EdgeList edges = load_graph(std::string("grid:20x30,w=1..255"));
    const Adjacency graph(edges);
    for (GrB_Type type : {GrB_INT32, GrB_INT64, GrB_FP32, GrB_FP64}) {
        GrB_Matrix A = to_matrix(edges, type);
        GrB_Vector w = nullptr;
        ASSERT_EQ(gba_sssp(&w, A, 17, type), GrB_SUCCESS);
        EXPECT_EQ(text_of(check_distances(graph, 17, to_values<double>(w))), "");
        GrB_Vector_free(&w);
        GrB_Matrix_free(&A);
    }
}

TEST(Sssp, RefusesNegativeWeightsAndOtherDomains) {
    GrB_Matrix A = to_matrix(load_graph(std::string("path:5,w=-3..-1")), GrB_INT32);
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_sssp(&w, A, 0, GrB_INT32), GrB_INVALID_VALUE);
    EXPECT_EQ(w, nullptr);
    EXPECT_EQ(gba_sssp(&w, A, 0, GrB_UINT8), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(w, nullptr);
    GrB_Matrix_free(&A);
}

TEST(Searches, ReportASourceOutOfRange) {
    GrB_Matrix A = to_matrix(load_graph(std::string("path:5")), GrB_INT32);
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_bfs_levels(&w, A, 5), GrB_INVALID_INDEX);
    EXPECT_EQ(gba_bfs_parents(&w, A, 5), GrB_INVALID_INDEX);
    EXPECT_EQ(gba_sssp(&w, A, 5, GrB_INT32), GrB_INVALID_INDEX);
    EXPECT_EQ(w, nullptr);
    GrB_Matrix_free(&A);
}

/// Explicit zeros are edges, and a weight of zero costs nothing.
TEST(Searches, ZeroWeightsAreEdges) {
    const EdgeList edges = load_graph(std::string("path:50,w=0..0"));
    check_all(edges);
}

TEST(RealGraphs, AgreeWithTextbook) {
    const std::filesystem::path folder = test_data();
    if (!std::filesystem::is_directory(folder))
        GTEST_SKIP() << folder << " is no folder; GRAPHBLAST_TEST_DATA names one with .mtx files";
    std::vector<std::filesystem::path> files;
    for (const auto &item : std::filesystem::directory_iterator(folder))
        if (item.path().filename().string().find(".mtx") != std::string::npos)
            files.push_back(item.path());
    std::sort(files.begin(), files.end());
    ASSERT_FALSE(files.empty());
    for (const std::filesystem::path &file : files) {
        SCOPED_TRACE(file.string());
        const EdgeList edges = load_graph(file.string());
        EXPECT_GT(edges.size(), 0u);
        if (edges.nrows == edges.ncols) check_all(edges);
    }
}

} // namespace
