// Tests iterators by row, by column, by entry and over vectors, in every format.
#include "api/gxb.h"

#include <vector>

namespace api {
namespace {

// 5 x 4; row 1 and rows 3 and 4 are empty.
const EntryMap entries{{{0, 1}, 1}, {{0, 3}, 2}, {{2, 0}, 3}, {{2, 2}, 4}, {{2, 3}, 5}};
constexpr int formats[] = {GrX_AUTO, GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP};

struct Guarded {
    GxB_Iterator iterator = nullptr;
    Guarded() { REQUIRE(GxB_Iterator_new(&iterator)); }
    ~Guarded() { EXPECT_EQ(GxB_Iterator_free(&iterator), GrB_SUCCESS); }
    Guarded(const Guarded &) = delete;
    Guarded &operator=(const Guarded &) = delete;
    operator GxB_Iterator() const { return iterator; }
};

MatrixPointer stored(int format) {
    MatrixPointer A = matrix_of(5, 4, entries);
    REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
    return A;
}

TEST(GxbIterator, Rows) {
    for (const int format : formats) {
        const MatrixPointer A = stored(format);
        const Guarded it;
        ASSERT_EQ(GxB_rowIterator_attach(it, A.get(), nullptr), GrB_SUCCESS);
        EXPECT_LE(GxB_rowIterator_kount(it), 5U);
        EntryMap found;
        GrB_Info info = GxB_rowIterator_seekRow(it, 0);
        while (info != GxB_EXHAUSTED) {
            const GrB_Index i = GxB_rowIterator_getRowIndex(it);
            while (info == GrB_SUCCESS) {
                found[{i, GxB_rowIterator_getColIndex(it)}] = GxB_Iterator_get_FP64(it);
                info = GxB_rowIterator_nextCol(it);
            }
            EXPECT_EQ(info, GrB_NO_VALUE);
            EXPECT_EQ(GxB_rowIterator_nextCol(it), GrB_NO_VALUE);
            info = GxB_rowIterator_nextRow(it);
        }
        EXPECT_EQ(found, entries);
        EXPECT_EQ(GxB_rowIterator_getRowIndex(it), 5U);
        EXPECT_EQ(GxB_rowIterator_nextRow(it), GxB_EXHAUSTED);
        EXPECT_EQ(GxB_rowIterator_seekRow(it, 5), GxB_EXHAUSTED);
        ASSERT_EQ(GxB_rowIterator_seekRow(it, 2), GrB_SUCCESS);
        EXPECT_EQ(GxB_rowIterator_getColIndex(it), 0U);
        if (GxB_rowIterator_kount(it) == 5) {
            EXPECT_EQ(GxB_rowIterator_seekRow(it, 1), GrB_NO_VALUE);
        }
    }
}

TEST(GxbIterator, Columns) {
    for (const int format : formats) {
        const MatrixPointer A = stored(format);
        const Guarded it;
        ASSERT_EQ(GxB_colIterator_attach(it, A.get(), nullptr), GrB_SUCCESS);
        EntryMap found;
        for (GrB_Index k = 0; k < GxB_colIterator_kount(it); k++) {
            GrB_Info info = GxB_colIterator_kseek(it, k);
            while (info == GrB_SUCCESS) {
                found[{GxB_colIterator_getRowIndex(it), GxB_colIterator_getColIndex(it)}] =
                    GxB_Iterator_get_FP64(it);
                info = GxB_colIterator_nextRow(it);
            }
        }
        EXPECT_EQ(found, entries);
        ASSERT_EQ(GxB_colIterator_seekCol(it, 3), GrB_SUCCESS);
        EXPECT_EQ(GxB_colIterator_getRowIndex(it), 0U);
        EXPECT_EQ(GxB_colIterator_nextCol(it), GxB_EXHAUSTED);
        EXPECT_EQ(GxB_colIterator_kseek(it, 4), GxB_EXHAUSTED);
    }
}

TEST(GxbIterator, Entries) {
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE}) {
        const MatrixPointer A = stored(format);
        const Guarded it;
        ASSERT_EQ(GxB_Matrix_Iterator_attach(it, A.get(), nullptr), GrB_SUCCESS);
        ASSERT_EQ(GxB_Matrix_Iterator_getpmax(it), 5U);
        EntryMap found;
        GrB_Index expected = 0;
        for (GrB_Info info = GxB_Matrix_Iterator_seek(it, 0); info == GrB_SUCCESS;
             info = GxB_Matrix_Iterator_next(it)) {
            EXPECT_EQ(GxB_Matrix_Iterator_getp(it), expected++);
            Coordinates position;
            GxB_Matrix_Iterator_getIndex(it, &position.first, &position.second);
            found[position] = GxB_Iterator_get_FP64(it);
        }
        EXPECT_EQ(found, entries);
        EXPECT_EQ(GxB_Matrix_Iterator_next(it), GxB_EXHAUSTED);
        EXPECT_EQ(GxB_Matrix_Iterator_seek(it, 5), GxB_EXHAUSTED);
        ASSERT_EQ(GxB_Matrix_Iterator_seek(it, 3), GrB_SUCCESS);
        EXPECT_EQ(GxB_Iterator_get_FP64(it), 4);
    }
}

