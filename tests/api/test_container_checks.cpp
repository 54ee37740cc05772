// Tests containers and arrays from untrusted sources: under GxB_SECURE_IMPORT a wrong one is
// refused, with component, position and values in the text, and nothing changes.
#include "api/containers.h"

#include <functional>
#include <string>

namespace api {
namespace {

const EntryMap before{{{0, 0}, 1}};

DescriptorPointer secure() {
    return descriptor_of({{static_cast<GrB_Desc_Field>(GxB_IMPORT), GxB_SECURE_IMPORT}});
}

std::string text_of(GrB_Matrix A) {
    const char *text = nullptr;
    REQUIRE(GrB_Matrix_error(&text, A));
    return text == nullptr ? "" : text;
}

/// 3 x 4: (0,1)=1 (0,3)=2 (2,0)=3 (2,2)=4.
void put_rows(GxB_Container c) {
    load<std::uint32_t>(c->p, GrB_UINT32, {0, 2, 2, 4});
    load<std::int32_t>(c->i, GrB_INT32, {1, 3, 0, 2});
    load<double>(c->x, GrB_FP64, {1, 2, 3, 4});
    c->nrows = 3;
    c->ncols = 4;
    c->nvals = 4;
    c->format = GxB_SPARSE;
    c->orientation = GrB_ROWMAJOR;
}
const EntryMap rows_entries{{{0, 1}, 1}, {{0, 3}, 2}, {{2, 0}, 3}, {{2, 2}, 4}};

/// Fills the arrays as for put_rows, with a list of the nonempty rows.
void put_hyper(GxB_Container c) {
    put_rows(c);
    load<std::uint64_t>(c->p, GrB_UINT64, {0, 2, 4});
    load<std::int64_t>(c->h, GrB_INT64, {0, 2});
    load<std::int64_t>(c->i, GrB_INT64, {1, 3, 0, 2});
    c->format = GxB_HYPERSPARSE;
}

void put_bitmap(GxB_Container c) {
    put_rows(c);
    c->nrows = c->ncols = c->nvals = 2;
    load<std::int8_t>(c->b, GrB_INT8, {1, 0, 0, 1});
    load<bool>(c->x, GrB_BOOL, {true, false, false, true});
    c->format = GxB_BITMAP;
}

struct Mistake {
    void (*put)(GxB_Container container);
    std::function<void(GxB_Container container)> spoil;
    const char *text;
};

void put_by_column(GxB_Container c) {
    put_rows(c);
    std::swap(c->nrows, c->ncols);
    c->orientation = GrB_COLMAJOR;
}
void jumble(GxB_Container c, std::initializer_list<std::int32_t> positions) {
    load<std::int32_t>(c->i, GrB_INT32, positions);
    c->jumbled = true;
}

const Mistake mistakes[] = {
    {put_rows,
     [](GxB_Container c) {
         load<std::uint32_t>(c->p, GrB_UINT32, {0, 3, 2, 4});
     },
     "the container's p[2] is 2, less than the 3 before it"},
    {put_rows,
     [](GxB_Container c) {
         load<std::uint32_t>(c->p, GrB_UINT32, {0, 2, 900, 4});
     },
     "the container's p[3] is 4, less than the 900 before it"},
    {put_rows,
     [](GxB_Container c) {
         load<std::int32_t>(c->i, GrB_INT32, {1, 3, 0, 4});
     },
     "the container's i[3] is 4, a vector has 4 positions"},
    {put_rows,
     [](GxB_Container c) {
         load<std::int32_t>(c->i, GrB_INT32, {1, -1, 0, 2});
     },
     "the container's i[1] is 4294967295, a vector has 4 positions"},
    {put_rows,
     [](GxB_Container c) {
         load<std::int64_t>(c->i, GrB_INT64, {1, -1, 0, 2});
     },
     "the container's i[1] is 18446744073709551615, a vector has 4 positions"},
    {put_rows,
     [](GxB_Container c) {
         load<std::int32_t>(c->i, GrB_INT32, {3, 1, 0, 2});
     },
     "the container's i[1] is 1, not above the 3 before it in vector 0"},
    {put_rows,
     [](GxB_Container c) {
         load<std::int32_t>(c->i, GrB_INT32, {1, 3, 2, 2});
     },
     "the container's i[3] is 2, not above the 2 before it in vector 2"},
    {put_rows,
     [](GxB_Container c) {
         jumble(c, {3, 3, 2, 0});
     },
     "the container's i has position 3 twice in vector 0"},
    {put_by_column,
     [](GxB_Container c) {
         jumble(c, {1, 3, 2, 2});
     },
     "the container's i has position 2 twice in vector 2"},
    {put_by_column,
     [](GxB_Container c) {
         load<std::int32_t>(c->i, GrB_INT32, {1, 4, 0, 2});
     },
     "the container's i[1] is 4, a vector has 4 positions"},
    {put_hyper,
     [](GxB_Container c) {
         load<std::int64_t>(c->h, GrB_INT64, {0, 3});
     },
     "the container's h[1] is 3, there are 3 vectors"},
    {put_hyper,
     [](GxB_Container c) {
         load<std::int32_t>(c->h, GrB_INT32, {-1, 2});
     },
     "the container's h[0] is 18446744073709551615, there are 3 vectors"},
    {put_hyper,
     [](GxB_Container c) {
         load<std::int64_t>(c->h, GrB_INT64, {2, 2});
     },
     "the container's h[1] is 2, not above the 2 before it"},
    {put_hyper,
     [](GxB_Container c) {
         load<std::int64_t>(c->i, GrB_INT64, {1, 3, 2, 0});
     },
     "the container's i[3] is 0, not above the 2 before it in vector 2"},
    {put_bitmap,
     [](GxB_Container c) {
         load<std::int8_t>(c->b, GrB_INT8, {1, 0, 0, 2});
     },
     "the container's b[3] is 2, neither 0 nor 1"},
    {put_bitmap,
     [](GxB_Container c) {
         load<std::int8_t>(c->b, GrB_INT8, {1, -1, 0, 0});
     },
     "the container's b[1] is -1, neither 0 nor 1"},
    {put_bitmap,
     [](GxB_Container c) {
         load<std::uint8_t>(c->x, GrB_BOOL, {1, 0, 0, 7});
     },
     "the container's x[3] is the byte 7, no bool"},
    {put_rows,
     [](GxB_Container c) {
         load<std::uint8_t>(c->x, GrB_BOOL, {1, 0, 2, 1});
     },
     "the container's x[2] is the byte 2, no bool"},
};

TEST(ContainerChecks, EveryMistakeIsRefused) {
    const DescriptorPointer desc = secure();
    for (const Mistake &mistake : mistakes) {
        const ContainerPointer c = new_container();
        MatrixPointer A = matrix_of(2, 2, before);
        mistake.put(c.get());
        mistake.spoil(c.get());
        const auto nvals = c->nvals;
        const GrB_Index sizes[] = {size_of(c->p), size_of(c->h), size_of(c->i), size_of(c->b),
                                   size_of(c->x)};
        EXPECT_EQ(GxB_load_Matrix_from_Container(A.get(), c.get(), desc.get()), GrB_INVALID_OBJECT)
            << mistake.text;
        EXPECT_NE(text_of(A.get()).find(mistake.text), std::string::npos) << text_of(A.get());
        EXPECT_EQ(entries_of(A), before) << mistake.text;
        EXPECT_EQ(c->nvals, nvals);
        int k = 0;
        for (const GrB_Vector v : {c->p, c->h, c->i, c->b, c->x})
            EXPECT_EQ(size_of(v), sizes[k++]) << mistake.text;
        // Repaired arrays load.
        mistake.put(c.get());
        REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), desc.get()));
        EXPECT_EQ(size_of(c->x), 0u);
    }
}

