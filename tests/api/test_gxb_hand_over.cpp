// Tests that arrays in SuiteSparse's layouts are exported as they were imported.
#include "api/gxb_arrays.h"

#include <numeric>

namespace api {
namespace {

TEST(GxbHandOver, CsrStaysWhereItIs) {
    MatrixPointer A(new_matrix(GrB_FP64, 3, 4));
    Compressed in;
    GrB_Index *const Ap = in.Ap = array_of<GrB_Index>({0, 2, 2, 4});
    GrB_Index *const Aj = in.Ai = array_of<GrB_Index>({1, 3, 0, 2});
    void *const Ax = in.Ax = array_of<double>({1, 2, 3, 4});
    ASSERT_EQ(
        GxB_Matrix_pack_CSR(A.get(), &in.Ap, &in.Ai, &in.Ax, 32, 32, 32, false, false, nullptr),
        GrB_SUCCESS);
    EXPECT_EQ(in.Ap, nullptr);
    EXPECT_EQ(in.Ai, nullptr);
    EXPECT_EQ(in.Ax, nullptr);
    EXPECT_EQ(entries_of(A), array_entries);
    Compressed out;
    ASSERT_EQ(GxB_Matrix_unpack_CSR(A.get(), &out.Ap, &out.Ai, &out.Ax, &out.Ap_size, &out.Ai_size,
                                    &out.Ax_size, &out.iso, &out.jumbled, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(out.Ap, Ap);
    EXPECT_EQ(out.Ai, Aj);
    EXPECT_EQ(out.Ax, Ax);
    EXPECT_EQ(out.Ap_size, 32U);
    EXPECT_EQ(out.Ai_size, 32U);
    EXPECT_EQ(out.Ax_size, 32U);
    EXPECT_FALSE(out.iso || out.jumbled);
    EXPECT_TRUE(entries_of(A).empty()); // it is still 3 x 4
    REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 1, 2, 3));
}

/// Arrays longer than their entries are reused for more of them, also after a sort of the entries.
TEST(GxbHandOver, ArraysComeBackWithAllTheirMemory) {
    for (const bool is_jumbled : {false, true}) {
        MatrixPointer A(new_matrix(GrB_FP64, 3, 4));
        Compressed in, out;
        GrB_Index *const Ap = in.Ap = array_of<GrB_Index>({0, 2, 2, 4, 9, 9});
        GrB_Index *const Aj = in.Ai = is_jumbled ? array_of<GrB_Index>({3, 1, 2, 0, 9, 9, 9})
                                                 : array_of<GrB_Index>({1, 3, 0, 2, 9, 9, 9});
        void *const Ax = in.Ax =
            is_jumbled ? array_of<double>({2, 1, 4, 3, 9}) : array_of<double>({1, 2, 3, 4, 9});
        REQUIRE(GxB_Matrix_pack_CSR(A.get(), &in.Ap, &in.Ai, &in.Ax, 48, 56, 40, false, is_jumbled,
                                    nullptr));
        EXPECT_EQ(entries_of(A), array_entries);
        REQUIRE(GxB_Matrix_unpack_CSR(A.get(), &out.Ap, &out.Ai, &out.Ax, &out.Ap_size,
                                      &out.Ai_size, &out.Ax_size, &out.iso, &out.jumbled, nullptr));
        EXPECT_EQ(out.Ap, Ap);
        EXPECT_EQ(out.Ai, Aj);
        EXPECT_EQ(out.Ax, Ax);
        EXPECT_EQ(out.Ap_size, 48U);
        EXPECT_EQ(out.Ai_size, 56U);
        EXPECT_EQ(out.Ax_size, 40U);
        EXPECT_EQ(out.jumbled, is_jumbled);
    }
}

TEST(GxbHandOver, CscStaysWhereItIs) {
    GrB_Matrix A = nullptr;
    Compressed in;
    in.Ap = array_of<GrB_Index>({0, 1, 2, 3, 4});
    GrB_Index *const Ai = in.Ai = array_of<GrB_Index>({2, 0, 2, 0});
    void *const Ax = in.Ax = array_of<double>({3, 1, 4, 2});
    ASSERT_EQ(GxB_Matrix_import_CSC(&A, GrB_FP64, 3, 4, &in.Ap, &in.Ai, &in.Ax, 40, 32, 32, false,
                                    false, nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(entries_of(A), array_entries);
    std::int32_t format = -5;
    REQUIRE(GxB_Matrix_Option_get_INT32(A, GxB_FORMAT, &format));
    EXPECT_EQ(format, GxB_BY_COL);
    Compressed out;
    GrB_Type type = nullptr;
    GrB_Index nrows = 0, ncols = 0;
    ASSERT_EQ(GxB_Matrix_export_CSC(&A, &type, &nrows, &ncols, &out.Ap, &out.Ai, &out.Ax,
                                    &out.Ap_size, &out.Ai_size, &out.Ax_size, nullptr, nullptr,
                                    nullptr),
              GrB_SUCCESS);
    EXPECT_EQ(A, nullptr);
    EXPECT_EQ(type, GrB_FP64);
    EXPECT_EQ(nrows, 3U);
    EXPECT_EQ(ncols, 4U);
    EXPECT_EQ(out.Ai, Ai);
    EXPECT_EQ(out.Ax, Ax);
    expect_array<GrB_Index>(out.Ap, {0, 1, 2, 3, 4});
}

TEST(GxbHandOver, EveryMatrixComesOutInBothOrientations) {
    for (const int format : {GrX_AUTO, GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP}) {
        for (const bool by_column : {false, true}) {
            const MatrixPointer A = matrix_of(3, 4, array_entries);
            REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
            Compressed out;
            const auto unpack = by_column ? GxB_Matrix_unpack_CSC : GxB_Matrix_unpack_CSR;
            ASSERT_EQ(unpack(A.get(), &out.Ap, &out.Ai, &out.Ax, &out.Ap_size, &out.Ai_size,
                             &out.Ax_size, &out.iso, &out.jumbled, nullptr),
                      GrB_SUCCESS);
            EXPECT_EQ(out.Ap_size, by_column ? 40U : 32U);
            if (by_column) {
                expect_array<GrB_Index>(out.Ap, {0, 1, 2, 3, 4});
                expect_array<GrB_Index>(out.Ai, {2, 0, 2, 0});
                expect_array<double>(out.values(), {3, 1, 4, 2});
            } else {
                expect_array<GrB_Index>(out.Ap, {0, 2, 2, 4});
                expect_array<GrB_Index>(out.Ai, {1, 3, 0, 2});
                expect_array<double>(out.values(), {1, 2, 3, 4});
            }
        }
    }
}

TEST(GxbHandOver, Hypersparse) {
    for (const bool by_column : {false, true}) {
        const MatrixPointer A = matrix_of(3, 4, array_entries);
        Compressed out;
        const auto unpack = by_column ? GxB_Matrix_unpack_HyperCSC : GxB_Matrix_unpack_HyperCSR;
        const auto pack = by_column ? GxB_Matrix_pack_HyperCSC : GxB_Matrix_pack_HyperCSR;
        ASSERT_EQ(unpack(A.get(), &out.Ap, &out.Ah, &out.Ai, &out.Ax, &out.Ap_size, &out.Ah_size,
                         &out.Ai_size, &out.Ax_size, &out.iso, &out.nvec, &out.jumbled, nullptr),
                  GrB_SUCCESS);
        if (!by_column) {
            EXPECT_EQ(out.nvec, 2U);
            expect_array<GrB_Index>(out.Ah, {0, 2});
            expect_array<GrB_Index>(out.Ap, {0, 2, 4});
        }
        EXPECT_EQ(out.Ah_size, out.nvec * 8);
        const GrB_Index *const Ah = out.Ah;
        ASSERT_EQ(pack(A.get(), &out.Ap, &out.Ah, &out.Ai, &out.Ax, out.Ap_size, out.Ah_size,
                       out.Ai_size, out.Ax_size, out.iso, out.nvec, out.jumbled, nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(out.Ah, nullptr);
        EXPECT_EQ(entries_of(A), array_entries);
        GrB_Index m = 0, n = 0;
        GrB_Type type = nullptr;
        GrB_Matrix B = A.get();
        const auto take = by_column ? GxB_Matrix_export_HyperCSC : GxB_Matrix_export_HyperCSR;
        const auto make = by_column ? GxB_Matrix_import_HyperCSC : GxB_Matrix_import_HyperCSR;
        REQUIRE(take(&B, &type, &m, &n, &out.Ap, &out.Ah, &out.Ai, &out.Ax, &out.Ap_size,
                     &out.Ah_size, &out.Ai_size, &out.Ax_size, &out.iso, &out.nvec, &out.jumbled,
                     nullptr));
        EXPECT_EQ(out.Ah, Ah);
        REQUIRE(make(&B, type, m, n, &out.Ap, &out.Ah, &out.Ai, &out.Ax, out.Ap_size, out.Ah_size,
                     out.Ai_size, out.Ax_size, out.iso, out.nvec, out.jumbled, nullptr));
        EXPECT_EQ(entries_of(B), array_entries);
        const_cast<MatrixPointer &>(A).release();
        REQUIRE(GrB_Matrix_free(&B));
    }
}

TEST(GxbHandOver, BitmapsAndFull) {
    for (const bool by_column : {false, true}) {
        const MatrixPointer A = matrix_of(3, 4, array_entries);
        std::int8_t *Ab = nullptr;
        void *Ax = nullptr;
        GrB_Index Ab_size = 0, Ax_size = 0, nvals = 0;
        bool iso = true;
        const auto unpack = by_column ? GxB_Matrix_unpack_BitmapC : GxB_Matrix_unpack_BitmapR;
        const auto pack = by_column ? GxB_Matrix_pack_BitmapC : GxB_Matrix_pack_BitmapR;
        ASSERT_EQ(unpack(A.get(), &Ab, &Ax, &Ab_size, &Ax_size, &iso, &nvals, nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(nvals, 4U);
        EXPECT_EQ(Ab_size, 12U);
        EXPECT_EQ(Ax_size, 96U);
        for (GrB_Index i = 0; i < 3; i++) {
            for (GrB_Index j = 0; j < 4; j++) {
                const GrB_Index element = by_column ? j * 3 + i : i * 4 + j;
                ASSERT_EQ(Ab[element], array_entries.count({i, j}));
                if (Ab[element] != 0) {
                    EXPECT_EQ(static_cast<double *>(Ax)[element], array_entries.at({i, j}));
                }
            }
        }
        // A wrong count is refused, and the caller keeps the arrays.
        const std::int8_t *const old_b = Ab;
        const void *const old_x = Ax;
        EXPECT_EQ(pack(A.get(), &Ab, &Ax, 12, 96, false, 5, nullptr), GrB_INVALID_VALUE);
        EXPECT_NE(error_text(A.get()).find("nvals is 5"), std::string::npos);
        EXPECT_EQ(pack(A.get(), &Ab, &Ax, 11, 96, false, 4, nullptr), GrB_INVALID_VALUE);
        EXPECT_EQ(Ab, old_b);
        EXPECT_EQ(Ax, old_x);
        ASSERT_EQ(pack(A.get(), &Ab, &Ax, 12, 96, false, 4, nullptr), GrB_SUCCESS);
        EXPECT_EQ(entries_of(A), array_entries);

        const auto take = by_column ? GxB_Matrix_unpack_FullC : GxB_Matrix_unpack_FullR;
        const auto give = by_column ? GxB_Matrix_pack_FullC : GxB_Matrix_pack_FullR;
        EXPECT_EQ(take(A.get(), &Ax, &Ax_size, nullptr, nullptr), GrB_INVALID_VALUE);
        EXPECT_EQ(entries_of(A), array_entries);
        double *numbers = static_cast<double *>(std::malloc(96));
        std::iota(numbers, numbers + 12, 0.0);
        Ax = numbers;
        ASSERT_EQ(give(A.get(), &Ax, 96, false, nullptr), GrB_SUCCESS);
        double value = 0;
        REQUIRE(GrB_Matrix_extractElement_FP64(&value, A.get(), 1, 2));
        EXPECT_EQ(value, by_column ? 7 : 6);
        ASSERT_EQ(take(A.get(), &Ax, &Ax_size, nullptr, nullptr), GrB_SUCCESS);
        EXPECT_EQ(static_cast<double *>(Ax)[7], 7);
        if (!by_column) {
            EXPECT_EQ(Ax, numbers);
        }
        std::free(Ax);
    }
}

TEST(GxbHandOver, ImportAndExportOfDenseLayouts) {
    for (const bool by_column : {false, true}) {
        GrB_Matrix A = nullptr;
        auto *Ab = array_of<std::int8_t>({1, 0, 0, 1});
        void *Ax = array_of<double>({1, 0, 0, 4});
        const auto make = by_column ? GxB_Matrix_import_BitmapC : GxB_Matrix_import_BitmapR;
        const auto take = by_column ? GxB_Matrix_export_BitmapC : GxB_Matrix_export_BitmapR;
        REQUIRE(make(&A, GrB_FP64, 2, 2, &Ab, &Ax, 4, 32, false, 2, nullptr));
        EXPECT_EQ(entries_of(A), (EntryMap{{{0, 0}, 1}, {{1, 1}, 4}}));
        GrB_Type type = nullptr;
        GrB_Index m = 0, n = 0, b = 0, x = 0, nvals = 0;
        bool iso = true;
        REQUIRE(take(&A, &type, &m, &n, &Ab, &Ax, &b, &x, &iso, &nvals, nullptr));
        EXPECT_EQ(A, nullptr);
        expect_array<std::int8_t>(Ab, {1, 0, 0, 1});
        EXPECT_FALSE(iso);
        std::free(Ab);
        std::free(Ax);
    }
    GrB_Matrix A = nullptr;
    void *Ax = array_of<double>({1, 2, 3, 4, 5, 6});
    REQUIRE(GxB_Matrix_import_FullC(&A, GrB_FP64, 2, 3, &Ax, 48, false, nullptr));
    EXPECT_EQ(
        entries_of(A),
        (EntryMap{{{0, 0}, 1}, {{1, 0}, 2}, {{0, 1}, 3}, {{1, 1}, 4}, {{0, 2}, 5}, {{1, 2}, 6}}));
    GrB_Type type = nullptr;
    GrB_Index m = 0, n = 0, x = 0;
    REQUIRE(GxB_Matrix_export_FullC(&A, &type, &m, &n, &Ax, &x, nullptr, nullptr));
    expect_array<double>(static_cast<double *>(Ax), {1, 2, 3, 4, 5, 6});
    std::free(Ax);
}

TEST(GxbHandOver, Vectors) {
    GrB_Vector u = nullptr;
    GrB_Index *vi = array_of<GrB_Index>({4, 1, 7});
    const GrB_Index *const positions = vi;
    void *vx = array_of<double>({40, 10, 70});
    REQUIRE(GxB_Vector_import_CSC(&u, GrB_FP64, 9, &vi, &vx, 24, 24, false, 3, true, nullptr));
    const EntryMap expected{{{0, 1}, 10}, {{0, 4}, 40}, {{0, 7}, 70}};
    GrB_Index i_size = 0, x_size = 0, nvals = 0, n = 0;
    bool iso = true, jumbled = false;
    GrB_Type type = nullptr;
    // An export that allows unsorted entries leaves them unsorted.
    REQUIRE(GxB_Vector_export_CSC(&u, &type, &n, &vi, &vx, &i_size, &x_size, &iso, &nvals, &jumbled,
                                  nullptr));
    EXPECT_TRUE(jumbled);
    EXPECT_EQ(vi, positions);
    EXPECT_EQ(nvals, 3U);
    EXPECT_EQ(n, 9U);
    u = new_vector(GrB_FP64, 9);
    REQUIRE(GxB_Vector_pack_CSC(u, &vi, &vx, 24, 24, false, 3, true, nullptr));
    EXPECT_EQ(entries_of(u), expected);
    REQUIRE(
        GxB_Vector_unpack_CSC(u, &vi, &vx, &i_size, &x_size, nullptr, &nvals, nullptr, nullptr));
    expect_array<GrB_Index>(vi, {1, 4, 7});
    expect_array<double>(static_cast<double *>(vx), {10, 40, 70});
    REQUIRE(GxB_Vector_pack_CSC(u, &vi, &vx, 24, 24, false, 3, false, nullptr));

    std::int8_t *vb = nullptr;
    GrB_Index b_size = 0;
    REQUIRE(GxB_Vector_unpack_Bitmap(u, &vb, &vx, &b_size, &x_size, nullptr, &nvals, nullptr));
    expect_array<std::int8_t>(vb, {0, 1, 0, 0, 1, 0, 0, 1, 0});
    REQUIRE(GxB_Vector_pack_Bitmap(u, &vb, &vx, b_size, x_size, false, nvals, nullptr));
    EXPECT_EQ(entries_of(u), expected);
    REQUIRE(GxB_Vector_export_Bitmap(&u, &type, &n, &vb, &vx, &b_size, &x_size, nullptr, &nvals,
                                     nullptr));
    REQUIRE(GxB_Vector_import_Bitmap(&u, type, n, &vb, &vx, b_size, x_size, false, nvals, nullptr));
    EXPECT_EQ(entries_of(u), expected);

    REQUIRE(GrB_Vector_assign_FP64(u, nullptr, nullptr, 5, GrB_ALL, 9, nullptr));
    REQUIRE(GxB_Vector_unpack_Full(u, &vx, &x_size, &iso, nullptr));
    EXPECT_TRUE(iso);
    EXPECT_EQ(x_size, 8U);
    const void *const value = vx;
    REQUIRE(GxB_Vector_pack_Full(u, &vx, x_size, true, nullptr));
    REQUIRE(GxB_Vector_unpack_Full(u, &vx, &x_size, &iso, nullptr));
    EXPECT_EQ(vx, value);
    std::free(vx);
    REQUIRE(GrB_Vector_free(&u));
}

} // namespace
} // namespace api
