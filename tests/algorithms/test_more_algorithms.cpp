/// The algorithms on structure, centrality and communities against textbook code, and on small
/// graphs by hand.

#include "algorithms/core_numbers.h"
#include "algorithms/functions.h"
#include "algorithms/graphs.h"
#include "algorithms/label_propagation.h"
#include "paths.h"

#include <cmath>
#include <functional>
#include <graphblast/algorithms.h>
#include <numeric>

namespace {

using namespace grb::tool;

/// A graph with its undirected pattern, both in the library's form and the textbook's.
struct Graph {
    explicit Graph(const std::string &spec)
        : edges(load_graph(spec)), both(undirected(edges)), directed(edges), symmetric(both),
          A(to_matrix(edges, GrB_FP64)) {
        EXPECT_EQ(gba_undirected_pattern(&S, A), GrB_SUCCESS);
    }
    ~Graph() {
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&S);
    }
    Graph(const Graph &) = delete;
    Graph &operator=(const Graph &) = delete;

    EdgeList edges, both;
    Adjacency directed, symmetric;
    GrB_Matrix A = nullptr, S = nullptr;
};

PerEdge matrix_of(const std::function<GrB_Info(GrB_Matrix *)> &algorithm) {
    GrB_Matrix C = nullptr;
    EXPECT_EQ(algorithm(&C), GrB_SUCCESS);
    if (C == nullptr) return {};
    PerEdge edges = to_edges(C);
    GrB_Matrix_free(&C);
    return edges;
}

class Structure : public testing::TestWithParam<const char *> {};

TEST_P(Structure, AgreesWithTextbook) {
    const Graph g(GetParam());
    EXPECT_EQ(text_of(check_cores(g.symmetric, vector_of<int64_t>([&](GrB_Vector *w) {
                                      return gba_core_numbers(w, g.S);
                                  }))),
              "");
    const uint64_t n = g.edges.nrows;
    EXPECT_EQ(text_of(check_cores(g.symmetric, vector_of<int64_t>([&](GrB_Vector *w) {
                                      EXPECT_EQ(GrB_Vector_new(w, GrB_INT64, n), GrB_SUCCESS);
                                      return gba_core_numbers_by_products(*w, g.S, n);
                                  }))),
              "");
    for (const int64_t k : {3, 4, 6})
        EXPECT_EQ(text_of(check_truss(g.symmetric, k, matrix_of([&](GrB_Matrix *C) {
                                          return gba_k_truss(C, g.S, k);
                                      }))),
                  "")
            << k;
    EXPECT_EQ(
        text_of(check_coefficients(g.symmetric, g.symmetric, vector_of<double>([&](GrB_Vector *w) {
                                       return gba_clustering_coefficients(w, g.S);
                                   }))),
        "");
    EXPECT_EQ(
        text_of(check_coefficients(g.directed, g.symmetric, vector_of<double>([&](GrB_Vector *w) {
                                       return gba_clustering_coefficients_directed(w, g.A, g.S);
                                   }))),
        "");
    const auto expect_similar = [&](Similarity kind, GrB_Info (*make)(GrB_Matrix *, GrB_Matrix)) {
        EXPECT_EQ(text_of(check_similarity(g.symmetric, kind,
                                           matrix_of([&](GrB_Matrix *C) { return make(C, g.S); }))),
                  "");
    };
    expect_similar(Similarity::jaccard, gba_jaccard);
    expect_similar(Similarity::cosine, gba_cosine);
    expect_similar(Similarity::overlap, gba_overlap);
}

