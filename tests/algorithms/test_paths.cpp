/// Neighbourhoods, paths and walks against textbook code, and on small graphs by hand.

#include "algorithms/functions.h"
#include "algorithms/graphs.h"
#include "paths.h"

#include <cmath>
#include <graphblast/algorithms.h>
#include <tuple>

namespace {

using namespace grb::tool;

/// A graph in the library's form, with its transpose, and the textbook's.
struct Graph {
    explicit Graph(const std::string &spec, GrB_Type type = GrB_FP64)
        : edges(load_graph(spec)), adjacency(edges), A(to_matrix(edges, type)) {
        EXPECT_EQ(GrB_Matrix_new(&AT, type, edges.nrows, edges.nrows), GrB_SUCCESS);
        EXPECT_EQ(GrB_transpose(AT, nullptr, nullptr, A, nullptr), GrB_SUCCESS);
    }
    ~Graph() {
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&AT);
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;

    EdgeList edges;
    Adjacency adjacency;
    GrB_Matrix A = nullptr, AT = nullptr;
};

struct Ego {
    PerEdge edges;
    PerVertex<int64_t> levels;
};

Ego ego_of(const Graph &g, uint64_t centre, uint64_t radius) {
    GrB_Matrix C = nullptr;
    Ego found;
    found.levels = vector_of<int64_t>(
        [&](GrB_Vector *w) { return gba_ego_graph(&C, w, g.A, centre, radius); });
    found.edges = to_edges(C);
    GrB_Matrix_free(&C);
    return found;
}

class Around : public testing::TestWithParam<const char *> {};

TEST_P(Around, EgoGraphsAgreeWithTextbook) {
    const Graph g(GetParam());
    const uint64_t n = g.edges.nrows;
    for (const uint64_t centre : {uint64_t{0}, n / 2, n - 1})
        for (const uint64_t radius : {0, 1, 2, 5, 1000000}) {
            const Ego found = ego_of(g, centre, radius);
            EXPECT_EQ(text_of(check_ego(g.adjacency, centre, radius, found.edges)), "");
            const std::vector<int64_t> right = queue_bfs(g.adjacency, centre);
            for (uint64_t v = 0; v < n; ++v) {
                const bool is_within = right[v] >= 0 && right[v] <= static_cast<int64_t>(radius);
                EXPECT_EQ(found.levels[v], is_within ? std::optional(right[v]) : std::nullopt) << v;
            }
        }
}

struct Found {
    PerVertex<int64_t> position;
    double distance = 0;
};

/// The positions of the vertices of a path.
Found path_of(const Graph &g, uint64_t source, uint64_t target, bool is_weighted) {
    Found found;
    GrB_Vector w = nullptr;
    EXPECT_EQ(is_weighted
                  ? gba_shortest_path_weighted(&w, &found.distance, g.A, g.AT, source, target)
                  : gba_shortest_path(&w, g.A, g.AT, source, target),
              GrB_SUCCESS);
    const PerVertex<int64_t> vertices = to_values<int64_t>(w);
    GrB_Vector_free(&w);
    found.position.resize(vertices.size());
    int64_t count = 0;
    for (; count < static_cast<int64_t>(vertices.size()); ++count) {
        const std::optional<int64_t> v = vertices[static_cast<size_t>(count)];
        if (!v) break;
        found.position[static_cast<size_t>(*v)] = count;
    }
    for (size_t k = static_cast<size_t>(count); k < vertices.size(); ++k)
        EXPECT_EQ(vertices[k], std::nullopt);
    if (!is_weighted) found.distance = count > 0 ? static_cast<double>(count - 1) : HUGE_VAL;
    return found;
}

TEST_P(Around, PathsAgreeWithTextbook) {
    const Graph g(GetParam());
    const uint64_t n = g.edges.nrows;
    for (const uint64_t source : {uint64_t{0}, n / 2, n - 1})
        for (const uint64_t target : {uint64_t{0}, n / 3, 2 * n / 3, n - 1})
            for (const bool is_weighted : {false, true}) {
                const Found found = path_of(g, source, target, is_weighted);
                EXPECT_EQ(text_of(check_path(g.adjacency, source, target, is_weighted,
                                             found.distance, found.position)),
                          "")
                    << source << ' ' << target << ' ' << is_weighted;
            }
}

PerEdge walks_of(GrB_Matrix A, const std::vector<uint64_t> &roots, uint64_t length, uint64_t seed,
                 bool is_weighted) {
    GrB_Matrix C = nullptr;
    const auto function = is_weighted ? gba_random_walks_weighted : gba_random_walks;
    EXPECT_EQ(function(&C, A, roots.data(), roots.size(), length, seed), GrB_SUCCESS);
    PerEdge walks = to_edges(C);
    GrB_Matrix_free(&C);
    return walks;
}

TEST_P(Around, WalksFollowEdges) {
    const Graph g(GetParam());
    const uint64_t n = g.edges.nrows;
    std::vector<uint64_t> roots = {n - 1, 0, n / 2, 0};
    for (uint64_t v = 0; v < n; v += n / 50 + 1) roots.push_back(v);
    for (const uint64_t length : {0, 1, 30})
        for (const bool is_weighted : {false, true}) {
            const PerEdge walks = walks_of(g.A, roots, length, 5, is_weighted);
            EXPECT_EQ(text_of(check_walks(g.adjacency, roots, length, is_weighted, walks)), "");
        }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Around,
                         testing::Values("path:1", "path:2", "path:57,w=1..9", "path:60,directed",
                                         "star:100,directed", "grid:9x11,w=1..255",
                                         "grid:12x10,directed,w=0..3", "grid:15x15,w=0..1",
                                         "grid:8x8,w=0..0", "kron:7,w=1..255",
                                         "kron:9,directed,seed=7", "er:300:900,directed",
                                         "er:300:300,directed,seed=3", "er:20:380", "er:30:0",
                                         "rgg:500,w=1..20", "like:300:2400:200,directed,w=1..9",
                                         GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx"));

/// The ego graph has the type of the graph, and its loops.
TEST(EgoGraph, KeepsTypesAndLoops) {
    for (const GrB_Type type : {GrB_BOOL, GrB_INT8, GrB_UINT64, GrB_FP32}) {
        GrB_Matrix A = nullptr, C = nullptr;
        int32_t expected = -1, found = -2;
        ASSERT_EQ(GrB_Matrix_new(&A, type, 4, 4), GrB_SUCCESS);
        for (const auto &[i, j] : {std::pair{0, 0}, {0, 1}, {1, 2}, {2, 0}, {1, 1}, {3, 3}})
            ASSERT_EQ(GrB_Matrix_setElement_FP64(A, 1, static_cast<GrB_Index>(i),
                                                 static_cast<GrB_Index>(j)),
                      GrB_SUCCESS);
        ASSERT_EQ(gba_ego_graph(&C, nullptr, A, 0, 1), GrB_SUCCESS);
        const PerEdge edges = to_edges(C);
        EXPECT_EQ(edges.rows, (std::vector<uint64_t>{0, 0, 1}));
        EXPECT_EQ(edges.cols, (std::vector<uint64_t>{0, 1, 1}));
        EXPECT_EQ(GrB_Matrix_get_INT32(A, &expected, GrB_EL_TYPE_CODE), GrB_SUCCESS);
        EXPECT_EQ(GrB_Matrix_get_INT32(C, &found, GrB_EL_TYPE_CODE), GrB_SUCCESS);
        EXPECT_EQ(found, expected);
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&C);
    }
}

/// A matrix with these edges.
GrB_Matrix made_of(GrB_Index n,
                   const std::vector<std::tuple<GrB_Index, GrB_Index, double>> &edges) {
    GrB_Matrix A = nullptr;
    EXPECT_EQ(GrB_Matrix_new(&A, GrB_FP64, n, n), GrB_SUCCESS);
    for (const auto &[from, to, weight] : edges)
        EXPECT_EQ(GrB_Matrix_setElement_FP64(A, weight, from, to), GrB_SUCCESS);
    return A;
}

PerVertex<int64_t> weighted_path(GrB_Matrix A, GrB_Index source, GrB_Index target,
                                 double *distance) {
    GrB_Matrix AT = nullptr;
    GrB_Index n = 0;
    EXPECT_EQ(GrB_Matrix_nrows(&n, A), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_new(&AT, GrB_FP64, n, n), GrB_SUCCESS);
    EXPECT_EQ(GrB_transpose(AT, nullptr, nullptr, A, nullptr), GrB_SUCCESS);
    const auto path = vector_of<int64_t>([&](GrB_Vector *w) {
        return gba_shortest_path_weighted(w, distance, A, AT, source, target);
    });
    GrB_Matrix_free(&AT);
    return path;
}

/// Sides meet first on 0 -> 1 -> 4 with 10 + 10, but 0 -> 2 -> 3 -> 4 has 3 + 12 + 3.
TEST(ShortestPath, FirstMeetingIsNotTheBest) {
    GrB_Matrix A =
        made_of(6, {{0, 1, 10}, {1, 4, 10}, {0, 2, 3}, {2, 3, 12}, {3, 4, 3}, {0, 0, 0}});
    double distance = 0;
    EXPECT_EQ(weighted_path(A, 0, 4, &distance), (PerVertex<int64_t>{0, 2, 3, 4, {}, {}}));
    EXPECT_EQ(distance, 18);
    EXPECT_EQ(weighted_path(A, 4, 0, &distance), PerVertex<int64_t>(6));
    EXPECT_EQ(distance, HUGE_VAL);
    EXPECT_EQ(weighted_path(A, 5, 5, &distance), (PerVertex<int64_t>{5, {}, {}, {}, {}, {}}));
    EXPECT_EQ(distance, 0);
    GrB_Matrix_free(&A);
}

/// Rings of weight 0 lead nowhere, and a weight that a sum does not notice is as good as 0.
TEST(ShortestPath, PassesRingsOfWeightZero) {
    GrB_Matrix A = made_of(8, {{0, 1, 1e20},
                               {1, 2, 0},
                               {2, 3, 0},
                               {3, 1, 0},
                               {3, 4, 1},
                               {4, 5, 0},
                               {5, 4, 0},
                               {5, 6, INFINITY},
                               {4, 7, 2}});
    double distance = 0;
    EXPECT_EQ(weighted_path(A, 0, 7, &distance), (PerVertex<int64_t>{0, 1, 2, 3, 4, 7, {}, {}}));
    EXPECT_EQ(distance, 1e20);
    EXPECT_EQ(weighted_path(A, 0, 6, &distance), PerVertex<int64_t>(8));
    GrB_Matrix_free(&A);
}

TEST(ShortestPath, InfiniteWeightsAreNoEdges) {
    const double infinite = HUGE_VAL;
    GrB_Matrix A = made_of(4, {{0, 1, infinite}, {0, 2, 1}, {2, 1, 1}, {1, 3, infinite}}),
               AT = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&AT, GrB_FP64, 4, 4), GrB_SUCCESS);
    ASSERT_EQ(GrB_transpose(AT, nullptr, nullptr, A, nullptr), GrB_SUCCESS);
    GrB_Vector w = nullptr;
    double distance = 0;
    GrB_Index count = 9;
    EXPECT_EQ(gba_shortest_path_weighted(&w, &distance, A, AT, 0, 1), GrB_SUCCESS);
    EXPECT_EQ(distance, 2);
    GrB_Vector_free(&w);
    EXPECT_EQ(gba_shortest_path_weighted(&w, &distance, A, AT, 0, 3), GrB_SUCCESS);
    EXPECT_EQ(distance, infinite);
    EXPECT_EQ(GrB_Vector_nvals(&count, w), GrB_SUCCESS);
    EXPECT_EQ(count, 0u);
    GrB_Vector_free(&w);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&AT);
}

