/// Eigenvector and Katz centrality, hubs and authorities: against textbook steps, on graphs solved
/// by hand, and with arguments out of range.

#include "algorithms/functions.h"
#include "algorithms/graphs.h"
#include "paths.h"

#include <cmath>
#include <graphblast/algorithms.h>

namespace {

using namespace grb::tool;

/// A graph and its transpose.
struct Both {
    explicit Both(const std::string &spec) : edges(load_graph(spec)), graph(edges) { make(); }
    Both(GrB_Index n, const std::vector<std::pair<GrB_Index, GrB_Index>> &pairs,
         const std::vector<double> &weights = {})
        : edges(of(n, pairs, weights)), graph(edges) {
        make();
    }
    ~Both() {
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&AT);
    }
    Both(const Both &) = delete;
    Both &operator=(const Both &) = delete;

    EdgeList edges;
    Adjacency graph;
    GrB_Matrix A = nullptr, AT = nullptr;

private:
    static EdgeList of(GrB_Index n, const std::vector<std::pair<GrB_Index, GrB_Index>> &pairs,
                       const std::vector<double> &weights) {
        EdgeList list;
        list.nrows = list.ncols = n;
        list.field = weights.empty() ? Field::pattern : Field::real;
        for (const auto &[from, to] : pairs) {
            list.rows.push_back(from);
            list.cols.push_back(to);
        }
        for (const double weight : weights) list.weights.push_back(weight);
        return list;
    }
    void make() {
        A = to_matrix(edges, GrB_FP64);
        EXPECT_EQ(GrB_Matrix_new(&AT, GrB_FP64, edges.nrows, edges.nrows), GrB_SUCCESS);
        EXPECT_EQ(GrB_transpose(AT, nullptr, nullptr, A, nullptr), GrB_SUCCESS);
    }
};

struct Ranks {
    PerVertex<double> values, others;
    int iterations = -1;
};

Ranks eigenvector(const Both &g, double tolerance, int most, bool is_weighted = false) {
    Ranks found;
    const auto function =
        is_weighted ? gba_eigenvector_centrality_weighted : gba_eigenvector_centrality;
    found.values = vector_of<double>(
        [&](GrB_Vector *w) { return function(w, &found.iterations, g.AT, tolerance, most); });
    return found;
}

Ranks katz(const Both &g, const gba_KatzParameters &parameters, bool is_weighted = false) {
    Ranks found;
    const auto function = is_weighted ? gba_katz_centrality_weighted : gba_katz_centrality;
    found.values = vector_of<double>(
        [&](GrB_Vector *w) { return function(w, &found.iterations, g.AT, &parameters); });
    return found;
}

Ranks hits(const Both &g, double tolerance, int most, bool is_weighted = false) {
    Ranks found;
    GrB_Vector authorities = nullptr;
    const auto function = is_weighted ? gba_hits_weighted : gba_hits;
    found.values = vector_of<double>([&](GrB_Vector *w) {
        return function(w, &authorities, &found.iterations, g.A, g.AT, tolerance, most);
    });
    found.others = to_values<double>(authorities);
    GrB_Vector_free(&authorities);
    return found;
}

void expect_near(const PerVertex<double> &given, const std::vector<double> &right, double within) {
    ASSERT_EQ(given.size(), right.size());
    for (size_t v = 0; v < right.size(); ++v) {
        ASSERT_TRUE(given[v].has_value()) << v;
        EXPECT_NEAR(*given[v], right[v], within) << v;
    }
}

class Powers : public testing::TestWithParam<const char *> {};

TEST_P(Powers, AgreeWithTextbook) {
    const Both g(GetParam());
    for (const bool is_weighted : {false, true}) {
        const Ranks one = eigenvector(g, 1e-5, 3000, is_weighted);
        EXPECT_GT(one.iterations, 0);
        EXPECT_LT(one.iterations, 3000);
        EXPECT_EQ(
            text_of(check_eigenvector(g.graph, {one.iterations, 1e-5, is_weighted}, one.values)),
            "");
        const Ranks fixed = eigenvector(g, 0, 7, is_weighted);
        EXPECT_EQ(fixed.iterations, 7);
        EXPECT_EQ(text_of(check_eigenvector(g.graph, {7, 0, is_weighted}, fixed.values)), "");

        const gba_KatzParameters parameters = {0.4 / 9 / 400, -2.5, 1e-9, 1000};
        const Ranks two = katz(g, parameters, is_weighted);
        EXPECT_LT(two.iterations, 1000);
        EXPECT_EQ(text_of(check_katz(g.graph, {two.iterations, 1e-9, is_weighted}, parameters.alpha,
                                     parameters.beta, two.values)),
                  "");

        const Ranks three = hits(g, 1e-5, 3000, is_weighted);
        EXPECT_LT(three.iterations, 3000);
        const PowerSteps steps = {three.iterations, 1e-5, is_weighted};
        EXPECT_EQ(text_of(check_hubs(g.graph, steps, three.values)), "");
        EXPECT_EQ(text_of(check_authorities(g.graph, steps, three.others)), "");
    }
}

