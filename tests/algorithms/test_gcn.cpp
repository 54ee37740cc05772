/// The network of two layers: its gradients against finite differences, its parts against textbook
/// code, and training on the community graph.

#include "algorithms/gcn_graph.h"

#include <cmath>
#include <limits>

namespace {

using namespace grb::tool;

double loss_at(OwnedGcn &network, const CommunityGraph &graph, uint64_t epoch) {
    double loss = 0;
    EXPECT_EQ(gcn_forward(&network.gcn, graph.A_hat, graph.X, epoch), GrB_SUCCESS);
    EXPECT_EQ(gcn_backward(&loss, &network.gcn, graph.A_hat, graph.X, &graph.train), GrB_SUCCESS);
    return loss;
}

struct GradientCase {
    GrB_Index maxk;
    double dropout;
    uint64_t epoch; ///< 0: inference
};

class Gradient : public testing::TestWithParam<GradientCase> {};

/// In double precision a central difference over 2e-6 is good to about 1e-10; gradients are 1e-4
/// and more.
TEST_P(Gradient, AgreesWithFiniteDifferences) {
    const GradientCase &given = GetParam();
    const CommunityGraph graph(GrB_FP64);
    constexpr double step = 1e-6;
    OwnedGcn network(gcn_options(GrB_FP64, 6, given.maxk, given.dropout), graph.n_features, 4);
    network.gcn.options.weight_decay = 0.05;
    loss_at(network, graph, given.epoch);
    for (const GcnWeights &layer : network.gcn.layer) {
        const std::vector<double> gradient = dense_values(layer.gradient);
        const std::vector<double> weights = dense_values(layer.W);
        GrB_Index columns = 0;
        ASSERT_EQ(GrB_Matrix_ncols(&columns, layer.W), GrB_SUCCESS);
        double largest = 0;
        for (const double g : gradient) largest = std::max(largest, std::abs(g));
        EXPECT_GT(largest, 1e-4);
        for (size_t k = 0; k < weights.size(); k += 5) {
            const auto loss_with = [&](double w) {
                EXPECT_EQ(GrB_Matrix_setElement_FP64(layer.W, w, k / columns, k % columns),
                          GrB_SUCCESS);
                return loss_at(network, graph, given.epoch);
            };
            const double up = loss_with(weights[k] + step);
            const double down = loss_with(weights[k] - step);
            loss_with(weights[k]);
            EXPECT_NEAR(gradient[k], (up - down) / (2 * step), 1e-5 * largest) << k;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Gcn, Gradient,
                         testing::Values(GradientCase{0, 0.5, 0}, GradientCase{0, 0.5, 3},
                                         GradientCase{0, 0, 3}, GradientCase{2, 0.5, 0},
                                         GradientCase{2, 0.3, 7}, GradientCase{6, 0.5, 1}));

/// A of any kind: directed, with loops and weights, with isolated vertices.
TEST(Gcn, AdjacencyIsNormalised) {
    for (const char *spec : {"er:60:150,directed,w=2..9", "path:1", "er:5:0", "star:20"}) {
        const EdgeList edges = load_graph(std::string(spec));
        const GrB_Index n = edges.nrows;
        std::vector<double> expected(n * n, 0);
        for (uint64_t k = 0; k < edges.size(); ++k)
            expected[edges.rows[k] * n + edges.cols[k]] =
                expected[edges.cols[k] * n + edges.rows[k]] = 1;
        std::vector<double> degree(n, 0);
        for (GrB_Index i = 0; i < n; ++i) {
            expected[i * n + i] = 1;
            for (GrB_Index j = 0; j < n; ++j) degree[i] += expected[i * n + j];
        }
        GrB_Matrix A = to_matrix(edges, GrB_FP64);
        ASSERT_EQ(GrB_Matrix_setElement_FP64(A, 5.0, 0, 0), GrB_SUCCESS);
        GrB_Matrix A_hat = nullptr;
        ASSERT_EQ(gcn_adjacency(&A_hat, A, GrB_FP64), GrB_SUCCESS);
        const std::vector<double> values = dense_values(A_hat);
        for (GrB_Index k = 0; k < n * n; ++k) {
            if (expected[k] == 0) {
                EXPECT_TRUE(std::isnan(values[k])) << spec << " " << k;
                continue;
            }
            EXPECT_NEAR(values[k], 1 / std::sqrt(degree[k / n] * degree[k % n]), 1e-15) << spec;
            EXPECT_EQ(values[k], values[k % n * n + k / n]) << spec;
        }
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&A_hat);
    }
}

TEST(Gcn, RowsOfFeaturesSumToOne) {
    GrB_Matrix F = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&F, GrB_FP64, 4, 3), GrB_SUCCESS);
    // Row 1 has no entry, the entries of row 2 sum to zero.
    const std::vector<GrB_Index> rows = {0, 0, 2, 2, 3};
    const std::vector<GrB_Index> cols = {0, 2, 0, 1, 1};
    const std::vector<double> values = {1, 3, 2, -2, 5};
    ASSERT_EQ(GrB_Matrix_build_FP64(F, rows.data(), cols.data(), values.data(), 5, nullptr),
              GrB_SUCCESS);
    GrB_Matrix X = nullptr;
    ASSERT_EQ(gcn_features(&X, F, GrB_FP64), GrB_SUCCESS);
    const std::vector<double> got = dense_values(X);
    EXPECT_EQ(got[0], 0.25);
    EXPECT_EQ(got[2], 0.75);
    EXPECT_EQ(got[6], 2);
    EXPECT_EQ(got[7], -2);
    EXPECT_EQ(got[10], 1);
    GrB_Index count = 0;
    EXPECT_EQ(GrB_Matrix_nvals(&count, X), GrB_SUCCESS);
    EXPECT_EQ(count, 5u);
    GrB_Matrix_free(&F);
    GrB_Matrix_free(&X);
}