TEST_P(Structure, GroupsAgreeWithTextbook) {
    const Graph g(GetParam());
    EXPECT_EQ(text_of(check_strong_components(g.directed, vector_of<int64_t>([&](GrB_Vector *w) {
                                                  return gba_strong_components(w, g.A);
                                              }))),
              "");
    EXPECT_EQ(text_of(check_forest(g.symmetric, vector_of<int64_t>([&](GrB_Vector *w) {
                                       return gba_spanning_forest(w, g.S);
                                   }))),
              "");
    for (const uint64_t seed : {1u, 7u}) {
        EXPECT_EQ(text_of(check_independent_set(g.symmetric, vector_of<int64_t>([&](GrB_Vector *w) {
                                                    return gba_independent_set(w, g.S, seed);
                                                }))),
                  "");
        EXPECT_EQ(text_of(check_colours(g.symmetric, vector_of<int64_t>([&](GrB_Vector *w) {
                                            return gba_colouring(w, g.S, seed);
                                        }))),
                  "");
    }
    for (const double resolution : {1.0, 0.5}) {
        double modularity = -1;
        const auto communities = vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_louvain(w, &modularity, g.S, resolution, 1); });
        EXPECT_EQ(text_of(check_communities(g.symmetric, resolution, modularity, communities)), "");
    }
    const auto check_labels_of = [&](const Adjacency &graph, GrB_Matrix A) {
        int rounds = 0;
        const auto labels = vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_label_propagation(w, &rounds, A, 10); });
        EXPECT_GT(rounds, 0);
        EXPECT_LE(rounds, 10);
        EXPECT_EQ(text_of(check_labels(graph, rounds, labels)), "");
        int rounds_by_products = 0;
        EXPECT_EQ(vector_of<int64_t>([&](GrB_Vector *w) {
                      EXPECT_EQ(GrB_Vector_new(w, GrB_INT64, graph.size()), GrB_SUCCESS);
                      return gba_labels_by_products(*w, &rounds_by_products, A, graph.size(), 10);
                  }),
                  labels);
        EXPECT_EQ(rounds_by_products, rounds);
    };
    check_labels_of(g.directed, g.A);
    check_labels_of(g.symmetric, g.S);
}

TEST_P(Structure, CentralityAgreesWithTextbook) {
    const Graph g(GetParam());
    const uint64_t n = g.edges.nrows;
    std::vector<uint64_t> sources;
    for (uint64_t v = 0; v < n && sources.size() < 20; v += n / 20 + 1) sources.push_back(v);
    EXPECT_EQ(text_of(check_betweenness(g.directed, sources, vector_of<double>([&](GrB_Vector *w) {
                                            return gba_betweenness(w, g.A, sources.data(),
                                                                   sources.size());
                                        }))),
              "");
    EXPECT_EQ(text_of(check_closeness(g.directed, sources, vector_of<double>([&](GrB_Vector *w) {
                                          return gba_closeness(w, g.A, sources.data(),
                                                               sources.size());
                                      }))),
              "");
}

TEST_P(Structure, ParametersAgreeWithTextbook) {
    const Graph g(GetParam());
    const uint64_t n = g.edges.nrows;
    for (const double delta : {0.5, 1.0, 7.0, 1e12})
        EXPECT_EQ(text_of(check_distances(g.directed, n / 2, vector_of<double>([&](GrB_Vector *w) {
                                              return gba_sssp_delta(w, g.A, n / 2, GrB_FP64, delta);
                                          }))),
                  "")
            << delta;
    GrB_Matrix AT = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&AT, GrB_FP64, n, n), GrB_SUCCESS);
    ASSERT_EQ(GrB_transpose(AT, nullptr, nullptr, g.A, nullptr), GrB_SUCCESS);
    const std::vector<uint64_t> starts =
        n > 2 ? std::vector<uint64_t>{0, n - 1} : std::vector<uint64_t>{0};
    for (const bool drops : {false, true}) {
        gba_PageRankParameters parameters = {0.5,           1e-10, 500,  starts.data(),
                                             starts.size(), drops, false};
        int iterations = 0;
        const auto rank = vector_of<double>(
            [&](GrB_Vector *w) { return gba_pagerank_with(w, &iterations, g.A, AT, &parameters); });
        EXPECT_EQ(text_of(check_pagerank(g.directed, {0.5, starts, drops}, rank, 1e-9)), "");
        EXPECT_LT(iterations, 500);
        parameters.is_single = true;
        parameters.tolerance = 1e-5;
        int32_t type = 0;
        const auto single = vector_of<double>([&](GrB_Vector *w) {
            const GrB_Info info = gba_pagerank_with(w, &iterations, g.A, AT, &parameters);
            EXPECT_EQ(GrB_Vector_get_INT32(*w, &type, GrB_EL_TYPE_CODE), GrB_SUCCESS);
            return info;
        });
        EXPECT_EQ(type, GrB_FP32_CODE);
        EXPECT_EQ(text_of(check_pagerank(g.directed, {0.5, starts, drops}, single, 3e-5)), "");
        EXPECT_LT(iterations, 500);
    }
    GrB_Matrix_free(&AT);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Structure,
                         testing::Values("path:1", "path:2", "path:57,w=1..9", "path:60,directed",
                                         "star:100", "star:100,directed", "grid:9x11,w=1..255",
                                         "grid:12x10,directed,w=0..3", "kron:0", "kron:7,w=1..255",
                                         "kron:9,directed,seed=7", "er:300:900,directed",
                                         "er:300:300,directed,seed=3", "er:20:380", "er:30:0",
                                         "er:400:2400,w=1..9", "rgg:500,w=1..20",
                                         "like:300:2400:200,directed,w=1..9",
                                         GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx",
                                         GRAPHBLAST_SOURCE_DIR "/tests/data/community.mtx"));

