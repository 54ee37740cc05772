/// Algorithms that look at weights, on graphs that are solved by hand.

#include "algorithms/graphs.h"

#include <graphblast/algorithms.h>
#include <limits>

namespace {

using namespace grb::tool;

/// A matrix of these edges and weights.
class Weighted {
public:
    Weighted(GrB_Index n, const std::vector<GrB_Index> &from, const std::vector<GrB_Index> &to,
             const std::vector<double> &weights) {
        EXPECT_EQ(GrB_Matrix_new(&A_, GrB_FP64, n, n), GrB_SUCCESS);
        EXPECT_EQ(GrB_Matrix_new(&AT_, GrB_FP64, n, n), GrB_SUCCESS);
        EXPECT_EQ(GrB_Matrix_build_FP64(A_, from.data(), to.data(), weights.data(), weights.size(),
                                        nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(GrB_transpose(AT_, nullptr, nullptr, A_, nullptr), GrB_SUCCESS);
    }
    ~Weighted() {
        GrB_Matrix_free(&A_);
        GrB_Matrix_free(&AT_);
    }
    Weighted(const Weighted &) = delete;
    Weighted &operator=(const Weighted &) = delete;

    std::vector<double> ranks() const {
        const gba_PageRankParameters parameters = {0.85, 1e-14, 1000, nullptr, 0, false, false};
        GrB_Vector w = nullptr;
        int iterations = 0;
        EXPECT_EQ(gba_pagerank_weighted(&w, &iterations, A_, AT_, &parameters), GrB_SUCCESS);
        std::vector<double> values;
        for (const auto &value : to_values<double>(w)) values.push_back(value.value_or(-1));
        GrB_Vector_free(&w);
        return values;
    }
    GrB_Info communities(PerVertex<int64_t> *found, double *modularity) const {
        GrB_Vector w = nullptr;
        const GrB_Info info = gba_louvain_weighted(&w, modularity, A_, 1, 1);
        if (info == GrB_SUCCESS) *found = to_values<int64_t>(w);
        EXPECT_EQ(w == nullptr, info != GrB_SUCCESS);
        GrB_Vector_free(&w);
        return info;
    }

private:
    GrB_Matrix A_ = nullptr, AT_ = nullptr;
};

/// A star whose leaves lead back: r0 = d (1 - r0) + (1 - d) / 3, and the leaves share as 3 to 1.
TEST(Weights, PageRankDividesByThem) {
    const Weighted star(3, {0, 0, 1, 2}, {1, 2, 0, 0}, {3, 1, 5, 0.25});
    const double centre = (0.85 + 0.05) / 1.85;
    const std::vector<double> ranks = star.ranks();
    ASSERT_EQ(ranks.size(), 3u);
    EXPECT_NEAR(ranks[0], centre, 1e-12);
    EXPECT_NEAR(ranks[1], 0.05 + 0.85 * 0.75 * centre, 1e-12);
    EXPECT_NEAR(ranks[2], 0.05 + 0.85 * 0.25 * centre, 1e-12);
}

/// Weights of 0 lead nowhere: both graphs have one edge, and a vertex without edges out.
TEST(Weights, PageRankOfZeros) {
    const Weighted zeros(2, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}), without(2, {0}, {1}, {1});
    const std::vector<double> ranks = zeros.ranks(), expected = without.ranks();
    ASSERT_EQ(ranks.size(), 2u);
    EXPECT_NEAR(ranks[0], expected[0], 1e-12);
    EXPECT_NEAR(ranks[1], expected[1], 1e-12);
    EXPECT_NEAR(ranks[0] + ranks[1], 1, 1e-12);
}

/// A path whose middle edge is weak falls apart there, whatever the unit of its weights.
TEST(Weights, LouvainFollowsThem) {
    for (const double unit : {1.0, 1e-12, 1e12, 1e-310, 1e306}) {
        const Weighted path(4, {0, 1, 1, 2, 2, 3, 0, 3}, {1, 0, 2, 1, 3, 2, 3, 0},
                            {10 * unit, 10 * unit, unit, unit, 10 * unit, 10 * unit, 0, 0});
        PerVertex<int64_t> communities;
        double modularity = 0;
        ASSERT_EQ(path.communities(&communities, &modularity), GrB_SUCCESS);
        EXPECT_EQ(communities, (PerVertex<int64_t>{0, 0, 2, 2})) << unit;
        EXPECT_NEAR(modularity, 40.0 / 42 - 0.5, 1e-12);
    }
    PerVertex<int64_t> communities;
    double modularity = -1;
    EXPECT_EQ(Weighted(2, {0, 1}, {1, 0}, {0, 0}).communities(&communities, &modularity),
              GrB_SUCCESS);
    EXPECT_EQ(communities, (PerVertex<int64_t>{0, 1}));
    EXPECT_EQ(modularity, 0);
    const double infinite = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double weight : {-1.0, infinite, nan})
        EXPECT_EQ(
            Weighted(2, {0, 1}, {1, 0}, {weight, weight}).communities(&communities, &modularity),
            GrB_INVALID_VALUE)
            << weight;
}

} // namespace
