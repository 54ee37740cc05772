// Tests that the arrays of entries are in the data arena, whatever they come from.
#include "api/arena_entries.h"

#include <functional>
#include <span>

namespace api {
namespace {

using ArenaEntries = Arenas;

TEST_F(ArenaEntries, OfEveryFormat) {
    const MatrixPointer A = matrix_of(4, 4, some_entry_map);
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL}) {
        const MatrixPointer C = matrix_in(1, 2);
        REQUIRE(GrB_Matrix_set_INT32(C.get(), format, GrX_FORMAT));
        if (format == GrX_FULL) {
            REQUIRE(GrB_Matrix_assign_FP64(C.get(), nullptr, nullptr, 1, GrB_ALL, 4, GrB_ALL, 4,
                                           nullptr));
        }
        REQUIRE(GrB_mxm(C.get(), nullptr, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(),
                        A.get(), nullptr));
        EXPECT_EQ(field_of(C.get(), GrX_FORMAT_STATUS), format);
        expect_arrays_in(2, C.get());
        EXPECT_EQ(arena_of(C.get()), 1);
        EXPECT_EQ(live_in(1), 1);
    }
}

const GrB_Index all_[] = {0, 1, 2, 3};
const double values_[] = {1, 2, 3, 4};
using Call = std::function<GrB_Info(GrB_Matrix C, GrB_Matrix A, GrB_Vector u)>;

