// Tests the formats that clients read: GxB_SPARSITY_STATUS by SuiteSparse's rule, GxB_FORMAT, the
// order of tuples.
#include "api/gxb.h"

#include <cstdlib>
#include <vector>

namespace api {
namespace {

template <class T>
int status_of(const T &object) {
    std::int32_t status = -1;
    if constexpr (std::is_same_v<T, MatrixPointer>) {
        REQUIRE(GxB_Matrix_Option_get_INT32(object.get(), GxB_SPARSITY_STATUS, &status));
    } else {
        REQUIRE(GxB_Vector_Option_get_INT32(object.get(), GxB_SPARSITY_STATUS, &status));
    }
    return status;
}

int order_of(GrB_Matrix A) {
    std::int32_t order = -1, hint = -1;
    REQUIRE(GxB_Matrix_Option_get_INT32(A, GxB_FORMAT, &order));
    REQUIRE(GrB_Matrix_get_INT32(A, &hint, GrB_STORAGE_ORIENTATION_HINT));
    EXPECT_EQ(hint, order == GxB_BY_COL ? GrB_COLMAJOR : GrB_ROWMAJOR);
    return order;
}

/// Makes `count` entries in the first `vectors` rows, or columns.
MatrixPointer filled(GrB_Index nrows, GrB_Index ncols, GrB_Index vectors, GrB_Index count,
                     bool by_column) {
    EntryMap entries;
    for (GrB_Index k = 0; k < count; k++) {
        const GrB_Index major = k % vectors, position = k / vectors;
        entries[by_column ? Coordinates{position, major} : Coordinates{major, position}] =
            1 + static_cast<double>(k);
    }
    MatrixPointer A = matrix_of(nrows, ncols, entries);
    REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_FORMAT, by_column ? GxB_BY_COL : GxB_BY_ROW));
    return A;
}

// The statuses are those of SuiteSparse 9.3.1.
TEST(GxbSparsity, FollowsTheRule) {
    const struct {
        GrB_Index nrows, ncols, vectors, count;
        bool by_column;
        int control, status;
    } cases[] = {
        {5, 5, 1, 1, false, 15, GxB_SPARSE},
        {5, 5, 1, 2, false, 15, GxB_SPARSE},
        {5, 5, 1, 3, false, 15, GxB_BITMAP},
        {5, 5, 5, 25, false, 15, GxB_FULL},
        {5, 5, 5, 25, false, 7, GxB_BITMAP},
        {5, 5, 1, 3, false, 11, GxB_SPARSE},
        {100, 100, 12, 30, false, 15, GxB_HYPERSPARSE},
        {100, 100, 13, 30, false, 15, GxB_SPARSE},
        {100, 100, 13, 30, false, 9, GxB_HYPERSPARSE},
        {100, 100, 6, 30, false, 10, GxB_SPARSE},
        {100, 100, 12, 30, true, 15, GxB_HYPERSPARSE},
        {200, 10, 1, 6, true, 15, GxB_HYPERSPARSE},
        {200, 10, 2, 6, true, 15, GxB_SPARSE},
        {10, 200, 10, 12, true, 15, GxB_HYPERSPARSE},
        {70, 70, 70, 1960, false, 15, GxB_SPARSE},
        {70, 70, 70, 1961, false, 15, GxB_BITMAP},
        {70, 70, 70, 1961, false, 2, GxB_SPARSE},
        {70, 70, 70, 3, false, 4, GxB_BITMAP},
        {70, 70, 70, 3, false, 8, GxB_BITMAP},
        {70, 70, 70, 3, false, 12, GxB_BITMAP},
        {1, 50, 1, 2, false, 15, GxB_SPARSE},
        {1, 50, 1, 2, false, 1, GxB_SPARSE},
        {1, 50, 1, 3, false, 15, GxB_BITMAP},
    };
    for (const auto &one : cases) {
        const MatrixPointer A = filled(one.nrows, one.ncols,
                                       std::min(one.vectors, one.by_column ? one.ncols : one.nrows),
                                       one.count, one.by_column);
        REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_SPARSITY_CONTROL, one.control));
        EXPECT_EQ(status_of(A), one.status)
            << one.nrows << " x " << one.ncols << ", " << one.count << " entries in " << one.vectors
            << " lines, control " << one.control;
        bool is_hyper = false;
        REQUIRE(GxB_Matrix_Option_get(A.get(), GxB_IS_HYPER, &is_hyper));
        EXPECT_EQ(is_hyper, one.status == GxB_HYPERSPARSE);
    }
}

