// Tests formats pinned on objects of huge dimensions: a format that would take memory for a
// dimension is replaced by the nearest one that takes memory for the entries.
#include "api/fields.h"
#include "api/huge.h"

namespace api {
namespace {

constexpr GrB_Index small = 40;
constexpr GrB_Index huge_dimensions[] = {GrB_Index{1} << 29, GrB_Index{1} << 32, GrB_Index{1} << 33,
                                         GrB_Index{1} << 59};
constexpr std::int32_t formats[] = {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL,
                                    GrX_BALANCED};

std::int32_t field_of(GrB_Matrix A, int field) {
    std::int32_t value = -1;
    REQUIRE(GrB_Matrix_get_INT32(A, &value, static_cast<GrB_Field>(field)));
    return value;
}
std::int32_t field_of(GrB_Vector u, int field) {
    std::int32_t value = -1;
    REQUIRE(GrB_Vector_get_INT32(u, &value, static_cast<GrB_Field>(field)));
    return value;
}
void set(GrB_Matrix A, int field, std::int32_t value) {
    ASSERT_EQ(GrB_Matrix_set_INT32(A, value, static_cast<GrB_Field>(field)), GrB_SUCCESS) << value;
}
void set(GrB_Vector u, int field, std::int32_t value) {
    ASSERT_EQ(GrB_Vector_set_INT32(u, value, static_cast<GrB_Field>(field)), GrB_SUCCESS) << value;
}

EntryMap everywhere(GrB_Index nrows, GrB_Index ncols) {
    EntryMap entries;
    for (GrB_Index i = 0; i < nrows; i++)
        for (GrB_Index j = 0; j < ncols; j++) entries[{i, j}] = static_cast<double>(i % 5 + j % 3);
    return entries;
}

struct HugeFormats : testing::Test {
    MemoryBudget memory{budget};
};

/// A format pinned on a small matrix applies again when the matrix is small again.
TEST_F(HugeFormats, ResizedMatrix) {
    for (const std::int32_t format : formats) {
        for (const GrB_Index n : huge_dimensions) {
            SCOPED_TRACE(testing::Message() << "format " << format << ", " << n);
            EntryMap entries = everywhere(small, small);
            const MatrixPointer A = matrix_of(small, small, entries);
            set(A.get(), GrX_FORMAT, format);
            EXPECT_EQ(field_of(A.get(), GrX_FORMAT_STATUS), format);
            ASSERT_EQ(GrB_Matrix_resize(A.get(), n, n), GrB_SUCCESS);
            EXPECT_EQ(entries_of(A), entries);
            REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 7, n - 1, n - 2));
            ASSERT_EQ(GrB_Matrix_wait(A.get(), GrB_MATERIALIZE), GrB_SUCCESS);
            EXPECT_EQ(field_of(A.get(), GrX_FORMAT), format);
            EXPECT_EQ(field_of(A.get(), GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
            ASSERT_EQ(GrB_Matrix_apply(A.get(), nullptr, nullptr, GrB_AINV_FP64, A.get(), nullptr),
                      GrB_SUCCESS);
            entries[{n - 1, n - 2}] = 7;
            for (auto &[at, value] : entries) value = -value;
            EXPECT_EQ(entries_of(A), entries);
            ASSERT_EQ(GrB_Matrix_resize(A.get(), small, small), GrB_SUCCESS);
            entries.erase({n - 1, n - 2});
            EXPECT_EQ(entries_of(A), entries);
            EXPECT_EQ(field_of(A.get(), GrX_FORMAT_STATUS), format);
        }
    }
}

TEST_F(HugeFormats, HugeMatrix) {
    for (const std::int32_t format : formats) {
        for (const GrB_Index n : huge_dimensions) {
            for (const std::int32_t orientations : {0, 1, 2, 3}) {
                SCOPED_TRACE(testing::Message()
                             << "format " << format << ", " << n << ", " << orientations);
                const EntryMap entries = Huge::entries(n, n, 3);
                const MatrixPointer A = matrix_of(n, n, entries);
                set(A.get(), GrX_ORIENTATIONS, orientations);
                set(A.get(), GrX_FORMAT, format);
                EXPECT_EQ(field_of(A.get(), GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
                EXPECT_EQ(entries_of(A), entries);
                ASSERT_EQ(GrB_transpose(A.get(), nullptr, nullptr, A.get(), nullptr), GrB_SUCCESS);
                EXPECT_EQ(field_of(A.get(), GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
                ASSERT_EQ(GrB_Matrix_clear(A.get()), GrB_SUCCESS);
                EXPECT_EQ(field_of(A.get(), GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
            }
        }
    }
}

/// Offsets for three rows are cheap, a dense part is not.
TEST_F(HugeFormats, RowsAndThreads) {
    for (const GrB_Index n : huge_dimensions) {
        const EntryMap entries = Huge::entries(3, n, 4);
        const MatrixPointer A = matrix_of(3, n, entries);
        for (const std::int32_t format : {GrX_SPARSE, GrX_BITMAP, GrX_FULL}) {
            set(A.get(), GrX_FORMAT, format);
            EXPECT_EQ(field_of(A.get(), GrX_FORMAT_STATUS), GrX_SPARSE) << format << ", " << n;
            EXPECT_EQ(entries_of(A), entries);
        }
    }
}

TEST_F(HugeFormats, Vector) {
    for (const std::int32_t format : {GrX_SPARSE, GrX_BITMAP, GrX_FULL}) {
        for (const GrB_Index n : huge_dimensions) {
            SCOPED_TRACE(testing::Message() << "format " << format << ", " << n);
            const EntryMap entries = everywhere(1, small);
            const VectorPointer u = vector_of(small, entries);
            set(u.get(), GrX_FORMAT, format);
            EXPECT_EQ(field_of(u.get(), GrX_FORMAT_STATUS), format);
            ASSERT_EQ(GrB_Vector_resize(u.get(), n), GrB_SUCCESS);
            EXPECT_EQ(field_of(u.get(), GrX_FORMAT_STATUS), GrX_SPARSE);
            EXPECT_EQ(entries_of(u), entries);
            ASSERT_EQ(GrB_Vector_clear(u.get()), GrB_SUCCESS);
            ASSERT_EQ(GrB_Vector_resize(u.get(), small), GrB_SUCCESS);
            EXPECT_EQ(field_of(u.get(), GrX_FORMAT_STATUS),
                      format == GrX_FULL ? GrX_BITMAP : format);
        }
    }
}

/// A full iso object stores neither a list of positions nor bits.
TEST_F(HugeFormats, Iso) {
    constexpr GrB_Index n = GrB_Index{1} << 33;
    const VectorPointer u(new_vector(GrB_FP64, n));
    REQUIRE(GrB_Vector_assign_FP64(u.get(), nullptr, nullptr, 4, GrB_ALL, n, nullptr));
    for (const std::int32_t format : {GrX_SPARSE, GrX_BITMAP, GrX_FULL}) {
        set(u.get(), GrX_FORMAT, format);
        EXPECT_EQ(field_of(u.get(), GrX_FORMAT_STATUS), GrX_FULL) << format;
        double sum = 0;
        REQUIRE(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, u.get(), nullptr));
        EXPECT_EQ(sum, 4.0 * static_cast<double>(n));
    }
}

} // namespace
} // namespace api