TEST(ShortestPath, RefusesAnotherTranspose) {
    GrB_Matrix A = made_of(3, {{0, 1, 1}, {1, 2, 1}}), B = made_of(3, {{2, 1, 1}});
    GrB_Vector w = nullptr;
    double distance = 3;
    EXPECT_EQ(gba_shortest_path_weighted(&w, &distance, A, B, 0, 2), GrB_INVALID_VALUE);
    const char *why = nullptr;
    gba_error(&why);
    EXPECT_EQ(std::string(why), "gba_shortest_path_weighted: AT is not A's transpose: no edge on a "
                                "shortest path leads to 1");
    EXPECT_EQ(w, nullptr);
    EXPECT_EQ(distance, 0);
    EXPECT_EQ(GrB_Matrix_setElement_FP64(A, std::nan(""), 0, 1), GrB_SUCCESS);
    EXPECT_EQ(gba_shortest_path_weighted(&w, nullptr, A, B, 0, 2), GrB_INVALID_VALUE);
    gba_error(&why);
    EXPECT_EQ(std::string(why), "gba_shortest_path_weighted: A has a value that is NaN");
    EXPECT_EQ(GrB_Matrix_setElement_FP64(A, 1, 0, 1), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_setElement_FP64(B, -1, 1, 2), GrB_SUCCESS);
    EXPECT_EQ(gba_shortest_path_weighted(&w, nullptr, A, B, 0, 2), GrB_INVALID_VALUE);
    gba_error(&why);
    EXPECT_EQ(std::string(why),
              "gba_shortest_path_weighted: AT has the value -1; weights are 0 or more");
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&B);
}

