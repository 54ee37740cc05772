// Tests GxB_IndexBinaryOp: the results are those of SuiteSparse:GraphBLAS 10.5.1 for the same
// calls.
#include "api/gxb.h"

namespace api {
namespace {

/// Each argument determines separate digits of the result.
void digits(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
            GrB_Index jy, const void *theta) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) +
                                0.25 * *static_cast<const double *>(y) +
                                static_cast<double>(10 * ix + 100 * jx + 1000 * iy + 10000 * jy) +
                                100000 * *static_cast<const double *>(theta);
}

class IndexBinary : public testing::Test {
protected:
    void SetUp() override {
        REQUIRE(GxB_IndexBinaryOp_new(&index_op, digits, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64,
                                      "digits", nullptr));
        REQUIRE(GxB_BinaryOp_new_IndexOp(&op, index_op, scalar_of(1, GrB_INT32).get()));
        REQUIRE(GrB_Semiring_new(&semiring, GrB_PLUS_MONOID_FP64, op));
    }
    void TearDown() override {
        GrB_Semiring_free(&semiring);
        GrB_BinaryOp_free(&op);
        GxB_IndexBinaryOp_free(&index_op);
    }

    GxB_IndexBinaryOp index_op = nullptr;
    GrB_BinaryOp op = nullptr;
    GrB_Semiring semiring = nullptr;
    MatrixPointer A = matrix_of(2, 3, {{{0, 0}, 2}, {{1, 2}, 1}}),
                  B = matrix_of(3, 2, {{{2, 1}, 3}}), C = matrix_of(2, 2, {}),
                  D = matrix_of(2, 3, {});
    VectorPointer u = vector_of(3, {{{0, 2}, 7}}), w = vector_of(2, {}), v = vector_of(3, {});
};

TEST_F(IndexBinary, Products) {
    REQUIRE(GrB_mxm(C.get(), nullptr, nullptr, semiring, A.get(), B.get(), nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{1, 1}, 112211.75}}));
    REQUIRE(GrB_mxm(C.get(), nullptr, nullptr, semiring, B.get(), A.get(), GrB_DESC_T0T1));
    EXPECT_EQ(entries_of(C), (EntryMap{{{1, 1}, 112213.25}}));
    REQUIRE(GrB_mxv(w.get(), nullptr, nullptr, semiring, A.get(), u.get(), nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, 102212.75}}));
    REQUIRE(GrB_mxv(w.get(), nullptr, nullptr, semiring, B.get(), u.get(), GrB_DESC_T0));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, 102214.75}}));
    REQUIRE(GrB_vxm(w.get(), nullptr, nullptr, semiring, u.get(), B.get(), nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, 112207.75}}));
    REQUIRE(GrB_vxm(w.get(), nullptr, nullptr, semiring, u.get(), A.get(), GrB_DESC_T1));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, 112207.25}}));
}

TEST_F(IndexBinary, ElementByElement) {
    REQUIRE(
        GrB_Matrix_eWiseAdd_BinaryOp(D.get(), nullptr, nullptr, op, A.get(), B.get(), GrB_DESC_T1));
    EXPECT_EQ(entries_of(D), (EntryMap{{{0, 0}, 2}, {{1, 2}, 121211.75}}));
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(D.get(), nullptr, nullptr, op, A.get(), B.get(),
                                          GrB_DESC_T1));
    EXPECT_EQ(entries_of(D), (EntryMap{{{1, 2}, 121211.75}}));
    REQUIRE(GrB_Matrix_eWiseMult_Semiring(D.get(), nullptr, nullptr, semiring, A.get(), A.get(),
                                          nullptr));
    EXPECT_EQ(entries_of(D), (EntryMap{{{0, 0}, 100002.5}, {{1, 2}, 121211.25}}));
    const ScalarPointer two = scalar_of(2);
    REQUIRE(GxB_Matrix_eWiseUnion(D.get(), nullptr, nullptr, op, A.get(), two.get(), B.get(),
                                  two.get(), GrB_DESC_T1));
    EXPECT_EQ(entries_of(D), (EntryMap{{{0, 0}, 100002.5}, {{1, 2}, 121211.75}}));
    REQUIRE(
        GrB_Vector_eWiseMult_BinaryOp(v.get(), nullptr, nullptr, op, u.get(), u.get(), nullptr));
    EXPECT_EQ(entries_of(v), (EntryMap{{{0, 2}, 102028.75}}));
    const MatrixPointer K = matrix_of(6, 6, {});
    REQUIRE(
        GrB_Matrix_kronecker_BinaryOp(K.get(), nullptr, nullptr, op, A.get(), B.get(), nullptr));
    EXPECT_EQ(entries_of(K), (EntryMap{{{2, 1}, 112002.75}, {{5, 5}, 112211.75}}));
}

