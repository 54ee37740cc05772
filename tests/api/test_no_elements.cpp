// Tests matrices with very many rows and no column, or the reverse: they have no elements, and no
// work.
#include "api/exchange.h"

namespace api {
namespace {

constexpr GrB_Index many = GrB_Index{1} << 50;

/// No call may take memory or time for the rows.
void expect_usable(GrB_Matrix A, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix C = new_matrix(GrB_FP64, ncols, nrows);
    REQUIRE(GrB_transpose(C, nullptr, nullptr, A, nullptr));
    EXPECT_EQ(entries_of(domain_fp64(), C), Entries{});
    REQUIRE(GrB_Matrix_free(&C));
    C = new_matrix(GrB_FP64, nrows, ncols);
    REQUIRE(GrB_Matrix_apply(C, nullptr, nullptr, GrB_AINV_FP64, A, nullptr));
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_PLUS_FP64, C, A, nullptr));
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(C, A, nullptr, GrB_PLUS_FP64, C, A, nullptr));
    EXPECT_EQ(entries_of(domain_fp64(), C), Entries{});
    REQUIRE(GrB_Matrix_free(&C));
    GrB_Vector sums = nullptr;
    REQUIRE(GrB_Vector_new(&sums, GrB_FP64, nrows));
    REQUIRE(GrB_Matrix_reduce_Monoid(sums, nullptr, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
    GrB_Index nvals = 1;
    REQUIRE(GrB_Vector_nvals(&nvals, sums));
    EXPECT_EQ(nvals, 0U);
    REQUIRE(GrB_Vector_free(&sums));
    const Bytes blob = serialized(A);
    REQUIRE(GrB_Matrix_deserialize(&C, nullptr, blob.data(), blob.size()));
    EXPECT_EQ(entries_of(domain_fp64(), C), Entries{});
    REQUIRE(GrB_Matrix_free(&C));
    std::size_t bytes = 0;
    REQUIRE(GrB_Matrix_get_SIZE(A, &bytes, GrX_BYTES));
    EXPECT_LT(bytes, 4096U);
}

TEST(NoElements, EveryFormat) {
    const std::pair<GrB_Index, GrB_Index> shapes[] = {{many, 0}, {0, many}};
    for (const auto &[nrows, ncols] : shapes) {
        for (const int format : {GrX_AUTO, GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL}) {
            SCOPED_TRACE(format);
            GrB_Matrix A = new_matrix(GrB_FP64, nrows, ncols);
            GrB_Matrix_set_INT32(A, format, GrX_FORMAT); // may be refused
            expect_usable(A, nrows, ncols);
            REQUIRE(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 1, GrB_ALL, nrows, GrB_ALL, ncols,
                                           nullptr));
            expect_usable(A, nrows, ncols);
            REQUIRE(GrB_Matrix_free(&A));
        }
    }
}

TEST(NoElements, AfterAColumnIsGone) {
    GrB_Matrix A = new_matrix(GrB_FP64, 3, 3);
    REQUIRE(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 1, GrB_ALL, 3, GrB_ALL, 3, nullptr));
    REQUIRE(GrB_Matrix_resize(A, many, 0));
    expect_usable(A, many, 0);
    REQUIRE(GrB_Matrix_free(&A));
}

} // namespace
} // namespace api
