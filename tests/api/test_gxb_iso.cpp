// Tests that an object whose entries have one value is iso: clients ask GxB_Matrix_iso and read one
// value.
#include "api/gxb.h"

namespace api {
namespace {

template <class T>
bool is_iso(const T &object) {
    bool iso = false;
    if constexpr (std::is_same_v<T, MatrixPointer>) {
        REQUIRE(GxB_Matrix_iso(&iso, object.get()));
    } else {
        REQUIRE(GxB_Vector_iso(&iso, object.get()));
    }
    return iso;
}

// An object whose entries have one value is iso, as in SuiteSparse.
TEST(GxbIso, EqualValuesAreOneValue) {
    const MatrixPointer few = matrix_of(7, 7, {{{0, 1}, 4}, {{3, 3}, 4}, {{6, 0}, 4}});
    EXPECT_TRUE(is_iso(few));
    REQUIRE(GrB_Matrix_setElement_FP64(few.get(), 5, 3, 3));
    EXPECT_FALSE(is_iso(few));
    REQUIRE(GrB_Matrix_clear(few.get()));
    REQUIRE(GrB_Matrix_setElement_FP64(few.get(), 5, 3, 3));
    EXPECT_TRUE(is_iso(few));
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL}) {
        EntryMap entries, sevens;
        for (GrB_Index i = 0; i < 3; i++)
            for (GrB_Index j = 0; j < 2 + (format == GrX_FULL ? 1U : 0U); j++)
                entries[{i, j}] = static_cast<double>(3 * i + j), sevens[{i, j}] = 7;
        const MatrixPointer A = matrix_of(3, 3, entries);
        REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
        EXPECT_FALSE(is_iso(A));
        const MatrixPointer B(copy_of(A.get())), C(new_matrix(GrB_FP64, 3, 3));
        REQUIRE(GrB_Matrix_assign_FP64(B.get(), B.get(), nullptr, 7, GrB_ALL, 3, GrB_ALL, 3,
                                       GrB_DESC_S));
        EXPECT_TRUE(is_iso(B)) << "format " << format;
        EXPECT_EQ(entries_of(B), sevens);
        REQUIRE(GrB_Matrix_apply_BinaryOp2nd_FP64(C.get(), nullptr, nullptr, GrB_SECOND_FP64,
                                                  A.get(), 7, nullptr));
        EXPECT_TRUE(is_iso(C)) << "format " << format;
        EXPECT_EQ(entries_of(C), sevens);
        REQUIRE(GrB_Matrix_clear(C.get()));
        REQUIRE(GrB_Matrix_apply_BinaryOp1st_FP64(C.get(), nullptr, nullptr, GrB_FIRST_FP64, 7,
                                                  A.get(), nullptr));
        EXPECT_TRUE(is_iso(C)) << "format " << format;
        EXPECT_EQ(entries_of(C), sevens);
        REQUIRE(GrB_Matrix_apply(C.get(), nullptr, nullptr, GxB_ONE_FP64, A.get(), nullptr));
        EXPECT_TRUE(is_iso(C)) << "format " << format;
    }
    // The output is also iso when the value is made for all positions, and the commit applies the
    // mask.
    for (const char *variant : {"", "assign:cpu/assign_scalar_full"}) {
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, variant, static_cast<GrB_Field>(GrX_FORCE)));
        for (const int format : {GrX_SPARSE, GrX_BITMAP}) {
            const VectorPointer u = vector_of(7, {{{0, 1}, 1}, {{0, 3}, 2}, {{0, 4}, 3}});
            REQUIRE(GrB_Vector_set_INT32(u.get(), format, static_cast<GrB_Field>(GrX_FORMAT)));
            REQUIRE(GrB_Vector_assign_INT8(u.get(), u.get(), nullptr, 9, GrB_ALL, 7, GrB_DESC_S));
            EXPECT_TRUE(is_iso(u)) << variant << " " << format;
            EXPECT_EQ(entries_of(u), (EntryMap{{{0, 1}, 9}, {{0, 3}, 9}, {{0, 4}, 9}}));
        }
    }
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_FORCE)));
}

// Entries that the mask excludes stay, where it differs from C's pattern.
TEST(GxbIso, AMaskThatIsTheOutputLosesNothing) {
    const EntryMap entries{{{0, 0}, 1}, {{1, 1}, 0}, {{2, 2}, 3}};
    const auto assigned = [&](GrB_Descriptor desc, GrB_BinaryOp accum, GrB_Index n) {
        const MatrixPointer C = matrix_of(3, 3, entries);
        const GrB_Index positions[] = {0, 1, 2};
        const GrB_Index *const list = n == 3 ? GrB_ALL : positions;
        REQUIRE(GrB_Matrix_assign_FP64(C.get(), C.get(), accum, 7, list, n, list, n, desc));
        return entries_of(C);
    };
    EXPECT_EQ(assigned(GrB_DESC_S, nullptr, 3), (EntryMap{{{0, 0}, 7}, {{1, 1}, 7}, {{2, 2}, 7}}));
    EXPECT_EQ(assigned(nullptr, nullptr, 3), (EntryMap{{{0, 0}, 7}, {{1, 1}, 0}, {{2, 2}, 7}}));
    EXPECT_EQ(assigned(GrB_DESC_S, GrB_PLUS_FP64, 3),
              (EntryMap{{{0, 0}, 8}, {{1, 1}, 7}, {{2, 2}, 10}}));
    EXPECT_EQ(assigned(GrB_DESC_S, nullptr, 2), (EntryMap{{{0, 0}, 7}, {{1, 1}, 7}, {{2, 2}, 3}}));
    EXPECT_EQ(assigned(GrB_DESC_SC, nullptr, 3).size(), 9U);
    // An input with fewer entries removes entries under the mask.
    const MatrixPointer C = matrix_of(3, 3, entries),
                        A = matrix_of(3, 3, {{{1, 1}, 5}, {{0, 2}, 6}});
    REQUIRE(
        GrB_Matrix_assign(C.get(), C.get(), nullptr, A.get(), GrB_ALL, 3, GrB_ALL, 3, GrB_DESC_S));
    EXPECT_EQ(entries_of(C), (EntryMap{{{1, 1}, 5}}));
}

} // namespace
} // namespace api