GrB_Info bitmap_seek(GxB_Iterator iterator) {
#if GxB_IMPLEMENTATION_MAJOR >= 10
    return GB_Vector_Iterator_bitmap_seek(iterator);
#else
    return GB_Vector_Iterator_bitmap_seek(iterator, 0);
#endif
}

/// Returns the position after _seek to each number up to `count`; the last ones are after all
/// entries.
template <class Seek, class Get>
std::vector<GrB_Index> numbers_after_seek(GrB_Index count, Seek &&seek, Get &&get) {
    std::vector<GrB_Index> numbers;
    for (GrB_Index p = 0; p < count; p++) {
        const GrB_Info info = seek(p);
        numbers.push_back(get());
        EXPECT_EQ(info, numbers.back() < count ? GrB_SUCCESS : GxB_EXHAUSTED);
    }
    return numbers;
}

// The expected numbers are those of SuiteSparse 9.3.1.
TEST(GxbIterator, BitmapsCountTheirElements) {
    const EntryMap few{{{0, 1}, 1}, {{0, 3}, 3}, {{2, 0}, 20}, {{2, 1}, 21}};
    for (const bool is_hyper : {false, true}) {
        for (const int order : {GxB_BY_ROW, GxB_BY_COL}) {
            const MatrixPointer A = matrix_of(3, 4, few);
            if (is_hyper) {
                REQUIRE(GrB_Matrix_set_INT32(A.get(), GrX_HYPERSPARSE, GrX_FORMAT));
                REQUIRE(GrB_Matrix_set_INT32(A.get(), GrX_AUTO, GrX_FORMAT));
            }
            REQUIRE(GxB_Matrix_Option_set(A.get(), GxB_FORMAT, order));
            const Guarded it;
            ASSERT_EQ(GxB_Matrix_Iterator_attach(it, A.get(), nullptr), GrB_SUCCESS);
            EXPECT_EQ(GxB_Matrix_Iterator_getpmax(it), 12U);
            const auto numbers = numbers_after_seek(
                12, [&](GrB_Index p) { return GxB_Matrix_Iterator_seek(it, p); },
                [&] { return GxB_Matrix_Iterator_getp(it); });
            const std::vector<GrB_Index> by_row{1, 1, 3, 3, 8, 8, 8, 8, 8, 9, 12, 12},
                by_column{2, 2, 2, 3, 5, 5, 9, 9, 9, 9, 12, 12};
            EXPECT_EQ(numbers, order == GxB_BY_ROW ? by_row : by_column);
            EntryMap found;
            for (GrB_Info info = GxB_Matrix_Iterator_seek(it, 0); info == GrB_SUCCESS;
                 info = GxB_Matrix_Iterator_next(it)) {
                Coordinates position;
                GxB_Matrix_Iterator_getIndex(it, &position.first, &position.second);
                found[position] = GxB_Iterator_get_FP64(it);
                EXPECT_EQ(GxB_Matrix_Iterator_getp(it), order == GxB_BY_ROW
                                                            ? position.first * 4 + position.second
                                                            : position.second * 3 + position.first);
            }
            EXPECT_EQ(found, few);
        }
    }
    const VectorPointer u = vector_of(6, {{{0, 1}, 1}, {{0, 3}, 3}, {{0, 5}, 5}});
    const Guarded it;
    ASSERT_EQ(GxB_Vector_Iterator_attach(it, u.get(), nullptr), GrB_SUCCESS);
    EXPECT_EQ(GxB_Vector_Iterator_getpmax(it), 6U);
    EXPECT_EQ(numbers_after_seek(
                  6, [&](GrB_Index p) { return GxB_Vector_Iterator_seek(it, p); },
                  [&] { return GxB_Vector_Iterator_getp(it); }),
              (std::vector<GrB_Index>{1, 1, 3, 3, 5, 5}));
    EXPECT_EQ(GxB_Vector_Iterator_seek(it, 7), GxB_EXHAUSTED);
    EXPECT_EQ(GxB_Vector_Iterator_getp(it), 6U);
}