TEST(ContainerChecks, WhatIsRightIsLoaded) {
    const DescriptorPointer desc = secure();
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(2, 2, before);
    const auto loaded = [&] {
        REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), desc.get()));
        return entries_of(A);
    };
    put_rows(c.get());
    EXPECT_EQ(loaded(), rows_entries);
    put_hyper(c.get());
    EXPECT_EQ(loaded(), rows_entries);
    put_rows(c.get());
    jumble(c.get(), {3, 1, 2, 0});
    EXPECT_EQ(loaded(), (EntryMap{{{0, 3}, 1}, {{0, 1}, 2}, {{2, 2}, 3}, {{2, 0}, 4}}));
    put_by_column(c.get());
    jumble(c.get(), {3, 1, 2, 0});
    EXPECT_EQ(loaded(), (EntryMap{{{3, 0}, 1}, {{1, 0}, 2}, {{2, 2}, 3}, {{0, 2}, 4}}));
    // A bitmap may have any value at positions without entry.
    put_bitmap(c.get());
    load<std::uint8_t>(c->x, GrB_BOOL, {1, 77, 255, 1});
    EXPECT_EQ(loaded(), (EntryMap{{{0, 0}, 1}, {{1, 1}, 1}}));
    put_bitmap(c.get());
    load<std::uint8_t>(c->x, GrB_BOOL, {1});
    c->iso = true;
    EXPECT_EQ(loaded(), (EntryMap{{{0, 0}, 1}, {{1, 1}, 1}}));
    put_bitmap(c.get());
    c->format = GxB_FULL;
    EXPECT_EQ(loaded().size(), 4u);
}

