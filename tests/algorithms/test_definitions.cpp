/// Values that definitions of others give (LDBC Graphalytics, GAP), and inputs at the limits: long
/// paths, more shortest paths than a double holds, sums that an integer does not hold.

#include "algorithms/graphs.h"

#include <cmath>
#include <functional>
#include <graphblast/algorithms.h>
#include <limits>

namespace {

using namespace grb::tool;

/// A graph of edges (from, to), counted from 0.
struct Graph {
    Graph(GrB_Index n, const std::vector<std::pair<GrB_Index, GrB_Index>> &pairs,
          const std::vector<double> &weights = {}, GrB_Type type = GrB_FP64) {
        edges.nrows = edges.ncols = n;
        edges.field = weights.empty() ? Field::pattern : Field::real;
        for (const auto &[from, to] : pairs) {
            edges.rows.push_back(from);
            edges.cols.push_back(to);
        }
        for (const double weight : weights) edges.weights.push_back(weight);
        A = to_matrix(edges, type);
        EXPECT_EQ(gba_undirected_pattern(&S, A), GrB_SUCCESS);
    }
    ~Graph() {
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&S);
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;

    EdgeList edges;
    GrB_Matrix A = nullptr, S = nullptr;
};

void expect_near(const PerVertex<double> &given, const std::vector<double> &right, double within) {
    ASSERT_EQ(given.size(), right.size());
    for (size_t v = 0; v < right.size(); ++v) {
        ASSERT_TRUE(given[v].has_value()) << v;
        EXPECT_NEAR(*given[v], right[v], within) << v;
    }
}

PerVertex<double> rank_of(const Graph &g, const gba_PageRankParameters &parameters) {
    GrB_Matrix AT = nullptr;
    EXPECT_EQ(GrB_Matrix_new(&AT, GrB_FP64, g.edges.nrows, g.edges.nrows), GrB_SUCCESS);
    EXPECT_EQ(GrB_transpose(AT, nullptr, nullptr, g.A, nullptr), GrB_SUCCESS);
    int iterations = 0;
    PerVertex<double> rank = vector_of<double>(
        [&](GrB_Vector *w) { return gba_pagerank_with(w, &iterations, g.A, AT, &parameters); });
    GrB_Matrix_free(&AT);
    return rank;
}

/// Operations that the library has run since the last call.
std::uint64_t operations() {
    const auto field = static_cast<GrB_Field>(GrX_PICKS);
    std::size_t size = 0;
    EXPECT_EQ(GrB_Global_get_SIZE(GrB_GLOBAL, &size, field), GrB_SUCCESS);
    std::string text(size + 1, '\0');
    EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, text.data(), field), GrB_SUCCESS);
    EXPECT_EQ(GrB_Global_set_String(GrB_GLOBAL, "", field), GrB_SUCCESS);
    std::uint64_t sum = 0;
    for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1))
        sum += std::stoull(text.substr(at + 1));
    return sum;
}

/// 2 -> 4 -> 8 -> 2, 4 -> 2, 8 -> 16: the rank of 16, without edges out, goes to all.
TEST(PageRank, SpreadsOrDropsTheRankOfSinks) {
    const Graph g(4, {{0, 1}, {1, 0}, {1, 2}, {2, 0}, {2, 3}});
    expect_near(rank_of(g, {0.85, 1e-12, 1000, nullptr, 0, false, false}),
                {0.30048972, 0.32721841, 0.21086998, 0.16142189}, 1e-8);
    const Graph edge(2, {{0, 1}});
    expect_near(rank_of(edge, {0.85, 1e-12, 1000, nullptr, 0, true, false}), {0.075, 0.13875},
                1e-15);
    expect_near(rank_of(edge, {0.85, 1e-12, 1000, nullptr, 0, false, false}),
                {0.35087719, 0.64912281}, 1e-8);
}

/// Benchmarks fix the number of steps. Vertex 10 is isolated.
TEST(PageRank, TakesExactlySoManySteps) {
    const Graph g(11, {{0, 1},
                       {0, 6},
                       {1, 0},
                       {1, 2},
                       {2, 0},
                       {2, 3},
                       {3, 4},
                       {3, 5},
                       {4, 5},
                       {5, 3},
                       {5, 4},
                       {6, 3},
                       {7, 8},
                       {8, 7},
                       {8, 9}});
    const PerVertex<double> rank = rank_of(g, {0.85, 0, 10, nullptr, 0, false, false});
    ASSERT_EQ(rank.size(), 11u);
    EXPECT_NEAR(*rank[0], 0.05069305, 1e-8);
}

/// Rounding of the hub's sum keeps steps above any small bound; the textbook's iteration ends all
/// the same.
TEST(PageRank, TextbookEndsOnStars) {
    const EdgeList edges = load_graph(std::string("star:20000"));
    const double d = 0.85, n = 20000;
    const double hub = (1 - d) / n * (1 + d * (n - 1)) / (1 - d * d);
    EXPECT_NEAR(power_iteration(Adjacency(edges), {d})[0], hub, 1e-12);
}

