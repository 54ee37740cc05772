// Tests calls that write into the output's arrays: earlier copies of it do not change.
#include "api/codes.h"

#include <string>
#include <vector>

namespace api {
namespace {

using Values = std::vector<double>;

GrB_Vector full_vector(const Values &values) {
    GrB_Vector w = nullptr;
    REQUIRE(GrB_Vector_new(&w, GrB_FP64, values.size()));
    std::vector<GrB_Index> list(values.size());
    for (GrB_Index k = 0; k < list.size(); k++) list[k] = k;
    REQUIRE(GrB_Vector_build_FP64(w, list.data(), values.data(), list.size(), GrB_PLUS_FP64));
    REQUIRE(GrB_Vector_wait(w, GrB_MATERIALIZE));
    return w;
}

/// Returns the values, with -1 where there is no entry.
Values values_of(GrB_Vector w) {
    GrB_Index size = 0;
    REQUIRE(GrB_Vector_size(&size, w));
    Values values(size, -1);
    for (GrB_Index k = 0; k < size; k++)
        EXPECT_GE(GrB_Vector_extractElement_FP64(&values[k], w, k), 0);
    return values;
}

std::vector<GrB_Index> range(GrB_Index first, GrB_Index count) {
    std::vector<GrB_Index> list(count);
    for (GrB_Index k = 0; k < count; k++) list[k] = first + k;
    return list;
}

TEST(InPlace, ARangeOfAVectorIsWrittenAndAddedTo) {
    GrB_Vector w = full_vector({1, 2, 3, 4, 5, 6}), u = full_vector({10, 20, 30}), copy = nullptr;
    REQUIRE(GrB_Vector_dup(&copy, w));
    const std::vector<GrB_Index> where = range(2, 3);
    for (int turn = 0; turn < 2; turn++)
        REQUIRE(GrB_Vector_assign(w, nullptr, GrB_PLUS_FP64, u, where.data(), 3, nullptr));
    EXPECT_EQ(values_of(w), (Values{1, 2, 23, 44, 65, 6}));
    EXPECT_EQ(values_of(copy), (Values{1, 2, 3, 4, 5, 6}));
    REQUIRE(GrB_Vector_assign(w, nullptr, nullptr, u, range(3, 3).data(), 3, nullptr));
    EXPECT_EQ(values_of(w), (Values{1, 2, 23, 10, 20, 30}));
    // The output is the operand: the call must read values before it overwrites them.
    REQUIRE(GrB_Vector_resize(u, 5));
    REQUIRE(GrB_Vector_assign(u, nullptr, nullptr, u, range(0, 5).data(), 5, nullptr));
    EXPECT_EQ(values_of(u), (Values{10, 20, 30, -1, -1}));
    for (GrB_Vector *object : {&w, &u, &copy}) REQUIRE(GrB_Vector_free(object));
}

TEST(InPlace, ABlockOfAMatrixTakesCastValues) {
    constexpr GrB_Index n = 70;
    GrB_Matrix C = nullptr, A = nullptr, copy = nullptr;
    REQUIRE(GrB_Matrix_new(&C, GrB_FP64, n, n));
    REQUIRE(GrB_Matrix_new(&A, GrB_INT32, 40, 30));
    for (GrB_Index i = 0; i < n; i++)
        for (GrB_Index j = 0; j < n; j++) REQUIRE(GrB_Matrix_setElement_FP64(C, 0.5, i, j));
    for (GrB_Index i = 0; i < 40; i++)
        for (GrB_Index j = 0; j < 30; j++)
            REQUIRE(GrB_Matrix_setElement_INT32(A, static_cast<int>(i * 30 + j), i, j));
    REQUIRE(GrB_Matrix_setElement_FP64(C, 1.5, 0, 0)); // so that C is not iso
    REQUIRE(GrB_Matrix_dup(&copy, C));
    const std::vector<GrB_Index> rows = range(7, 40), columns = range(40, 30);
    REQUIRE(
        GrB_Matrix_assign(C, nullptr, nullptr, A, rows.data(), 40, columns.data(), 30, nullptr));
    REQUIRE(GrB_Matrix_assign(C, nullptr, GrB_MINUS_FP64, A, rows.data(), 40, columns.data(), 30,
                              nullptr));
    REQUIRE(GrB_Matrix_assign(C, nullptr, GrB_PLUS_FP64, A, rows.data(), 40, columns.data(), 30,
                              nullptr));
    for (GrB_Index i = 0; i < n; i++) {
        for (GrB_Index j = 0; j < n; j++) {
            const bool is_in = i >= 7 && i < 47 && j >= 40;
            const double before = i == 0 && j == 0 ? 1.5 : 0.5;
            double value = -1;
            REQUIRE(GrB_Matrix_extractElement_FP64(&value, C, i, j));
            EXPECT_EQ(value, is_in ? static_cast<double>((i - 7) * 30 + j - 40) : before);
            REQUIRE(GrB_Matrix_extractElement_FP64(&value, copy, i, j));
            EXPECT_EQ(value, before);
        }
    }
    for (GrB_Matrix *object : {&C, &A, &copy}) REQUIRE(GrB_Matrix_free(object));
}

/// Makes entries in every third column of every second row, with values 1, 2, ...
GrB_Matrix sparse_matrix(GrB_Index n) {
    GrB_Matrix C = nullptr;
    REQUIRE(GrB_Matrix_new(&C, GrB_FP64, n, n));
    double value = 0;
    for (GrB_Index i = 0; i < n; i += 2)
        for (GrB_Index j = i % 3; j < n; j += 3)
            REQUIRE(GrB_Matrix_setElement_FP64(C, ++value, i, j));
    REQUIRE(GrB_Matrix_wait(C, GrB_MATERIALIZE));
    return C;
}

/// Returns a sum that changes with any value or position.
double weighted_sum(GrB_Matrix C) {
    GrB_Index n = 0, count = 0;
    REQUIRE(GrB_Matrix_nvals(&count, C));
    n = count;
    std::vector<GrB_Index> rows(n), columns(n);
    Values values(n);
    REQUIRE(GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(), values.data(), &n, C));
    double sum = 0;
    for (GrB_Index k = 0; k < n; k++)
        sum += values[k] * static_cast<double>(rows[k] * 1000 + columns[k]);
    return sum;
}

TEST(InPlace, EntriesThatAreThereAlreadyGetNewValues) {
    constexpr GrB_Index n = 300;
    GrB_Matrix C = sparse_matrix(n), block = nullptr, copy = nullptr;
    const std::vector<GrB_Index> list = range(60, 120);
    REQUIRE(GrB_Matrix_new(&block, GrB_FP64, 120, 120));
    REQUIRE(GrB_Matrix_extract(block, nullptr, nullptr, C, list.data(), 120, list.data(), 120,
                               nullptr));
    const double first = weighted_sum(C);
    // The block is added twice, and so triples; the test makes the copy after the first in-place
    // write.
    REQUIRE(GrB_Matrix_assign(C, nullptr, GrB_PLUS_FP64, block, list.data(), 120, list.data(), 120,
                              nullptr));
    REQUIRE(GrB_Matrix_dup(&copy, C));
    const double second = weighted_sum(C);
    REQUIRE(GrB_Matrix_assign(C, nullptr, GrB_PLUS_FP64, block, list.data(), 120, list.data(), 120,
                              nullptr));
    const double third = weighted_sum(C);
    EXPECT_GT(second, first);
    EXPECT_EQ(third - second, second - first);
    EXPECT_EQ(weighted_sum(copy), second);
    // The assignment restores the block.
    REQUIRE(
        GrB_Matrix_assign(C, nullptr, nullptr, block, list.data(), 120, list.data(), 120, nullptr));
    EXPECT_EQ(weighted_sum(C), first);
    EXPECT_EQ(weighted_sum(copy), second);
    // The assignment removes an entry of C that the block lacks.
    REQUIRE(GrB_Matrix_removeElement(block, 0, 0));
    GrB_Index before = 0, after = 0;
    REQUIRE(GrB_Matrix_nvals(&before, C));
    REQUIRE(
        GrB_Matrix_assign(C, nullptr, nullptr, block, list.data(), 120, list.data(), 120, nullptr));
    REQUIRE(GrB_Matrix_nvals(&after, C));
    EXPECT_EQ(after, before - 1);
    for (GrB_Matrix *object : {&C, &block, &copy}) REQUIRE(GrB_Matrix_free(object));
}

TEST(InPlace, TheValueOfAllIsReplaced) {
    GrB_Vector w = nullptr, copy = nullptr;
    REQUIRE(GrB_Vector_new(&w, GrB_INT16, 5));
    REQUIRE(GrB_Vector_assign_FP64(w, nullptr, nullptr, 3, GrB_ALL, 5, nullptr));
    REQUIRE(GrB_Vector_assign_FP64(w, nullptr, nullptr, 7.75, GrB_ALL, 5, nullptr));
    EXPECT_EQ(values_of(w), Values(5, 7));
    REQUIRE(GrB_Vector_dup(&copy, w));
    REQUIRE(GrB_Vector_assign_INT64(w, nullptr, nullptr, 9, GrB_ALL, 5, nullptr));
    REQUIRE(GrB_Vector_assign_INT64(w, nullptr, GrB_PLUS_INT16, 1, GrB_ALL, 5, nullptr));
    EXPECT_EQ(values_of(w), Values(5, 10));
    EXPECT_EQ(values_of(copy), Values(5, 7));
    double sum = 0;
    REQUIRE(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, w, nullptr));
    EXPECT_EQ(sum, 50);
    for (GrB_Vector *object : {&w, &copy}) REQUIRE(GrB_Vector_free(object));
}