INSTANTIATE_TEST_SUITE_P(Centralities, Powers,
                         testing::Values("path:1", "path:2", "path:57,w=1..9", "star:100",
                                         "star:100,directed", "grid:9x11,w=1..9",
                                         "grid:6x5,directed,w=0..3", "kron:7,w=1..9",
                                         "kron:9,directed,seed=7", "er:300:900,directed",
                                         "er:20:380", "er:30:0", "rgg:300,w=1..20",
                                         GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx"));

/// The largest eigenvalue of a star with m leaves is sqrt(m); its vector has 1 / sqrt(2) at the
/// centre and 1 / sqrt(2 m) at the leaves.
TEST(Eigenvector, ByHand) {
    const Both star("star:10");
    std::vector<double> right(10, 1 / std::sqrt(18));
    right[0] = 1 / std::sqrt(2);
    expect_near(eigenvector(star, 1e-14, 10000).values, right, 1e-10);
    // 0 - 1, 2 has a loop of weight 1 alone, 3 nothing: [[3, 1], [1, 3]] has (1, 1) at 4.
    const Both loops(4, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}}, {3, 1, 1, 3, 1});
    const double half = 1 / std::sqrt(2);
    expect_near(eigenvector(loops, 1e-15, 1000, true).values, {half, half, 0, 0}, 1e-12);
    // A ring of one-way edges, and a vertex that it leads to: x = (1, 1, 1, 1).
    const Both ring(4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
    expect_near(eigenvector(ring, 1e-14, 10000).values, {0.5, 0.5, 0.5, 0.5}, 1e-9);
    // Without edges all vertices are alike.
    expect_near(eigenvector(Both(4, {}), 1e-9, 100).values, {0.5, 0.5, 0.5, 0.5}, 1e-15);
}

/// x0 = b, x1 = a x0 + b, x2 = a (x0 + x1) + b, with 2 x1 where the weight is 2.
TEST(Katz, ByHand) {
    const Both chain(4, {{0, 1}, {0, 2}, {1, 2}}, {1, 1, 2});
    const double a = 0.25, b = 3, x1 = a * b + b;
    expect_near(katz(chain, {a, b, 1e-15, 100}, true).values, {b, x1, a * (b + 2 * x1) + b, b},
                1e-12);
    expect_near(katz(chain, {a, b, 1e-15, 100}).values, {b, x1, a * (b + x1) + b, b}, 1e-12);
    const Both loop(1, {{0, 0}});
    expect_near(katz(loop, {0.5, 1, 1e-15, 1000}).values, {2}, 1e-12);
    expect_near(katz(chain, {0, 7, 1e-15, 100}).values, {7, 7, 7, 7}, 1e-15);
}

/// Two hubs share one authority, the first has another: A A' = [[2, 1], [1, 1]].
TEST(Hits, ByHand) {
    const Both g(5, {{0, 2}, {0, 3}, {1, 2}});
    const Ranks found = hits(g, 1e-15, 1000);
    const double golden = (1 + std::sqrt(5)) / 2;
    const double first = golden / (1 + golden);
    expect_near(found.values, {first, 1 - first, 0, 0, 0}, 1e-12);
    expect_near(found.others, {0, 0, first, 1 - first, 0}, 1e-12);
    const Both none(3, {});
    const Ranks nothing = hits(none, 1e-9, 10);
    expect_near(nothing.values, {0, 0, 0}, 0);
    expect_near(nothing.others, {0, 0, 0}, 0);
    EXPECT_EQ(nothing.iterations, 1);
    const Both zeros(2, {{0, 1}}, {0});
    expect_near(hits(zeros, 1e-9, 10, true).values, {0, 0}, 0);
}

/// Zachary's karate club in networkx 3.6.
TEST(Karate, KnownCentralities) {
    const Both g(GRAPHBLAST_SOURCE_DIR "/tests/data/karate.mtx");
    const Ranks one = eigenvector(g, 1e-6, 100);
    EXPECT_NEAR(*one.values[33], 0.37337121301, 1e-9);
    EXPECT_EQ(one.iterations, 18);
    const Ranks two = katz(g, {0.1, 1, 1e-6, 1000});
    double squares = 0;
    for (const auto &x : two.values) squares += *x * *x;
    EXPECT_NEAR(*two.values[33] / std::sqrt(squares), 0.33140639752, 1e-9);
    const Ranks three = hits(g, 1e-12, 1000);
    EXPECT_NEAR(*three.values[33], 0.07500294216, 1e-9);
    EXPECT_NEAR(*three.others[0], 0.07141272881, 1e-9);
}

TEST(Centralities, IterationsAreBounded) {
    const Both g("path:100");
    EXPECT_EQ(eigenvector(g, 1e-15, 3).iterations, 3);
    EXPECT_EQ(katz(g, {0.4, 1, 1e-15, 3}).iterations, 3);
    EXPECT_EQ(hits(g, 1e-15, 3).iterations, 3);
    // Their number need not be asked for.
    EXPECT_EQ(vector_of<double>([&](GrB_Vector *w) {
                  return gba_eigenvector_centrality(w, nullptr, g.AT, 0, 3);
              }),
              eigenvector(g, 0, 3).values);
}

TEST(Centralities, RefuseWhatTheyCannotDo) {
    const Both g("path:5"), other("path:4"), negative(2, {{0, 1}}, {-3}),
        huge(2, {{0, 1}}, {1e200});
    GrB_Vector w = nullptr, v = nullptr;
    int iterations = 5;
    const gba_KatzParameters usual = {0.1, 1, 1e-6, 100};
    EXPECT_EQ(gba_eigenvector_centrality(nullptr, nullptr, g.AT, 0, 3), GrB_NULL_POINTER);
    EXPECT_EQ(text(), "gba_eigenvector_centrality: centrality is NULL");
    EXPECT_EQ(gba_eigenvector_centrality(&w, &iterations, nullptr, 0, 3), GrB_UNINITIALIZED_OBJECT);
    EXPECT_EQ(text(), "gba_eigenvector_centrality: AT is NULL");
    EXPECT_EQ(iterations, 0);
    EXPECT_EQ(gba_eigenvector_centrality(&w, nullptr, g.AT, -1, 3), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_eigenvector_centrality: tolerance is -1, not 0 or more");
    EXPECT_EQ(gba_eigenvector_centrality(&w, nullptr, g.AT, std::nan(""), 3), GrB_INVALID_VALUE);
    EXPECT_EQ(gba_eigenvector_centrality(&w, nullptr, g.AT, 0, 0), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_eigenvector_centrality: most is 0, less than 1");
    EXPECT_EQ(gba_eigenvector_centrality_weighted(&w, nullptr, negative.AT, 0, 3),
              GrB_INVALID_VALUE);
    EXPECT_EQ(text(),
              "gba_eigenvector_centrality_weighted: AT has the value -3; weights are 0 or more");
    EXPECT_EQ(gba_hits_weighted(&w, &v, nullptr, huge.A, huge.AT, 0, 3), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_hits_weighted: the sum of A's values is 1e+200, more than 1e+150");
    EXPECT_EQ(gba_hits(&w, nullptr, nullptr, g.A, g.AT, 0, 3), GrB_NULL_POINTER);
    EXPECT_EQ(text(), "gba_hits: authorities is NULL");
    EXPECT_EQ(gba_hits(&w, &v, nullptr, g.A, other.AT, 0, 3), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(text(), "gba_hits: AT has 4 rows, A has 5");
    EXPECT_EQ(gba_katz_centrality(&w, nullptr, g.AT, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(text(), "gba_katz_centrality: parameters is NULL");
    gba_KatzParameters wrong = usual;
    wrong.alpha = -0.5;
    EXPECT_EQ(gba_katz_centrality(&w, nullptr, g.AT, &wrong), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_katz_centrality: parameters->alpha is -0.5, not 0 or more and finite");
    wrong = usual;
    wrong.beta = HUGE_VAL;
    EXPECT_EQ(gba_katz_centrality_weighted(&w, nullptr, g.AT, &wrong), GrB_INVALID_VALUE);
    EXPECT_EQ(text(), "gba_katz_centrality_weighted: parameters->beta is inf, not finite");
    wrong = usual;
    wrong.most_iterations = -1;
    EXPECT_EQ(gba_katz_centrality(&w, nullptr, g.AT, &wrong), GrB_INVALID_VALUE);
    wrong = {5, 1, 1e-6, 10000};
    EXPECT_EQ(gba_katz_centrality(&w, &iterations, g.AT, &wrong), GrB_INVALID_VALUE);
    EXPECT_EQ(text().rfind("gba_katz_centrality: parameters->alpha is 5, not below 1 over", 0), 0u)
        << text();
    EXPECT_EQ(iterations, 0);
    EXPECT_EQ(w, nullptr);
    EXPECT_EQ(v, nullptr);
}

/// The checks find what is wrong.
TEST(Checks, NoticeWrongPowers) {
    const Both g("path:3");
    const Ranks one = eigenvector(g, 1e-3, 100);
    EXPECT_NE(text_of(check_eigenvector(g.graph, {one.iterations + 1, 0}, one.values)), "");
    EXPECT_NE(text_of(check_eigenvector(g.graph, {1, 1e-3}, eigenvector(g, 0, 1).values)), "");
    const Ranks two = katz(g, {0.2, 1, 1e-3, 100});
    EXPECT_NE(text_of(check_katz(g.graph, {two.iterations, 1e-3}, 0.3, 1, two.values)), "");
    const Ranks three = hits(g, 1e-3, 100);
    EXPECT_NE(text_of(check_hubs(g.graph, {three.iterations, 1e-3}, three.others)), "");
    EXPECT_NE(text_of(check_authorities(g.graph, {three.iterations, 1e-3}, three.values)), "");
}

} // namespace
