// Tests symmetric matrices in both orientations: equal arrays are stored once, entries can be
// overwritten, and selections by value stay symmetric.
#include "GraphBLAS.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace {

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

class SymmetricPatterns : public testing::Test {
protected:
    static constexpr GrB_Index n = 2000;

    void SetUp() override { require(GrB_init(GrB_NONBLOCKING)); }
    void TearDown() override { require(GrB_finalize()); }

    /// Makes a ring, or one whose edges in one direction are shifted by one; n entries above, n
    /// below. sign 1: equal weights in both directions.
    GrB_Matrix ring(GrB_Index shift, int orientations, double sign = -1) {
        GrB_Matrix A = nullptr;
        require(GrB_Matrix_new(&A, GrB_FP64, n, n));
        for (GrB_Index i = 0; i < n; i++) {
            const GrB_Index next = (i + 1) % n;
            require(GrB_Matrix_setElement_FP64(A, static_cast<double>(i), i, next));
            require(GrB_Matrix_setElement_FP64(A, sign * static_cast<double>(i), next,
                                               (i + shift) % n));
        }
        require(GrB_Matrix_set_INT32(A, orientations, static_cast<GrB_Field>(GrX_ORIENTATIONS)));
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        return A;
    }
    std::size_t bytes_of(GrB_Matrix A) {
        std::size_t bytes = 0;
        require(GrB_Matrix_get_SIZE(A, &bytes, static_cast<GrB_Field>(GrX_BYTES)));
        return bytes;
    }
    /// Multiplies row `column` of A' by a vector of ones.
    double column_sum(GrB_Matrix A, GrB_Index column) {
        GrB_Vector sums = nullptr;
        double sum = 0;
        require(GrB_Vector_new(&sums, GrB_FP64, n));
        require(
            GrB_Matrix_reduce_Monoid(sums, nullptr, nullptr, GrB_PLUS_MONOID_FP64, A, GrB_DESC_T0));
        require(GrB_Vector_extractElement_FP64(&sum, sums, column));
        require(GrB_Vector_free(&sums));
        return sum;
    }
};

TEST_F(SymmetricPatterns, IndicesAreHeldOnce) {
    GrB_Matrix rows_alone = ring(0, 1), both = ring(0, 3), skew = ring(3, 3);
    constexpr std::size_t values = 2 * n * sizeof(double);
    EXPECT_LE(bytes_of(both), bytes_of(rows_alone) + values + 1024);
    EXPECT_GE(bytes_of(skew), bytes_of(both) + 2 * n * sizeof(std::uint32_t));
    for (GrB_Matrix *A : {&rows_alone, &both, &skew}) require(GrB_Matrix_free(A));
}

/// The entry changes, its mirror image does not, in either orientation.
TEST_F(SymmetricPatterns, EntriesAreOverwritten) {
    GrB_Matrix A = ring(0, 3);
    const double before_2 = column_sum(A, 2), before_3 = column_sum(A, 3);
    EXPECT_EQ(before_3, 2 - 3); // A(2, 3) and A(4, 3)
    require(GrB_Matrix_setElement_FP64(A, 100, 2, 3));
    double x = 0, y = 0;
    require(GrB_Matrix_extractElement_FP64(&x, A, 2, 3));
    require(GrB_Matrix_extractElement_FP64(&y, A, 3, 2));
    EXPECT_EQ(x, 100);
    EXPECT_EQ(y, -2);
    EXPECT_EQ(column_sum(A, 3), 100 - 3);
    EXPECT_EQ(column_sum(A, 2), before_2);
    require(GrB_Matrix_free(&A));
}

TEST_F(SymmetricPatterns, EqualValuesAreHeldOnceUntilOneChanges) {
    GrB_Matrix rows_alone = ring(0, 1, 1), both = ring(0, 3, 1);
    EXPECT_LE(bytes_of(both), 2 * bytes_of(rows_alone)); // reported for each orientation at most
    require(GrB_Matrix_setElement_FP64(both, 100, 2, 3));
    double x = 0;
    require(GrB_Matrix_extractElement_FP64(&x, both, 3, 2));
    EXPECT_EQ(x, 2);
    EXPECT_EQ(column_sum(both, 3), 100 + 3);
    EXPECT_EQ(column_sum(both, 2), 1 + 2);
    for (GrB_Matrix *A : {&rows_alone, &both}) require(GrB_Matrix_free(A));
}

/// Each selection has the rows of the loop's result, whether A is symmetric or not; the second and
/// later ones know it.
TEST_F(SymmetricPatterns, SelectionsByValueHaveTheirColumns) {
    for (const double sign : {1.0, -1.0}) {
        GrB_Matrix A = ring(0, 1, sign), L = nullptr;
        require(GrB_Matrix_new(&L, GrB_FP64, n, n));
        for (const double bound : {10.0, 20.0, 30.0}) {
            require(
                GrB_Matrix_select_FP64(L, nullptr, nullptr, GrB_VALUELE_FP64, A, bound, nullptr));
            GrB_Index kept = 0, entries = 0;
            for (GrB_Index i = 0; i < n; i++)
                kept +=
                    (static_cast<double>(i) <= bound) + (sign * static_cast<double>(i) <= bound);
            require(GrB_Matrix_nvals(&entries, L));
            EXPECT_EQ(entries, kept);
            for (const GrB_Index j : {3, 10, 25}) {
                // Column j has the edges (j - 1, j) and (j + 1, j), weights j - 1 and sign * j.
                const double first = static_cast<double>(j) - 1,
                             second = sign * static_cast<double>(j);
                const double expected =
                    (first <= bound ? first : 0) + (second <= bound ? second : 0);
                if (first <= bound || second <= bound) {
                    EXPECT_EQ(column_sum(L, j), expected);
                }
            }
        }
        for (GrB_Matrix *object : {&A, &L}) require(GrB_Matrix_free(object));
    }
}

} // namespace
