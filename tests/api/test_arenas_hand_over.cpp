// Tests that unloaded arrays are from the arena that the caller is told.
#include "api/arena_entries.h"

namespace api {
namespace {

using ArenaArrays = Arenas;

TEST_F(ArenaArrays, LoadedAndUnloaded) {
    VectorPointer v = vector_in(0, 3, {});
    auto *const array = static_cast<double *>(memory_of(3, 4 * sizeof(double)));
    for (int k = 0; k < 4; k++) array[k] = k;
    void *given = array;
    REQUIRE(GxB_Vector_load(v.get(), &given, GrB_FP64, 4, 32, GrB_DEFAULT + 3, nullptr));
    EXPECT_EQ(given, nullptr);
    Unloaded out = unload(v.get());
    EXPECT_EQ(out.array, array); // in O(1)
    EXPECT_EQ(out.handling, GrB_DEFAULT + 3);

    // An array of another arena is copied, and unloaded arrays are from the vector's arena.
    const VectorPointer other = vector_in(0, 1, {});
    REQUIRE(
        GxB_Vector_load(other.get(), &out.array, GrB_FP64, 4, out.bytes, out.handling, nullptr));
    EXPECT_EQ(live_in(3), 3); // of v, which is empty
    out = unload(other.get());
    EXPECT_EQ(out.handling, GrB_DEFAULT + 1);
    EXPECT_EQ(arena_of(out.array), 1);
    EXPECT_EQ(static_cast<double *>(out.array)[3], 3);
    free_in(1, out.array);

    // The caller's array stays unchanged.
    double own[] = {5, 6, 7};
    given = own;
    REQUIRE(GxB_Vector_load(other.get(), &given, GrB_FP64, 3, sizeof own,
                            static_cast<int>(GxB_IS_READONLY) + 2, nullptr));
    out = unload(other.get());
    EXPECT_EQ(out.array, own);
    EXPECT_EQ(out.handling, static_cast<int>(GxB_IS_READONLY) + 2);
    for (const int handling : {5, 8, -1, 7077, 7083, 7086}) {
        given = own;
        EXPECT_EQ(GxB_Vector_load(other.get(), &given, GrB_FP64, 3, sizeof own, handling, nullptr),
                  GrB_INVALID_VALUE)
            << handling;
        EXPECT_EQ(given, own);
    }
}

TEST_F(ArenaArrays, OfContainers) {
    const MatrixPointer A = matrix_in(1, 2);
    GxB_Container made = nullptr;
    REQUIRE(GxB_Container_new_arena(&made, 3, 2));
    ContainerPointer c(made);
    const long before = live_in(2);
    REQUIRE(GxB_unload_Matrix_into_Container(A.get(), c.get(), nullptr));
    EXPECT_GT(before, 3);
    Unloaded out = unload(c->x);
    EXPECT_EQ(out.handling, GrB_DEFAULT + 2);
    EXPECT_EQ(arena_of(out.array), 2);
    REQUIRE(GxB_Vector_load(c->x, &out.array, out.type, out.n, out.bytes, out.handling, nullptr));
    const MatrixPointer B = matrix_of(1, 1, {});
    REQUIRE(GxB_load_Matrix_from_Container(B.get(), c.get(), nullptr));
    c.reset();
    EXPECT_EQ(live_in(3), 0);
    EXPECT_EQ(entries_of(B), some_entry_map);
    EXPECT_EQ(field_of(B.get(), GxB_ARENA_DATA), 0);
    expect_arrays_in(2, A.get()); // of A alone
}

/// Unpack, export and serialize allocate from the context's data arena; import and pack accept its
/// memory.
TEST_F(ArenaArrays, PackedAndUnpacked) {
    const MatrixPointer A = matrix_in(0, 3);
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 2, GxB_ARENA_DATA));
    GrB_Index *offsets = nullptr, *indices = nullptr, bytes[3];
    void *values = nullptr;
    REQUIRE(GxB_Matrix_unpack_CSR(A.get(), &offsets, &indices, &values, &bytes[0], &bytes[1],
                                  &bytes[2], nullptr, nullptr, nullptr));
    for (const void *array : {static_cast<void *>(offsets), static_cast<void *>(indices), values})
        EXPECT_EQ(arena_of(array), 2);
    EXPECT_EQ(field_of(A.get(), GxB_ARENA_DATA), 2);
    EXPECT_EQ(live_in(3), 0);
    GrB_Matrix imported = nullptr;
    REQUIRE(GxB_Matrix_import_CSR(&imported, GrB_FP64, 4, 4, &offsets, &indices, &values, bytes[0],
                                  bytes[1], bytes[2], false, false, nullptr));
    const MatrixPointer B(imported);
    EXPECT_EQ(entries_of(B), some_entry_map);
    EXPECT_EQ(field_of(B.get(), GxB_ARENA_DATA), 2);

