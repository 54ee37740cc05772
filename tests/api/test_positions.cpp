// Tests operators on positions that tests/oracle leaves out: operands whose values are not read,
// masks and accumulators, long dimensions, iso operands.
#include "api/exchange.h"

#include "graphblast/gxb_objects.h"

namespace api {
namespace {

std::int64_t element(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    std::int64_t value = -77;
    REQUIRE(GrB_Matrix_extractElement_INT64(&value, A, i, j));
    return value;
}

TEST(Positions, OperandsOfAnyDomain) {
    World world;
    GrB_Index rows = 0, columns = 0;
    REQUIRE(GrB_Matrix_nrows(&rows, world.pair_A));
    REQUIRE(GrB_Matrix_ncols(&columns, world.pair_A));
    GrB_Matrix C = new_matrix(GrB_INT64, rows, rows), expected = new_matrix(GrB_INT64, rows, rows);
    // P has the pattern of pair_A, as numbers.
    GrB_Matrix P = new_matrix(GrB_INT64, rows, columns);
    REQUIRE(GrB_Matrix_apply(P, nullptr, nullptr, GxB_POSITIONJ_INT64, world.pair_A, nullptr));
    for (const GrB_Semiring semiring : {GxB_MAX_FIRSTI_INT64, GxB_MAX_FIRSTJ1_INT64,
                                        GxB_MIN_SECONDI_INT64, GxB_PLUS_SECONDJ_INT64}) {
        REQUIRE(GrB_mxm(C, nullptr, nullptr, semiring, world.pair_A, world.pair_A, GrB_DESC_T1));
        REQUIRE(GrB_mxm(expected, nullptr, nullptr, semiring, P, P, GrB_DESC_T1));
        EXPECT_EQ(contents(C), contents(expected));
    }
    GrB_Matrix D = new_matrix(GrB_INT64, rows, columns), E = new_matrix(GrB_INT64, rows, columns);
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(D, nullptr, nullptr, GxB_FIRSTJ_INT64, world.pair_A,
                                          world.pair_A, nullptr));
    EXPECT_EQ(contents(D), contents(P));
    REQUIRE(GrB_Matrix_apply_BinaryOp2nd_INT64(E, nullptr, nullptr, GxB_SECONDJ_INT64, world.pair_A,
                                               5, nullptr));
    EXPECT_EQ(contents(E), contents(P));
    // A union would have to cast an entry without partner.
    EXPECT_EQ(GrB_Matrix_eWiseAdd_BinaryOp(D, nullptr, nullptr, GxB_FIRSTJ_INT64, world.pair_A,
                                           world.pair_A, nullptr),
              GrB_DOMAIN_MISMATCH);
    for (GrB_Matrix *one : {&C, &expected, &P, &D, &E}) GrB_Matrix_free(one);
}

TEST(Positions, MasksAndAccumulators) {
    GrB_Matrix A = new_matrix(GrB_FP64, 3, 3), M = new_matrix(GrB_BOOL, 3, 3),
               C = new_matrix(GrB_INT64, 3, 3);
    for (GrB_Index i = 0; i < 3; i++) {
        for (GrB_Index j = 0; j < 3; j++) REQUIRE(GrB_Matrix_setElement_FP64(A, 1.0, i, j)); // iso
        REQUIRE(GrB_Matrix_setElement_BOOL(M, true, i, i));
        REQUIRE(GrB_Matrix_setElement_INT64(C, 100, i, 0));
    }
    REQUIRE(GrB_mxm(C, M, GrB_PLUS_INT64, GxB_PLUS_SECONDI1_INT64, A, A, nullptr));
    EXPECT_EQ(element(C, 0, 0), 106); // 100 + 1 + 2 + 3
    EXPECT_EQ(element(C, 1, 0), 100);
    EXPECT_EQ(element(C, 2, 2), 6);
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(C, M, nullptr, GxB_SECONDJ1_INT32, A, A, GrB_DESC_R));
    EXPECT_EQ(element(C, 2, 2), 3);
    GrB_Index n = 0;
    REQUIRE(GrB_Matrix_nvals(&n, C));
    EXPECT_EQ(n, 3u);
    for (GrB_Matrix *one : {&A, &M, &C}) GrB_Matrix_free(one);
}

TEST(Positions, LongDimensions) {
    const GrB_Index size = GrB_INDEX_MAX, far = size - 1;
    GrB_Matrix A = new_matrix(GrB_FP64, size, size), C = new_matrix(GrB_INT64, size, size);
    REQUIRE(GrB_Matrix_setElement_FP64(A, 0.5, far, 3));
    REQUIRE(GrB_Matrix_setElement_FP64(A, 0.5, 3, far - 7));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, GxB_MIN_FIRSTI_INT64, A, A, nullptr));
    EXPECT_EQ(element(C, far, far - 7), static_cast<std::int64_t>(far));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, GxB_MIN_FIRSTJ_INT64, A, A, nullptr));
    EXPECT_EQ(element(C, far, far - 7), 3);
    REQUIRE(GrB_mxm(C, nullptr, nullptr, GxB_MIN_SECONDJ1_INT64, A, A, nullptr));
    EXPECT_EQ(element(C, far, far - 7), static_cast<std::int64_t>(far - 6));
    REQUIRE(GrB_Matrix_apply(C, nullptr, nullptr, GxB_POSITIONI1_INT64, A, GrB_DESC_T0));
    EXPECT_EQ(element(C, 3, far), 4);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&C);
}

/// In a search for parents, each frontier names the rows that it came from.
TEST(Positions, ParentsOfASearch) {
    constexpr GrB_Index n = 100;
    GrB_Matrix A = new_matrix(GrB_BOOL, n, n);
    for (GrB_Index i = 0; i < n; i++) {
        REQUIRE(GrB_Matrix_setElement_BOOL(A, true, i, (3 * i + 1) % n));
        REQUIRE(GrB_Matrix_setElement_BOOL(A, true, i, (7 * i + 2) % n));
    }
    GrB_Vector parent = new_vector(GrB_INT64, n), frontier = new_vector(GrB_INT64, n);
    REQUIRE(GrB_Vector_setElement_INT64(parent, 0, 0));
    REQUIRE(GrB_Vector_setElement_INT64(frontier, 0, 0));
    GrB_Index reached = 1;
    for (GrB_Index found = 1; found != 0;) {
        REQUIRE(
            GrB_vxm(frontier, parent, nullptr, GxB_ANY_FIRSTJ_INT64, frontier, A, GrB_DESC_RSC));
        REQUIRE(GrB_Vector_assign(parent, frontier, nullptr, frontier, GrB_ALL, n, GrB_DESC_S));
        REQUIRE(GrB_Vector_nvals(&found, frontier));
        reached += found;
    }
    GrB_Index count = 0;
    REQUIRE(GrB_Vector_nvals(&count, parent));
    EXPECT_EQ(count, reached);
    EXPECT_GT(count, 10u);
    for (GrB_Index j = 1; j < n; j++) {
        std::int64_t i = -1;
        if (GrB_Vector_extractElement_INT64(&i, parent, j) != GrB_SUCCESS) continue;
        bool is_edge = false;
        EXPECT_EQ(GrB_Matrix_extractElement_BOOL(&is_edge, A, static_cast<GrB_Index>(i), j),
                  GrB_SUCCESS)
            << i << " is no parent of " << j;
    }
    GrB_Vector_free(&parent);
    GrB_Vector_free(&frontier);
    GrB_Matrix_free(&A);
}

} // namespace
} // namespace api