/// The checks do not look through the neighbours of a hub for each of its edges, which here would
/// take 10^10 steps: a star of 100,001 vertices and the edges of a path through its leaves.
TEST(Checks, OfTrianglesAtAHub) {
    constexpr uint64_t leaves = 100000;
    EdgeList edges = load_graph("star:" + std::to_string(leaves + 1));
    for (uint64_t v = 1; v < leaves; ++v) {
        edges.rows.push_back(v);
        edges.cols.push_back(v + 1);
    }
    const EdgeList both = undirected(edges);
    const Adjacency graph(both);
    EXPECT_EQ(count_triangles(graph), static_cast<int64_t>(leaves - 1));
    const auto common = common_neighbours(graph, std::vector<bool>(both.size(), true));
    EXPECT_EQ(std::accumulate(common.begin(), common.end(), int64_t{0}),
              static_cast<int64_t>(6 * (leaves - 1)));
    EXPECT_EQ(*std::max_element(common.begin(), common.end()), 2);
}

/// Threads share the vertices that leave together, if these are many: all leaves of a star at once
/// lower the degree of the same vertex.
TEST(Cores, OfSeveralThreads) {
    int32_t before = 0;
    const auto field = static_cast<GrB_Field>(GxB_GLOBAL_NTHREADS);
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &before, field), GrB_SUCCESS);
    for (const char *const spec : {"star:700000", "kron:17"}) {
        const Graph g(spec);
        for (const int32_t threads : {1, 2, 8}) {
            ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, threads, field), GrB_SUCCESS);
            const auto cores =
                vector_of<int64_t>([&](GrB_Vector *w) { return gba_core_numbers(w, g.S); });
            EXPECT_EQ(text_of(check_cores(g.symmetric, cores)), "") << spec << threads;
        }
    }
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, before, field), GrB_SUCCESS);
}

