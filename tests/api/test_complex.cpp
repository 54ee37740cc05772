// Tests complex domains on results computed by hand: typed functions, casts, masks, and each
// operation in every format.
#include "api/exchange.h"

#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

namespace api {
namespace {

using C32 = GxB_FC32_t;
using C64 = GxB_FC64_t;
constexpr int formats[] = {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP};

/// [1+i   .   2i]
/// [ .   3    . ]
/// [-i   .  1-2i]
GrB_Matrix example() {
    GrB_Matrix A = nullptr;
    REQUIRE(GrB_Matrix_new(&A, GxB_FC64, 3, 3));
    const GrB_Index rows[] = {0, 0, 1, 2, 2}, columns[] = {0, 2, 1, 0, 2};
    const C64 values[] = {{1, 1}, {0, 2}, {3, 0}, {0, -1}, {1, -2}};
    REQUIRE(GxB_Matrix_build_FC64(A, rows, columns, values, 5, nullptr));
    return A;
}

C64 element(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    C64 value(-77, -77);
    REQUIRE(GxB_Matrix_extractElement_FC64(&value, A, i, j));
    return value;
}

GrB_Index count(GrB_Matrix A) {
    GrB_Index n = 0;
    REQUIRE(GrB_Matrix_nvals(&n, A));
    return n;
}

TEST(Complex, ScalarsAndElements) {
    GrB_Scalar s = nullptr;
    REQUIRE(GrB_Scalar_new(&s, GxB_FC32));
    REQUIRE(GxB_Scalar_setElement_FC64(s, C64(1.5, -2)));
    C32 narrow;
    REQUIRE(GxB_Scalar_extractElement_FC32(&narrow, s));
    EXPECT_EQ(narrow, C32(1.5, -2));
    double real = 0;
    REQUIRE(GrB_Scalar_extractElement_FP64(&real, s));
    EXPECT_EQ(real, 1.5);
    REQUIRE(GrB_Scalar_setElement_INT32(s, -7));
    REQUIRE(GxB_Scalar_extractElement_FC32(&narrow, s));
    EXPECT_EQ(narrow, C32(-7, 0));
    GrB_Scalar_free(&s);

    GrB_Vector w = new_vector(GxB_FC32, 5);
    REQUIRE(GxB_Vector_setElement_FC32(w, C32(0, 3), 4));
    C64 wide;
    REQUIRE(GxB_Vector_extractElement_FC64(&wide, w, 4));
    EXPECT_EQ(wide, C64(0, 3));
    bool truth = false; // the imaginary part counts
    REQUIRE(GrB_Vector_extractElement_BOOL(&truth, w, 4));
    EXPECT_TRUE(truth);
    EXPECT_EQ(GxB_Vector_extractElement_FC32(&narrow, w, 0), GrB_NO_VALUE);
    EXPECT_EQ(GxB_Vector_setElement_FC32(w, narrow, 5), GrB_INVALID_INDEX);
    GrB_Vector_free(&w);
}

TEST(Complex, BuildAndTuples) {
    GrB_Vector w = new_vector(GxB_FC64, 4);
    const GrB_Index indices[] = {2, 0, 2};
    const C32 values[] = {{1, 2}, {5, 0}, {3, -4}};
    EXPECT_EQ(GxB_Vector_build_FC32(w, indices, values, 3, nullptr), GrB_INVALID_VALUE);
    REQUIRE(GxB_Vector_build_FC32(w, indices, values, 3, GxB_TIMES_FC64));
    GrB_Index found[2], n = 2;
    C64 tuples[2];
    REQUIRE(GxB_Vector_extractTuples_FC64(found, tuples, &n, w));
    EXPECT_EQ(found[0], 0u);
    EXPECT_EQ(found[1], 2u);
    EXPECT_EQ(tuples[0], C64(5, 0));
    EXPECT_EQ(tuples[1], C64(11, 2)); // (1 + 2i)(3 - 4i)
    GrB_Vector_free(&w);
}

TEST(Complex, LastDuplicateIsKept) {
    World world;
    const GrB_Index indices[] = {2, 0, 2, 2};
    const C64 values[] = {{1, 2}, {5, 0}, {3, -4}, {7, 7}};
    GrB_Vector w = new_vector(GxB_FC64, 4);
    REQUIRE(GxB_Vector_build_FC64(w, indices, values, 4, GxB_IGNORE_DUP));
    C64 last;
    REQUIRE(GxB_Vector_extractElement_FC64(&last, w, 2));
    EXPECT_EQ(last, C64(7, 7));
    GrB_Vector_free(&w);
    const Pair pairs[] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    w = new_vector(world.pair, 4);
    REQUIRE(GrB_Vector_build_UDT(w, indices, pairs, 4, GxB_IGNORE_DUP));
    Pair kept{};
    REQUIRE(GrB_Vector_extractElement_UDT(&kept, w, 2));
    EXPECT_EQ(kept.first, 7);
    EXPECT_EQ(kept.second, 8);
    GrB_Vector_free(&w);
    EXPECT_EQ(GrB_Matrix_eWiseMult_BinaryOp(world.A, nullptr, nullptr, GxB_IGNORE_DUP, world.A,
                                            world.A, nullptr),
              GrB_DOMAIN_MISMATCH);
}

TEST(Complex, TypesTellTheirNamesAndCodes) {
    char name[128];
    std::int32_t code = 0;
    REQUIRE(GrB_Type_get_String(GxB_FC32, name, GrB_NAME));
    EXPECT_STREQ(name, "GxB_FC32");
    REQUIRE(GrB_Type_get_INT32(GxB_FC64, &code, GrB_EL_TYPE_CODE));
    EXPECT_EQ(code, GxB_FC64_CODE);
    std::size_t size = 0;
    REQUIRE(GrB_Type_get_SIZE(GxB_FC64, &size, GrB_SIZE));
    EXPECT_EQ(size, sizeof(C64));
    REQUIRE(GrB_UnaryOp_get_INT32(GxB_ABS_FC32, &code, GrB_OUTP_TYPE_CODE));
    EXPECT_EQ(code, GrB_FP32_CODE);
    REQUIRE(GrB_UnaryOp_get_INT32(GxB_ABS_FC32, &code, GrB_INP0_TYPE_CODE));
    EXPECT_EQ(code, GxB_FC32_CODE);
}

TEST(Complex, Products) {
    for (const int left : formats) {
        for (const int right : formats) {
            GrB_Matrix A = example(), B = example(), C = new_matrix(GxB_FC64, 3, 3);
            set_field(A, GrX_FORMAT, left);
            set_field(B, GrX_FORMAT, right);
            REQUIRE(GrB_mxm(C, nullptr, nullptr, GxB_PLUS_TIMES_FC64, A, B, GrB_DESC_T1));
            EXPECT_EQ(count(C), 5u);
            EXPECT_EQ(element(C, 0, 0), C64(-4, 2)); // (1+i)² + (2i)²
            EXPECT_EQ(element(C, 0, 2), C64(5, 1));  // (1+i)(-i) + 2i(1-2i)
            EXPECT_EQ(element(C, 1, 1), C64(9, 0));
            EXPECT_EQ(element(C, 2, 2), C64(-4, -4)); // (-i)² + (1-2i)²
            for (GrB_Matrix *one : {&A, &B, &C}) GrB_Matrix_free(one);
        }
    }
}

TEST(Complex, VectorProductsAndSums) {
    GrB_Matrix A = example();
    GrB_Vector u = new_vector(GxB_FC64, 3), w = new_vector(GxB_FC64, 3);
    REQUIRE(GxB_Vector_setElement_FC64(u, C64(0, 1), 0));
    REQUIRE(GxB_Vector_setElement_FC64(u, C64(2, 0), 2));
    const auto at = [&w](GrB_Index i) {
        C64 value;
        REQUIRE(GxB_Vector_extractElement_FC64(&value, w, i));
        return value;
    };
    REQUIRE(GrB_mxv(w, nullptr, nullptr, GxB_PLUS_TIMES_FC64, A, u, nullptr));
    EXPECT_EQ(at(0), C64(-1, 5)); // (1+i)i + 2i·2
    EXPECT_EQ(at(2), C64(3, -4)); // -i·i + (1-2i)2
    REQUIRE(GrB_vxm(w, nullptr, GxB_MINUS_FC64, GxB_PLUS_TIMES_FC64, u, A, nullptr));
    EXPECT_EQ(at(0), C64(0, 6)); // -1+5i - (i(1+i) + 2(-i))
    C64 sum(1, 0);
    REQUIRE(GxB_Matrix_reduce_FC64(&sum, GxB_PLUS_FC64, GxB_PLUS_FC64_MONOID, A, nullptr));
    EXPECT_EQ(sum, C64(6, 0));
    REQUIRE(GxB_Vector_reduce_FC64(&sum, nullptr, GxB_TIMES_FC64_MONOID, u, nullptr));
    EXPECT_EQ(sum, C64(0, 2));
    double real = 0; // the sum's real part
    REQUIRE(GrB_Matrix_reduce_FP64(&real, nullptr, GxB_PLUS_FC64_MONOID, A, nullptr));
    EXPECT_EQ(real, 5);
    REQUIRE(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GxB_PLUS_FC64_MONOID, A, nullptr));
    EXPECT_EQ(at(0), C64(1, 3));
    GrB_Vector_free(&u);
    GrB_Vector_free(&w);
    GrB_Matrix_free(&A);
}

TEST(Complex, OneValueForAll) {
    GrB_Matrix A = new_matrix(GxB_FC64, 40, 40), C = new_matrix(GxB_FC64, 40, 40);
    REQUIRE(
        GxB_Matrix_assign_FC64(A, nullptr, nullptr, C64(0, 1), GrB_ALL, 40, GrB_ALL, 40, nullptr));
    REQUIRE(GrB_mxm(C, nullptr, nullptr, GxB_PLUS_TIMES_FC64, A, A, nullptr));
    EXPECT_EQ(element(C, 7, 9), C64(-40, 0));
    C64 sum;
    REQUIRE(GxB_Matrix_reduce_FC64(&sum, nullptr, GxB_PLUS_FC64_MONOID, A, nullptr));
    EXPECT_EQ(sum, C64(0, 1600));
    // An iso operand has another type than the semiring's.
    GrB_Matrix R = new_matrix(GrB_FP64, 40, 40);
    REQUIRE(GrB_mxm(R, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, nullptr));
    EXPECT_EQ(element(R, 0, 0), C64(0, 0)); // the real parts are 0
    for (GrB_Matrix *one : {&A, &C, &R}) GrB_Matrix_free(one);
}

TEST(Complex, Masks) {
    for (const int format : formats) {
        GrB_Matrix M = new_matrix(GxB_FC64, 3, 3), A = example(), C = new_matrix(GxB_FC64, 3, 3);
        REQUIRE(GxB_Matrix_setElement_FC64(M, C64(0, 0), 0, 0));
        REQUIRE(GxB_Matrix_setElement_FC64(M, C64(0, 2), 0, 2));
        REQUIRE(GxB_Matrix_setElement_FC64(M, C64(1, 0), 1, 1));
        set_field(M, GrX_FORMAT, format);
        REQUIRE(GrB_Matrix_apply(C, M, nullptr, GxB_AINV_FC64, A, nullptr));
        EXPECT_EQ(count(C), 2u); // 0 + 0i is false
        EXPECT_EQ(element(C, 0, 2), C64(0, -2));
        REQUIRE(GrB_mxm(C, M, nullptr, GxB_PLUS_TIMES_FC64, A, A, GrB_DESC_RC));
        EXPECT_EQ(count(C), 3u);
        REQUIRE(GrB_Matrix_apply(C, M, nullptr, GxB_AINV_FC64, A, GrB_DESC_RS));
        EXPECT_EQ(count(C), 3u);
        for (GrB_Matrix *one : {&A, &M, &C}) GrB_Matrix_free(one);
    }
}

TEST(Complex, AppliedAndSelected) {
    for (const int format : formats) {
        GrB_Matrix A = example(), C = new_matrix(GxB_FC64, 3, 3), R = new_matrix(GrB_FP64, 3, 3);
        set_field(A, GrX_FORMAT, format);
        REQUIRE(GrB_Matrix_apply(R, nullptr, nullptr, GxB_CIMAG_FC64, A, nullptr));
        EXPECT_EQ(element(R, 2, 2), C64(-2, 0));
        REQUIRE(GrB_Matrix_apply(C, nullptr, nullptr, GxB_CONJ_FC64, A, GrB_DESC_T0));
        EXPECT_EQ(element(C, 2, 0), C64(0, -2));
        REQUIRE(GxB_Matrix_apply_BinaryOp1st_FC64(C, nullptr, nullptr, GxB_TIMES_FC64, C64(0, 1), A,
                                                  nullptr));
        EXPECT_EQ(element(C, 0, 0), C64(-1, 1));
        REQUIRE(GxB_Matrix_apply_BinaryOp2nd_FC64(C, nullptr, nullptr, GxB_DIV_FC64, A, C64(0, 1),
                                                  nullptr));
        EXPECT_EQ(element(C, 0, 0), C64(1, -1));
        REQUIRE(
            GxB_Matrix_select_FC64(C, nullptr, nullptr, GxB_VALUENE_FC64, A, C64(0, 2), nullptr));
        EXPECT_EQ(count(C), 4u);
        REQUIRE(
            GxB_Matrix_select_FC64(C, nullptr, nullptr, GxB_VALUEEQ_FC64, A, C64(3, 0), nullptr));
        EXPECT_EQ(count(C), 1u);
        // A real operator selects by the real part.
        REQUIRE(GrB_Matrix_select_FP64(C, nullptr, nullptr, GrB_VALUEGT_FP64, A, 0.5, nullptr));
        EXPECT_EQ(count(C), 3u);
        REQUIRE(
            GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GxB_PLUS_FC64, A, A, GrB_DESC_T1));
        EXPECT_EQ(element(C, 0, 2), C64(0, 1));
        REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(R, nullptr, nullptr, GxB_EQ_FC64, A, A, nullptr));
        EXPECT_EQ(element(R, 0, 2), C64(1, 0));
        REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GxB_CMPLX_FP64, R, R, nullptr));
        EXPECT_EQ(element(C, 0, 2), C64(1, 1));
        for (GrB_Matrix *one : {&A, &C, &R}) GrB_Matrix_free(one);
    }
}