TEST(GxbSparsity, FollowsTheSwitches) {
    const MatrixPointer A = filled(100, 100, 20, 100, false);
    EXPECT_EQ(status_of(A), GxB_SPARSE);
    REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_HYPER_SWITCH, 0.1));
    EXPECT_EQ(status_of(A), GxB_HYPERSPARSE);
    REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_HYPER_SWITCH, GxB_NEVER_HYPER));
    EXPECT_EQ(status_of(A), GxB_SPARSE);
    REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_BITMAP_SWITCH, 0.005));
    EXPECT_EQ(status_of(A), GxB_BITMAP);
    EXPECT_EQ(status_of(VectorPointer(new_vector(GrB_FP64, 0))), GxB_SPARSE);
    const VectorPointer u = vector_of(50, {{{0, 1}, 1}, {{0, 7}, 1}});
    EXPECT_EQ(status_of(u), GxB_SPARSE);
    REQUIRE(GrB_Vector_setElement_FP64(u.get(), 1, 9));
    EXPECT_EQ(status_of(u), GxB_BITMAP);
    REQUIRE(GrB_Vector_assign_FP64(u.get(), nullptr, nullptr, 1, GrB_ALL, 50, nullptr));
    EXPECT_EQ(status_of(u), GxB_FULL);
}

// LAGraph packs an array again and again as the columns of a product: a call that waits to read it
// must not keep the library from giving the same array back.
TEST(GxbSparsity, ArraysComeBackAfterAProduct) {
    const MatrixPointer A = filled(3, 3, 3, 9, false);
    const VectorPointer u = vector_of(3, {{{0, 0}, 1}, {{0, 1}, 2}, {{0, 2}, 3}});
    const VectorPointer w(new_vector(GrB_FP64, 3));
    GrB_Index *Ap = nullptr, *Ai = nullptr, Ap_size = 0, Ai_size = 0, Ax_size = 0;
    void *Ax = nullptr;
    bool iso = true, jumbled = true;
    REQUIRE(GxB_Matrix_unpack_CSC(A.get(), &Ap, &Ai, &Ax, &Ap_size, &Ai_size, &Ax_size, &iso,
                                  &jumbled, nullptr));
    const GrB_Index *const offsets = Ap, *const indices = Ai;
    REQUIRE(GxB_Matrix_pack_CSC(A.get(), &Ap, &Ai, &Ax, Ap_size, Ai_size, Ax_size, iso, jumbled,
                                nullptr));
    REQUIRE(GrB_mxv(w.get(), nullptr, nullptr, GrB_MIN_SECOND_SEMIRING_FP64, A.get(), u.get(),
                    nullptr));
    REQUIRE(GxB_Matrix_unpack_CSC(A.get(), &Ap, &Ai, &Ax, &Ap_size, &Ai_size, &Ax_size, &iso,
                                  &jumbled, nullptr));
    EXPECT_EQ(Ap, offsets);
    EXPECT_EQ(Ai, indices);
    for (void *array : {static_cast<void *>(Ap), static_cast<void *>(Ai), Ax}) std::free(array);
    double value = 0;
    REQUIRE(GrB_Vector_extractElement_FP64(&value, w.get(), 2));
    EXPECT_EQ(value, 1);
}

// A client unpacks arrays in the reported format.
TEST(GxbSparsity, HandedOverArraysKeepTheirLayout) {
    MatrixPointer A = filled(3, 3, 3, 9, false);
    EXPECT_EQ(status_of(A), GxB_FULL);
    GrB_Index *Ap = nullptr, *Ai = nullptr, Ap_size = 0, Ai_size = 0, Ax_size = 0;
    void *Ax = nullptr;
    bool iso = true, jumbled = true;
    REQUIRE(GxB_Matrix_unpack_CSC(A.get(), &Ap, &Ai, &Ax, &Ap_size, &Ai_size, &Ax_size, &iso,
                                  &jumbled, nullptr));
    EXPECT_EQ(order_of(A.get()), GxB_BY_COL);
    REQUIRE(GxB_Matrix_pack_CSC(A.get(), &Ap, &Ai, &Ax, Ap_size, Ai_size, Ax_size, iso, jumbled,
                                nullptr));
    EXPECT_EQ(status_of(A), GxB_SPARSE);
    EXPECT_EQ(order_of(A.get()), GxB_BY_COL);
    const MatrixPointer copy(copy_of(A.get()));
    EXPECT_EQ(status_of(copy), GxB_SPARSE);
    EXPECT_EQ(order_of(copy.get()), GxB_BY_COL);
    std::int8_t *Ab = nullptr;
    GrB_Index Ab_size = 0, nvals = 0;
    REQUIRE(
        GxB_Matrix_unpack_BitmapR(A.get(), &Ab, &Ax, &Ab_size, &Ax_size, &iso, &nvals, nullptr));
    REQUIRE(GxB_Matrix_pack_BitmapR(A.get(), &Ab, &Ax, Ab_size, Ax_size, iso, nvals, nullptr));
    EXPECT_EQ(status_of(A), GxB_BITMAP);
    EXPECT_EQ(order_of(A.get()), GxB_BY_ROW);
    // An operation applies the rule again.
    REQUIRE(GrB_transpose(A.get(), nullptr, nullptr, copy.get(), nullptr));
    EXPECT_EQ(status_of(A), GxB_FULL);
    EXPECT_EQ(order_of(A.get()), GxB_BY_ROW);
    REQUIRE(GxB_Matrix_Option_set(copy.get(), GxB_SPARSITY_CONTROL, GxB_AUTO_SPARSITY));
    EXPECT_EQ(status_of(copy), GxB_FULL);
}