/// Zachary's karate club, from the literature: the largest core is 4, the mean coefficient 0.5706,
/// and the largest betweenness 0.4376 is that of its first vertex.
TEST(Karate, KnownStructure) {
    const Graph g(GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx");
    const auto cores = vector_of<int64_t>([&](GrB_Vector *w) { return gba_core_numbers(w, g.S); });
    EXPECT_EQ(std::count(cores.begin(), cores.end(), std::optional<int64_t>(4)), 10);
    EXPECT_EQ(*std::max_element(cores.begin(), cores.end()), 4);
    double sum = 0;
    for (const auto &c :
         vector_of<double>([&](GrB_Vector *w) { return gba_clustering_coefficients(w, g.S); }))
        sum += *c;
    EXPECT_NEAR(sum / 34, 0.5706, 5e-5);
    std::vector<uint64_t> all(34);
    for (uint64_t v = 0; v < 34; ++v) all[v] = v;
    const auto between = vector_of<double>(
        [&](GrB_Vector *w) { return gba_betweenness(w, g.S, all.data(), all.size()); });
    EXPECT_NEAR(*between[0] / (33 * 32), 0.4376, 5e-5);
    const auto close = vector_of<double>(
        [&](GrB_Vector *w) { return gba_closeness(w, g.S, all.data(), all.size()); });
    EXPECT_NEAR(*close[0], 0.5690, 5e-5);
}

/// 0 -> 1 -> 2 -> 0, 2 -> 3 -> 4 -> 3, 5.
TEST(StrongComponents, ByHand) {
    const std::vector<GrB_Index> from = {0, 1, 2, 2, 3, 4};
    const std::vector<GrB_Index> to = {1, 2, 0, 3, 4, 3};
    const std::vector<double> ones(6, 1);
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, 6, 6), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_build_FP64(A, from.data(), to.data(), ones.data(), 6, nullptr),
              GrB_SUCCESS);
    const auto components =
        vector_of<int64_t>([&](GrB_Vector *w) { return gba_strong_components(w, A); });
    EXPECT_EQ(components, (PerVertex<int64_t>{0, 0, 0, 3, 3, 5}));
    GrB_Matrix_free(&A);
}

TEST(Algorithms, RefuseWhatTheyCannotDo) {
    const Graph g("path:5");
    GrB_Matrix C = nullptr;
    EXPECT_EQ(gba_k_truss(&C, g.S, 2), GrB_INVALID_VALUE);
    EXPECT_EQ(C, nullptr);
    int iterations = 0;
    double modularity = 0;
    const double nan = std::nan("");
    for (const gba_PageRankParameters &wrong :
         {gba_PageRankParameters{1.5, 1e-7, 9, nullptr, 0, false, false},
          {1, 1e-7, 9, nullptr, 0, false, false},
          {-0.1, 1e-7, 9, nullptr, 0, false, false},
          {nan, 1e-7, 9, nullptr, 0, false, false},
          {0.85, nan, 9, nullptr, 0, false, false},
          {0.85, -1, 9, nullptr, 0, false, false},
          {0.85, 1e-7, 0, nullptr, 0, false, false}}) {
        GrB_Vector rank = nullptr;
        EXPECT_EQ(gba_pagerank_with(&rank, &iterations, g.A, g.A, &wrong), GrB_INVALID_VALUE);
        EXPECT_EQ(rank, nullptr);
    }
    for (const double resolution : {-1.0, nan, HUGE_VAL}) {
        GrB_Vector groups = nullptr;
        EXPECT_EQ(gba_louvain(&groups, &modularity, g.S, resolution, 1), GrB_INVALID_VALUE);
        EXPECT_EQ(groups, nullptr);
    }
    const uint64_t outside = 5;
    GrB_Vector w = nullptr;
    EXPECT_EQ(gba_betweenness(&w, g.S, &outside, 1), GrB_INVALID_INDEX);
    EXPECT_EQ(gba_closeness(&w, g.S, &outside, 1), GrB_INVALID_INDEX);
    EXPECT_EQ(w, nullptr);
}

/// The karate club's best modularity is 0.4198; two cliques joined by an edge are two communities.
TEST(Louvain, KnownCommunities) {
    const Graph g(GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx");
    double best = 0;
    for (const uint64_t seed : {1u, 2u, 3u, 4u}) {
        double modularity = 0;
        vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_louvain(w, &modularity, g.S, 1, seed); });
        best = std::max(best, modularity);
        EXPECT_GT(modularity, 0.37);
        EXPECT_LT(modularity, 0.4199);
    }
    EXPECT_GT(best, 0.40);

    std::vector<GrB_Index> from, to;
    for (GrB_Index i = 0; i < 10; ++i)
        for (GrB_Index j = 0; j < 10; ++j)
            if (i != j && (i / 5 == j / 5 || (i + j == 9 && i / 4 == 1 && j / 4 == 1))) {
                from.push_back(i);
                to.push_back(j);
            }
    const std::vector<double> ones(from.size(), 1);
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, 10, 10), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_build_FP64(A, from.data(), to.data(), ones.data(), ones.size(), nullptr),
              GrB_SUCCESS);
    ASSERT_EQ(from.size(), 42u);
    double modularity = 0;
    EXPECT_EQ(
        vector_of<int64_t>([&](GrB_Vector *w) { return gba_louvain(w, &modularity, A, 1, 1); }),
        (PerVertex<int64_t>{0, 0, 0, 0, 0, 5, 5, 5, 5, 5}));
    EXPECT_NEAR(modularity, 40.0 / 42 - 0.5, 1e-12);
    GrB_Matrix_free(&A);
}