/// Each neighbour of 0 gets its share of 60000 steps, within five standard deviations.
TEST(RandomWalks, StepsHaveTheirShares) {
    GrB_Matrix A =
        made_of(6, {{0, 1, 0}, {0, 2, 1}, {0, 3, 2}, {0, 4, 5}, {0, 5, 0}, {2, 0, 1}, {3, 0, 1}});
    const double steps = 60000;
    const std::vector<uint64_t> roots(60000, 0);
    for (const bool is_weighted : {false, true}) {
        std::vector<double> seen(6, 0);
        const PerEdge walks = walks_of(A, roots, 1, 11, is_weighted);
        for (size_t k = 0; k < walks.rows.size(); ++k)
            if (walks.cols[k] == 1) ++seen[static_cast<size_t>(walks.values[k])];
        const std::vector<double> shares = is_weighted
                                               ? std::vector<double>{0, 0, 0.125, 0.25, 0.625, 0}
                                               : std::vector<double>{0, 0.2, 0.2, 0.2, 0.2, 0.2};
        for (size_t v = 0; v < 6; ++v)
            EXPECT_NEAR(seen[v], shares[v] * steps,
                        5 * std::sqrt(steps * shares[v] * (1 - shares[v])))
                << v;
    }
    GrB_Matrix_free(&A);
}