TEST(Complex, AccumulatedIntoOtherDomains) {
    GrB_Matrix A = example(), C = new_matrix(GrB_INT32, 3, 3);
    REQUIRE(GrB_Matrix_setElement_INT32(C, 10, 1, 1));
    // The operation casts C to complex, and the sum back to INT32.
    REQUIRE(GrB_Matrix_apply(C, nullptr, GxB_PLUS_FC64, GxB_IDENTITY_FC64, A, nullptr));
    std::int32_t value = 0;
    REQUIRE(GrB_Matrix_extractElement_INT32(&value, C, 1, 1));
    EXPECT_EQ(value, 13);
    REQUIRE(GrB_Matrix_extractElement_INT32(&value, C, 0, 2));
    EXPECT_EQ(value, 0);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&C);
}

TEST(Complex, WhatHasNoOrderIsRefused) {
    World world;
    GrB_Matrix A = example();
    GrB_Matrix C = new_matrix(GxB_FC64, 3, 3);
    EXPECT_EQ(GrX_Matrix_maxk(C, A, 2, nullptr), GrB_DOMAIN_MISMATCH);
    EXPECT_NE(error_text(C).find("complex"), std::string::npos) << error_text(C);
    GrB_Vector I = new_vector(GxB_FC64, 3), w = new_vector(GrB_FP64, 3);
    REQUIRE(GxB_Vector_setElement_FC64(I, C64(0, 0), 0));
    EXPECT_EQ(GxB_Vector_extract_Vector(w, nullptr, nullptr, w, I, nullptr), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_apply(C, nullptr, nullptr, GxB_CONJ_FC64, world.pair_A, nullptr),
              GrB_DIMENSION_MISMATCH);
    GrB_Vector_free(&I);
    GrB_Vector_free(&w);
    GrB_Matrix_free(&A);
    GrB_Matrix_free(&C);
}

TEST(Complex, OwnMonoids) {
    GrB_Monoid monoid = nullptr;
    REQUIRE(GxB_Monoid_new_FC32(&monoid, GxB_TIMES_FC32, C32(1, 0)));
    GrB_Vector u = new_vector(GxB_FC32, 2);
    C32 product;
    REQUIRE(GxB_Vector_reduce_FC32(&product, nullptr, monoid, u, nullptr));
    EXPECT_EQ(product, C32(1, 0));
    REQUIRE(GxB_Vector_setElement_FC32(u, C32(0, 1), 0));
    REQUIRE(GxB_Vector_setElement_FC32(u, C32(0, 1), 1));
    REQUIRE(GxB_Vector_reduce_FC32(&product, nullptr, monoid, u, nullptr));
    EXPECT_EQ(product, C32(-1, 0));
    EXPECT_EQ(GxB_Monoid_new_FC32(&monoid, GxB_TIMES_FC64, C32(1, 0)), GrB_DOMAIN_MISMATCH);
    GrB_Monoid_free(&monoid);
    GrB_Vector_free(&u);
}

} // namespace
} // namespace api
