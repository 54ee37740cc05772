// Tests every method and operation in dimensions up to 2^60, on objects with entries at the far
// end.
#include "api/world.h"

namespace api {
namespace {

constexpr GrB_Index far = GrB_INDEX_MAX; // the largest index: 2^60 - 1
constexpr GrB_Index huge = far + 1;      // the largest dimension

/// Returns the entries as "i,j=x", row by row.
std::string entries(GrB_Matrix A) {
    GrB_Index nvals = 0;
    REQUIRE(GrB_Matrix_nvals(&nvals, A));
    std::vector<GrB_Index> i(nvals + 1), j(nvals + 1);
    std::vector<std::int64_t> x(nvals + 1);
    REQUIRE(GrB_Matrix_extractTuples_INT64(i.data(), j.data(), x.data(), &nvals, A));
    std::string text;
    for (GrB_Index k = 0; k < nvals; k++)
        text +=
            std::to_string(i[k]) + "," + std::to_string(j[k]) + "=" + std::to_string(x[k]) + " ";
    return text;
}
std::string entries(GrB_Vector u) {
    GrB_Index nvals = 0;
    REQUIRE(GrB_Vector_nvals(&nvals, u));
    std::vector<GrB_Index> i(nvals + 1);
    std::vector<std::int64_t> x(nvals + 1);
    REQUIRE(GrB_Vector_extractTuples_INT64(i.data(), x.data(), &nvals, u));
    std::string text;
    for (GrB_Index k = 0; k < nvals; k++)
        text += std::to_string(i[k]) + "=" + std::to_string(x[k]) + " ";
    return text;
}
std::string at(GrB_Index i, GrB_Index j, std::int64_t x) {
    return std::to_string(i) + "," + std::to_string(j) + "=" + std::to_string(x) + " ";
}
std::string at(GrB_Index i, std::int64_t x) {
    return std::to_string(i) + "=" + std::to_string(x) + " ";
}

struct Huge : ::testing::Test {
    GrB_Matrix A = new_matrix(GrB_INT64, huge, huge); // 0,0=1  7,far=2  far,0=3  far,far=4
    GrB_Matrix C = new_matrix(GrB_INT64, huge, huge);
    GrB_Vector u = new_vector(GrB_INT64, huge); // 0=10  far=20
    GrB_Vector w = new_vector(GrB_INT64, huge);