    int8_t *present = nullptr;
    GrB_Index nvals = 0;
    REQUIRE(GxB_Matrix_unpack_BitmapC(B.get(), &present, &values, &bytes[0], &bytes[1], nullptr,
                                      &nvals, nullptr));
    EXPECT_EQ(arena_of(present), 2);
    EXPECT_EQ(arena_of(values), 2);
    REQUIRE(GrB_Matrix_set_INT32(A.get(), 1, GxB_ARENA_DATA));
    REQUIRE(GxB_Matrix_pack_BitmapC(A.get(), &present, &values, bytes[0], bytes[1], false, nvals,
                                    nullptr));
    EXPECT_EQ(entries_of(A), some_entry_map);
    expect_arrays_in(1, A.get());

    VectorPointer v = vector_of(3, {{{0, 0}, 1}, {{0, 1}, 2}, {{0, 2}, 3}});
    GrB_Vector exported = v.release();
    GrB_Type type = nullptr;
    GrB_Index n = 0;
    REQUIRE(GxB_Vector_export_Full(&exported, &type, &n, &values, &bytes[0], nullptr, nullptr));
    EXPECT_EQ(arena_of(values), 2);
    GrB_Vector full = nullptr;
    REQUIRE(GxB_Vector_import_Full(&full, type, n, &values, bytes[0], false, nullptr));
    v.reset(full);
    EXPECT_EQ(entries_of(v).at({0, 2}), 3);

    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 0, GxB_ARENA_DATA));
    for (const int arena : {1, 2, 3}) {
        void *blob = nullptr;
        REQUIRE(GxB_Matrix_serialize_arena(&blob, &n, A.get(), arena, nullptr));
        EXPECT_EQ(arena_of(blob), arena);
        free_in(arena, blob);
        REQUIRE(GxB_Vector_serialize_arena(&blob, &n, v.get(), arena, nullptr));
        EXPECT_EQ(arena_of(blob), arena);
        free_in(arena, blob);
    }
}

/// The arena's realloc, if any, shortens a blob.
TEST_F(ArenaArrays, BlobsAreShortened) {
    MatrixPointer A = matrix_of(1, 20000, {});
    REQUIRE(
        GrB_Matrix_assign_FP64(A.get(), nullptr, nullptr, 1, GrB_ALL, 1, GrB_ALL, 20000, nullptr));
    REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 2, 0, 7)); // differing values
    const EntryMap before = entries_of(A);
    for (const int arena : {1, 2, 3}) {
        void *blob = nullptr;
        GrB_Index size = 0;
        REQUIRE(GxB_Matrix_serialize_arena(&blob, &size, A.get(), arena, nullptr));
        EXPECT_LT(size, 100000u);
        EXPECT_EQ(arena_of(blob), arena);
        GrB_Matrix read = nullptr;
        REQUIRE(GxB_Matrix_deserialize_arena(&read, nullptr, blob, size, 1, 2, nullptr));
        EXPECT_EQ(entries_of(MatrixPointer(read)), before);
        free_in(arena, blob);
    }
}

} // namespace
} // namespace api