TEST_F(IndexBinary, OneValueForAllEntriesAndMasks) {
    const MatrixPointer full = matrix_of(4, 5, {}), sum = matrix_of(4, 4, {}),
                        mask = matrix_of(4, 4, {{{1, 2}, 1}, {{3, 3}, 0}});
    REQUIRE(
        GrB_Matrix_assign_FP64(full.get(), nullptr, nullptr, 1, GrB_ALL, 4, GrB_ALL, 5, nullptr));
    REQUIRE(GrB_mxm(sum.get(), mask.get(), nullptr, semiring, full.get(), full.get(), GrB_DESC_T1));
    // Row 1 and row 2 have five products: the inner position counts 100 on the left, 1000 on the
    // right.
    EXPECT_EQ(
        entries_of(sum),
        (EntryMap{{{1, 2}, 5 * (1.25 + 10 + 20000 + 100000) + (0 + 1 + 2 + 3 + 4) * 1100.0}}));
}

TEST_F(IndexBinary, OutlivesWhatItWasMadeOf) {
    GxB_IndexBinaryOp other = nullptr;
    GrB_BinaryOp short_lived = nullptr;
    GrB_Semiring last = nullptr;
    const ScalarPointer theta = scalar_of(2);
    REQUIRE(GxB_IndexBinaryOp_new(&other, digits, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, nullptr,
                                  nullptr));
    REQUIRE(GxB_BinaryOp_new_IndexOp(&short_lived, other, theta.get()));
    REQUIRE(GrB_Semiring_new(&last, GrB_PLUS_MONOID_FP64, short_lived));
    REQUIRE(GrB_Scalar_setElement_FP64(theta.get(), 5));
    REQUIRE(GxB_IndexBinaryOp_free(&other));
    EXPECT_EQ(other, nullptr);
    REQUIRE(GrB_BinaryOp_free(&short_lived));
    REQUIRE(GrB_mxm(C.get(), nullptr, nullptr, last, A.get(), B.get(), nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{1, 1}, 212211.75}}));
    REQUIRE(GrB_Semiring_free(&last));
}

/// A type of 24 bytes, which has no predefined operators.
struct Triple {
    double value, row, column;
};
void triple_of(void *z, const void *x, GrB_Index, GrB_Index jx, const void *, GrB_Index iy,
               GrB_Index, const void *) {
    const Triple *const from = static_cast<const Triple *>(x);
    *static_cast<Triple *>(z) = {from->value, static_cast<double>(iy), static_cast<double>(jx)};
}

TEST_F(IndexBinary, UserDefinedTypes) {
    GrB_Type triple = nullptr;
    GxB_IndexBinaryOp positions = nullptr;
    GrB_BinaryOp positioned = nullptr;
    REQUIRE(GrB_Type_new(&triple, sizeof(Triple)));
    REQUIRE(GxB_IndexBinaryOp_new(&positions, triple_of, triple, triple, triple, GrB_BOOL, nullptr,
                                  nullptr));
    REQUIRE(GxB_BinaryOp_new_IndexOp(&positioned, positions, scalar_of(1, GrB_BOOL).get()));
    {
        const VectorPointer a(new_vector(triple, 9)), b(new_vector(triple, 9)),
            c(new_vector(triple, 9));
        Triple value{4, -1, -1};
        REQUIRE(GrB_Vector_setElement_UDT(a.get(), &value, 3));
        REQUIRE(GrB_Vector_setElement_UDT(a.get(), &value, 8));
        REQUIRE(GrB_Vector_setElement_UDT(b.get(), &value, 8));
        REQUIRE(GrB_Vector_eWiseAdd_BinaryOp(c.get(), nullptr, nullptr, positioned, a.get(),
                                             b.get(), nullptr));
        REQUIRE(GrB_Vector_extractElement_UDT(&value, c.get(), 8));
        EXPECT_EQ(value.row, 8);
        EXPECT_EQ(value.column, 0);
        REQUIRE(GrB_Vector_extractElement_UDT(&value, c.get(), 3));
        EXPECT_EQ(value.row, -1); // a lone entry is unchanged
    }
    REQUIRE(GrB_BinaryOp_free(&positioned));
    REQUIRE(GxB_IndexBinaryOp_free(&positions));
    REQUIRE(GrB_Type_free(&triple));
}