    Huge() {
        const GrB_Index i[] = {far, 7, far, 0}, j[] = {far, far, 0, 0};
        const std::int64_t x[] = {4, 2, 3, 1};
        REQUIRE(GrB_Matrix_build_INT64(A, i, j, x, 4, nullptr));
        const GrB_Index k[] = {far, 0};
        const std::int64_t y[] = {20, 10};
        REQUIRE(GrB_Vector_build_INT64(u, k, y, 2, nullptr));
    }
    ~Huge() override {
        for (GrB_Matrix *object : {&A, &C}) REQUIRE(GrB_Matrix_free(object));
        for (GrB_Vector *object : {&u, &w}) REQUIRE(GrB_Vector_free(object));
    }
};
using Limits = Huge;

TEST_F(Limits, Dimensions) {
    GrB_Matrix B = nullptr;
    GrB_Vector v = nullptr;
    EXPECT_EQ(GrB_Matrix_new(&B, GrB_BOOL, huge + 1, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Matrix_new(&B, GrB_BOOL, 1, huge + 1), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Vector_new(&v, GrB_BOOL, huge + 1), GrB_INVALID_VALUE);
    EXPECT_EQ(B, nullptr);
    EXPECT_EQ(v, nullptr);
    EXPECT_EQ(GrB_Matrix_resize(A, huge + 1, huge), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Matrix_resize(A, huge, ~GrB_Index{0}), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Vector_resize(u, huge + 1), GrB_INVALID_VALUE);
    GrB_Index nrows = 0, ncols = 0, size = 0;
    REQUIRE(GrB_Matrix_nrows(&nrows, A));
    REQUIRE(GrB_Matrix_ncols(&ncols, A));
    REQUIRE(GrB_Vector_size(&size, u));
    EXPECT_EQ(nrows, huge);
    EXPECT_EQ(ncols, huge);
    EXPECT_EQ(size, huge);
}

TEST_F(Limits, BuildAndTuples) {
    EXPECT_EQ(entries(A), at(0, 0, 1) + at(7, far, 2) + at(far, 0, 3) + at(far, far, 4));
    EXPECT_EQ(entries(u), at(0, 10) + at(far, 20));
    const GrB_Index i[] = {far, 3, far}, j[] = {far - 1, far, far - 1}, outside[] = {0, 1, huge};
    const std::int64_t x[] = {5, 6, 70};
    REQUIRE(GrB_Matrix_build_INT64(C, i, j, x, 3, GrB_PLUS_INT64));
    EXPECT_EQ(entries(C), at(3, far, 6) + at(far, far - 1, 75));
    REQUIRE(GrB_Matrix_clear(C));
    EXPECT_EQ(GrB_Matrix_build_INT64(C, outside, j, x, 3, nullptr), GrB_INDEX_OUT_OF_BOUNDS);
    EXPECT_EQ(GrB_Vector_build_INT64(w, outside, x, 3, nullptr), GrB_INDEX_OUT_OF_BOUNDS);
    EXPECT_EQ(entries(C), "");
}

TEST_F(Limits, Elements) {
    std::int64_t x = 0;
    REQUIRE(GrB_Matrix_extractElement_INT64(&x, A, far, far));
    EXPECT_EQ(x, 4);
    EXPECT_EQ(GrB_Matrix_extractElement_INT64(&x, A, far, far - 1), GrB_NO_VALUE);
    EXPECT_EQ(GrB_Matrix_extractElement_INT64(&x, A, huge, 0), GrB_INVALID_INDEX);
    EXPECT_EQ(GrB_Matrix_setElement_INT64(A, 1, 0, huge), GrB_INVALID_INDEX);
    EXPECT_EQ(GrB_Vector_setElement_INT64(u, 1, huge), GrB_INVALID_INDEX);
    EXPECT_EQ(x, 4);
    REQUIRE(GrB_Matrix_setElement_INT64(A, 9, far, far - 1));
    REQUIRE(GrB_Matrix_setElement_INT64(A, 8, far, far));
    REQUIRE(GrB_Matrix_removeElement(A, far, 0));
    REQUIRE(GrB_Matrix_extractElement_INT64(&x, A, far, far - 1));
    EXPECT_EQ(x, 9);
    EXPECT_EQ(entries(A), at(0, 0, 1) + at(7, far, 2) + at(far, far - 1, 9) + at(far, far, 8));
    REQUIRE(GrB_Vector_setElement_INT64(u, 21, far));
    REQUIRE(GrB_Vector_setElement_INT64(u, 19, far - 1));
    REQUIRE(GrB_Vector_removeElement(u, 0));
    EXPECT_EQ(entries(u), at(far - 1, 19) + at(far, 21));
}

TEST_F(Limits, Resize) {
    REQUIRE(GrB_Matrix_resize(A, far, huge));
    EXPECT_EQ(entries(A), at(0, 0, 1) + at(7, far, 2));
    REQUIRE(GrB_Matrix_resize(A, 8, 5));
    EXPECT_EQ(entries(A), at(0, 0, 1));
    REQUIRE(GrB_Matrix_resize(A, huge, huge));
    REQUIRE(GrB_Matrix_setElement_INT64(A, 6, far, far));
    EXPECT_EQ(entries(A), at(0, 0, 1) + at(far, far, 6));
    REQUIRE(GrB_Vector_resize(u, far));
    EXPECT_EQ(entries(u), at(0, 10));
    REQUIRE(GrB_Vector_resize(u, 1));
    REQUIRE(GrB_Vector_resize(u, huge));
    REQUIRE(GrB_Vector_setElement_INT64(u, 30, far));
    EXPECT_EQ(entries(u), at(0, 10) + at(far, 30));
}

TEST_F(Limits, DupAndDiag) {
    GrB_Matrix B = nullptr;
    REQUIRE(GrB_Matrix_dup(&B, A));
    EXPECT_EQ(entries(B), entries(A));
    REQUIRE(GrB_Matrix_free(&B));
    REQUIRE(GrB_Matrix_diag(&B, u, 0));
    EXPECT_EQ(entries(B), at(0, 0, 10) + at(far, far, 20));
    REQUIRE(GrB_Matrix_free(&B));
    for (const std::int64_t k : {std::int64_t{1}, std::int64_t{-1}, INT64_MAX, INT64_MIN})
        EXPECT_EQ(GrB_Matrix_diag(&B, u, k), GrB_INVALID_VALUE) << k;
    EXPECT_EQ(B, nullptr);
    const auto k = static_cast<std::int64_t>(huge - 4);
    GrB_Vector v = new_vector(GrB_INT64, 4);
    REQUIRE(GrB_Vector_setElement_INT64(v, 5, 3));
    REQUIRE(GrB_Matrix_diag(&B, v, k));
    EXPECT_EQ(entries(B), at(3, far, 5));
    REQUIRE(GrB_Matrix_free(&B));
    REQUIRE(GrB_Matrix_diag(&B, v, -k));
    EXPECT_EQ(entries(B), at(far, 3, 5));
    REQUIRE(GrB_Matrix_free(&B));
    REQUIRE(GrB_Vector_free(&v));
}

TEST_F(Limits, Extract) {
    const GrB_Index rows[] = {far, 7, 1}, columns[] = {far, 0, far}, outside[] = {huge, 0, 1};
    GrB_Matrix B = new_matrix(GrB_INT64, 3, 3);
    REQUIRE(GrB_Matrix_extract(B, nullptr, nullptr, A, rows, 3, columns, 3, nullptr));
    EXPECT_EQ(entries(B), at(0, 0, 4) + at(0, 1, 3) + at(0, 2, 4) + at(1, 0, 2) + at(1, 2, 2));
    REQUIRE(GrB_Matrix_extract(B, nullptr, nullptr, A, rows, 3, columns, 3, GrB_DESC_T0));
    EXPECT_EQ(entries(B), at(0, 0, 4) + at(0, 2, 4));
    EXPECT_EQ(GrB_Matrix_extract(B, nullptr, nullptr, A, outside, 3, columns, 3, nullptr),
              GrB_INDEX_OUT_OF_BOUNDS);
    REQUIRE(GrB_Matrix_extract(C, nullptr, nullptr, A, GrB_ALL, huge, GrB_ALL, huge, GrB_DESC_T0));
    EXPECT_EQ(entries(C), at(0, 0, 1) + at(0, far, 3) + at(far, 7, 2) + at(far, far, 4));
    REQUIRE(GrB_Col_extract(w, nullptr, nullptr, A, GrB_ALL, huge, far, nullptr));
    EXPECT_EQ(entries(w), at(7, 2) + at(far, 4));
    EXPECT_EQ(GrB_Col_extract(w, nullptr, nullptr, A, GrB_ALL, huge, huge, nullptr),
              GrB_INVALID_INDEX);
    GrB_Vector v = new_vector(GrB_INT64, 3);
    REQUIRE(GrB_Vector_extract(v, nullptr, nullptr, u, columns, 3, nullptr));
    EXPECT_EQ(entries(v), at(0, 20) + at(1, 10) + at(2, 20));
    REQUIRE(GrB_Vector_free(&v));
    REQUIRE(GrB_Matrix_free(&B));
}

TEST_F(Limits, Assign) {
    const GrB_Index rows[] = {far, 7}, columns[] = {far - 1, far}, outside[] = {1, huge};
    GrB_Matrix B = new_matrix(GrB_INT64, 2, 2);
    REQUIRE(GrB_Matrix_setElement_INT64(B, 50, 0, 0));
    REQUIRE(GrB_Matrix_setElement_INT64(B, 60, 1, 1));
    REQUIRE(GrB_Matrix_assign(A, nullptr, nullptr, B, rows, 2, columns, 2, nullptr));
    EXPECT_EQ(entries(A), at(0, 0, 1) + at(7, far, 60) + at(far, 0, 3) + at(far, far - 1, 50));
    REQUIRE(GrB_Matrix_assign_INT64(A, nullptr, GrB_PLUS_INT64, 5, rows, 2, columns, 2, nullptr));
    EXPECT_EQ(entries(A), at(0, 0, 1) + at(7, far - 1, 5) + at(7, far, 65) + at(far, 0, 3) +
                              at(far, far - 1, 55) + at(far, far, 5));
    EXPECT_EQ(GrB_Matrix_assign(A, nullptr, nullptr, B, outside, 2, columns, 2, nullptr),
              GrB_INDEX_OUT_OF_BOUNDS);
    EXPECT_EQ(GrB_Matrix_assign_INT64(A, nullptr, nullptr, 5, rows, 2, outside, 2, nullptr),
              GrB_INDEX_OUT_OF_BOUNDS);
    REQUIRE(GrB_Row_assign(C, nullptr, nullptr, u, far, GrB_ALL, huge, nullptr));
    EXPECT_EQ(entries(C), at(far, 0, 10) + at(far, far, 20));
    REQUIRE(GrB_Col_assign(C, nullptr, GrB_PLUS_INT64, u, GrB_ALL, huge, far, nullptr));
    EXPECT_EQ(entries(C), at(0, far, 10) + at(far, 0, 10) + at(far, far, 40));
    REQUIRE(GrB_Vector_assign_INT64(w, u, nullptr, 7, GrB_ALL, huge, GrB_DESC_S));
    EXPECT_EQ(entries(w), at(0, 7) + at(far, 7));
    REQUIRE(GrB_Vector_assign(w, nullptr, nullptr, w, GrB_ALL, huge, nullptr));
    REQUIRE(GrB_Vector_assign_INT64(w, nullptr, nullptr, 8, columns, 2, nullptr));
    EXPECT_EQ(entries(w), at(0, 7) + at(far - 1, 8) + at(far, 8));
    REQUIRE(GrB_Matrix_free(&B));
}

/// A full iso object takes almost no memory, as long as its size in bytes fits into 64 bits. An
/// operation that needs the values one by one is refused and changes nothing.
TEST_F(Limits, AssignToEverything) {
    const std::string before = entries(A) + entries(u);
    EXPECT_EQ(GrB_Matrix_assign_INT64(A, C, nullptr, 1, GrB_ALL, huge, GrB_ALL, huge, GrB_DESC_C),
              GrB_OUT_OF_MEMORY);
    EXPECT_EQ(
        GrB_Matrix_assign_INT64(A, nullptr, nullptr, 1, GrB_ALL, huge, GrB_ALL, huge, nullptr),
        GrB_OUT_OF_MEMORY);
    GrB_Info info = GrB_Vector_assign_INT64(u, nullptr, nullptr, 1, GrB_ALL, huge, nullptr);
    if (why_nothing_is_recorded() == nullptr) {
        EXPECT_EQ(info, GrB_SUCCESS);
        info = GrB_Vector_wait(u, GrB_COMPLETE);
        EXPECT_EQ(error_text(u), "GrB_Vector_assign_INT64: out of memory");
    }
    EXPECT_EQ(info, GrB_OUT_OF_MEMORY);
    EXPECT_EQ(entries(A) + entries(u), before);
    // 2^32 · 2^32 is 0 modulo 2^64.
    const GrB_Index side = GrB_Index{1} << 32, half = huge / 2;
    GrB_Matrix B = new_matrix(GrB_BOOL, side, side);
    EXPECT_EQ(
        GrB_Matrix_assign_BOOL(B, nullptr, nullptr, true, GrB_ALL, side, GrB_ALL, side, nullptr),
        GrB_OUT_OF_MEMORY);
    EXPECT_EQ(contents(B), "4294967296x4294967296:");
    REQUIRE(GrB_Matrix_free(&B));

    GrB_Matrix D = new_matrix(GrB_INT64, side, half / side),
               E = new_matrix(GrB_INT64, side, half / side);
    REQUIRE(GrB_Matrix_assign_INT64(D, nullptr, nullptr, 1, GrB_ALL, side, GrB_ALL, half / side,
                                    nullptr));
    REQUIRE(GrB_Matrix_setElement_INT64(E, 7, 3, 5));
    EXPECT_EQ(GrB_Matrix_setElement_INT64(D, 2, 5, 5), GrB_OUT_OF_MEMORY);
    EXPECT_EQ(GrB_Matrix_removeElement(D, 5, 5), GrB_OUT_OF_MEMORY);
    EXPECT_EQ(GrB_Matrix_eWiseAdd_BinaryOp(E, nullptr, nullptr, GrB_PLUS_INT64, D, E, nullptr),
              GrB_OUT_OF_MEMORY);
    EXPECT_EQ(entries(E), at(3, 5, 7));
    GrB_Index nvals = 0;
    std::int64_t x = 0;
    REQUIRE(GrB_Matrix_nvals(&nvals, D));
    EXPECT_EQ(nvals, half);
    REQUIRE(GrB_Matrix_extractElement_INT64(&x, D, side - 1, half / side - 1));
    EXPECT_EQ(x, 1);
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(E, nullptr, nullptr, GrB_PLUS_INT64, D, E, nullptr));
    EXPECT_EQ(entries(E), at(3, 5, 8));
    REQUIRE(GrB_Matrix_free(&D));
    REQUIRE(GrB_Matrix_free(&E));
}

TEST_F(Limits, Products) {
    REQUIRE(GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, A, nullptr));
    EXPECT_EQ(entries(C),
              at(0, 0, 1) + at(7, 0, 6) + at(7, far, 8) + at(far, 0, 3 + 12) + at(far, far, 16));
    REQUIRE(GrB_mxm(C, A, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, A, GrB_DESC_RST1));
    EXPECT_EQ(entries(C), at(0, 0, 1) + at(7, far, 8) + at(far, 0, 3) + at(far, far, 9 + 16));
    REQUIRE(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, nullptr));
    EXPECT_EQ(entries(w), at(0, 10) + at(7, 40) + at(far, 30 + 80));
    REQUIRE(GrB_vxm(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, u, A, nullptr));
    EXPECT_EQ(entries(w), at(0, 10 + 60) + at(far, 80));
    REQUIRE(GrB_mxv(w, u, GrB_PLUS_INT64, GrB_MIN_PLUS_SEMIRING_INT64, A, u, GrB_DESC_T0));
    EXPECT_EQ(entries(w), at(0, 70 + 11) + at(far, 80 + 24));
}

