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

INSTANTIATE_TEST_SUITE_P(OperandIsOutput, SharedOutputs, ::testing::Bool());

} // namespace
} // namespace grb::fuzz