TEST(InPlace, SumsOfFewEntriesAreCounted) {
    GrB_Vector w = full_vector({4, -1, 0.25, 9});
    REQUIRE(GrB_Vector_removeElement(w, 1));
    double sum = 1;
    REQUIRE(GrB_Vector_reduce_FP64(&sum, GrB_PLUS_FP64, GrB_PLUS_MONOID_FP64, w, nullptr));
    EXPECT_EQ(sum, 14.25);
    REQUIRE(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_MAX_MONOID_FP64, w, nullptr));
    EXPECT_EQ(sum, 9);
    char name[64] = "";
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, name, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    // With GRAPHBLAST_PARTS the group's variant runs.
    EXPECT_TRUE(std::string(name).ends_with("/reduce_scalar")) << name;
    REQUIRE(GrB_Vector_free(&w));
}

/// Computes w = u - v, or u * v.
void combine(GrB_Vector w, bool is_sum, GrB_Vector u, GrB_Vector v) {
    REQUIRE(
        is_sum ? GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_MINUS_FP64, u, v, nullptr)
               : GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GrB_TIMES_FP64, u, v, nullptr));
}

TEST(InPlace, FullElementsTakeTheResultOfFullOperands) {
    constexpr GrB_Index n = 100000; // enough work for several threads
    Values a(n), b(n), old(n);
    for (GrB_Index k = 0; k < n; k++) {
        a[k] = static_cast<double>(k);
        b[k] = static_cast<double>(k % 7);
        old[k] = static_cast<double>(k % 5);
    }
    for (const bool is_sum : {true, false}) {
        GrB_Vector u = full_vector(a), v = full_vector(b), w = full_vector(old), copy = nullptr,
                   whole = nullptr;
        Values first(n), second(n);
        for (GrB_Index k = 0; k < n; k++) {
            first[k] = is_sum ? a[k] - b[k] : a[k] * b[k];
            second[k] = is_sum ? b[k] - a[k] : b[k] * a[k];
        }
        combine(w, is_sum, u, v);
        EXPECT_EQ(values_of(w), first);
        // A copy keeps the shared dense part.
        REQUIRE(GrB_Vector_dup(&copy, w));
        combine(w, is_sum, v, u);
        EXPECT_EQ(values_of(w), second);
        EXPECT_EQ(values_of(copy), first);
        REQUIRE(GrB_Vector_free(&copy));
        // The operands differ from the output and are unchanged.
        EXPECT_EQ(values_of(u), a);
        EXPECT_EQ(values_of(v), b);
        // The result replaces also a pending update.
        REQUIRE(GrB_Vector_removeElement(w, 3));
        combine(w, is_sum, u, v);
        EXPECT_EQ(values_of(w), first);
        // The output is an operand.
        combine(w, is_sum, w, v);
        for (GrB_Index k = 0; k < n; k++) second[k] = is_sum ? first[k] - b[k] : first[k] * b[k];
        EXPECT_EQ(values_of(w), second);
        // The output has another type than the operator: values are cast.
        REQUIRE(GrB_Vector_new(&whole, GrB_INT64, n));
        REQUIRE(GrB_Vector_assign(whole, nullptr, nullptr, w, GrB_ALL, n, nullptr));
        combine(whole, is_sum, u, v);
        EXPECT_EQ(values_of(whole), first);
        for (GrB_Vector *object : {&u, &v, &w, &whole}) REQUIRE(GrB_Vector_free(object));
    }
}

} // namespace
} // namespace api
