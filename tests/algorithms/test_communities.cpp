/// Communities by modularity: what holds for every graph, whatever the order of moves.

#include "algorithms/graphs.h"
#include "paths.h"

#include <graphblast/algorithms.h>

namespace {

using namespace grb::tool;

/// A graph with its undirected pattern.
struct Undirected {
    explicit Undirected(const std::string &spec)
        : both(undirected(load_graph(spec))), symmetric(both) {
        GrB_Matrix A = to_matrix(both, GrB_FP64);
        EXPECT_EQ(gba_undirected_pattern(&S, A), GrB_SUCCESS);
        GrB_Matrix_free(&A);
    }
    ~Undirected() { GrB_Matrix_free(&S); }
    Undirected(const Undirected &) = delete;
    Undirected &operator=(const Undirected &) = delete;

    EdgeList both;
    Adjacency symmetric; // of `both`
    GrB_Matrix S = nullptr;
};

int32_t threads() {
    int32_t count = 0;
    EXPECT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &count, (GrB_Field)GxB_GLOBAL_NTHREADS),
              GrB_SUCCESS);
    return count;
}

void set_threads(int32_t count) {
    EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, count, (GrB_Field)GxB_GLOBAL_NTHREADS), GrB_SUCCESS);
}

TEST(Communities, DoNotDependOnThreads) {
    const Undirected g("kron:12");
    const int32_t before = threads();
    std::vector<PerVertex<int64_t>> found, parts;
    for (const int32_t count : {1, 2, 5}) {
        set_threads(count);
        double modularity = 0;
        found.push_back(vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_louvain(w, &modularity, g.S, 1, 3); }));
        EXPECT_EQ(text_of(check_communities(g.symmetric, 1, modularity, found.back())), "");
        EXPECT_EQ(found.back(), found.front()) << count;
        parts.push_back(vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_leiden(w, &modularity, g.S, 1, 3); }));
        EXPECT_EQ(parts.back(), parts.front()) << count;
    }
    EXPECT_EQ(found.front().size(), 4096U);
    EXPECT_EQ(parts.front().size(), 4096U);
    set_threads(before);
}

/// Symmetry is not checked: vertices that run after one another still end somewhere.
TEST(Communities, EndWithoutSymmetry) {
    GrB_Matrix A = to_matrix(load_graph(std::string("kron:8,directed")), GrB_FP64);
    for (const uint64_t seed : {1U, 2U, 3U}) {
        double modularity = -2;
        const auto found = vector_of<int64_t>(
            [&](GrB_Vector *w) { return gba_louvain(w, &modularity, A, 1, seed); });
        EXPECT_EQ(found.size(), 256U);
        EXPECT_EQ(vector_of<int64_t>([&](GrB_Vector *w) {
                      return gba_leiden(w, nullptr, A, 1, seed);
                  }).size(),
                  256U);
        EXPECT_LE(modularity, 1);
        EXPECT_GE(modularity, -1);
    }
    GrB_Matrix_free(&A);
}

/// One pass finds about as much as Louvain's method: 0.997 to 1.004 of it on these graphs.
TEST(LeidenPasses, RaiseTheModularity) {
    for (const char *const spec : {"grid:100x100", "kron:11"}) {
        const Undirected g(spec);
        double once = 0, twice = 0;
        for (const uint64_t seed : {1, 2}) {
            double other = 0, modularity = 0;
            vector_of<int64_t>([&](GrB_Vector *w) { return gba_louvain(w, &other, g.S, 1, seed); });
            vector_of<int64_t>(
                [&](GrB_Vector *w) { return gba_leiden(w, &modularity, g.S, 1, seed); });
            once += other;
            twice += modularity;
        }
        EXPECT_GT(twice, 1.006 * once) << spec;
    }
}

class Leiden : public testing::TestWithParam<const char *> {};

/// Modularity is at least Louvain's but for a little, as the mean of some seeds.
TEST_P(Leiden, IsConnectedAndAsGoodAsLouvain) {
    const Undirected g(GetParam());
    for (const double resolution : {1.0, 0.3, 4.0, 0.0}) {
        double sum = 0, of_louvain = 0;
        const int seeds = 5;
        for (int seed = 1; seed <= seeds; ++seed) {
            double modularity = -2, other = -2;
            const auto found = vector_of<int64_t>([&](GrB_Vector *w) {
                return gba_leiden(w, &modularity, g.S, resolution, static_cast<uint64_t>(seed));
            });
            vector_of<int64_t>([&](GrB_Vector *w) {
                return gba_louvain(w, &other, g.S, resolution, static_cast<uint64_t>(seed));
            });
            EXPECT_EQ(text_of(check_communities(g.symmetric, resolution, modularity, found)), "");
            EXPECT_EQ(text_of(check_connected(g.symmetric, found)), "") << resolution;
            sum += modularity;
            of_louvain += other;
        }
        EXPECT_GE(sum / seeds, of_louvain / seeds - 0.005) << resolution;
    }
}

