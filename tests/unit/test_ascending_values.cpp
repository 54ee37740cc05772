// Tests the known order of a vector's values: positions ascend until a value changes.
#include "objects/container.hpp"

#include <GraphBLAS.h>
#include <gtest/gtest.h>

namespace grb {
namespace {

class AscendingValues : public ::testing::TestWithParam<int> {
protected:
    static constexpr GrB_Index n = 200;
    void SetUp() override {
        ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
        ASSERT_EQ(GrB_Vector_new(&pattern_, GrB_BOOL, n), GrB_SUCCESS);
        ASSERT_EQ(GrB_Vector_new(&positions_, GrB_INT32, n), GrB_SUCCESS);
        const GrB_Index step = GetParam();
        for (GrB_Index k = 0; k < n; k += step)
            ASSERT_EQ(GrB_Vector_setElement_BOOL(pattern_, true, k), GrB_SUCCESS);
    }
    void TearDown() override {
        GrB_Vector_free(&pattern_);
        GrB_Vector_free(&positions_);
        EXPECT_EQ(GrB_finalize(), GrB_SUCCESS);
    }
    void apply(GrB_IndexUnaryOp op, std::int64_t thunk) {
        ASSERT_EQ(GrB_Vector_apply_IndexOp_INT64(positions_, nullptr, nullptr, op, pattern_, thunk,
                                                 nullptr),
                  GrB_SUCCESS);
    }
    bool ascends() const { return positions_->snapshot()->is_known_ascending(); }

    GrB_Vector pattern_ = nullptr, positions_ = nullptr;
};

TEST_P(AscendingValues, ArePositions) {
    EXPECT_FALSE(ascends());
    apply(GrB_ROWINDEX_INT32, 1);
    EXPECT_TRUE(ascends());
    apply(GrB_ROWINDEX_INT32, -5);
    EXPECT_TRUE(ascends());
    apply(GrB_COLLE, 7);
    EXPECT_FALSE(ascends());
}

TEST_P(AscendingValues, UntilOneIsChanged) {
    apply(GrB_ROWINDEX_INT32, 0);
    ASSERT_EQ(GrB_Vector_setElement_INT32(positions_, 1000, 0), GrB_SUCCESS);
    EXPECT_FALSE(ascends());
    apply(GrB_ROWINDEX_INT32, 0);
    ASSERT_EQ(
        GrB_Vector_assign_INT32(positions_, pattern_, GrB_MINUS_INT32, 1, GrB_ALL, n, nullptr),
        GrB_SUCCESS);
    EXPECT_FALSE(ascends());
}

/// The sum of the last position and the thunk overflows.
TEST_P(AscendingValues, NotWhereTheyWrapAround) {
    apply(GrB_ROWINDEX_INT32, INT32_MAX - 100);
    EXPECT_FALSE(ascends());
    apply(GrB_ROWINDEX_INT32, INT32_MAX - static_cast<std::int64_t>(n));
    EXPECT_TRUE(ascends());
}

/// The values select full, bitmap and list.
INSTANTIATE_TEST_SUITE_P(OfEveryForm, AscendingValues, ::testing::Values(1, 2, 90));

} // namespace
} // namespace grb