/// The iso value is missing: refused without a value, loaded with one.
TEST(ContainerChecks, TheOneValue) {
    const DescriptorPointer desc = secure();
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(2, 2, before);
    put_rows(c.get());
    c->iso = true;
    load<double>(c->x, GrB_FP64, {});
    EXPECT_EQ(GxB_load_Matrix_from_Container(A.get(), c.get(), desc.get()), GrB_INVALID_VALUE);
    EXPECT_EQ(entries_of(A), before);
    load<double>(c->x, GrB_FP64, {9});
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), desc.get()));
    EXPECT_EQ(entries_of(A).size(), 4u);
}

TEST(ContainerChecks, Vectors) {
    const DescriptorPointer desc = secure();
    const ContainerPointer c = new_container();
    VectorPointer v = vector_of(2, before);
    load<std::uint32_t>(c->p, GrB_UINT32, {0, 2});
    load<std::int32_t>(c->i, GrB_INT32, {1, 3});
    load<double>(c->x, GrB_FP64, {5, 6});
    c->nrows = 3;
    c->ncols = 1;
    c->nvals = 2;
    c->format = GxB_SPARSE;
    c->orientation = GrB_COLMAJOR;
    EXPECT_EQ(GxB_load_Vector_from_Container(v.get(), c.get(), desc.get()), GrB_INVALID_OBJECT);
    EXPECT_EQ(entries_of(v), before);
    c->nrows = 4;
    REQUIRE(GxB_load_Vector_from_Container(v.get(), c.get(), desc.get()));
    EXPECT_EQ(entries_of(v), (EntryMap{{{0, 1}, 5}, {{0, 3}, 6}}));
}

TEST(ContainerChecks, ArraysOfBool) {
    const DescriptorPointer desc = secure();
    VectorPointer v = vector_of(2, before);
    std::uint8_t bytes[] = {1, 0, 3};
    void *array = bytes;
    EXPECT_EQ(GxB_Vector_load(v.get(), &array, GrB_BOOL, 3, 3, GxB_IS_READONLY, desc.get()),
              GrB_INVALID_OBJECT);
    const char *text = nullptr;
    REQUIRE(GrB_Vector_error(&text, v.get()));
    EXPECT_NE(std::string(text).find("X[2] is the byte 3, no bool"), std::string::npos) << text;
    EXPECT_EQ(array, bytes);
    EXPECT_EQ(entries_of(v), before);
    REQUIRE(GxB_Vector_load(v.get(), &array, GrB_UINT8, 3, 3, GxB_IS_READONLY, desc.get()));
    EXPECT_EQ(entries_of(v).at({0, 2}), 3);
}