TEST_F(Limits, Elementwise) {
    REQUIRE(GrB_transpose(C, nullptr, nullptr, A, nullptr));
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_MINUS_INT64, A, C, nullptr));
    EXPECT_EQ(entries(C), at(0, 0, 0) + at(0, far, 3) + at(7, far, 2) + at(far, 0, 3) +
                              at(far, 7, 2) + at(far, far, 0));
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GrB_TIMES_INT64, A, A, GrB_DESC_T1));
    EXPECT_EQ(entries(C), at(0, 0, 1) + at(far, far, 16));
    REQUIRE(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_TIMES_INT64, u, u, nullptr));
    EXPECT_EQ(entries(w), at(0, 100) + at(far, 400));
}

TEST_F(Limits, ApplyAndSelect) {
    const auto last = static_cast<std::int64_t>(far);
    REQUIRE(GrB_Matrix_apply_IndexOp_INT64(C, nullptr, nullptr, GrB_ROWINDEX_INT64, A, 1, nullptr));
    EXPECT_EQ(entries(C),
              at(0, 0, 1) + at(7, far, 8) + at(far, 0, last + 1) + at(far, far, last + 1));
    REQUIRE(
        GrB_Matrix_apply_IndexOp_INT64(C, nullptr, nullptr, GrB_DIAGINDEX_INT64, A, -1, nullptr));
    EXPECT_EQ(entries(C),
              at(0, 0, -1) + at(7, far, last - 8) + at(far, 0, -last - 1) + at(far, far, -1));
    REQUIRE(
        GrB_Matrix_apply_IndexOp_INT64(C, nullptr, nullptr, GrB_COLINDEX_INT64, A, 0, GrB_DESC_T0));
    EXPECT_EQ(entries(C), at(0, 0, 0) + at(0, far, last) + at(far, 7, 7) + at(far, far, last));
    REQUIRE(GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIL, A, -last, nullptr));
    EXPECT_EQ(entries(C), at(far, 0, 3));
    REQUIRE(GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIU, A, last - 7, nullptr));
    EXPECT_EQ(entries(C), at(7, far, 2));
    // i + s exceeds 64 bits: TRIL compares mathematical integers.
    REQUIRE(GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIL, A, INT64_MAX, nullptr));
    EXPECT_EQ(entries(C), entries(A));
    REQUIRE(GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_ROWGT, A, last - 1, nullptr));
    EXPECT_EQ(entries(C), at(far, 0, 3) + at(far, far, 4));
    REQUIRE(GrB_Vector_select_INT64(w, nullptr, nullptr, GrB_ROWLE, u, last - 1, nullptr));
    EXPECT_EQ(entries(w), at(0, 10));
}