/// Walks from the same root differ, and depend on neither threads nor other walks.
TEST(RandomWalks, AreTheSameForAnyNumberOfThreads) {
    const Graph g("kron:9,w=1..9,seed=4");
    const std::vector<uint64_t> roots(5000, 3);
    const auto threads = static_cast<GrB_Field>(GxB_GLOBAL_NTHREADS);
    int32_t before = 0;
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &before, threads), GrB_SUCCESS);
    for (const bool is_weighted : {false, true}) {
        std::vector<PerEdge> found;
        for (const int32_t count : {1, 2, 7}) {
            ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, count, threads), GrB_SUCCESS);
            found.push_back(walks_of(g.A, roots, 20, 9, is_weighted));
        }
        EXPECT_EQ(found[0].values, found[1].values);
        EXPECT_EQ(found[0].values, found[2].values);
        EXPECT_NE(found[0].values, walks_of(g.A, roots, 20, 10, is_weighted).values);
        EXPECT_EQ(walks_of(g.A, {3}, 20, 9, is_weighted).values,
                  std::vector<double>(found[0].values.begin(), found[0].values.begin() + 21));
        EXPECT_FALSE(std::equal(found[0].values.begin(), found[0].values.begin() + 21,
                                found[0].values.begin() + 21));
    }
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, before, threads), GrB_SUCCESS);
}

TEST(RandomWalks, FromNoRoot) {
    const Graph g("path:3");
    GrB_Matrix C = nullptr;
    GrB_Index rows = 1, columns = 0;
    ASSERT_EQ(gba_random_walks(&C, g.A, nullptr, 0, 4, 1), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_nrows(&rows, C), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_ncols(&columns, C), GrB_SUCCESS);
    EXPECT_EQ(rows, 0u);
    EXPECT_EQ(columns, 5u);
    GrB_Matrix_free(&C);
}

/// The checks find what is wrong.
TEST(Checks, NoticeWrongNeighbourhoods) {
    const Graph g("path:4");
    const PerEdge right = ego_of(g, 1, 1).edges;
    EXPECT_EQ(text_of(check_ego(g.adjacency, 1, 1, right)), "");
    EXPECT_NE(text_of(check_ego(g.adjacency, 1, 2, right)), "");
    EXPECT_NE(text_of(check_ego(g.adjacency, 2, 1, right)), "");
    const PerEdge walk = {{0, 0, 0}, {0, 1, 2}, {1, 2, 3}};
    EXPECT_EQ(text_of(check_walks(g.adjacency, {1}, 2, false, walk)), "");
    EXPECT_NE(text_of(check_walks(g.adjacency, {1}, 3, false, walk)), "");
    EXPECT_NE(text_of(check_walks(g.adjacency, {2}, 2, false, walk)), "");
    EXPECT_NE(text_of(check_walks(g.adjacency, {1, 1}, 2, false, walk)), "");
    EXPECT_NE(text_of(check_walks(g.adjacency, {1}, 1, false, {{0, 0}, {0, 1}, {1, 3}})), "");
    EXPECT_EQ(text_of(check_path(g.adjacency, 0, 2, false, 2, {0, 1, 2, {}})), "");
    EXPECT_NE(text_of(check_path(g.adjacency, 0, 2, false, 3, {0, 1, 2, {}})), "");
    EXPECT_NE(text_of(check_path(g.adjacency, 0, 2, false, 2, {0, {}, 1, {}})), "");
    EXPECT_NE(text_of(check_path(g.adjacency, 0, 2, false, 2, {0, 1, 3, {}})), "");
    EXPECT_NE(text_of(check_path(g.adjacency, 0, 2, false, 2, {2, 1, 0, {}})), "");
}

} // namespace
