// Tests GxB_Vector_load and _unload: arrays handed over, and arrays that the caller keeps.
#include "api/containers.h"

namespace api {
namespace {

TEST(VectorArrays, LoadAndUnload) {
    const VectorPointer v = vector_of(7, {{{0, 2}, 1}});
    Unloaded out;
    EXPECT_EQ(GxB_Vector_unload(v.get(), &out.array, &out.type, &out.n, &out.bytes, &out.handling,
                                nullptr),
              GrB_INVALID_OBJECT);
    auto *const array = static_cast<std::int32_t *>(std::malloc(80));
    for (int k = 0; k < 20; k++) array[k] = k;
    void *given = array;
    REQUIRE(GxB_Vector_load(v.get(), &given, GrB_INT32, 10, 80, GrB_DEFAULT, nullptr));
    EXPECT_EQ(given, nullptr);
    double sum = 0;
    REQUIRE(GrB_Vector_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, v.get(), nullptr));
    EXPECT_EQ(sum, 45);
    out = unload(v.get());
    EXPECT_EQ(out.array, array);
    EXPECT_EQ(out.type, GrB_INT32);
    EXPECT_EQ(out.n, 10u);
    EXPECT_EQ(out.bytes, 80u);
    EXPECT_EQ(out.handling, GrB_DEFAULT);
    std::free(array);
    // An iso vector is unloaded with a value for each entry.
    REQUIRE(GrB_Vector_resize(v.get(), 3));
    REQUIRE(GrB_Vector_assign_FP64(v.get(), nullptr, nullptr, 6, GrB_ALL, 3, nullptr));
    out = unload(v.get());
    EXPECT_EQ(out.bytes, 12u);
    EXPECT_EQ(static_cast<std::int32_t *>(out.array)[2], 6);
    std::free(out.array);
    out = unload(v.get());
    EXPECT_EQ(out.array, nullptr);
    EXPECT_EQ(out.n, 0u);
}

TEST(VectorArrays, WhatDoesNotFit) {
    const VectorPointer v = vector_of(7, {});
    double values[4] = {};
    void *given = values;
    EXPECT_EQ(GxB_Vector_load(v.get(), &given, GrB_FP64, 4, 31, GrB_DEFAULT, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_load(v.get(), &given, GrB_FP64, 4, 32, 5, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_load(v.get(), &given, GrB_FP64, GrB_Index{1} << 61, 32, 0, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_load(v.get(), nullptr, GrB_FP64, 4, 32, 0, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(given, values);
    given = nullptr;
    EXPECT_EQ(GxB_Vector_load(v.get(), &given, GrB_FP64, 4, 32, 0, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(size_of(v.get()), 7u);
    REQUIRE(GxB_Vector_load(v.get(), &given, GrB_FP64, 0, 0, 0, nullptr));
    EXPECT_EQ(size_of(v.get()), 0u);
}

TEST(VectorArrays, ReadOnly) {
    const VectorPointer v = vector_of(7, {});
    double *const array = load<double>(v.get(), GrB_FP64, {0, 1, 2, 3}, GxB_IS_READONLY);
    EXPECT_EQ(field_of(v.get(), GxB_IS_READONLY), 1);
    GrB_Vector w = v.get();
    EXPECT_EQ(GrB_Vector_setElement_FP64(w, 1, 1), readonly_code);
    EXPECT_EQ(GrB_Vector_removeElement(w, 1), readonly_code);
    EXPECT_EQ(GrB_Vector_resize(w, 3), readonly_code);
    EXPECT_EQ(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_FP64, w, nullptr), readonly_code);
    EXPECT_EQ(GrB_Vector_assign_FP64(w, nullptr, nullptr, 1, GrB_ALL, 4, nullptr), readonly_code);
    EXPECT_EQ(GxB_Vector_subassign_FP64(w, nullptr, nullptr, 1, GrB_ALL, 4, nullptr),
              readonly_code);
    EXPECT_EQ(GxB_Vector_sort(w, nullptr, GrB_GT_FP64, w, nullptr), readonly_code);
    EXPECT_EQ(GrB_Vector_set_INT32(w, 2, GxB_SPARSITY_CONTROL), readonly_code);
    EXPECT_EQ(error_text(w).find("GrB_Vector_set_INT32: w"), 0u) << error_text(w);
    EXPECT_EQ(array[1], 1);
    // It is an ordinary operand; its results are not read-only.
    GrB_Vector copy = nullptr;
    REQUIRE(GrB_Vector_dup(&copy, w));
    EXPECT_EQ(field_of(copy, GxB_IS_READONLY), 0);
    const VectorPointer u = vector_of(4, {});
    REQUIRE(GrB_Vector_apply(u.get(), nullptr, nullptr, GrB_IDENTITY_FP64, w, nullptr));
    const Unloaded out = unload(w);
    EXPECT_EQ(out.array, array);
    EXPECT_EQ(out.handling, static_cast<int>(GxB_IS_READONLY));
    EXPECT_EQ(field_of(w, GxB_IS_READONLY), 0);
    for (int k = 0; k < 4; k++) array[k] = -1;
    std::free(array);
    const EntryMap expected = {{{0, 0}, 0}, {{0, 1}, 1}, {{0, 2}, 2}, {{0, 3}, 3}};
    EXPECT_EQ(entries_of(copy), expected);
    EXPECT_EQ(entries_of(u), expected);
    REQUIRE(GrB_Vector_setElement_FP64(copy, 9, 1));
    GrB_Vector_free(&copy);
}

TEST(VectorArrays, ReadOnlyUntilClearOrFree) {
    const double values[] = {1, 2, 3};
    void *given = const_cast<double *>(values);
    GrB_Vector v = new_vector(GrB_FP64, 0), copy = nullptr;
    REQUIRE(GxB_Vector_load(v, &given, GrB_FP64, 3, sizeof values, GxB_IS_READONLY, nullptr));
    REQUIRE(GrB_Vector_clear(v));
    EXPECT_EQ(field_of(v, GxB_IS_READONLY), 0);
    REQUIRE(GrB_Vector_setElement_FP64(v, 1, 1));
    REQUIRE(GxB_Vector_load(v, &given, GrB_FP64, 3, sizeof values, GxB_IS_READONLY, nullptr));
    REQUIRE(GrB_Vector_dup(&copy, v));
    REQUIRE(GrB_Vector_free(&v));
    REQUIRE(GrB_Vector_setElement_FP64(copy, 5, 0));
    EXPECT_EQ(values[0], 1);
    EXPECT_EQ(entries_of(copy), (EntryMap{{{0, 0}, 5}, {{0, 1}, 2}, {{0, 2}, 3}}));
    GrB_Vector_free(&copy);
}

} // namespace
} // namespace api
