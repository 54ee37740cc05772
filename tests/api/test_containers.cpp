// Tests GxB_Container, and vectors as arrays: loaded arrays are unloaded as the same memory, in
// every format.
#include "api/containers.h"

namespace api {
namespace {

TEST(Containers, NewOnesAreEmpty) {
    const ContainerPointer c = new_container();
    EXPECT_EQ(c->nrows, 0u);
    EXPECT_EQ(c->format, GxB_FULL);
    EXPECT_EQ(c->nrows_nonempty, -1);
    EXPECT_EQ(c->Y, nullptr);
    for (const GrB_Vector v : {c->p, c->h, c->b, c->i, c->x}) EXPECT_EQ(size_of(v), 0u);
    EXPECT_EQ(type_of(c->p), GrB_UINT32);
    EXPECT_EQ(type_of(c->h), GrB_INT32);
    EXPECT_EQ(type_of(c->b), GrB_INT8);
    EXPECT_EQ(type_of(c->i), GrB_INT32);
    EXPECT_EQ(type_of(c->x), GrB_BOOL);
    EXPECT_EQ(GxB_Container_new(nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Container_free(nullptr), GrB_SUCCESS);
    GxB_Container none = nullptr;
    EXPECT_EQ(GxB_Container_free(&none), GrB_SUCCESS);
}

TEST(Containers, TheStructureIsSuiteSparses) {
    EXPECT_EQ(offsetof(GxB_Container_struct, nvals), 32u);
    EXPECT_EQ(offsetof(GxB_Container_struct, format), 128u);
    EXPECT_EQ(offsetof(GxB_Container_struct, header_arena), 136u);
    EXPECT_EQ(offsetof(GxB_Container_struct, p), 192u);
    EXPECT_EQ(offsetof(GxB_Container_struct, Y), 320u);
    EXPECT_EQ(offsetof(GxB_Container_struct, iso), 448u);
    EXPECT_EQ(sizeof(GxB_Container_struct), 608u);
}

/// A matrix of each format is unloaded and loaded with the same entries.
TEST(Containers, ThereAndBackInEveryFormat) {
    const EntryMap some = {{{0, 1}, 2}, {{1, 0}, 3}, {{1, 3}, 4}, {{2, 2}, 5}};
    for (const int format : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL}) {
        for (const int orientations : {1, 2}) {
            MatrixPointer A = matrix_of(3, 4, some), B = matrix_of(1, 1, {}, GrB_INT8);
            if (format == GrX_FULL) {
                REQUIRE(GrB_Matrix_assign_FP64(A.get(), nullptr, GrB_PLUS_FP64, 1, GrB_ALL, 3,
                                               GrB_ALL, 4, nullptr));
            }
            const EntryMap expected = entries_of(A);
            REQUIRE(GrB_Matrix_set_INT32(A.get(), orientations, GrX_ORIENTATIONS));
            REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
            const ContainerPointer c = new_container();
            REQUIRE(GxB_unload_Matrix_into_Container(A.get(), c.get(), nullptr));
            GrB_Index size = 99;
            REQUIRE(GrB_Matrix_nrows(&size, A.get()));
            EXPECT_EQ(size, 0u);
            EXPECT_EQ(c->nrows, 3u);
            EXPECT_EQ(c->ncols, 4u);
            EXPECT_EQ(c->nvals, expected.size());
            EXPECT_EQ(c->format, format == GrX_SPARSE        ? GxB_SPARSE
                                 : format == GrX_HYPERSPARSE ? GxB_HYPERSPARSE
                                 : format == GrX_BITMAP      ? GxB_BITMAP
                                                             : GxB_FULL);
            EXPECT_EQ(type_of(c->x), GrB_FP64);
            if (format == GrX_SPARSE) {
                EXPECT_EQ(c->orientation, orientations == 2 ? GrB_COLMAJOR : GrB_ROWMAJOR);
                EXPECT_EQ(size_of(c->p), orientations == 2 ? 5u : 4u);
            }
            REQUIRE(GxB_load_Matrix_from_Container(B.get(), c.get(), nullptr));
            EXPECT_EQ(entries_of(B), expected);
            EXPECT_EQ(c->nrows, 0u);
            EXPECT_EQ(size_of(c->x), 0u);
            REQUIRE(GrB_Matrix_ncols(&size, B.get()));
            EXPECT_EQ(size, 4u);
        }
    }
}

TEST(Containers, NothingToUnload) {
    const ContainerPointer c = new_container();
    for (const GrB_Index size : {GrB_Index{4}, GrB_Index{0}, GrB_INDEX_MAX}) {
        MatrixPointer A = matrix_of(size, size, {});
        REQUIRE(GxB_unload_Matrix_into_Container(A.get(), c.get(), nullptr));
        EXPECT_EQ(c->nvals, 0u);
        REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
        GrB_Index n = 7;
        REQUIRE(GrB_Matrix_nrows(&n, A.get()));
        EXPECT_EQ(n, size);
    }
}

/// Unloading returns the loaded arrays, also 32-bit ones.
TEST(Containers, ArraysAreNotCopied) {
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(1, 1, {});
    const void *const offsets = load<std::uint32_t>(c->p, GrB_UINT32, {0, 2, 2, 3});
    const void *const positions = load<std::int32_t>(c->i, GrB_INT32, {3, 1, 0});
    const void *const values = load<float>(c->x, GrB_FP32, {1.5F, 2.5F, 3.5F});
    c->nrows = 3;
    c->ncols = 4;
    c->nvals = 3;
    c->format = GxB_SPARSE;
    c->orientation = GrB_ROWMAJOR;
    c->jumbled = true;
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
    REQUIRE(GxB_unload_Matrix_into_Container(A.get(), c.get(), nullptr));
    EXPECT_TRUE(c->jumbled);
    for (const auto &[vector, array, type] : {std::tuple{c->p, offsets, GrB_UINT32},
                                              {c->i, positions, GrB_INT32},
                                              {c->x, values, GrB_FP32}}) {
        const Unloaded out = unload(vector);
        EXPECT_EQ(out.array, array);
        EXPECT_EQ(out.type, type);
        EXPECT_EQ(out.handling, GrB_DEFAULT);
        std::free(out.array);
    }
}

TEST(Containers, HyperWithOtherWidthsAndOneValue) {
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(1, 1, {});
    load<std::uint64_t>(c->p, GrB_UINT64, {0, 2, 3});
    load<std::uint32_t>(c->h, GrB_UINT32, {5, 900});
    load<std::int64_t>(c->i, GrB_INT64, {1, 7, 2});
    load<double>(c->x, GrB_FP64, {4});
    c->nrows = 10;
    c->ncols = 1000;
    c->nvals = 3;
    c->format = GxB_HYPERSPARSE;
    c->orientation = GrB_COLMAJOR;
    c->iso = true;
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
    EXPECT_EQ(entries_of(A), (EntryMap{{{1, 5}, 4}, {{7, 5}, 4}, {{2, 900}, 4}}));
    EXPECT_EQ(field_of(A.get(), GxB_FORMAT), GxB_BY_COL);
}

TEST(Containers, Vectors) {
    const EntryMap some = {{{0, 3}, 1}, {{0, 6}, 2}};
    const ContainerPointer c = new_container();
    VectorPointer v = vector_of(9, some);
    for (const int format : {GrX_SPARSE, GrX_BITMAP}) {
        VectorPointer u = vector_of(9, some);
        REQUIRE(GrB_Vector_set_INT32(u.get(), format, GrX_FORMAT));
        REQUIRE(GxB_unload_Vector_into_Container(u.get(), c.get(), nullptr));
        EXPECT_EQ(c->nrows, 9u);
        EXPECT_EQ(c->ncols, 1u);
        EXPECT_EQ(c->orientation, GrB_COLMAJOR);
        EXPECT_EQ(c->format, format == GrX_SPARSE ? GxB_SPARSE : GxB_BITMAP);
        EXPECT_EQ(size_of(u.get()), 0u);
        REQUIRE(GxB_load_Vector_from_Container(v.get(), c.get(), nullptr));
        EXPECT_EQ(entries_of(v), some);
    }
    // A vector's container is that of a matrix of one column.
    MatrixPointer A = matrix_of(1, 1, {});
    REQUIRE(GxB_unload_Vector_into_Container(v.get(), c.get(), nullptr));
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
    EXPECT_EQ(entries_of(A), (EntryMap{{{3, 0}, 1}, {{6, 0}, 2}}));
    // By row, each position is a row.
    load<std::uint32_t>(c->p, GrB_UINT32, {0, 0, 1, 2});
    load<std::int32_t>(c->i, GrB_INT32, {0, 0});
    load<double>(c->x, GrB_FP64, {8, 9});
    c->nrows = 3;
    c->ncols = 1;
    c->nvals = 2;
    c->format = GxB_SPARSE;
    c->orientation = GrB_ROWMAJOR;
    REQUIRE(GxB_load_Vector_from_Container(v.get(), c.get(), nullptr));
    EXPECT_EQ(entries_of(v), (EntryMap{{{0, 1}, 8}, {{0, 2}, 9}}));
}

/// Unloading leaves the shared arrays of a copy intact.
TEST(Containers, SharedArrays) {
    const EntryMap some = {{{0, 0}, 1}, {{1, 1}, 2}};
    MatrixPointer A = matrix_of(2, 2, some);
    GrB_Matrix copy = nullptr;
    REQUIRE(GrB_Matrix_dup(&copy, A.get()));
    const MatrixPointer B(copy);
    const ContainerPointer c = new_container();
    REQUIRE(GxB_unload_Matrix_into_Container(A.get(), c.get(), nullptr));
    const Unloaded out = unload(c->x);
    std::memset(out.array, 0, out.bytes);
    std::free(out.array);
    EXPECT_EQ(entries_of(B), some);
}

TEST(Containers, WhatDoesNotFit) {
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(2, 2, {{{0, 0}, 1}});
    const VectorPointer v = vector_of(2, {});
    const auto prepare = [&] {
        load<std::uint32_t>(c->p, GrB_UINT32, {0, 1, 2});
        load<std::int32_t>(c->i, GrB_INT32, {0, 1});
        load<double>(c->x, GrB_FP64, {1, 2});
        c->nrows = c->ncols = c->nvals = 2;
        c->format = GxB_SPARSE;
        c->orientation = GrB_ROWMAJOR;
        c->iso = c->jumbled = false;
    };
    const auto code = [&] { return GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr); };
    prepare();
    c->nvals = 1;
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    c->nrows = 3;
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    c->format = 3;
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    c->orientation = GrB_BOTH;
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    c->ncols = GrB_INDEX_MAX + 2;
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    load<std::uint32_t>(c->p, GrB_UINT32, {1, 1, 2});
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    load<double>(c->i, GrB_FP64, {0, 1});
    EXPECT_EQ(code(), GrB_DOMAIN_MISMATCH);
    prepare();
    load<double>(c->x, GrB_FP64, {1});
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    REQUIRE(GrB_Vector_resize(c->x, 3)); // some entries are missing
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    c->format = GxB_FULL;
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    c->format = GxB_BITMAP;
    load<std::int8_t>(c->b, GrB_INT8, {1, 0, 0, 0});
    load<double>(c->x, GrB_FP64, {1, 2, 3, 4});
    EXPECT_EQ(code(), GrB_INVALID_VALUE);
    prepare();
    EXPECT_EQ(GxB_load_Vector_from_Container(v.get(), c.get(), nullptr), GrB_INVALID_OBJECT);
    // The refused call changed nothing.
    EXPECT_EQ(entries_of(A), (EntryMap{{{0, 0}, 1}}));
    EXPECT_EQ(size_of(c->x), 2u);
    REQUIRE(code());
    EXPECT_EQ(entries_of(A), (EntryMap{{{0, 0}, 1}, {{1, 1}, 2}}));
    GrB_Vector x = std::exchange(c->x, nullptr);
    EXPECT_EQ(code(), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_unload_Matrix_into_Container(A.get(), c.get(), nullptr), GrB_NULL_POINTER);
    c->x = x;
}

TEST(Containers, ReadOnlyMatrix) {
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(1, 1, {});
    std::uint32_t *const offsets =
        load<std::uint32_t>(c->p, GrB_UINT32, {0, 1, 2}, GxB_IS_READONLY);
    std::int32_t *const positions = load<std::int32_t>(c->i, GrB_INT32, {2, 0}, GxB_IS_READONLY);
    double *const values = load<double>(c->x, GrB_FP64, {7, 8}, GxB_IS_READONLY);
    c->nrows = c->nvals = 2;
    c->ncols = 3;
    c->format = GxB_SPARSE;
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
    EXPECT_EQ(field_of(A.get(), GxB_IS_READONLY), 1);
    EXPECT_EQ(field_of(c->x, GxB_IS_READONLY), 0);
    GrB_Matrix C = A.get();
    EXPECT_EQ(GrB_Matrix_setElement_FP64(C, 1, 0, 2), readonly_code);
    EXPECT_EQ(GrB_Matrix_resize(C, 1, 1), readonly_code);
    EXPECT_EQ(GxB_Matrix_reshape(C, false, 3, 2, nullptr), readonly_code);
    EXPECT_EQ(GrB_transpose(C, nullptr, nullptr, C, GrB_DESC_T0), readonly_code);
    const MatrixPointer D = matrix_of(2, 3, {}), E = matrix_of(2, 2, {});
    REQUIRE(GrB_Matrix_apply(D.get(), nullptr, nullptr, GrB_AINV_FP64, C,
                             nullptr)); // shares the pattern
    REQUIRE(GrB_mxm(E.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, C, C, GrB_DESC_T1));
    REQUIRE(GxB_unload_Matrix_into_Container(C, c.get(), nullptr));
    for (const auto &[vector, array] :
         {std::pair<GrB_Vector, void *>{c->p, offsets}, {c->i, positions}, {c->x, values}}) {
        const Unloaded out = unload(vector);
        EXPECT_EQ(out.array, array);
        EXPECT_EQ(out.handling, static_cast<int>(GxB_IS_READONLY));
        std::memset(array, 0xff, out.bytes);
        std::free(array);
    }
    EXPECT_EQ(entries_of(D), (EntryMap{{{0, 2}, -7}, {{1, 0}, -8}}));
    EXPECT_EQ(entries_of(E), (EntryMap{{{0, 0}, 49}, {{1, 1}, 64}}));
}

// A copy shares the caller's arrays, but is not read-only itself.
TEST(Containers, CopyOfAReadOnlyMatrix) {
    const ContainerPointer c = new_container();
    const MatrixPointer A = matrix_of(1, 1, {});
    double *const values = load<double>(c->x, GrB_FP64, {1, 2, 3, 4}, GxB_IS_READONLY);
    c->nrows = c->ncols = 2;
    c->nvals = 4;
    c->format = GxB_FULL;
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
    EXPECT_EQ(field_of(A.get(), GxB_IS_READONLY), 1);
    const MatrixPointer B(copy_of(A.get()));
    REQUIRE(GxB_unload_Matrix_into_Container(B.get(), c.get(), nullptr));
    EXPECT_EQ(field_of(c->x, GxB_IS_READONLY), 0);
    REQUIRE(GxB_load_Matrix_from_Container(B.get(), c.get(), nullptr));
    EXPECT_EQ(field_of(B.get(), GxB_IS_READONLY), 0);
    REQUIRE(GrB_Matrix_setElement_FP64(B.get(), 9, 0, 0));
    EXPECT_EQ(values[0], 1);
    REQUIRE(GrB_Matrix_clear(A.get()));
    std::free(values);
    EXPECT_EQ(entries_of(B), (EntryMap{{{0, 0}, 9}, {{0, 1}, 2}, {{1, 0}, 3}, {{1, 1}, 4}}));
}

} // namespace
} // namespace api