TEST(Gcn, OtherDomainsAreRefused) {
    GrB_Matrix A = to_matrix(load_graph(std::string("path:5")), GrB_FP64);
    GrB_Matrix C = nullptr;
    EXPECT_EQ(gcn_adjacency(&C, A, GrB_INT32), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(gcn_features(&C, A, GrB_BOOL), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(C, nullptr);
    Gcn gcn;
    const GcnOptions options = gcn_options(GrB_INT64, 4, 0, 0);
    EXPECT_EQ(gcn_new(&gcn, &options, 5, 2), GrB_DOMAIN_MISMATCH);
    GrB_Matrix_free(&A);
}

/// Three rows, of which two are targets, the last one with logits that overflow without care.
TEST(Gcn, CrossEntropyOfATextbook) {
    OwnedGcn network(gcn_options(GrB_FP64, 2, 0, 0), 2, 3);
    network.gcn.logits = dense_matrix(GrB_FP64, 3, 3, {1, 2, 4, 0, 0, 0, 9000, 9001, -9000});
    const std::vector<GrB_Index> nodes = {2, 0};
    const std::vector<int32_t> classes = {0, 2};
    GcnTargets targets{};
    ASSERT_EQ(gcn_targets_new(&targets, GrB_FP64, nodes.data(), classes.data(), 2, 3), GrB_SUCCESS);
    double loss = 0;
    GrB_Matrix gradient = nullptr;
    ASSERT_EQ(gcn_cross_entropy(&loss, &gradient, &network.gcn, &targets), GrB_SUCCESS);
    const double sum = std::exp(-3) + std::exp(-2) + 1;
    const double e = std::exp(1);
    EXPECT_NEAR(loss, (std::log(sum) + std::log(1 + e)) / 2, 1e-15);
    const std::vector<double> expected = {std::exp(-3) / sum / 2,
                                          std::exp(-2) / sum / 2,
                                          (1 / sum - 1) / 2,
                                          0,
                                          0,
                                          0,
                                          (1 / (1 + e) - 1) / 2,
                                          e / (1 + e) / 2,
                                          0};
    const std::vector<double> got = dense_values(gradient);
    for (size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(got[k], expected[k], 1e-15) << k;
    GrB_Index correct = 9;
    ASSERT_EQ(gcn_evaluate(&loss, &correct, &network.gcn, &targets), GrB_SUCCESS);
    EXPECT_EQ(correct, 1u);
    GrB_Matrix_free(&gradient);
    gcn_targets_free(&targets);
}

TEST(Gcn, PredictsTheFirstOfTheLargest) {
    OwnedGcn network(gcn_options(GrB_FP64, 2, 0, 0), 2, 3);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    GrB_Matrix logits = dense_matrix(GrB_FP64, 5, 3,
                                     {1, 2, 3,       //
                                      5, -1, 5,      //
                                      -2, -2, -3,    //
                                      nan, nan, nan, //
                                      0, 0, 0});
    GrB_Vector classes = nullptr;
    ASSERT_EQ(gcn_predict(&classes, &network.gcn, logits), GrB_SUCCESS);
    const PerVertex<int64_t> expected = {2, 0, 0, std::nullopt, 0};
    EXPECT_EQ(to_values<int64_t>(classes), expected);
    GrB_Vector_free(&classes);
    GrB_Matrix_free(&logits);
}

TEST(Gcn, DropoutDependsOnSeedEpochAndPosition) {
    constexpr GrB_Index n = 300;
    const std::vector<double> ones(n * n, 1.0);
    for (GrB_Type type : {GrB_FP32, GrB_FP64}) {
        GrB_Matrix A = dense_matrix(type, n, n, ones);
        GrB_Matrix C = nullptr;
        ASSERT_EQ(GrB_Matrix_new(&C, type, n, n), GrB_SUCCESS);
        OwnedGcn network(gcn_options(type, 2, 0, 0.25), 2, 2);
        const auto drop = [&](uint64_t seed, uint64_t epoch, int stream) {
            network.gcn.options.seed = seed;
            network.gcn.epoch = epoch;
            EXPECT_EQ(gcn_drop(C, A, &network.gcn, stream), GrB_SUCCESS);
            return dense_values(C);
        };
        const std::vector<double> first = drop(1, 1, GCN_DROP_INPUT);
        double zeros = 0;
        double column = 0;
        for (size_t k = 0; k < first.size(); ++k) {
            EXPECT_TRUE(first[k] == 0 || std::abs(first[k] - 1 / 0.75) < 1e-6) << first[k];
            zeros += first[k] == 0;
            column += first[k] == 0 && k % n == 7;
        }
        EXPECT_NEAR(zeros / static_cast<double>(n * n), 0.25, 0.01);
        EXPECT_NEAR(column / static_cast<double>(n), 0.25, 0.1);
        EXPECT_EQ(drop(1, 1, GCN_DROP_INPUT), first);
        EXPECT_NE(drop(2, 1, GCN_DROP_INPUT), first);
        EXPECT_NE(drop(1, 2, GCN_DROP_INPUT), first);
        EXPECT_NE(drop(1, 1, GCN_DROP_HIDDEN), first);
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&C);
    }
}

TEST(Gcn, FirstWeightsAreUniform) {
    OwnedGcn network(gcn_options(GrB_FP64, 100, 0, 0), 300, 7);
    const std::vector<double> weights = dense_values(network.gcn.layer[0].W);
    const double bound = std::sqrt(6.0 / 400);
    double sum = 0;
    double squares = 0;
    for (const double w : weights) {
        EXPECT_TRUE(w >= -bound && w < bound) << w;
        sum += w;
        squares += w * w;
    }
    const auto count = static_cast<double>(weights.size());
    EXPECT_NEAR(sum / count, 0, bound / 100);
    EXPECT_NEAR(squares / count, bound * bound / 3, bound * bound / 100);
}

TEST(Gcn, AdamOfATextbook) {
    OwnedGcn network(gcn_options(GrB_FP64, 1, 0, 0), 1, 1);
    GcnWeights &layer = network.gcn.layer[0];
    double w = dense_values(layer.W)[0];
    double mean = 0;
    double variance = 0;
    for (int t = 1; t <= 20; ++t) {
        const double g = std::sin(t) + 0.3;
        ASSERT_EQ(GrB_Matrix_setElement_FP64(layer.gradient, g, 0, 0), GrB_SUCCESS);
        ASSERT_EQ(gcn_step(&network.gcn), GrB_SUCCESS);
        mean = 0.9 * mean + 0.1 * g;
        variance = 0.999 * variance + 0.001 * g * g;
        w -= 0.01 * (mean / (1 - std::pow(0.9, t))) /
             (std::sqrt(variance / (1 - std::pow(0.999, t))) + 1e-8);
        EXPECT_NEAR(dense_values(layer.W)[0], w, 1e-13) << t;
    }
}

/// Trains, and returns the share of the test's nodes that are put into their class.
double train(OwnedGcn &network, const CommunityGraph &graph, uint64_t epochs) {
    for (uint64_t epoch = 1; epoch <= epochs; ++epoch) {
        loss_at(network, graph, epoch);
        EXPECT_EQ(gcn_step(&network.gcn), GrB_SUCCESS);
    }
    EXPECT_EQ(gcn_forward(&network.gcn, graph.A_hat, graph.X, 0), GrB_SUCCESS);
    double loss = 0;
    GrB_Index correct = 0;
    EXPECT_EQ(gcn_evaluate(&loss, &correct, &network.gcn, &graph.test), GrB_SUCCESS);
    return static_cast<double>(correct) / static_cast<double>(graph.test.count);
}

TEST(Gcn, FindsCommunitiesTheSameWayEachTime) {
    const CommunityGraph graph(GrB_FP32);
    for (const GrB_Index maxk : {0, 4}) {
        std::vector<double> weights[2];
        for (std::vector<double> &run : weights) {
            OwnedGcn network(gcn_options(GrB_FP32, 16, maxk, 0.5), graph.n_features, 4);
            EXPECT_GE(train(network, graph, 200), 0.95) << maxk;
            run = dense_values(network.gcn.layer[0].W);
            const std::vector<double> second = dense_values(network.gcn.layer[1].W);
            run.insert(run.end(), second.begin(), second.end());
        }
        EXPECT_EQ(weights[0], weights[1]) << maxk;
    }
}

/// With MaxK every hidden row has k entries, its largest.
TEST(Gcn, MaxKKeepsTheLargest) {
    const CommunityGraph graph(GrB_FP64);
    OwnedGcn all(gcn_options(GrB_FP64, 8, 8, 0), graph.n_features, 4);
    OwnedGcn some(gcn_options(GrB_FP64, 8, 3, 0), graph.n_features, 4);
    ASSERT_EQ(gcn_forward(&all.gcn, graph.A_hat, graph.X, 0), GrB_SUCCESS);
    ASSERT_EQ(gcn_forward(&some.gcn, graph.A_hat, graph.X, 0), GrB_SUCCESS);
    const std::vector<double> before = dense_values(all.gcn.hidden);
    const std::vector<double> after = dense_values(some.gcn.hidden);
    for (size_t row = 0; row < before.size(); row += 8) {
        std::vector<double> sorted(before.begin() + static_cast<int64_t>(row),
                                   before.begin() + static_cast<int64_t>(row) + 8);
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        for (size_t k = row; k < row + 8; ++k) {
            if (before[k] >= sorted[2])
                EXPECT_EQ(after[k], before[k]) << k;
            else
                EXPECT_TRUE(std::isnan(after[k])) << k;
        }
    }
}

} // namespace