TEST_F(Limits, Reduce) {
    REQUIRE(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_INT64, A, nullptr));
    EXPECT_EQ(entries(w), at(0, 1) + at(7, 2) + at(far, 7));
    REQUIRE(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_MAX_MONOID_INT64, A, GrB_DESC_T0));
    EXPECT_EQ(entries(w), at(0, 3) + at(far, 4));
    std::int64_t sum = 0;
    REQUIRE(GrB_Matrix_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, A, nullptr));
    EXPECT_EQ(sum, 10);
    REQUIRE(GrB_Vector_reduce_INT64(&sum, GrB_PLUS_INT64, GrB_MAX_MONOID_INT64, u, nullptr));
    EXPECT_EQ(sum, 30);
}

TEST_F(Limits, Kronecker) {
    constexpr GrB_Index half = GrB_Index{1} << 30;
    GrB_Matrix B = new_matrix(GrB_INT64, half, half);
    REQUIRE(GrB_Matrix_setElement_INT64(B, 3, half - 1, half - 1));
    REQUIRE(GrB_Matrix_setElement_INT64(B, 5, 0, 2));
    REQUIRE(GrB_Matrix_kronecker_BinaryOp(C, nullptr, nullptr, GrB_TIMES_INT64, B, B, nullptr));
    EXPECT_EQ(entries(C), at(0, 2 * half + 2, 25) + at(half - 1, 3 * half - 1, 15) +
                              at((half - 1) * half, (half - 1) * half + 2, 15) + at(far, far, 9));
    // The product's sizes are too large, or overflow to a size that C could have.
    EXPECT_EQ(GrB_Matrix_kronecker_BinaryOp(C, nullptr, nullptr, GrB_TIMES_INT64, A, B, nullptr),
              GrB_DIMENSION_MISMATCH);
    GrB_Matrix wide = new_matrix(GrB_INT64, GrB_Index{1} << 32, 1);
    GrB_Matrix none = new_matrix(GrB_INT64, 0, 1);
    EXPECT_EQ(
        GrB_Matrix_kronecker_BinaryOp(none, nullptr, nullptr, GrB_TIMES_INT64, wide, wide, nullptr),
        GrB_DIMENSION_MISMATCH);
    REQUIRE(GrB_Matrix_free(&none));
    REQUIRE(GrB_Matrix_free(&wide));
    REQUIRE(GrB_Matrix_free(&B));
}