/// Loads 32-bit offsets with 64-bit positions, and 32-bit positions of a long dimension.
TEST(ContainerChecks, WidthsThatDiffer) {
    for (const bool is_hyper : {false, true}) {
        const ContainerPointer c = new_container();
        MatrixPointer A = matrix_of(1, 1, {});
        load<std::uint32_t>(c->p, GrB_UINT32, {0, 1, 3});
        load<std::int64_t>(c->i, GrB_INT64, {2, 0, 1});
        if (is_hyper) load<std::int32_t>(c->h, GrB_INT32, {0, 1});
        load<double>(c->x, GrB_FP64, {1, 2, 3});
        c->nrows = 2;
        c->ncols = 3;
        c->nvals = 3;
        c->format = is_hyper ? GxB_HYPERSPARSE : GxB_SPARSE;
        REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
        EXPECT_EQ(entries_of(A), (EntryMap{{{0, 2}, 1}, {{1, 0}, 2}, {{1, 1}, 3}}));
    }
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(1, 1, {});
    load<std::uint32_t>(c->p, GrB_UINT32, {0, 1, 2});
    load<std::int32_t>(c->i, GrB_INT32, {5, 7});
    load<double>(c->x, GrB_FP64, {1, 2});
    c->nrows = c->nvals = 2;
    c->ncols = GrB_Index{1} << 40;
    c->format = GxB_SPARSE;
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
    REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 3, 0, (GrB_Index{1} << 40) - 1));
    EXPECT_EQ(entries_of(A),
              (EntryMap{{{0, 5}, 1}, {{1, 7}, 2}, {{0, (GrB_Index{1} << 40) - 1}, 3}}));
}

/// Positions beyond 32 signed bits are unloaded as 64 bits.
TEST(ContainerChecks, LongDimensionsGetWidePositions) {
    const ContainerPointer c = new_container();
    for (const GrB_Index n : {GrB_Index{1} << 31, GrB_Index{1} << 32}) {
        const bool is_wide = n > GrB_Index{1} << 31;
        VectorPointer v = vector_of(n, {{{0, n - 1}, 3}, {{0, 5}, 4}});
        REQUIRE(GxB_unload_Vector_into_Container(v.get(), c.get(), nullptr));
        EXPECT_EQ(type_of(c->i), is_wide ? GrB_INT64 : GrB_INT32);
        REQUIRE(GxB_load_Vector_from_Container(v.get(), c.get(), nullptr));
        EXPECT_EQ(entries_of(v), (EntryMap{{{0, n - 1}, 3}, {{0, 5}, 4}}));
    }
}

/// Unloading a read-only vector that is no array of all values gives a copy, which the caller
/// frees.
TEST(ContainerChecks, UnloadingWhatIsReadOnlyButNoArray) {
    for (const bool is_sparse : {true, false}) {
        const ContainerPointer c = new_container();
        VectorPointer v = vector_of(2, before);
        double *const values = load<double>(c->x, GrB_FP64, {7, 8}, GxB_IS_READONLY);
        std::uint32_t *offsets = nullptr;
        std::int32_t *positions = nullptr;
        if (is_sparse) {
            offsets = load<std::uint32_t>(c->p, GrB_UINT32, {0, 2}, GxB_IS_READONLY);
            positions = load<std::int32_t>(c->i, GrB_INT32, {0, 1}, GxB_IS_READONLY);
        }
        c->nrows = c->nvals = 2;
        c->ncols = 1;
        c->format = is_sparse ? GxB_SPARSE : GxB_FULL;
        c->iso = !is_sparse;
        c->orientation = GrB_COLMAJOR;
        REQUIRE(GxB_load_Vector_from_Container(v.get(), c.get(), nullptr));
        const Unloaded out = unload(v.get());
        for (void *const array : {static_cast<void *>(values), static_cast<void *>(offsets),
                                  static_cast<void *>(positions)})
            std::free(array);
        ASSERT_EQ(out.n, 2u);
        ASSERT_GE(out.bytes, 16u);
        EXPECT_EQ(out.handling, GrB_DEFAULT);
        EXPECT_EQ(static_cast<double *>(out.array)[0], 7);
        EXPECT_EQ(static_cast<double *>(out.array)[1], is_sparse ? 8 : 7);
        std::free(out.array);
    }
}

/// Loading drops the container's row index (Y); the library makes its own where needed.
TEST(ContainerChecks, TheIndexOfVectorsIsDropped) {
    const ContainerPointer c = new_container();
    MatrixPointer A = matrix_of(2, 2, before);
    put_hyper(c.get());
    c->Y = A.get();
    EXPECT_EQ(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr), GrB_INVALID_OBJECT);
    EXPECT_EQ(entries_of(A), before);
    REQUIRE(GrB_Matrix_new(&c->Y, GrB_UINT64, 3, 2));
    REQUIRE(GxB_load_Matrix_from_Container(A.get(), c.get(), nullptr));
    EXPECT_EQ(c->Y, nullptr);
    EXPECT_EQ(entries_of(A), rows_entries);
}

} // namespace
} // namespace api
