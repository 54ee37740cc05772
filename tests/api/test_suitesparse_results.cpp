// Tests SuiteSparse's results that differ from the C API, for programs with its header: DIAGINDEX,
// and the order of GrB_COO_FORMAT. tests/downstream tests programs linked to its names.
#include "api/gxb.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace api;

GrB_Index nvals(GrB_Matrix A) {
    GrB_Index n = 0;
    REQUIRE(GrB_Matrix_nvals(&n, A));
    return n;
}

TEST(SuiteSparseResults, DiagIndexSubtracts) {
    const MatrixPointer A = matrix_of(4, 5, EntryMap{{{0, 3}, 1}, {{2, 1}, 1}});
    const MatrixPointer C(new_matrix(GrB_INT64, 4, 5));
    std::int64_t value = 0;
    for (const GrB_IndexUnaryOp op : {GrB_DIAGINDEX_INT32, GrB_DIAGINDEX_INT64}) {
        REQUIRE(GrB_Matrix_apply_IndexOp_INT64(C.get(), nullptr, nullptr, op, A.get(), 2, nullptr));
        REQUIRE(GrB_Matrix_extractElement_INT64(&value, C.get(), 0, 3));
        EXPECT_EQ(value, 1);
        REQUIRE(GrB_Matrix_extractElement_INT64(&value, C.get(), 2, 1));
        EXPECT_EQ(value, -3);
        // The thunk is cast before it is negated.
        REQUIRE(
            GrB_Matrix_apply_IndexOp_FP64(C.get(), nullptr, nullptr, op, A.get(), -2.75, nullptr));
        REQUIRE(GrB_Matrix_extractElement_INT64(&value, C.get(), 0, 3));
        EXPECT_EQ(value, 5);
        // The selection keeps results other than 0, also of a vector, where j is 0.
        REQUIRE(GrB_Matrix_select_INT64(C.get(), nullptr, nullptr, op, A.get(), 3, nullptr));
        EXPECT_EQ(nvals(C.get()), 1U);
        char name[64] = "";
        REQUIRE(GrB_IndexUnaryOp_get_String(op, name, GrB_NAME));
        EXPECT_EQ(std::string(name).substr(0, 17), "GrB_DIAGINDEX_INT");
    }
    REQUIRE(GrB_Matrix_apply_IndexOp_INT64(C.get(), nullptr, nullptr, GrB_DIAGINDEX_INT64, A.get(),
                                           std::numeric_limits<std::int64_t>::min(), nullptr));
    REQUIRE(GrB_Matrix_extractElement_INT64(&value, C.get(), 0, 3));
    EXPECT_EQ(value, std::numeric_limits<std::int64_t>::min() + 3);
}

TEST(SuiteSparseResults, DiagIndexTakesScalars) {
    const MatrixPointer A = matrix_of(4, 5, EntryMap{{{0, 3}, 1}});
    const MatrixPointer C(new_matrix(GrB_INT64, 4, 5));
    const ScalarPointer s = scalar_of(4, GrB_INT16);
    REQUIRE(GrB_Scalar_clear(s.get()));
    EXPECT_EQ(GrB_Matrix_apply_IndexOp_Scalar(C.get(), nullptr, nullptr, GrB_DIAGINDEX_INT64,
                                              A.get(), s.get(), nullptr),
              GrB_EMPTY_OBJECT);
    REQUIRE(GrB_Scalar_setElement_INT16(s.get(), 4));
    REQUIRE(GrB_Matrix_apply_IndexOp_Scalar(C.get(), nullptr, nullptr, GrB_DIAGINDEX_INT64, A.get(),
                                            s.get(), nullptr));
    std::int64_t value = 0;
    REQUIRE(GrB_Matrix_extractElement_INT64(&value, C.get(), 0, 3));
    EXPECT_EQ(value, -1);
}

