// Tests the forms of reduce that take an operator: also one without a predefined monoid, on values
// too large to lie inside an object.
#include <GraphBLAS.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>

namespace api {
namespace {

/// 24 bytes: the smallest, the largest, and the number of the values.
using Range = std::array<std::int64_t, 3>;

void join(void *z, const void *x, const void *y) {
    const Range a = *static_cast<const Range *>(x), b = *static_cast<const Range *>(y);
    *static_cast<Range *>(z) = {std::min(a[0], b[0]), std::max(a[1], b[1]), a[2] + b[2]};
}

class ReduceByOperator : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(GrB_Type_new(&range_, sizeof(Range)), GrB_SUCCESS);
        ASSERT_EQ(GrB_BinaryOp_new(&join_, join, range_, range_, range_), GrB_SUCCESS);
        ASSERT_EQ(GrB_Matrix_new(&A_, range_, 3, 4), GrB_SUCCESS);
        const Range entries[] = {{5, 5, 1}, {-2, -2, 1}, {9, 9, 1}};
        ASSERT_EQ(GrB_Matrix_setElement_UDT(A_, &entries[0], 0, 1), GrB_SUCCESS);
        ASSERT_EQ(GrB_Matrix_setElement_UDT(A_, &entries[1], 0, 3), GrB_SUCCESS);
        ASSERT_EQ(GrB_Matrix_setElement_UDT(A_, &entries[2], 2, 0), GrB_SUCCESS);
        ASSERT_EQ(GrB_Vector_new(&w_, range_, 3), GrB_SUCCESS);
        ASSERT_EQ(GrB_Scalar_new(&s_, range_), GrB_SUCCESS);
    }
    void TearDown() override {
        GrB_Scalar_free(&s_);
        GrB_Vector_free(&w_);
        GrB_Matrix_free(&A_);
        GrB_BinaryOp_free(&join_);
        GrB_Type_free(&range_);
    }

    GrB_Type range_ = nullptr;
    GrB_BinaryOp join_ = nullptr;
    GrB_Matrix A_ = nullptr;
    GrB_Vector w_ = nullptr;
    GrB_Scalar s_ = nullptr;
};

TEST_F(ReduceByOperator, AUserOperatorNeedsNoMonoid) {
    ASSERT_EQ(GrB_Matrix_reduce_BinaryOp(w_, nullptr, nullptr, join_, A_, nullptr), GrB_SUCCESS);
    GrB_Index count = 0;
    ASSERT_EQ(GrB_Vector_nvals(&count, w_), GrB_SUCCESS);
    EXPECT_EQ(count, 2u);
    Range row{};
    ASSERT_EQ(GrB_Vector_extractElement_UDT(&row, w_, 0), GrB_SUCCESS);
    EXPECT_EQ(row, (Range{-2, 5, 2}));
    EXPECT_EQ(GrB_Vector_extractElement_UDT(&row, w_, 1), GrB_NO_VALUE);

    Range all{};
    ASSERT_EQ(GrB_Matrix_reduce_BinaryOp_Scalar(s_, nullptr, join_, A_, nullptr), GrB_SUCCESS);
    ASSERT_EQ(GrB_Scalar_extractElement_UDT(&all, s_), GrB_SUCCESS);
    EXPECT_EQ(all, (Range{-2, 9, 3}));
    // With an accumulator the old value counts too.
    ASSERT_EQ(GrB_Vector_reduce_BinaryOp_Scalar(s_, join_, join_, w_, nullptr), GrB_SUCCESS);
    ASSERT_EQ(GrB_Scalar_extractElement_UDT(&all, s_), GrB_SUCCESS);
    EXPECT_EQ(all, (Range{-2, 9, 6}));
}

TEST_F(ReduceByOperator, NothingGivesNoValue) {
    const Range before{1, 1, 1};
    ASSERT_EQ(GrB_Scalar_setElement_UDT(s_, &before), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_clear(A_), GrB_SUCCESS);
    ASSERT_EQ(GrB_Matrix_reduce_BinaryOp_Scalar(s_, nullptr, join_, A_, nullptr), GrB_SUCCESS);
    GrB_Index count = 1;
    ASSERT_EQ(GrB_Scalar_nvals(&count, s_), GrB_SUCCESS);
    EXPECT_EQ(count, 0u);
}

TEST_F(ReduceByOperator, BitwiseOperatorsToo) {
    GrB_Vector u = nullptr;
    GrB_Scalar bits = nullptr;
    ASSERT_EQ(GrB_Vector_new(&u, GrB_UINT8, 5), GrB_SUCCESS);
    ASSERT_EQ(GrB_Scalar_new(&bits, GrB_UINT8), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_setElement_UINT8(u, 6, 1), GrB_SUCCESS);
    ASSERT_EQ(GrB_Vector_setElement_UINT8(u, 12, 4), GrB_SUCCESS);
    std::uint8_t value = 0;
    ASSERT_EQ(GrB_Vector_reduce_BinaryOp_Scalar(bits, nullptr, GrB_BAND_UINT8, u, nullptr),
              GrB_SUCCESS);
    ASSERT_EQ(GrB_Scalar_extractElement_UINT8(&value, bits), GrB_SUCCESS);
    EXPECT_EQ(value, 4);
    GrB_Scalar_free(&bits);
    GrB_Vector_free(&u);
}

} // namespace
} // namespace api