TEST(GxbIterator, Vectors) {
    const EntryMap values{{{0, 2}, 20}, {{0, 5}, 50}, {{0, 6}, 60}};
    for (const int format : {GrX_SPARSE, GrX_BITMAP}) {
        const VectorPointer u = vector_of(9, values);
        REQUIRE(GrB_Vector_set_INT32(u.get(), format, GrX_FORMAT));
        const Guarded it;
        ASSERT_EQ(GxB_Vector_Iterator_attach(it, u.get(), nullptr), GrB_SUCCESS);
        EXPECT_EQ(GxB_Vector_Iterator_getpmax(it), format == GrX_SPARSE ? 3U : 9U);
        EntryMap found;
        for (GrB_Info info = GxB_Vector_Iterator_seek(it, 0); info == GrB_SUCCESS;
             info = GxB_Vector_Iterator_next(it)) {
            found[{0, GxB_Vector_Iterator_getIndex(it)}] = GxB_Iterator_get_FP64(it);
        }
        EXPECT_EQ(found, values);
        REQUIRE(GxB_Vector_Iterator_seek(it, 1));
        EXPECT_EQ(bitmap_seek(it), GrB_SUCCESS);
        EXPECT_EQ(GxB_Vector_Iterator_getp(it), format == GrX_SPARSE ? 1U : 2U);
    }
    const VectorPointer none(new_vector(GrB_FP64, 3));
    const Guarded it;
    REQUIRE(GxB_Vector_Iterator_attach(it, none.get(), nullptr));
    EXPECT_EQ(bitmap_seek(it), GxB_EXHAUSTED);
    EXPECT_EQ(GxB_Vector_Iterator_seek(it, 0), GxB_EXHAUSTED);
}

// Programs compiled with SuiteSparse's header read these fields.
TEST(GxbIterator, FieldsThatOtherHeadersRead) {
    const MatrixPointer A = stored(GrX_SPARSE);
    const Guarded it;
    ASSERT_EQ(GB_Iterator_attach(it, A.get(), GxB_BY_ROW, nullptr), GrB_SUCCESS);
    const GB_Iterator_opaque &fields = *it.iterator;
    EXPECT_EQ(fields.A_sparsity, GxB_SPARSE);
    EXPECT_EQ(fields.anvec, 5);
    EXPECT_EQ(fields.avdim, 5);
    EXPECT_EQ(fields.avlen, 4);
    EXPECT_EQ(fields.pmax, 5);
    EXPECT_EQ(fields.type_size, 8U);
    EXPECT_FALSE(fields.by_col || fields.iso);
    ASSERT_EQ(GB_Iterator_rc_seek(it, 2, false), GrB_SUCCESS);
#if GxB_IMPLEMENTATION_MAJOR >= 10
    ASSERT_TRUE(fields.Ap32 == nullptr && fields.Ah32 == nullptr && fields.Ai32 == nullptr);
    const std::uint64_t *const Ap = fields.Ap64, *const Ai = fields.Ai64;
#else
    const std::int64_t *const Ap = fields.Ap, *const Ai = fields.Ai;
#endif
    EXPECT_EQ(static_cast<std::uint64_t>(fields.pstart), Ap[2]);
    EXPECT_EQ(static_cast<std::uint64_t>(fields.pend), Ap[3]);
    EXPECT_EQ(Ai[fields.p], 0);
    EXPECT_EQ(static_cast<const double *>(fields.Ax)[fields.p], 3);
    EXPECT_EQ(GB_Iterator_rc_bitmap_next(it), GrB_SUCCESS);
    static_assert(offsetof(GB_Iterator_opaque, header_size) == 32);
#if GxB_IMPLEMENTATION_MAJOR >= 10
    static_assert(offsetof(GB_Iterator_opaque, Ap32) == 72);
    static_assert(offsetof(GB_Iterator_opaque, A_sparsity) == 144);
    static_assert(sizeof(GB_Iterator_opaque) == 152);
#else
    static_assert(offsetof(GB_Iterator_opaque, Ap) == 72);
    static_assert(offsetof(GB_Iterator_opaque, A_sparsity) == 120);
    static_assert(sizeof(GB_Iterator_opaque) == 128);
#endif
}