/// 0 -> 2, 1 -> 2, 2 -> 1: 2 has 1 for a neighbour twice.
TEST(LabelPropagation, EdgesBothWaysCountTwice) {
    const Graph g(3, {{0, 2}, {1, 2}, {2, 1}});
    int rounds = 0;
    EXPECT_EQ(vector_of<int64_t>(
                  [&](GrB_Vector *w) { return gba_label_propagation(w, &rounds, g.A, 1); }),
              (PerVertex<int64_t>{2, 2, 1}));
    EXPECT_EQ(rounds, 1);
}

/// 0 -> 1 -> 2, 0 -> 2 and loops: one edge of two between the neighbours of each.
TEST(Clustering, DirectedPairs) {
    const Graph g(3, {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}});
    EXPECT_EQ(vector_of<double>(
                  [&](GrB_Vector *w) { return gba_clustering_coefficients_directed(w, g.A, g.S); }),
              (PerVertex<double>{0.5, 0.5, 0.5}));
}

/// A search in steps of the library would take as many as there are vertices.
TEST(StrongComponents, PathsAndRingsTakeFewOperations) {
    for (const char *const spec :
         {"path:100000,directed", "path:100000", "grid:300x300,directed"}) {
        const EdgeList edges = load_graph(std::string(spec));
        const Adjacency graph(edges);
        GrB_Matrix A = to_matrix(edges, GrB_BOOL);
        operations();
        const auto components =
            vector_of<int64_t>([&](GrB_Vector *w) { return gba_strong_components(w, A); });
        EXPECT_LT(operations(), 1000u) << spec;
        EXPECT_EQ(text_of(check_strong_components(graph, components)), "") << spec;
        GrB_Matrix_free(&A);
    }
    std::vector<std::pair<GrB_Index, GrB_Index>> ring;
    for (GrB_Index v = 0; v < 50000; ++v) ring.emplace_back(v, (v + 1) % 50000);
    const Graph g(50000, ring);
    operations();
    EXPECT_EQ(vector_of<int64_t>([&](GrB_Vector *w) { return gba_strong_components(w, g.A); }),
              PerVertex<int64_t>(50000, 0));
    EXPECT_LT(operations(), 1000u);
}

/// A giant component, which is found by products, beside small ones.
TEST(StrongComponents, GiantAndOthers) {
    const EdgeList edges = load_graph(std::string("kron:12,directed,seed=5"));
    const Adjacency graph(edges);
    GrB_Matrix A = to_matrix(edges, GrB_BOOL);
    const auto components =
        vector_of<int64_t>([&](GrB_Vector *w) { return gba_strong_components(w, A); });
    EXPECT_EQ(text_of(check_strong_components(graph, components)), "");
    GrB_Matrix_free(&A);
}

TEST(Centralities, LongPathsTakeFewOperations) {
    const EdgeList edges = load_graph(std::string("path:20000,directed"));
    const Adjacency graph(edges);
    GrB_Matrix A = to_matrix(edges, GrB_BOOL);
    const std::vector<uint64_t> sources = {0, 100, 19999};
    operations();
    const auto between = vector_of<double>(
        [&](GrB_Vector *w) { return gba_betweenness(w, A, sources.data(), sources.size()); });
    const auto close = vector_of<double>(
        [&](GrB_Vector *w) { return gba_closeness(w, A, sources.data(), sources.size()); });
    EXPECT_LT(operations(), 4000u);
    EXPECT_EQ(text_of(check_betweenness(graph, sources, between)), "");
    EXPECT_EQ(text_of(check_closeness(graph, sources, close)), "");
    EXPECT_EQ(between[1], 19998);           // 0 reaches 2 and all behind through it
    EXPECT_EQ(between[101], 2.0 * 19898.0); // both sources
    GrB_Matrix_free(&A);
}

/// Between the corners of this grid are 2^1072 shortest paths. Each path from the corner to a
/// vertex at distance d has d - 1 vertices between, so all values together are the sum of these.
TEST(Betweenness, MorePathsThanADoubleHolds) {
    const EdgeList edges = load_graph(std::string("grid:540x540,directed"));
    const Adjacency graph(edges);
    GrB_Matrix A = to_matrix(edges, GrB_BOOL);
    const uint64_t corner = 0;
    const auto between =
        vector_of<double>([&](GrB_Vector *w) { return gba_betweenness(w, A, &corner, 1); });
    EXPECT_EQ(text_of(check_betweenness(graph, {corner}, between)), "");
    const double m = 540;
    double sum = 0;
    for (const auto &value : between) sum += *value;
    EXPECT_NEAR(sum / (m * m * (m - 1) - (m * m - 1)), 1, 1e-12);
    GrB_Matrix_free(&A);
}