TEST_F(Limits, SerializeAndExchange) {
    GrB_Index size = 0;
    REQUIRE(GrB_Matrix_serializeSize(&size, A));
    EXPECT_LT(size, 4096u);
    std::vector<char> blob(size);
    REQUIRE(GrB_Matrix_serialize(blob.data(), &size, A));
    GrB_Matrix B = nullptr;
    REQUIRE(GrB_Matrix_deserialize(&B, nullptr, blob.data(), size));
    EXPECT_EQ(entries(B), entries(A));
    REQUIRE(GrB_Matrix_free(&B));
    GrB_Index i[4], j[4], ni = 4, nj = 4, nx = 4;
    std::int64_t x[4];
    REQUIRE(GrB_Matrix_export_INT64(i, j, x, &ni, &nj, &nx, GrB_COO_FORMAT, A));
    REQUIRE(
        GrB_Matrix_import_INT64(&B, GrB_INT64, huge, huge, i, j, x, ni, nj, nx, GrB_COO_FORMAT));
    EXPECT_EQ(entries(B), entries(A));
    REQUIRE(GrB_Matrix_free(&B));
    REQUIRE(GrB_Matrix_exportSize(&ni, &nj, &nx, GrB_CSR_FORMAT, A));
    EXPECT_EQ(ni, huge + 1);
    // The caller's arrays are far too short.
    ni = nj = nx = 4;
    EXPECT_EQ(GrB_Matrix_export_INT64(i, j, x, &ni, &nj, &nx, GrB_CSR_FORMAT, A),
              GrB_INSUFFICIENT_SPACE);
}

} // namespace
} // namespace api