TEST_F(IndexBinary, RefusedWhereThereAreNoTwoPositions) {
    GrB_Monoid monoid = nullptr;
    EXPECT_EQ(GrB_Monoid_new_FP64(&monoid, op, 0), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(
        GrB_mxm(C.get(), nullptr, op, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), B.get(), nullptr),
        GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_apply(D.get(), nullptr, op, GrB_AINV_FP64, A.get(), nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_assign_FP64(D.get(), nullptr, op, 1, GrB_ALL, 2, GrB_ALL, 3, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_apply_BinaryOp1st_FP64(D.get(), nullptr, nullptr, op, 5, A.get(), nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Vector_apply_BinaryOp2nd_FP64(v.get(), nullptr, nullptr, op, u.get(), 5, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GxB_Vector_sort(v.get(), nullptr, op, u.get(), nullptr), GrB_DOMAIN_MISMATCH);
    const GrB_Index twice[] = {0, 0};
    const double values[] = {1, 2};
    EXPECT_EQ(GrB_Vector_build_FP64(w.get(), twice, values, 2, op), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_reduce_BinaryOp(w.get(), nullptr, nullptr, op, A.get(), nullptr),
              GrB_DOMAIN_MISMATCH);
}

TEST_F(IndexBinary, Making) {
    GxB_IndexBinaryOp made = nullptr;
    GrB_BinaryOp bound = nullptr;
    EXPECT_EQ(GxB_IndexBinaryOp_new(&made, nullptr, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, "", ""),
              GrB_NULL_POINTER);
    EXPECT_EQ(GxB_IndexBinaryOp_new(&made, digits, GrB_FP64, GrB_FP64, GrB_FP64, nullptr, "", ""),
              GrB_NULL_POINTER);
    EXPECT_EQ(GxB_BinaryOp_new_IndexOp(&bound, index_op, nullptr), GrB_NULL_POINTER);
    ScalarPointer theta = scalar_of(1);
    REQUIRE(GrB_Scalar_clear(theta.get()));
    EXPECT_EQ(GxB_BinaryOp_new_IndexOp(&bound, index_op, theta.get()), GrB_EMPTY_OBJECT);
    EXPECT_EQ(GxB_IndexBinaryOp_wait(index_op, GrB_COMPLETE), GrB_SUCCESS);
    EXPECT_EQ(GxB_IndexBinaryOp_wait(index_op, 7), GrB_INVALID_VALUE);
    const char *text = nullptr;
    EXPECT_EQ(GxB_IndexBinaryOp_error(&text, index_op), GrB_SUCCESS);
    EXPECT_NE(std::string(text).find("mode 7"), std::string::npos) << text;
}

TEST_F(IndexBinary, Fields) {
    char text[64] = "";
    std::int32_t number = -1;
    std::size_t size = 0;
    REQUIRE(GxB_IndexBinaryOp_get_INT32(index_op, &number, GxB_THETA_TYPE_CODE));
    EXPECT_EQ(number, GrB_FP64_CODE);
    REQUIRE(GrB_BinaryOp_get_INT32(op, &number, GxB_THETA_TYPE_CODE));
    EXPECT_EQ(number, GrB_FP64_CODE);
    REQUIRE(GxB_IndexBinaryOp_get_SIZE(index_op, &size, GxB_THETA_TYPE_STRING));
    EXPECT_EQ(size, sizeof "GrB_FP64");
    REQUIRE(GrB_BinaryOp_get_String(op, text, GxB_THETA_TYPE_STRING));
    EXPECT_STREQ(text, "GrB_FP64");
    REQUIRE(GrB_BinaryOp_get_String(op, text, GxB_JIT_C_NAME));
    EXPECT_STREQ(text, "digits");
    REQUIRE(GxB_IndexBinaryOp_set_String(index_op, const_cast<char *>("renamed"), GrB_NAME));
    REQUIRE(GxB_IndexBinaryOp_get_String(index_op, text, GrB_NAME));
    EXPECT_STREQ(text, "renamed");
    EXPECT_EQ(GxB_IndexBinaryOp_set_INT32(index_op, 1, GrB_NAME), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_IndexBinaryOp_set_VOID(index_op, text, GrB_NAME, 4), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_IndexBinaryOp_get_VOID(index_op, text, GrB_NAME), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_IndexBinaryOp_get_INT32(index_op, &number, 12345), GrB_INVALID_VALUE);

    const ScalarPointer real = scalar_of(-1), integer = scalar_of(-1, GrB_INT32);
    REQUIRE(GrB_BinaryOp_get_Scalar(op, real.get(), GxB_THETA));
    double theta = 0;
    REQUIRE(GrB_Scalar_extractElement_FP64(&theta, real.get()));
    EXPECT_EQ(theta, 1);
    EXPECT_EQ(GrB_BinaryOp_get_Scalar(op, integer.get(), GxB_THETA), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GxB_IndexBinaryOp_get_Scalar(index_op, real.get(), GxB_THETA), GrB_INVALID_VALUE);
    REQUIRE(GxB_IndexBinaryOp_get_Scalar(index_op, integer.get(), GxB_THETA_TYPE_CODE));
    EXPECT_EQ(GxB_IndexBinaryOp_set_Scalar(index_op, integer.get(), GxB_THETA_TYPE_CODE),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_BinaryOp_get_Scalar(GrB_PLUS_FP64, real.get(), GxB_THETA), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_BinaryOp_get_INT32(GrB_PLUS_FP64, &number, GxB_THETA_TYPE_CODE), GrB_NO_VALUE);
}

} // namespace
} // namespace api