TEST(GxbIterator, FieldsOfABitmap) {
    const VectorPointer u = vector_of(6, {{{0, 1}, 10}, {{0, 3}, 30}, {{0, 5}, 50}});
    const Guarded it;
    REQUIRE(GxB_Vector_Iterator_attach(it, u.get(), nullptr));
    GB_Iterator_opaque &fields = *it.iterator;
    EXPECT_EQ(fields.A_sparsity, GxB_BITMAP);
    EXPECT_EQ(fields.pmax, 6);
#if GxB_IMPLEMENTATION_MAJOR >= 10
    EXPECT_EQ(fields.Ai64, nullptr);
#else
    EXPECT_EQ(fields.Ai, nullptr);
#endif
    ASSERT_NE(fields.Ab, nullptr);
    for (int p = 0; p < 6; p++) {
        EXPECT_EQ(fields.Ab[p], p % 2);
        if (p % 2 == 1) {
            EXPECT_EQ(static_cast<const double *>(fields.Ax)[p], 10 * p);
        }
    }
    fields.p = 2;
    REQUIRE(bitmap_seek(it));
    EXPECT_EQ(fields.p, 3);
    fields.p = 6;
    EXPECT_EQ(bitmap_seek(it), GxB_EXHAUSTED);
}

TEST(GxbIterator, SeesTheObjectAsItWas) {
    const MatrixPointer A = matrix_of(5, 4, entries);
    REQUIRE(GrB_Matrix_set_INT32(A.get(), GrX_SPARSE, GrX_FORMAT));
    const Guarded first, second;
    REQUIRE(GxB_Matrix_Iterator_attach(first, A.get(), nullptr));
    REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 77, 0, 1));
    REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 88, 4, 3));
    REQUIRE(GxB_Matrix_Iterator_attach(second, A.get(), nullptr));
    REQUIRE(GxB_Matrix_Iterator_seek(first, 0));
    REQUIRE(GxB_Matrix_Iterator_seek(second, 0));
    EXPECT_EQ(GxB_Iterator_get_FP64(first), 1);
    EXPECT_EQ(GxB_Iterator_get_FP64(second), 77);
    EXPECT_EQ(GxB_Matrix_Iterator_getpmax(first), 5U);
    EXPECT_EQ(GxB_Matrix_Iterator_getpmax(second), 6U);
    // Attached anew, the iterator sees the current entries.
    REQUIRE(GxB_Matrix_Iterator_attach(first, A.get(), nullptr));
    EXPECT_EQ(GxB_Matrix_Iterator_getpmax(first), 6U);
}

TEST(GxbIterator, OneValueForAllAndUserTypes) {
    const MatrixPointer A(new_matrix(GrB_INT32, 2, 2));
    REQUIRE(GrB_Matrix_assign_INT32(A.get(), nullptr, nullptr, 9, GrB_ALL, 2, GrB_ALL, 2, nullptr));
    const Guarded it;
    REQUIRE(GxB_Matrix_Iterator_attach(it, A.get(), nullptr));
    int count = 0;
    for (GrB_Info info = GxB_Matrix_Iterator_seek(it, 0); info == GrB_SUCCESS;
         info = GxB_Matrix_Iterator_next(it), count++) {
        EXPECT_EQ(GxB_Iterator_get_INT32(it), 9);
        std::int32_t value = 0;
        GxB_Iterator_get_UDT(it, &value);
        EXPECT_EQ(value, 9);
    }
    EXPECT_EQ(count, 4);
}

TEST(GxbIterator, Mistakes) {
    const MatrixPointer A = matrix_of(5, 4, entries);
    const Guarded it;
    EXPECT_EQ(GxB_Iterator_new(nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Iterator_free(nullptr), GrB_SUCCESS);
    EXPECT_EQ(GxB_rowIterator_attach(nullptr, A.get(), nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_rowIterator_attach(it, nullptr, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Vector_Iterator_attach(it, nullptr, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Matrix_Iterator_seek(nullptr, 0), GrB_NULL_POINTER);
    EXPECT_EQ(GB_Iterator_rc_seek(nullptr, 0, false), GrB_NULL_POINTER);
}

} // namespace
} // namespace api
