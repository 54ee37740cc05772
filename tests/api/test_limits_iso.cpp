// Tests iso objects with more than 2^32 entries: right, and stored in a few bytes.
#include "api/world.h"

#include <sys/resource.h>

namespace api {
namespace {

constexpr GrB_Index rows = GrB_Index{1} << 16, columns = GrB_Index{1} << 17,
                    elements = rows * columns;

std::int64_t element(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    std::int64_t x = INT64_MIN;
    REQUIRE(GrB_Matrix_extractElement_INT64(&x, A, i, j));
    return x;
}

/// Expects that all positions of the m × n matrix hold x, in almost no memory.
void expect_iso(GrB_Matrix A, GrB_Index m, GrB_Index n, std::int64_t x) {
    GrB_Index nrows = 0, ncols = 0, nvals = 0;
    REQUIRE(GrB_Matrix_nrows(&nrows, A));
    REQUIRE(GrB_Matrix_ncols(&ncols, A));
    REQUIRE(GrB_Matrix_nvals(&nvals, A));
    EXPECT_EQ(nrows, m);
    EXPECT_EQ(ncols, n);
    EXPECT_EQ(nvals, m * n);
    for (const GrB_Index i : {GrB_Index{0}, m / 2 + 1, m - 1}) {
        for (const GrB_Index j : {GrB_Index{0}, n / 2 + 1, n - 1}) EXPECT_EQ(element(A, i, j), x);
    }
    std::int64_t sum = 0;
    REQUIRE(GrB_Matrix_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, A, nullptr));
    EXPECT_EQ(sum, static_cast<std::int64_t>(m * n) * x);
    std::size_t bytes = 0;
    REQUIRE(GrB_Matrix_get_SIZE(A, &bytes, static_cast<GrB_Field>(GrX_BYTES)));
    EXPECT_LT(bytes, 10000u);
}

/// Returns the peak memory of the process, in KiB.
long peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

struct Iso : ::testing::Test {
    const long memory_before = peak_memory();
    GrB_Matrix A = new_matrix(GrB_INT64, rows, columns); // 3 everywhere
    GrB_Matrix C = new_matrix(GrB_INT64, rows, columns);
    GrB_Matrix transposed = new_matrix(GrB_INT64, columns, rows);

    Iso() {
        REQUIRE(GrB_Matrix_assign_INT64(A, nullptr, nullptr, 3, GrB_ALL, rows, GrB_ALL, columns,
                                        nullptr));
    }
    ~Iso() override {
        for (GrB_Matrix *object : {&A, &C, &transposed}) REQUIRE(GrB_Matrix_free(object));
        // Bits for all positions would take a GiB.
        EXPECT_LT(peak_memory() - memory_before, 200000);
    }
};
using LimitsIso = Iso;

TEST_F(LimitsIso, AssignAndDup) {
    expect_iso(A, rows, columns, 3);
    GrB_Matrix B = nullptr;
    REQUIRE(GrB_Matrix_dup(&B, A));
    expect_iso(B, rows, columns, 3);
    REQUIRE(GrB_Matrix_free(&B));
    REQUIRE(GrB_Matrix_assign(C, nullptr, nullptr, A, GrB_ALL, rows, GrB_ALL, columns, nullptr));
    expect_iso(C, rows, columns, 3);
    REQUIRE(
        GrB_Matrix_assign_INT64(C, nullptr, nullptr, 5, GrB_ALL, rows, GrB_ALL, columns, nullptr));
    expect_iso(C, rows, columns, 5);
    expect_iso(A, rows, columns, 3);
}

TEST_F(LimitsIso, Apply) {
    REQUIRE(GrB_Matrix_apply(C, nullptr, nullptr, GrB_AINV_INT64, A, nullptr));
    expect_iso(C, rows, columns, -3);
    REQUIRE(
        GrB_Matrix_apply_BinaryOp1st_INT64(C, nullptr, nullptr, GrB_MINUS_INT64, 10, A, nullptr));
    expect_iso(C, rows, columns, 7);
    REQUIRE(GrB_Matrix_apply_BinaryOp2nd_INT64(transposed, nullptr, nullptr, GrB_MINUS_INT64, A, 10,
                                               GrB_DESC_T0));
    expect_iso(transposed, columns, rows, -7);
    // C ⊙= f(A), with an iso C.
    REQUIRE(GrB_Matrix_apply(C, nullptr, GrB_MINUS_INT64, GrB_AINV_INT64, A, nullptr));
    expect_iso(C, rows, columns, 10);
}

TEST_F(LimitsIso, Transpose) {
    REQUIRE(GrB_transpose(transposed, nullptr, nullptr, A, nullptr));
    expect_iso(transposed, columns, rows, 3);
    REQUIRE(GrB_transpose(transposed, nullptr, GrB_PLUS_INT64, A, nullptr));
    expect_iso(transposed, columns, rows, 6);
    REQUIRE(GrB_transpose(C, nullptr, nullptr, A, GrB_DESC_T0));
    expect_iso(C, rows, columns, 3);
}

TEST_F(LimitsIso, Elementwise) {
    REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_PLUS_INT64, A, A, nullptr));
    expect_iso(C, rows, columns, 6);
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GrB_MINUS_INT64, A, C, nullptr));
    expect_iso(C, rows, columns, -3);
    REQUIRE(
        GrB_Matrix_eWiseMult_BinaryOp(A, nullptr, GrB_TIMES_INT64, GrB_MINUS_INT64, A, C, nullptr));
    expect_iso(A, rows, columns, 18);
    GrB_Matrix is_equal = new_matrix(GrB_BOOL, rows, columns);
    REQUIRE(GrB_Matrix_eWiseMult_BinaryOp(is_equal, nullptr, nullptr, GrB_EQ_INT64, A, A, nullptr));
    bool all = false;
    REQUIRE(GrB_Matrix_reduce_BOOL(&all, nullptr, GrB_LAND_MONOID_BOOL, is_equal, nullptr));
    EXPECT_TRUE(all);
    REQUIRE(GrB_Matrix_free(&is_equal));
}