TEST(SuiteSparseResults, CooHasRowsFirst) {
    const std::vector<GrB_Index> rows{3, 0, 3}, columns{1, 4, 1};
    const std::vector<double> values{1, 2, 9};
    const auto import = [&](GrB_Matrix *A, GrB_Type type, GrB_Index n, GrB_Index count) {
        return GrB_Matrix_import_FP64(A, type, n, 5, rows.data(), columns.data(), values.data(),
                                      count, 3, 3, GrB_COO_FORMAT);
    };
    GrB_Matrix A = nullptr;
    REQUIRE(import(&A, GrB_FP64, 4, 3));
    double value = 0;
    REQUIRE(GrB_Matrix_extractElement_FP64(&value, A, 3, 1));
    EXPECT_EQ(value, 9);
    EXPECT_EQ(nvals(A), 2U);

    std::vector<GrB_Index> first(2), second(2);
    std::vector<double> exported(2);
    GrB_Index n0 = 2, n1 = 2, n2 = 2;
    REQUIRE(GrB_Matrix_export_FP64(first.data(), second.data(), exported.data(), &n0, &n1, &n2,
                                   GrB_COO_FORMAT, A));
    EXPECT_EQ(first, (std::vector<GrB_Index>{0, 3}));
    EXPECT_EQ(second, (std::vector<GrB_Index>{4, 1}));
    EXPECT_EQ(exported, (std::vector<double>{2, 9}));
    n0 = 1;
    EXPECT_EQ(GrB_Matrix_export_FP64(first.data(), second.data(), exported.data(), &n0, &n1, &n2,
                                     GrB_COO_FORMAT, A),
              GrB_INSUFFICIENT_SPACE);
    REQUIRE(GrB_Matrix_free(&A));

    EXPECT_EQ(import(&A, GrB_FP64, 4, 2), GrB_INVALID_VALUE);
    EXPECT_EQ(import(&A, GrB_FP64, 3, 3), GrB_INDEX_OUT_OF_BOUNDS);
    EXPECT_EQ(import(&A, GrB_INT32, 4, 3), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(import(nullptr, GrB_FP64, 4, 3), GrB_NULL_POINTER);
    EXPECT_EQ(A, nullptr);
}

TEST(SuiteSparseResults, OtherFormatsAreTheStandards) {
    const GrB_Index offsets[] = {0, 1, 2}, indices[] = {1, 0};
    const float values[] = {3, 4};
    GrB_Matrix A = nullptr;
    REQUIRE(GrB_Matrix_import_FP32(&A, GrB_FP32, 2, 2, offsets, indices, values, 3, 2, 2,
                                   GrB_CSR_FORMAT));
    GrB_Index out[3] = {}, columns[2] = {}, n0 = 3, n1 = 2, n2 = 2;
    float back[2] = {};
    REQUIRE(GrB_Matrix_export_FP32(out, columns, back, &n0, &n1, &n2, GrB_CSR_FORMAT, A));
    EXPECT_TRUE(std::equal(out, out + 3, offsets) && std::equal(columns, columns + 2, indices));
    REQUIRE(GrB_Matrix_free(&A));
}

/// A failed import sets *A to NULL, as in SuiteSparse 9.3.1 and 10.5.1, so that it may be freed; a
/// wrong domain leaves *A unchanged. The call only reads the caller's arrays.
TEST(SuiteSparseResults, FailedImportGivesNull) {
    const GrB_Matrix before = fake<GrB_Matrix>();
    const std::vector<GrB_Index> offsets{0, 1, 2}, wrong{0, 9, 2}, indices{0, 1};
    const std::vector<double> values{1, 2};
    const auto import = [&](GrB_Type type, GrB_Index nrows, const std::vector<GrB_Index> &first,
                            GrB_Index length, GrB_Format format) {
        GrB_Matrix A = before;
        const GrB_Info info = GrB_Matrix_import_FP64(
            &A, type, nrows, 2, first.data(), indices.data(), values.data(), length, 2, 2, format);
        EXPECT_NE(info, GrB_SUCCESS);
        return A;
    };
    const auto none = enumerator<GrB_Format>(77);
    EXPECT_EQ(import(GrB_FP64, 2, wrong, 3, GrB_CSR_FORMAT), nullptr);
    EXPECT_EQ(import(GrB_FP64, 2, wrong, 3, GrB_CSC_FORMAT), nullptr);
    EXPECT_EQ(import(GrB_FP64, 2, wrong, 2, GrB_COO_FORMAT), nullptr);
    EXPECT_EQ(import(GrB_FP64, 2, offsets, 1, GrB_COO_FORMAT), nullptr);
    EXPECT_EQ(import(GrB_FP64, GrB_INDEX_MAX + 9, offsets, 3, GrB_CSR_FORMAT), nullptr);
    EXPECT_EQ(import(GrB_FP64, GrB_INDEX_MAX + 9, offsets, 2, GrB_COO_FORMAT), nullptr);
    EXPECT_EQ(import(GrB_FP64, 2, offsets, 3, none), nullptr);
    for (const GrB_Format format : {GrB_CSR_FORMAT, GrB_COO_FORMAT}) {
        EXPECT_EQ(import(GrB_INT32, 2, offsets, format == GrB_CSR_FORMAT ? 3 : 2, format), before);
        EXPECT_EQ(import(nullptr, 2, offsets, format == GrB_CSR_FORMAT ? 3 : 2, format), before);
        EXPECT_EQ(GrB_Matrix_import_FP64(nullptr, GrB_FP64, 2, 2, offsets.data(), indices.data(),
                                         values.data(), 2, 2, 2, format),
                  GrB_NULL_POINTER);
    }
    EXPECT_EQ(wrong, (std::vector<GrB_Index>{0, 9, 2}));
    EXPECT_EQ(indices, (std::vector<GrB_Index>{0, 1}));
}

} // namespace