/// 0, 1 and 2 are a triangle, 3 and 4 are neighbours of 0 alone; 5 has none.
TEST(Similarities, ByHand) {
    const std::vector<GrB_Index> from = {0, 0, 0, 0, 1, 1, 2, 2, 3, 4};
    const std::vector<GrB_Index> to = {1, 2, 3, 4, 0, 2, 0, 1, 0, 0};
    const std::vector<double> ones(from.size(), 1);
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, 6, 6), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_build_FP64(A, from.data(), to.data(), ones.data(), ones.size(), nullptr),
              GrB_SUCCESS);
    const auto values = [&](GrB_Info (*make)(GrB_Matrix *, GrB_Matrix)) {
        const PerEdge found = matrix_of([&](GrB_Matrix *C) { return make(C, A); });
        EXPECT_EQ(found.rows, (std::vector<uint64_t>{0, 0, 1, 1, 2, 2}));
        EXPECT_EQ(found.cols, (std::vector<uint64_t>{1, 2, 0, 2, 0, 1}));
        return found.values;
    };
    // The degrees are 4, 2 and 2, and each edge of the triangle has one common neighbour.
    const double fifth = 1.0 / 5, third = 1.0 / 3, root = 1 / std::sqrt(8);
    const auto expect = [](const std::vector<double> &found, const std::vector<double> &right) {
        ASSERT_EQ(found.size(), right.size());
        for (size_t k = 0; k < right.size(); ++k) EXPECT_NEAR(found[k], right[k], 1e-15) << k;
    };
    expect(values(gba_jaccard), {fifth, fifth, fifth, third, fifth, third});
    expect(values(gba_cosine), {root, root, root, 0.5, root, 0.5});
    expect(values(gba_overlap), {0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
    GrB_Matrix_free(&A);
}

/// The checks find what is wrong.
TEST(Checks, NoticeWrongResults) {
    const Graph g("path:4");
    EXPECT_NE(text_of(check_cores(g.symmetric, {1, 1, 1, 2})), "");
    EXPECT_NE(text_of(check_independent_set(g.symmetric, {1, {}, {}, {}})), "");
    EXPECT_NE(text_of(check_independent_set(g.symmetric, {1, 1, {}, {}})), "");
    EXPECT_EQ(text_of(check_independent_set(g.symmetric, {1, {}, {}, 1})), "");
    EXPECT_NE(text_of(check_colours(g.symmetric, {0, 0, 1, 0})), "");
    EXPECT_NE(text_of(check_colours(g.symmetric, {2, 1, 0, 1})), "");
    EXPECT_EQ(text_of(check_colours(g.symmetric, {0, 1, 0, 1})), "");
    EXPECT_NE(text_of(check_forest(g.symmetric, {0, 0, 3, 3})), "");
    EXPECT_NE(text_of(check_forest(g.symmetric, {1, 0, 1, 2})), "");
    EXPECT_NE(text_of(check_forest(g.symmetric, {0, 0, 0, 2})), "");
    EXPECT_EQ(text_of(check_forest(g.symmetric, {0, 0, 1, 2})), "");
    EXPECT_NE(text_of(check_similarity(g.symmetric, Similarity::jaccard, {{0}, {1}, {0.5}})), "");
    EXPECT_EQ(text_of(check_similarity(g.symmetric, Similarity::cosine, {})), "");
    EXPECT_NE(text_of(check_closeness(g.symmetric, {0}, {0.5, 0.5, {}, {}})), "");
    EXPECT_EQ(text_of(check_closeness(g.symmetric, {0}, {0.5, {}, {}, {}})), "");
}

} // namespace
