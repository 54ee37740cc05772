// Tests products that are added to a full vector, which shares its values with another vector or
// with the operand.
#include "differential/int64_vectors.h"
#include "differential/runner.h"
#include "differential/uneven_matrices.h"

#include <gtest/gtest.h>

#include <vector>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index n = 3000;

class SharedOutputs : public ::testing::TestWithParam<bool> {
protected:
    SharedOutputs() {
        Rng rng(1);
        std::vector<std::size_t> lengths(n);
        for (std::size_t &length : lengths) length = rng.below(9);
        A_ = uneven_matrix(rng, n, lengths);
        require(GrB_Vector_new(&first_, GrB_INT64, n), "new");
        for (GrB_Index k = 0; k < n; k++)
            require(
                GrB_Vector_setElement_INT64(first_, static_cast<std::int64_t>(rng.below(99)), k),
                "set");
        require(GrB_Vector_wait(first_, GrB_MATERIALIZE), "wait");
    }
    ~SharedOutputs() override {
        GrB_Vector_free(&first_);
        GrB_Matrix_free(&A_);
    }

    /// Returns w min= A min.+ u, where w shares the values of first_, and so does u.
    std::vector<std::int64_t> product() {
        GrB_Vector w = nullptr;
        require(GrB_Vector_dup(&w, first_), "dup");
        EXPECT_EQ(GrB_mxv(w, nullptr, GrB_MIN_INT64, GrB_MIN_PLUS_SEMIRING_INT64, A_,
                          GetParam() ? w : first_, nullptr),
                  GrB_SUCCESS);
        const std::vector<std::int64_t> result = values_of(w);
        require(GrB_Vector_free(&w), "free");
        return result;
    }
    static std::vector<std::int64_t> values_of(GrB_Vector w) {
        std::vector<std::int64_t> values(n, absent);
        for (GrB_Index k = 0; k < n; k++)
            require(GrB_Vector_extractElement_INT64(&values[k], w, k), "extractElement");
        return values;
    }

    GrB_Matrix A_ = nullptr;
    GrB_Vector first_ = nullptr;
};

TEST_P(SharedOutputs, ChangeAlone) {
    const std::vector<std::int64_t> before = values_of(first_);
    force_variant("mxv:cpu/mxv_pull_rows");
    const std::vector<std::int64_t> expected = product();
    force_variant("");
    EXPECT_NE(expected, before);
    const std::set<std::string> ran = for_each_variant("mxv", [&] {
        EXPECT_EQ(product(), expected) << last_variant();
        EXPECT_EQ(values_of(first_), before) << last_variant();
    });
    for (const char *variant : {"cpu/mxv_pull_into", "cpu/mxv_push_into"})
        EXPECT_EQ(ran.count(variant) != 0, can_run(variant)) << variant;
}

/// w += A u into a full w: of one value, as PageRank begins a round, or of several.
TEST_P(SharedOutputs, TakeSumsOfAnyMonoid) {
    const auto sums = [&](GrB_BinaryOp add, GrB_Semiring semiring) {
        GrB_Vector w = nullptr;
        require(GrB_Vector_new(&w, GrB_INT64, n), "new");
        require(GrB_Vector_assign_INT64(w, nullptr, nullptr, 7, GrB_ALL, n, nullptr), "assign");
        if (GetParam()) {
            require(GrB_Vector_setElement_INT64(w, -3, n / 2), "set");
            require(GrB_Vector_wait(w, GrB_MATERIALIZE), "wait");
        }
        EXPECT_EQ(GrB_mxv(w, nullptr, add, semiring, A_, first_, nullptr), GrB_SUCCESS);
        const std::vector<std::int64_t> result = values_of(w);
        require(GrB_Vector_free(&w), "free");
        return result;
    };
    struct Sum {
        GrB_BinaryOp add;
        GrB_Semiring semiring;
    };
    for (const Sum &sum : {Sum{GrB_PLUS_INT64, GrB_PLUS_TIMES_SEMIRING_INT64},
                           Sum{GrB_MAX_INT64, GrB_MAX_SECOND_SEMIRING_INT64},
                           Sum{GrB_PLUS_INT64, GrB_PLUS_MIN_SEMIRING_INT64}}) {
        force_variant("mxv:cpu/mxv_pull_rows");
        const std::vector<std::int64_t> expected = sums(sum.add, sum.semiring);
        force_variant("");
        const std::set<std::string> ran = for_each_variant(
            "mxv", [&] { EXPECT_EQ(sums(sum.add, sum.semiring), expected) << last_variant(); });
        EXPECT_EQ(ran.count("cpu/mxv_pull_into") != 0, can_run("cpu/mxv_pull_into"));
    }
}

INSTANTIATE_TEST_SUITE_P(OperandIsOutput, SharedOutputs, ::testing::Bool());

} // namespace
} // namespace grb::fuzz
