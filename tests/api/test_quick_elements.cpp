// Tests the fast paths for single elements: in every format, with copies that share the arrays, and
// with other forms of the same entries; and products of iso operands, which skip the choice.
#include "api/gxb.h"

#include <random>

namespace api {
namespace {

constexpr GrB_Index rows = 23, columns = 31;

/// Computes A' times a vector of ones.
EntryMap column_sums(const EntryMap &entries) {
    EntryMap sums;
    for (const auto &[position, value] : entries) sums[{0, position.second}] += value;
    return sums;
}

EntryMap column_sums(GrB_Matrix A) {
    const VectorPointer ones(new_vector(GrB_FP64, rows)), sums(new_vector(GrB_FP64, columns));
    REQUIRE(GrB_Vector_assign_FP64(ones.get(), nullptr, nullptr, 1, GrB_ALL, rows, nullptr));
    REQUIRE(GrB_mxv(sums.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, ones.get(),
                    GrB_DESC_T0));
    return entries_of(sums);
}

void expect_element(GrB_Matrix A, const EntryMap &entries, GrB_Index i, GrB_Index j) {
    const auto found = entries.find({i, j});
    double value = -77;
    std::int8_t narrow = -77;
    const GrB_Info expected = found == entries.end() ? GrB_NO_VALUE : GrB_SUCCESS;
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, A, i, j), expected);
    EXPECT_EQ(GrB_Matrix_extractElement_INT8(&narrow, A, i, j), expected);
    EXPECT_EQ(value, found == entries.end() ? -77 : found->second);
    EXPECT_EQ(narrow, found == entries.end() ? -77 : static_cast<std::int8_t>(found->second));
}

class QuickElements : public ::testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(QuickElements, StayTheirsAmongCopiesAndParts) {
    const auto [format, orientations] = GetParam();
    std::mt19937 random(static_cast<unsigned>(format * 10 + orientations));
    const auto below = [&](GrB_Index n) { return static_cast<GrB_Index>(random() % n); };
    EntryMap entries;
    for (GrB_Index i = 0; i < rows; i++)
        for (GrB_Index j = 0; j < columns; j++)
            if (format == GrX_FULL || below(3) == 0)
                entries[{i, j}] = static_cast<double>(below(99));
    const MatrixPointer A = matrix_of(rows, columns, entries);
    REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
    REQUIRE(GrB_Matrix_set_INT32(A.get(), orientations, GrX_ORIENTATIONS));
    for (int round = 0; round < 12; round++) {
        MatrixPointer copy(copy_of(A.get()));
        const EntryMap before = entries;
        if (round % 3 == 2) copy.reset();
        if (round % 2 == 0) {
            EXPECT_EQ(column_sums(A.get()), column_sums(entries));
        }
        for (int step = 0; step < 40; step++) {
            const GrB_Index i = below(rows), j = below(columns);
            expect_element(A.get(), entries, i, j);
            const bool is_new = entries.count({i, j}) == 0;
            // New entries are rare, since until the next read all other accesses take the slow
            // path.
            if (is_new && step % 8 != 0) continue;
            const auto value = static_cast<double>(below(99));
            REQUIRE(GrB_Matrix_setElement_FP64(A.get(), value, i, j));
            entries[{i, j}] = value;
            expect_element(A.get(), entries, i, j);
        }
        EXPECT_EQ(entries_of(A), entries);
        EXPECT_EQ(column_sums(A.get()), column_sums(entries));
        if (copy) {
            EXPECT_EQ(entries_of(copy), before);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, QuickElements,
                         ::testing::Combine(::testing::Values(0, GrX_SPARSE, GrX_HYPERSPARSE,
                                                              GrX_BITMAP, GrX_FULL),
                                            ::testing::Values(0, 2, 3)));

TEST(QuickElementsOutside, AreErrorsWithTexts) {
    const MatrixPointer A = matrix_of(2, 3, {{{0, 0}, 1}, {{1, 2}, 4}});
    double value = 0;
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, A.get(), 2, 0), GrB_INVALID_INDEX);
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, A.get(), 0, 3), GrB_INVALID_INDEX);
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(nullptr, A.get(), 0, 0), GrB_NULL_POINTER);
    EXPECT_EQ(GrB_Matrix_setElement_FP64(A.get(), 1, 2, 0), GrB_INVALID_INDEX);
    EXPECT_EQ(GrB_Matrix_setElement_FP64(A.get(), 1, 0, 3), GrB_INVALID_INDEX);
    const char *text = nullptr;
    REQUIRE(GrB_Matrix_error(&text, A.get()));
    EXPECT_NE(std::string(text).find("GrB_Matrix_setElement_FP64"), std::string::npos) << text;
    EXPECT_EQ(entries_of(A), (EntryMap{{{0, 0}, 1}, {{1, 2}, 4}}));
}

/// C⟨M⟩ = accum(C, A ⊕.⊗ B) of iso A and B equals the result of other variants.
TEST(OneValueProducts, AreWhatOtherVariantsGive) {
    for (const GrB_Index k : {1, 2, 7, 40}) {
        for (const bool has_mask : {false, true}) {
            for (GrB_BinaryOp accumulator : {static_cast<GrB_BinaryOp>(nullptr), GrB_MINUS_INT16}) {
                EntryMap results[2];
                for (const bool is_forced : {false, true}) {
                    const MatrixPointer A(new_matrix(GrB_INT16, 4, k)),
                        B(new_matrix(GrB_INT16, 5, k)), C(new_matrix(GrB_INT8, 4, 5));
                    REQUIRE(GrB_Matrix_assign_INT16(A.get(), nullptr, nullptr, 3, GrB_ALL, 4,
                                                    GrB_ALL, k, nullptr));
                    REQUIRE(GrB_Matrix_assign_INT16(B.get(), nullptr, nullptr, -2, GrB_ALL, 5,
                                                    GrB_ALL, k, nullptr));
                    const MatrixPointer mask = matrix_of(4, 5, {{{0, 0}, 1}, {{2, 4}, 0}});
                    REQUIRE(GrB_Matrix_setElement_INT8(C.get(), 100, 2, 4));
                    REQUIRE(GrB_Matrix_setElement_INT8(C.get(), 50, 3, 3));
                    const char *const variant = is_forced ? "mxm:cpu/mxm_gustavson_dense" : "";
                    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, variant,
                                                  static_cast<GrB_Field>(GrX_FORCE)));
                    REQUIRE(GrB_mxm(C.get(), has_mask ? mask.get() : nullptr, accumulator,
                                    GrB_PLUS_TIMES_SEMIRING_INT16, A.get(), B.get(), GrB_DESC_T1));
                    REQUIRE(
                        GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_FORCE)));
                    results[is_forced ? 1 : 0] = entries_of(C);
                }
                EXPECT_EQ(results[0], results[1]) << k << " " << has_mask;
                EXPECT_GE(results[0].size(), 3u);
            }
        }
    }
}

} // namespace
} // namespace api