/// 180 layers of 64 vertices, each with edges to all of the next layer: there are 64^178 paths
/// from 40 sources. The vertices of a layer share the paths to all vertices of later layers.
TEST(Betweenness, MorePathsThanADoubleHoldsInWideLevels) {
    constexpr GrB_Index width = 64, layers = 180;
    std::vector<std::pair<GrB_Index, GrB_Index>> pairs;
    for (GrB_Index from = 0; from < width * (layers - 1); ++from)
        for (GrB_Index j = 0; j < width; ++j)
            pairs.emplace_back(from, (from / width + 1) * width + j);
    const Graph g(width * layers, pairs);
    std::vector<GrB_Index> sources(40);
    for (GrB_Index k = 0; k < 40; ++k) sources[k] = k;
    const auto between = vector_of<double>(
        [&](GrB_Vector *w) { return gba_betweenness(w, g.A, sources.data(), sources.size()); });
    ASSERT_EQ(between.size(), width * layers);
    for (GrB_Index v = 0; v < width * layers; ++v) {
        const double behind = v < width ? 0 : static_cast<double>(layers - 1 - v / width);
        ASSERT_NEAR(*between[v], 40 * behind, 1e-9 * (1 + 40 * behind)) << v;
    }
}

TEST(Centralities, OfNoSource) {
    const Graph g(3, {{0, 1}, {1, 2}});
    EXPECT_EQ(vector_of<double>([&](GrB_Vector *w) { return gba_betweenness(w, g.A, nullptr, 0); }),
              (PerVertex<double>{0, 0, 0}));
    EXPECT_EQ(vector_of<double>([&](GrB_Vector *w) { return gba_closeness(w, g.A, nullptr, 0); }),
              (PerVertex<double>{{}, {}, {}}));
}

/// A sum that the type does not hold is an error before it wraps.
TEST(Sssp, SumsDoNotWrap) {
    const Graph wraps(3, {{0, 1}, {1, 2}}, {2e9, 2e9}, GrB_INT32);
    const Graph fits(4, {{0, 1}, {1, 2}, {0, 3}}, {3, 4, 2e9}, GrB_INT32);
    const Graph largest(2, {{0, 1}}, {2147483647}, GrB_INT32);
    const Graph wide(3, {{0, 1}, {1, 2}}, {0x1p62, 0x1p62}, GrB_INT64);
    // The distance of 1 fits, but not what leads back from there.
    const Graph back(2, {{0, 1}, {1, 0}}, {2147483646, 2147483646}, GrB_INT32);
    using Run = std::function<GrB_Info(GrB_Vector *, GrB_Matrix, GrB_Type)>;
    const Run plain = [](GrB_Vector *w, GrB_Matrix A, GrB_Type type) {
        return gba_sssp(w, A, 0, type);
    };
    const Run stepping = [](GrB_Vector *w, GrB_Matrix A, GrB_Type type) {
        return gba_sssp_delta(w, A, 0, type, 10);
    };
    for (const Run &run : {plain, stepping}) {
        GrB_Vector w = nullptr;
        EXPECT_EQ(run(&w, wraps.A, GrB_INT32), GrB_INVALID_VALUE);
        EXPECT_EQ(run(&w, largest.A, GrB_INT32), GrB_INVALID_VALUE);
        EXPECT_EQ(run(&w, wide.A, GrB_INT64), GrB_INVALID_VALUE);
        EXPECT_EQ(run(&w, back.A, GrB_INT32), GrB_INVALID_VALUE);
        EXPECT_EQ(w, nullptr);
        for (const GrB_Type type : {GrB_INT64, GrB_FP64}) {
            EXPECT_EQ(vector_of<double>([&](GrB_Vector *v) { return run(v, wraps.A, type); }),
                      (PerVertex<double>{0, 2e9, 4e9}));
            EXPECT_EQ(vector_of<double>([&](GrB_Vector *v) { return run(v, largest.A, type); }),
                      (PerVertex<double>{0, 2147483647}));
        }
        EXPECT_EQ(vector_of<int64_t>([&](GrB_Vector *v) { return run(v, fits.A, GrB_INT32); }),
                  (PerVertex<int64_t>{0, 3, 7, 2000000000}));
    }
}

/// A double rounds 2^53 + 1 to 2^53; the bucket begins there all the same.
TEST(Sssp, NarrowBucketsOfLargeIntegers) {
    const Graph g(4, {{0, 1}, {1, 2}, {2, 3}}, {0x1p53, 1, 2}, GrB_INT64);
    for (const double delta : {0.5, 1.0, 3.0})
        EXPECT_EQ(vector_of<int64_t>(
                      [&](GrB_Vector *w) { return gba_sssp_delta(w, g.A, 0, GrB_INT64, delta); }),
                  (PerVertex<int64_t>{0, 9007199254740992, 9007199254740993, 9007199254740995}))
            << delta;
}

TEST(Sssp, RefusesNaN) {
    const Graph g(3, {{0, 1}, {1, 2}}, {1, std::numeric_limits<double>::quiet_NaN()});
    GrB_Vector w = nullptr;
    for (const GrB_Type type : {GrB_FP32, GrB_FP64}) {
        EXPECT_EQ(gba_sssp(&w, g.A, 0, type), GrB_INVALID_VALUE);
        EXPECT_EQ(gba_sssp_delta(&w, g.A, 0, type, 1), GrB_INVALID_VALUE);
    }
    EXPECT_EQ(w, nullptr);
}

} // namespace