INSTANTIATE_TEST_SUITE_P(Graphs, Leiden,
                         testing::Values(GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx", "kron:8",
                                         "kron:11", "kron:8,directed", "path:100", "grid:30x40"));

/// The communities, with their modularity, of both methods on a graph with weights.
void expect_both(GrB_Index n, const std::vector<GrB_Index> &from, const std::vector<GrB_Index> &to,
                 const std::vector<double> &weights, const PerVertex<int64_t> &communities,
                 double modularity) {
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, n, n), GrB_SUCCESS);
    ASSERT_EQ(
        GrB_Matrix_build_FP64(A, from.data(), to.data(), weights.data(), weights.size(), nullptr),
        GrB_SUCCESS);
    for (const auto method : {gba_louvain_weighted, gba_leiden_weighted}) {
        double found = -2;
        EXPECT_EQ(vector_of<int64_t>([&](GrB_Vector *w) { return method(w, &found, A, 1, 1); }),
                  communities);
        EXPECT_NEAR(found, modularity, 1e-12);
    }
    GrB_Matrix_free(&A);
}

TEST(Communities, OfWeightedPathsLoopsAndNothing) {
    for (const double unit : {1.0, 1e-12, 1e12, 1e-310, 1e306})
        expect_both(4, {0, 1, 1, 2, 2, 3, 0, 3}, {1, 0, 2, 1, 3, 2, 3, 0},
                    {10 * unit, 10 * unit, unit, unit, 10 * unit, 10 * unit, 0, 0}, {0, 0, 2, 2},
                    40.0 / 42 - 0.5);
    // Weights inside vertices count: heavy loops keep their vertices apart, a light one does not.
    expect_both(2, {0, 0, 1, 1}, {0, 1, 0, 1}, {10, 1, 1, 10}, {0, 1}, 20.0 / 22 - 0.5);
    expect_both(2, {0, 0, 1}, {0, 1, 0}, {1, 1, 1}, {0, 0}, 0);
    // Vertices without edges, or with weights of 0 alone, are communities.
    expect_both(3, {0, 1}, {1, 0}, {2, 2}, {0, 0, 2}, 0);
    expect_both(3, {0, 1}, {1, 0}, {0, 0}, {0, 1, 2}, 0);
    expect_both(3, {}, {}, {}, {0, 1, 2}, 0);
    // A weight far below the mean, which the quotient by it loses.
    expect_both(4, {0, 1, 2, 3}, {1, 0, 3, 2}, {1e300, 1e300, 1e-300, 1e-300}, {0, 0, 2, 3}, 0);
}

TEST(Communities, BadArguments) {
    const Undirected g("path:5");
    const GrB_Index many = GrB_Index(1) << 32;
    GrB_Matrix A = nullptr;
    GrB_Vector w = nullptr;
    const char *text = "";
    double modularity = 5;
    EXPECT_EQ(gba_leiden(&w, &modularity, g.S, -1, 1), GrB_INVALID_VALUE);
    ASSERT_EQ(gba_error(&text), GrB_SUCCESS);
    EXPECT_STREQ(text, "gba_leiden: resolution is -1, not 0 or more and finite");
    EXPECT_EQ(modularity, 0);
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, 2, 2), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_setElement_FP64(A, -3, 0, 1), GrB_SUCCESS);
    EXPECT_EQ(gba_leiden_weighted(&w, nullptr, A, 1, 1), GrB_INVALID_VALUE);
    ASSERT_EQ(gba_error(&text), GrB_SUCCESS);
    EXPECT_STREQ(text, "gba_leiden_weighted: A has the value -3; weights are 0 or more");
    GrB_Matrix_free(&A);
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, many, many), GrB_SUCCESS);
    EXPECT_EQ(gba_leiden(&w, nullptr, A, 1, 1), GrB_INVALID_VALUE);
    ASSERT_EQ(gba_error(&text), GrB_SUCCESS);
    EXPECT_STREQ(text, "gba_leiden: A has 4294967296 rows, more than 4294967039");
    EXPECT_EQ(w, nullptr);
    GrB_Matrix_free(&A);
}

TEST(Checks, NoticeCommunitiesThatAreNotConnected) {
    const Undirected g("path:4");
    EXPECT_EQ(text_of(check_connected(g.symmetric, {0, 0, 2, 2})), "");
    EXPECT_EQ(text_of(check_connected(g.symmetric, {0, 1, 0, 0})),
              "community(2) is 0, which no path in it leads to");
    EXPECT_NE(text_of(check_connected(g.symmetric, {0, 0, 2})), "");
}

} // namespace