TEST(GxbSparsity, TuplesComeInTheOrderOfTheFormat) {
    const EntryMap entries{{{0, 1}, 1}, {{0, 3}, 3}, {{2, 0}, 20}, {{2, 1}, 21}};
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP}) {
        const MatrixPointer A = matrix_of(3, 4, entries);
        REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
        const auto expect_tuples = [&](const std::vector<GrB_Index> &rows,
                                       const std::vector<GrB_Index> &columns) {
            std::vector<GrB_Index> I(4), J(4);
            std::vector<double> X(4);
            GrB_Index count = 4;
            REQUIRE(GrB_Matrix_extractTuples_FP64(I.data(), J.data(), X.data(), &count, A.get()));
            EXPECT_EQ(I, rows);
            EXPECT_EQ(J, columns);
            for (std::size_t k = 0; k < 4; k++) EXPECT_EQ(X[k], (entries.at({I[k], J[k]})));
            const VectorPointer i(new_vector(GrB_UINT64, 0)), j(new_vector(GrB_UINT64, 0));
            REQUIRE(GxB_Matrix_extractTuples_Vector(i.get(), j.get(), nullptr, A.get(), nullptr));
            for (GrB_Index k = 0; k < 4; k++) {
                std::uint64_t row = 0, column = 0;
                REQUIRE(GrB_Vector_extractElement_UINT64(&row, i.get(), k));
                REQUIRE(GrB_Vector_extractElement_UINT64(&column, j.get(), k));
                EXPECT_EQ(row, rows[k]);
                EXPECT_EQ(column, columns[k]);
            }
        };
        expect_tuples({0, 0, 2, 2}, {1, 3, 0, 1});
        REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_FORMAT, GxB_BY_COL));
        expect_tuples({2, 0, 2, 0}, {0, 1, 1, 3});
        REQUIRE(GrB_Matrix_set_INT32(A.get(), GrB_ROWMAJOR, GrB_STORAGE_ORIENTATION_HINT));
        expect_tuples({0, 0, 2, 2}, {1, 3, 0, 1});
        REQUIRE(GrB_Matrix_set_INT32(A.get(), GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
        expect_tuples({2, 0, 2, 0}, {0, 1, 1, 3});
        EXPECT_EQ(order_of(A.get()), GxB_BY_COL);
        REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_FORMAT, GxB_BY_ROW));
        EXPECT_EQ(order_of(A.get()), GxB_BY_ROW);
    }
}

TEST(GxbSparsity, NewMatricesHaveTheFormatOfTheLibrary) {
    REQUIRE(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_COL));
    const MatrixPointer A(new_matrix(GrB_FP64, 3, 4));
    REQUIRE(GxB_Global_Option_set(GxB_FORMAT, GxB_BY_ROW));
    const MatrixPointer B(new_matrix(GrB_FP64, 3, 4));
    EXPECT_EQ(order_of(A.get()), GxB_BY_COL);
    EXPECT_EQ(order_of(B.get()), GxB_BY_ROW);
    EXPECT_EQ(order_of(MatrixPointer(new_matrix(GrB_FP64, 5, 1)).get()), GxB_BY_COL);
    EXPECT_EQ(order_of(MatrixPointer(new_matrix(GrB_FP64, 1, 5)).get()), GxB_BY_ROW);
    // An output keeps its own orientation.
    REQUIRE(GrB_transpose(B.get(), nullptr, nullptr, A.get(), GrB_DESC_T0));
    EXPECT_EQ(order_of(B.get()), GxB_BY_ROW);
    const GrB_Index Ap[] = {0, 1, 2}, Ai[] = {0, 1};
    const double Ax[] = {1, 2};
    for (const auto &[format, order] :
         {std::pair{GrB_CSR_FORMAT, GxB_BY_ROW}, std::pair{GrB_CSC_FORMAT, GxB_BY_COL}}) {
        GrB_Matrix made = nullptr;
        REQUIRE(GrB_Matrix_import_FP64(&made, GrB_FP64, 2, 2, Ap, Ai, Ax, 3, 2, 2, format));
        EXPECT_EQ(order_of(MatrixPointer(made).get()), order);
    }
}

} // namespace
} // namespace api
