// Tests concat and split, diag, reshape, sort, and the operators of GxB_SelectOp.
#include "api/gxb.h"

#include <algorithm>
#include <random>

namespace api {
namespace {

TEST(GxbTiles, ConcatAndSplitAreInverses) {
    std::mt19937 random(5);
    for (int round = 0; round < 100; round++) {
        const GrB_Index m = 1 + random() % 3, n = 1 + random() % 3;
        std::vector<GrB_Index> heights(m), widths(n);
        GrB_Index nrows = 0, ncols = 0;
        for (GrB_Index &height : heights) nrows += height = random() % 4;
        for (GrB_Index &width : widths) ncols += width = random() % 4;
        EntryMap all_entries;
        for (GrB_Index i = 0; i < nrows; i++) {
            for (GrB_Index j = 0; j < ncols; j++) {
                if (random() % 2 == 0) all_entries[{i, j}] = static_cast<double>(random() % 100);
            }
        }
        const MatrixPointer A = matrix_of(nrows, ncols, all_entries);
        std::vector<GrB_Matrix> tiles(m * n);
        ASSERT_EQ(
            GxB_Matrix_split(tiles.data(), m, n, heights.data(), widths.data(), A.get(), nullptr),
            GrB_SUCCESS)
            << error_text(A.get());
        GrB_Index row = 0;
        for (GrB_Index i = 0; i < m; i++) {
            GrB_Index column = 0;
            for (GrB_Index j = 0; j < n; j++) {
                GrB_Index tile_rows = 0, tile_columns = 0;
                const GrB_Matrix tile = tiles[i * n + j];
                REQUIRE(GrB_Matrix_nrows(&tile_rows, tile));
                REQUIRE(GrB_Matrix_ncols(&tile_columns, tile));
                ASSERT_EQ(tile_rows, heights[i]);
                ASSERT_EQ(tile_columns, widths[j]);
                for (const auto &[position, value] : entries_of(tile))
                    ASSERT_EQ(all_entries.at({row + position.first, column + position.second}),
                              value);
                column += widths[j];
            }
            row += heights[i];
        }
        const MatrixPointer C(new_matrix(GrB_FP64, nrows, ncols));
        ASSERT_EQ(GxB_Matrix_concat(C.get(), tiles.data(), m, n, nullptr), GrB_SUCCESS)
            << error_text(C.get());
        ASSERT_EQ(entries_of(C), all_entries);
        for (GrB_Matrix &tile : tiles) REQUIRE(GrB_Matrix_free(&tile));
    }
}

TEST(GxbTiles, WrongSizes) {
    const MatrixPointer A = matrix_of(2, 3, {{{0, 0}, 1}}), B = matrix_of(2, 2, {}),
                        C = matrix_of(3, 3, {}), D = matrix_of(2, 5, {{{0, 0}, 9}});
    GrB_Matrix row[] = {A.get(), B.get()}, uneven[] = {A.get(), C.get()};
    REQUIRE(GxB_Matrix_concat(D.get(), row, 1, 2, nullptr));
    EXPECT_EQ(entries_of(D), (EntryMap{{{0, 0}, 1}}));
    EXPECT_EQ(GxB_Matrix_concat(D.get(), uneven, 1, 2, nullptr), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GxB_Matrix_concat(C.get(), row, 1, 2, nullptr), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GxB_Matrix_concat(D.get(), row, 0, 2, nullptr), GrB_INVALID_VALUE);
    row[1] = nullptr;
    EXPECT_EQ(GxB_Matrix_concat(D.get(), row, 1, 2, nullptr), GrB_NULL_POINTER);
    GrB_Matrix tiles[2] = {nullptr, nullptr};
    const GrB_Index one[] = {2}, few[] = {1, 1}, many[] = {2, 2};
    EXPECT_EQ(GxB_Matrix_split(tiles, 1, 2, one, few, A.get(), nullptr), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GxB_Matrix_split(tiles, 1, 2, one, many, A.get(), nullptr), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(tiles[0], nullptr);
}

TEST(GxbDiag, BothWays) {
    const EntryMap V{{{0, 0}, 5}, {{0, 2}, 7}};
    const VectorPointer v = vector_of(3, V);
    for (const int k : {-2, -1, 0, 1, 2}) {
        const GrB_Index n = 3 + static_cast<GrB_Index>(std::abs(k)),
                        down = k < 0 ? static_cast<GrB_Index>(-k) : 0,
                        right = k > 0 ? static_cast<GrB_Index>(k) : 0;
        const MatrixPointer C = matrix_of(n, n, {{{0, 0}, 99}}, GrB_INT32);
        ASSERT_EQ(GxB_Matrix_diag(C.get(), v.get(), k, nullptr), GrB_SUCCESS);
        EXPECT_EQ(entries_of(C), (EntryMap{{{down, right}, 5}, {{2 + down, 2 + right}, 7}}));
        const VectorPointer back = vector_of(3, {{{0, 1}, 1}});
        ASSERT_EQ(GxB_Vector_diag(back.get(), C.get(), k, nullptr), GrB_SUCCESS);
        EXPECT_EQ(entries_of(back), V);
        ASSERT_EQ(GxB_Vector_diag(back.get(), C.get(), -k, GrB_DESC_T0), GrB_SUCCESS);
        EXPECT_EQ(entries_of(back), V);
    }
    const MatrixPointer wide = matrix_of(2, 5, {{{0, 2}, 3}, {{1, 3}, 4}});
    const VectorPointer two = vector_of(2, {}), none = vector_of(0, {});
    REQUIRE(GxB_Vector_diag(two.get(), wide.get(), 2, nullptr));
    EXPECT_EQ(entries_of(two), (EntryMap{{{0, 0}, 3}, {{0, 1}, 4}}));
    REQUIRE(GxB_Vector_diag(none.get(), wide.get(), 9, nullptr));
    REQUIRE(GxB_Vector_diag(none.get(), wide.get(), -2, nullptr));
    EXPECT_EQ(GxB_Vector_diag(two.get(), wide.get(), 4, nullptr), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(GxB_Matrix_diag(wide.get(), v.get(), 0, nullptr), GrB_DIMENSION_MISMATCH);
}

TEST(GxbReshape, ByRowAndByColumn) {
    const EntryMap all_entries{{{0, 1}, 1}, {{1, 5}, 2}, {{0, 4}, 3}};
    for (const bool by_column : {false, true}) {
        EntryMap expected;
        for (const auto &[position, value] : all_entries) {
            const GrB_Index element = by_column ? position.second * 2 + position.first
                                                : position.first * 6 + position.second;
            expected[by_column ? Coordinates{element % 3, element / 3}
                               : Coordinates{element / 4, element % 4}] = value;
        }
        const MatrixPointer A = matrix_of(2, 6, all_entries);
        GrB_Matrix C = nullptr;
        ASSERT_EQ(GxB_Matrix_reshapeDup(&C, A.get(), by_column, 3, 4, nullptr), GrB_SUCCESS);
        EXPECT_EQ(entries_of(C), expected);
        EXPECT_EQ(entries_of(A), all_entries);
        ASSERT_EQ(GxB_Matrix_reshape(A.get(), by_column, 3, 4, nullptr), GrB_SUCCESS);
        EXPECT_EQ(entries_of(A), expected);
        GrB_Index nrows = 0;
        REQUIRE(GrB_Matrix_nrows(&nrows, A.get()));
        EXPECT_EQ(nrows, 3U);
        REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 1, 2, 3));
        EXPECT_EQ(GxB_Matrix_reshape(A.get(), by_column, 3, 5, nullptr), GrB_DIMENSION_MISMATCH);
        REQUIRE(GrB_Matrix_free(&C));
    }
}

TEST(GxbSort, RowsAndColumnsInOrder) {
    std::mt19937 random(6);
    for (int round = 0; round < 60; round++) {
        const GrB_Index m = 1 + random() % 5, n = 1 + random() % 40;
        const bool by_column = random() % 2 == 0, descends = random() % 2 == 0;
        EntryMap all_entries;
        for (GrB_Index i = 0; i < m; i++) {
            for (GrB_Index j = 0; j < n; j++) {
                if (random() % 2 == 0) all_entries[{i, j}] = static_cast<double>(random() % 4);
            }
        }
        EntryMap values, positions;
        for (GrB_Index major = 0; major < (by_column ? n : m); major++) {
            std::vector<std::pair<double, GrB_Index>> entries;
            for (const auto &[position, value] : all_entries) {
                if ((by_column ? position.second : position.first) == major)
                    entries.emplace_back(value, by_column ? position.first : position.second);
            }
            std::stable_sort(entries.begin(), entries.end(), [&](const auto &a, const auto &b) {
                return descends ? a.first > b.first : a.first < b.first;
            });
            for (GrB_Index k = 0; k < entries.size(); k++) {
                const Coordinates target =
                    by_column ? Coordinates{k, major} : Coordinates{major, k};
                values[target] = entries[k].first;
                positions[target] = static_cast<double>(entries[k].second);
            }
        }
        const MatrixPointer A = matrix_of(m, n, all_entries), C(new_matrix(GrB_INT32, m, n)),
                            P(new_matrix(GrB_INT64, m, n));
        const GrB_BinaryOp op = descends ? GrB_GT_FP64 : GrB_LT_FP64;
        const GrB_Descriptor desc = by_column ? GrB_DESC_T0 : nullptr;
        ASSERT_EQ(GxB_Matrix_sort(C.get(), P.get(), op, A.get(), desc), GrB_SUCCESS)
            << error_text(C.get());
        ASSERT_EQ(entries_of(C), values);
        ASSERT_EQ(entries_of(P), positions);
        ASSERT_EQ(GxB_Matrix_sort(A.get(), nullptr, op, A.get(), desc), GrB_SUCCESS);
        ASSERT_EQ(entries_of(A), values);
    }
}

TEST(GxbSort, VectorsAndMistakes) {
    const VectorPointer u = vector_of(5, {{{0, 0}, 3}, {{0, 2}, 1}, {{0, 4}, 2}}),
                        w(new_vector(GrB_FP64, 5)), p(new_vector(GrB_UINT32, 5)),
                        small(new_vector(GrB_FP64, 4));
    REQUIRE(GxB_Vector_sort(w.get(), p.get(), GrB_LT_FP64, u.get(), nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 1}, {{0, 1}, 2}, {{0, 2}, 3}}));
    EXPECT_EQ(entries_of(p), (EntryMap{{{0, 0}, 2}, {{0, 1}, 4}, {{0, 2}, 0}}));
    // An operator that is no order must not break the sort.
    REQUIRE(GxB_Vector_sort(w.get(), nullptr, GrB_LE_FP64, u.get(), nullptr));
    REQUIRE(GxB_Vector_sort(w.get(), nullptr, GrB_NE_FP64, u.get(), nullptr));
    EXPECT_EQ(entries_of(w).size(), 3U);
    EXPECT_EQ(GxB_Vector_sort(nullptr, nullptr, GrB_LT_FP64, u.get(), nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Vector_sort(w.get(), w.get(), GrB_LT_FP64, u.get(), nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_sort(w.get(), nullptr, GrB_PLUS_FP64, u.get(), nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GxB_Vector_sort(nullptr, w.get(), GrB_LT_FP64, u.get(), nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GxB_Vector_sort(small.get(), nullptr, GrB_LT_FP64, u.get(), nullptr),
              GrB_DIMENSION_MISMATCH);
}

struct Keeping {
    GxB_SelectOp op;
    bool (*keeps)(double x, int i, int j, double thunk);
};
const Keeping tests[] = {
    {GxB_TRIL, [](double, int i, int j, double k) { return j <= i + k; }},
    {GxB_TRIU, [](double, int i, int j, double k) { return j >= i + k; }},
    {GxB_DIAG, [](double, int i, int j, double k) { return j == i + k; }},
    {GxB_OFFDIAG, [](double, int i, int j, double k) { return j != i + k; }},
    {GxB_NONZERO, [](double x, int, int, double) { return x != 0; }},
    {GxB_EQ_ZERO, [](double x, int, int, double) { return x == 0; }},
    {GxB_GT_ZERO, [](double x, int, int, double) { return x > 0; }},
    {GxB_GE_ZERO, [](double x, int, int, double) { return x >= 0; }},
    {GxB_LT_ZERO, [](double x, int, int, double) { return x < 0; }},
    {GxB_LE_ZERO, [](double x, int, int, double) { return x <= 0; }},
    {GxB_NE_THUNK, [](double x, int, int, double k) { return x != k; }},
    {GxB_EQ_THUNK, [](double x, int, int, double k) { return x == k; }},
    {GxB_GT_THUNK, [](double x, int, int, double k) { return x > k; }},
    {GxB_GE_THUNK, [](double x, int, int, double k) { return x >= k; }},
    {GxB_LT_THUNK, [](double x, int, int, double k) { return x < k; }},
    {GxB_LE_THUNK, [](double x, int, int, double k) { return x <= k; }},
};

TEST(GxbSelect, EveryTest) {
    EntryMap all_entries;
    for (GrB_Index i = 0; i < 4; i++) {
        for (GrB_Index j = 0; j < 5; j++)
            all_entries[{i, j}] = static_cast<double>((i * 5 + j) % 7) - 3;
    }
    for (const GrB_Type type : {GrB_FP64, GrB_INT8, GrB_FP32, GrB_INT64}) {
        const MatrixPointer A = matrix_of(4, 5, all_entries, type), C(new_matrix(type, 4, 5));
        for (const double thunk : {0.0, 1.0, -2.0}) {
            for (const Keeping &test : tests) {
                EntryMap expected;
                for (const auto &[position, value] : all_entries) {
                    if (test.keeps(value, static_cast<int>(position.first),
                                   static_cast<int>(position.second), thunk)) {
                        expected[position] = value;
                    }
                }
                // A missing thunk is 0.
                const ScalarPointer given = scalar_of(thunk);
                ASSERT_EQ(GxB_Matrix_select(C.get(), nullptr, nullptr, test.op, A.get(),
                                            thunk == 0 ? nullptr : given.get(), nullptr),
                          GrB_SUCCESS)
                    << error_text(C.get());
                ASSERT_EQ(entries_of(C), expected);
            }
        }
    }
    const VectorPointer u = vector_of(3, {{{0, 0}, 1}, {{0, 1}, -1}}), w(new_vector(GrB_FP64, 3));
    REQUIRE(GxB_Vector_select(w.get(), nullptr, nullptr, GxB_GT_ZERO, u.get(), nullptr, nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 1}}));
    EXPECT_EQ(GxB_Vector_select(w.get(), nullptr, nullptr, nullptr, u.get(), nullptr, nullptr),
              GrB_NULL_POINTER);
    GrB_Type type = GrB_BOOL;
    REQUIRE(GxB_SelectOp_xtype(&type, GxB_TRIL));
    EXPECT_EQ(type, nullptr);
    REQUIRE(GxB_SelectOp_ttype(&type, GxB_TRIL));
    EXPECT_EQ(type, GrB_INT64);
    REQUIRE(GxB_SelectOp_ttype(&type, GxB_EQ_THUNK));
    EXPECT_EQ(type, nullptr);
}

TEST(GxbSelect, UserDefinedTypes) {
    World world;
    const Pair zero{0, 0}, some{1, 2};
    const VectorPointer u(copy_of(world.pair_u)), w(copy_of(world.pair_u));
    REQUIRE(GrB_Vector_clear(u.get()));
    REQUIRE(GrB_Vector_setElement_UDT(u.get(), &zero, 0));
    REQUIRE(GrB_Vector_setElement_UDT(u.get(), &some, 1));
    GrB_Index count = 0;
    REQUIRE(GxB_Vector_select(w.get(), nullptr, nullptr, GxB_NONZERO, u.get(), nullptr, nullptr));
    REQUIRE(GrB_Vector_nvals(&count, w.get()));
    EXPECT_EQ(count, 1U);
    Pair found{};
    REQUIRE(GrB_Vector_extractElement_UDT(&found, w.get(), 1));
    EXPECT_EQ(found.second, 2);
    EXPECT_EQ(GxB_Vector_select(w.get(), nullptr, nullptr, GxB_GT_ZERO, u.get(), nullptr, nullptr),
              GrB_DOMAIN_MISMATCH);
}

} // namespace
} // namespace api