TEST_F(LimitsIso, Reduce) {
    GrB_Vector w = new_vector(GrB_INT64, rows), v = new_vector(GrB_INT64, columns);
    REQUIRE(GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_INT64, A, nullptr));
    REQUIRE(GrB_Matrix_reduce_Monoid(v, nullptr, nullptr, GrB_PLUS_MONOID_INT64, A, GrB_DESC_T0));
    std::int64_t x = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&x, w, rows - 1));
    EXPECT_EQ(x, static_cast<std::int64_t>(3 * columns));
    REQUIRE(GrB_Vector_extractElement_INT64(&x, v, columns - 1));
    EXPECT_EQ(x, static_cast<std::int64_t>(3 * rows));
    GrB_Index nvals = 0;
    REQUIRE(GrB_Vector_nvals(&nvals, v));
    EXPECT_EQ(nvals, columns);
    REQUIRE(GrB_Matrix_reduce_INT64(&x, nullptr, GrB_MAX_MONOID_INT64, A, nullptr));
    EXPECT_EQ(x, 3);
    // Computes 3^(2^33) modulo 2^64 by squaring.
    std::uint64_t power = 3;
    for (int k = 0; k < 33; k++) power *= power;
    std::uint64_t product = 0;
    REQUIRE(GrB_Matrix_reduce_UINT64(&product, nullptr, GrB_TIMES_MONOID_UINT64, A, nullptr));
    EXPECT_EQ(product, power);
    // The sum is exact below 2^53.
    double sum = 0;
    REQUIRE(GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr));
    EXPECT_EQ(sum, 3.0 * static_cast<double>(elements));
    REQUIRE(GrB_Vector_free(&w));
    REQUIRE(GrB_Vector_free(&v));
}

TEST_F(LimitsIso, Extract) {
    const GrB_Index list[] = {5, rows - 1, 5, 77};
    GrB_Matrix few = new_matrix(GrB_INT64, 4, columns), small = new_matrix(GrB_INT64, 4, 4);
    REQUIRE(GrB_Matrix_extract(few, nullptr, nullptr, A, list, 4, GrB_ALL, columns, nullptr));
    expect_iso(few, 4, columns, 3);
    REQUIRE(GrB_Matrix_extract(small, nullptr, nullptr, A, list, 4, list, 4, GrB_DESC_T0));
    expect_iso(small, 4, 4, 3);
    GrB_Vector w = new_vector(GrB_INT64, rows);
    REQUIRE(GrB_Col_extract(w, nullptr, nullptr, A, GrB_ALL, rows, columns - 1, nullptr));
    GrB_Index nvals = 0;
    REQUIRE(GrB_Vector_nvals(&nvals, w));
    EXPECT_EQ(nvals, rows);
    REQUIRE(GrB_Vector_free(&w));
    REQUIRE(GrB_Matrix_free(&few));
    REQUIRE(GrB_Matrix_free(&small));
}