const Call operations_[] = {
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_eWiseAdd_BinaryOp(C, A, GrB_PLUS_FP64, GrB_PLUS_FP64, A, A, GrB_DESC_RS);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GrB_TIMES_FP64, A, C, nullptr);
    },
    // The result has the pattern of A, or all of A's arrays.
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_apply(C, nullptr, nullptr, GrB_AINV_FP64, A, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_apply(C, nullptr, nullptr, GrB_IDENTITY_FP64, A, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_select_FP64(C, nullptr, nullptr, GrB_VALUEGT_FP64, A, 2, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_transpose(C, nullptr, nullptr, A, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_transpose(C, nullptr, nullptr, A, GrB_DESC_T0);
    },
};

const Call changes_[] = {
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_extract(C, nullptr, nullptr, A, all_, 4, all_, 4, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_assign(C, nullptr, nullptr, A, all_, 4, GrB_ALL, 4, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_assign_FP64(C, A, nullptr, 8, GrB_ALL, 4, GrB_ALL, 4, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GxB_Matrix_sort(C, nullptr, GrB_LT_FP64, A, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) { return GxB_Matrix_concat(C, &A, 1, 1, nullptr); },
    [](GrB_Matrix C, GrB_Matrix, GrB_Vector u) { return GxB_Matrix_diag(C, u, 0, nullptr); },
    [](GrB_Matrix C, GrB_Matrix, GrB_Vector) {
        const GrB_Info info = GrB_Matrix_clear(C);
        return info != GrB_SUCCESS
                   ? info
                   : GrB_Matrix_build_FP64(C, all_, all_, values_, 4, GrB_PLUS_FP64);
    },
    [](GrB_Matrix C, GrB_Matrix, GrB_Vector) {
        const GrB_Info info = GrB_Matrix_resize(C, 3, 3);
        return info != GrB_SUCCESS ? info : GrB_Matrix_resize(C, 4, 4);
    },
    [](GrB_Matrix C, GrB_Matrix A, GrB_Vector) {
        return GrB_Matrix_kronecker_BinaryOp(C, nullptr, nullptr, GrB_TIMES_FP64, A,
                                             matrix_of(1, 1, {{{0, 0}, 2}}).get(), nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix, GrB_Vector u) {
        return GrB_Col_assign(C, nullptr, nullptr, u, GrB_ALL, 4, 1, nullptr);
    },
    [](GrB_Matrix C, GrB_Matrix, GrB_Vector) {
        const GrB_Info info = GrB_Matrix_setElement_FP64(C, 9, 3, 0);
        return info != GrB_SUCCESS ? info : GrB_Matrix_removeElement(C, 0, 1);
    },
};

/// Expects C in arena 2, from operands in arena 0 and in arena 3, which are freed before it.
void expect_result_in_arena(const Call &call, int format, int source) {
    MatrixPointer expected = matrix_of(4, 4, some_entry_map),
                  usual = matrix_of(4, 4, some_entry_map);
    const VectorPointer plain = vector_of(4, {{{0, 1}, 2}, {{0, 3}, 7}});
    MatrixPointer A = matrix_in(source, source), C = matrix_in(1, 2);
    VectorPointer u = vector_in(source, source, {{{0, 1}, 2}, {{0, 3}, 7}});
    REQUIRE(GrB_Matrix_set_INT32(C.get(), format, GrX_FORMAT));
    REQUIRE(call(expected.get(), usual.get(), plain.get()));
    ASSERT_EQ(call(C.get(), A.get(), u.get()), GrB_SUCCESS);
    REQUIRE(GrB_Matrix_wait(C.get(), GrB_MATERIALIZE));
    A.reset();
    u.reset();
    EXPECT_EQ(live_in(3), 0);
    expect_arrays_in(2, C.get());
    EXPECT_EQ(entries_of(C), entries_of(expected));
}

TEST_F(ArenaEntries, OfEveryOperation) {
    for (const auto &calls :
         {std::span<const Call>(operations_), std::span<const Call>(changes_)}) {
        for (const Call &call : calls) {
            SCOPED_TRACE(&call - calls.data());
            for (const int format : {GrX_AUTO, GrX_BITMAP})
                for (const int source : {0, 3}) expect_result_in_arena(call, format, source);
        }
    }
}

TEST_F(ArenaEntries, OfVectors) {
    const MatrixPointer A = matrix_of(4, 4, some_entry_map);
    VectorPointer u = vector_in(3, 3, {{{0, 0}, 1}, {{0, 2}, 2}}), w = vector_in(1, 2, {});
    const VectorPointer expected = vector_of(4, {}), usual = vector_of(4, entries_of(u));
    REQUIRE(GrB_vxm(expected.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, usual.get(),
                    A.get(), nullptr));
    REQUIRE(GrB_vxm(w.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, u.get(), A.get(),
                    nullptr));
    EXPECT_EQ(entries_of(w), entries_of(expected));
    EXPECT_GE(live_in(2), 1);
    REQUIRE(GrB_Vector_assign(w.get(), nullptr, nullptr, u.get(), GrB_ALL, 4, nullptr));
    u.reset();
    EXPECT_EQ(live_in(3), 0);
    EXPECT_EQ(entries_of(w), entries_of(usual));
    REQUIRE(GrB_Matrix_reduce_Monoid(w.get(), nullptr, nullptr, GrB_PLUS_MONOID_FP64, A.get(),
                                     nullptr));
    EXPECT_GE(live_in(2), 1);
    EXPECT_EQ(live_in(1), 1);
}

/// In-place updates grow a bitmap and densify an iso matrix.
TEST_F(ArenaEntries, OfUpdatesInPlace) {
    const MatrixPointer C = matrix_in(1, 2, 4, {});
    REQUIRE(GrB_Matrix_assign_FP64(C.get(), nullptr, nullptr, 1, GrB_ALL, 4, GrB_ALL, 4, nullptr));
    REQUIRE(GrB_Matrix_setElement_FP64(C.get(), 5, 2, 2));
    REQUIRE(GrB_Matrix_wait(C.get(), GrB_MATERIALIZE));
    expect_arrays_in(2, C.get());
    REQUIRE(GrB_Matrix_removeElement(C.get(), 1, 1));
    REQUIRE(GrB_Matrix_wait(C.get(), GrB_MATERIALIZE));
    expect_arrays_in(2, C.get());
    for (int turn = 0; turn < 3; turn++) {
        REQUIRE(GrB_Matrix_assign_FP64(C.get(), nullptr, GrB_PLUS_FP64, 1, GrB_ALL, 4, GrB_ALL, 4,
                                       nullptr));
        expect_arrays_in(2, C.get());
    }
    EXPECT_EQ(entries_of(C).at({2, 2}), 8);
    EXPECT_EQ(entries_of(C).at({1, 1}), 3);
}

/// A copy of an object in another arena copies its arrays.
TEST_F(ArenaEntries, AreNotSharedBetweenArenas) {
    MatrixPointer A = matrix_in(3, 3);
    GrB_Matrix copy = nullptr;
    REQUIRE(GrB_Matrix_dup(&copy, A.get()));
    MatrixPointer B(copy);
    A.reset();
    EXPECT_EQ(live_in(3), 0);
    EXPECT_EQ(entries_of(B), some_entry_map);
    REQUIRE(GxB_Matrix_dup_arena(&copy, B.get(), 1, 2));
    A.reset(copy);
    expect_arrays_in(2, A.get());
    REQUIRE(GrB_Matrix_setElement_FP64(B.get(), 99, 0, 0));
    EXPECT_EQ(entries_of(A), some_entry_map);
    // Within an arena copies share arrays.
    REQUIRE(GxB_Matrix_dup_arena(&copy, A.get(), 1, 2));
    const MatrixPointer C(copy);
    expect_arrays_in(2, A.get());
    EXPECT_EQ(live_in(1), 2);
}

TEST_F(ArenaEntries, MoveAtRequest) {
    MatrixPointer A = matrix_of(4, 4, some_entry_map);
    REQUIRE(GrB_Matrix_set_INT32(A.get(), 2, GxB_ARENA_DATA));
    EXPECT_EQ(field_of(A.get(), GxB_ARENA_DATA), 2);
    expect_arrays_in(2, A.get());
    REQUIRE(GrB_Matrix_set_INT32(A.get(), GrX_SPARSE, GrX_FORMAT));
    REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 99, 0, 0)); // stays pending
    GrB_Matrix handle = A.release();
    const GrB_Matrix before = handle;
    REQUIRE(GxB_Matrix_set_arenas(&handle, 0, 3));
    EXPECT_EQ(handle, before);
    EXPECT_EQ(live_in(2), 0);
    REQUIRE(GxB_Matrix_set_arenas(&handle, 1, 3));
    EXPECT_NE(handle, before);
    A.reset(handle);
    EXPECT_EQ(live_in(1), 1);
    expect_arrays_in(3, A.get());
    EXPECT_EQ(field_of(A.get(), GrX_FORMAT), GrX_SPARSE);
    EntryMap expected = some_entry_map;
    expected[{0, 0}] = 99;
    EXPECT_EQ(entries_of(A), expected);

    VectorPointer v = vector_of(5, {{{0, 2}, 7}});
    GrB_Vector vector = v.release();
    REQUIRE(GxB_Vector_set_arenas(&vector, 2, 2));
    v.reset(vector);
    EXPECT_EQ(arena_of(vector), 2);
    EXPECT_EQ(entries_of(v).at({0, 2}), 7);
    REQUIRE(GrB_Vector_set_INT32(vector, 0, GxB_ARENA_DATA));
    EXPECT_EQ(live_in(2), 1);

    ScalarPointer s = scalar_of(4);
    GrB_Scalar scalar = s.release();
    REQUIRE(GxB_Scalar_set_arenas(&scalar, 1, 2));
    s.reset(scalar);
    double value = 0;
    REQUIRE(GrB_Scalar_extractElement_FP64(&value, scalar));
    EXPECT_EQ(value, 4);
    EXPECT_EQ(live_in(1), 2);
    EXPECT_EQ(live_in(2), 2);
}

TEST_F(ArenaEntries, SetArenasTellsWhatIsWrong) {
    MatrixPointer A = matrix_of(4, 4, some_entry_map);
    GrB_Matrix handle = A.get(), none = nullptr;
    EXPECT_EQ(GxB_Matrix_set_arenas(nullptr, 0, 0), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Matrix_set_arenas(&none, 0, 0), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Vector_set_arenas(nullptr, 0, 0), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Scalar_set_arenas(nullptr, 0, 0), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Matrix_set_arenas(&handle, 5, 1), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Matrix_set_arenas(&handle, 1, 8), GrB_INVALID_VALUE);
    EXPECT_EQ(handle, A.get());
    EXPECT_EQ(field_of(A.get(), GxB_ARENA_DATA), 0);
}

TEST_F(ArenaEntries, WithoutMemoryNothingChanges) {
    const MatrixPointer A = matrix_of(4, 4, some_entry_map), C = matrix_in(1, 2, 4, {{{3, 0}, 1}});
    const EntryMap before = entries_of(C);
    GrB_Matrix handle = A.get();
    for (const int allowed : {0, 1, 2}) {
        allow(2, allowed);
        EXPECT_EQ(GrB_mxm(C.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A.get(), A.get(),
                          nullptr),
                  GrB_OUT_OF_MEMORY);
        EXPECT_EQ(GrB_Matrix_set_INT32(A.get(), 2, GxB_ARENA_DATA), GrB_OUT_OF_MEMORY);
        EXPECT_EQ(GxB_Matrix_set_arenas(&handle, 1, 2), GrB_OUT_OF_MEMORY);
        allow(2, -1);
        EXPECT_EQ(handle, A.get());
        EXPECT_EQ(entries_of(C), before);
        EXPECT_EQ(entries_of(A), some_entry_map);
        EXPECT_EQ(field_of(A.get(), GxB_ARENA_DATA), 0);
        expect_arrays_in(2, C.get());
    }
    allow(1, 0);
    EXPECT_EQ(GxB_Matrix_set_arenas(&handle, 1, 0), GrB_OUT_OF_MEMORY);
    allow(1, -1);
    EXPECT_EQ(handle, A.get());
}

TEST_F(ArenaEntries, OfScalars) {
    GrB_Scalar s = nullptr;
    REQUIRE(GxB_Scalar_new_arena(&s, GrB_FP64, 1, 2));
    const ScalarPointer scalar(s);
    REQUIRE(GrB_Scalar_setElement_FP64(s, 3));
    REQUIRE(GrB_Matrix_reduce_Monoid_Scalar(s, nullptr, GrB_PLUS_MONOID_FP64,
                                            matrix_of(4, 4, some_entry_map).get(), nullptr));
    EXPECT_EQ(live_in(2), 1);
    double sum = 0;
    REQUIRE(GrB_Scalar_extractElement_FP64(&sum, s));
    EXPECT_EQ(sum, 20);
}

} // namespace
} // namespace api