/// Extract from the transpose of a bitmap with all bits set does not read the bits in the order of
/// A'.
TEST(LimitsIsoBitmap, ColumnExtract) {
    constexpr GrB_Index m = 8, n = 4096;
    GrB_Matrix A = nullptr;
    REQUIRE(GrB_Matrix_new(&A, GrB_INT64, m, n));
    REQUIRE(GrB_Matrix_set_INT32(A, GrX_BITMAP, static_cast<GrB_Field>(GrX_FORMAT)));
    REQUIRE(GrB_Matrix_assign_INT64(A, nullptr, nullptr, 3, GrB_ALL, m, GrB_ALL, n, nullptr));
    GrB_Vector w = nullptr;
    REQUIRE(GrB_Vector_new(&w, GrB_INT64, m));
    REQUIRE(GrB_Col_extract(w, nullptr, nullptr, A, GrB_ALL, m, n - 1, nullptr));
    GrB_Index nvals = 0;
    REQUIRE(GrB_Vector_nvals(&nvals, w));
    EXPECT_EQ(nvals, m);
    REQUIRE(GrB_Vector_free(&w));
    REQUIRE(GrB_Matrix_free(&A));
}

/// The count of 2^66 entries is too large.
TEST_F(LimitsIso, Kronecker) {
    GrB_Matrix product = new_matrix(GrB_INT64, rows * rows, columns * columns);
    EXPECT_EQ(
        GrB_Matrix_kronecker_BinaryOp(product, nullptr, nullptr, GrB_TIMES_INT64, A, A, nullptr),
        GrB_OUT_OF_MEMORY);
    EXPECT_EQ(contents(product),
              std::to_string(rows * rows) + "x" + std::to_string(columns * columns) + ":");
    REQUIRE(GrB_Matrix_free(&product));
}

TEST_F(LimitsIso, Resize) {
    REQUIRE(GrB_Matrix_resize(A, rows, 3));
    expect_iso(A, rows, 3, 3);
    REQUIRE(GrB_Matrix_resize(A, 3, 3));
    expect_iso(A, 3, 3, 3);
}

TEST_F(LimitsIso, Serialize) {
    GrB_Index size = 0;
    REQUIRE(GrB_Matrix_serializeSize(&size, A));
    EXPECT_LT(size, 1000u);
    std::vector<char> blob(size);
    REQUIRE(GrB_Matrix_serialize(blob.data(), &size, A));
    GrB_Matrix B = nullptr;
    REQUIRE(GrB_Matrix_deserialize(&B, nullptr, blob.data(), size));
    expect_iso(B, rows, columns, 3);
    REQUIRE(GrB_Matrix_free(&B));
}

TEST_F(LimitsIso, VectorsBeyond32Bits) {
    constexpr GrB_Index size = (GrB_Index{1} << 33) + 1;
    GrB_Vector u = new_vector(GrB_INT64, size), w = new_vector(GrB_INT64, size);
    REQUIRE(GrB_Vector_assign_INT64(u, nullptr, nullptr, 2, GrB_ALL, size, nullptr));
    REQUIRE(GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_PLUS_INT64, u, u, nullptr));
    std::int64_t sum = 0;
    REQUIRE(GrB_Vector_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, w, nullptr));
    EXPECT_EQ(sum, 4 * static_cast<std::int64_t>(size));
    const GrB_Index list[] = {size - 1, 0};
    GrB_Vector few = new_vector(GrB_INT64, 2);
    REQUIRE(GrB_Vector_extract(few, nullptr, nullptr, w, list, 2, nullptr));
    std::int64_t x = 0;
    REQUIRE(GrB_Vector_extractElement_INT64(&x, few, 1));
    EXPECT_EQ(x, 4);
    for (GrB_Vector *object : {&u, &w, &few}) REQUIRE(GrB_Vector_free(object));
}

} // namespace
} // namespace api
