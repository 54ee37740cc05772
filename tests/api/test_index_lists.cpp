// Tests vectors as index lists: the descriptor selects their values, their positions, or a range.
// The results are those of the functions that take lists, and of SuiteSparse:GraphBLAS 10.5.1.
#include "api/gxb.h"

namespace api {
namespace {

constexpr int values = GxB_USE_VALUES, indices = GxB_USE_INDICES, range = GxB_IS_STRIDE;

DescriptorPointer usage(int rows, int columns = values, int numbers = values) {
    return descriptor_of(
        {{GxB_ROWINDEX_LIST, rows}, {GxB_COLINDEX_LIST, columns}, {GxB_VALUE_LIST, numbers}});
}

class IndexLists : public testing::Test {
protected:
    // L has values 5, 2, 7 at positions 3, 10, 12.
    VectorPointer L = vector_of(30, {{{0, 3}, 5}, {{0, 10}, 2}, {{0, 12}, 7}}, GrB_INT32);
    VectorPointer u = vector_of(20, {}), w = vector_of(3, {});
    MatrixPointer A = matrix_of(20, 20, {}), C = matrix_of(3, 20, {});
    void SetUp() override {
        for (GrB_Index k = 0; k < 20; k++) {
            REQUIRE(GrB_Vector_setElement_FP64(u.get(), static_cast<double>(100 + k), k));
            REQUIRE(GrB_Matrix_setElement_FP64(A.get(), static_cast<double>(k), k, k));
        }
    }
    VectorPointer triple(double a, double b, double c) const {
        return vector_of(3, {{{0, 0}, a}, {{0, 1}, b}, {{0, 2}, c}}, GrB_INT64);
    }
    GrB_Info take(const VectorPointer &list, const DescriptorPointer &desc) {
        return GxB_Vector_extract_Vector(w.get(), nullptr, nullptr, u.get(), list.get(),
                                         desc.get());
    }
};

TEST_F(IndexLists, ExtractFromAVector) {
    REQUIRE(take(L, usage(values)));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 105}, {{0, 1}, 102}, {{0, 2}, 107}}));
    REQUIRE(take(L, usage(indices)));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 103}, {{0, 1}, 110}, {{0, 2}, 112}}));
    REQUIRE(take(triple(4, 8, 2), usage(range)));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 104}, {{0, 1}, 106}, {{0, 2}, 108}}));
    REQUIRE(take(triple(8, 4, -2), usage(range)));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 0}, 108}, {{0, 1}, 106}, {{0, 2}, 104}}));
    EXPECT_EQ(take(triple(4, 2, 8), usage(range)), GrB_DIMENSION_MISMATCH); // nothing
    EXPECT_EQ(take(triple(4, 6, 0), usage(range)), GrB_DIMENSION_MISMATCH);
    EXPECT_EQ(take(vector_of(2, {{{0, 0}, 4}, {{0, 1}, 6}}, GrB_INT64), usage(range)),
              GrB_INVALID_VALUE);
    const VectorPointer all = vector_of(20, {});
    REQUIRE(GxB_Vector_extract_Vector(all.get(), nullptr, nullptr, u.get(), nullptr, nullptr));
    EXPECT_EQ(entries_of(all), entries_of(u));
}

TEST_F(IndexLists, ExtractFromAMatrix) {
    REQUIRE(GxB_Matrix_extract_Vector(C.get(), nullptr, nullptr, A.get(), L.get(), nullptr,
                                      usage(values).get()));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 5}, 5}, {{1, 2}, 2}, {{2, 7}, 7}}));
    REQUIRE(GxB_Matrix_extract_Vector(C.get(), nullptr, nullptr, A.get(), L.get(), nullptr,
                                      usage(indices).get()));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 3}, 3}, {{1, 10}, 10}, {{2, 12}, 12}}));
    const MatrixPointer D = matrix_of(3, 3, {});
    REQUIRE(GxB_Matrix_extract_Vector(D.get(), nullptr, nullptr, A.get(), L.get(),
                                      triple(2, 6, 2).get(), usage(values, range).get()));
    EXPECT_EQ(entries_of(D), (EntryMap{{{1, 0}, 2}}));
    REQUIRE(GxB_Col_extract_Vector(w.get(), nullptr, nullptr, A.get(), L.get(), 10,
                                   usage(indices).get()));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, 10}}));
}

/// Each form with a vector equals the form with a list.
TEST_F(IndexLists, AssignAndSubassign) {
    const GrB_Index list[] = {5, 2, 7}, positions[] = {3, 10, 12};
    const DescriptorPointer by_position = usage(indices, indices), by_value = usage(values);
    const VectorPointer source = vector_of(3, {{{0, 0}, 1}, {{0, 2}, 3}});
    const MatrixPointer S = matrix_of(3, 3, {{{0, 0}, 1}, {{2, 1}, 3}});
    const ScalarPointer nine = scalar_of(9);
    const auto same = [&](auto &&plain, auto &&with_vector) {
        const auto expected = [&](auto &&run) {
            GrB_Vector v = copy_of(u.get());
            GrB_Matrix M = copy_of(A.get());
            REQUIRE(run(v, M));
            const std::string text = contents(v) + contents(M);
            GrB_Vector_free(&v);
            GrB_Matrix_free(&M);
            return text;
        };
        EXPECT_EQ(expected(with_vector), expected(plain));
    };
#define SAME(name, target, input, plain_lists, vector_lists, plain_desc, desc)               \
    same(                                                                                    \
        [&]([[maybe_unused]] GrB_Vector v, [[maybe_unused]] GrB_Matrix M) {                  \
            return name(target, nullptr, GrB_PLUS_FP64, input, plain_lists, plain_desc);     \
        },                                                                                   \
        [&]([[maybe_unused]] GrB_Vector v, [[maybe_unused]] GrB_Matrix M) {                  \
            return name##_Vector(target, nullptr, GrB_PLUS_FP64, input, vector_lists, desc); \
        })
#define LISTS(...) __VA_ARGS__
    // clang-format off
    SAME(GxB_Vector_subassign, v, source.get(), LISTS(list, 3), L.get(), nullptr, by_value.get());
    SAME(GxB_Vector_subassign, v, source.get(), LISTS(positions, 3), L.get(), nullptr, by_position.get());
    SAME(GxB_Matrix_subassign, M, S.get(), LISTS(list, 3, positions, 3), LISTS(L.get(), L.get()), nullptr,
         usage(values, indices).get());
    SAME(GxB_Vector_subassign_Scalar, v, nine.get(), LISTS(list, 3), L.get(), nullptr, nullptr);
    SAME(GxB_Matrix_subassign_Scalar, M, nine.get(), LISTS(GrB_ALL, 20, positions, 3), LISTS(nullptr, L.get()),
         nullptr, by_position.get());
    SAME(GxB_Col_subassign, M, source.get(), LISTS(positions, 3, 4), LISTS(L.get(), 4), nullptr, by_position.get());
#undef SAME
    // The standard's forms have another prefix.
#define SAME(name, target, input, plain_lists, vector_lists, plain_desc, desc) \
    same([&]([[maybe_unused]] GrB_Vector v, [[maybe_unused]] GrB_Matrix M) { \
             return GrB_##name(target, nullptr, GrB_PLUS_FP64, input, plain_lists, plain_desc); }, \
         [&]([[maybe_unused]] GrB_Vector v, [[maybe_unused]] GrB_Matrix M) { \
             return GxB_##name##_Vector(target, nullptr, GrB_PLUS_FP64, input, vector_lists, desc); })
    SAME(Vector_assign, v, source.get(), LISTS(list, 3), L.get(), nullptr, by_value.get());
    SAME(Matrix_assign, M, S.get(), LISTS(list, 3, positions, 3), LISTS(L.get(), L.get()), nullptr,
         usage(values, indices).get());
    SAME(Vector_assign_Scalar, v, nine.get(), LISTS(positions, 3), L.get(), nullptr, by_position.get());
    SAME(Matrix_assign_Scalar, M, nine.get(), LISTS(list, 3, GrB_ALL, 20), LISTS(L.get(), nullptr), nullptr,
         by_value.get());
    SAME(Col_assign, M, source.get(), LISTS(positions, 3, 4), LISTS(L.get(), 4), nullptr, by_position.get());
    // clang-format on
#undef SAME
#undef LISTS
    same(
        [&](GrB_Vector, GrB_Matrix M) {
            return GrB_Row_assign(M, nullptr, nullptr, source.get(), 4, positions, 3, nullptr);
        },
        [&](GrB_Vector, GrB_Matrix M) {
            return GxB_Row_assign_Vector(M, nullptr, nullptr, source.get(), 4, L.get(),
                                         by_position.get());
        });
    same(
        [&](GrB_Vector, GrB_Matrix M) {
            return GxB_Row_subassign(M, nullptr, nullptr, source.get(), 4, list, 3, nullptr);
        },
        [&](GrB_Vector, GrB_Matrix M) {
            return GxB_Row_subassign_Vector(M, nullptr, nullptr, source.get(), 4, L.get(), nullptr);
        });
}

TEST_F(IndexLists, Build) {
    const VectorPointer X = vector_of(3, {{{0, 0}, 0.5}, {{0, 1}, 1.5}, {{0, 2}, 2.5}}),
                        t = vector_of(30, {});
    const auto built = [&](GrB_Info info) {
        REQUIRE(info);
        const EntryMap entries = entries_of(t);
        REQUIRE(GrB_Vector_clear(t.get()));
        return entries;
    };
    EXPECT_EQ(built(GxB_Vector_build_Vector(t.get(), L.get(), X.get(), nullptr, nullptr)),
              (EntryMap{{{0, 2}, 1.5}, {{0, 5}, 0.5}, {{0, 7}, 2.5}}));
    EXPECT_EQ(built(GxB_Vector_build_Vector(t.get(), L.get(), X.get(), nullptr,
                                            usage(indices, values, indices).get())),
              (EntryMap{{{0, 3}, 0}, {{0, 10}, 1}, {{0, 12}, 2}}));
    const ScalarPointer two = scalar_of(2);
    EXPECT_EQ(built(GxB_Vector_build_Scalar_Vector(t.get(), L.get(), two.get(), nullptr)),
              (EntryMap{{{0, 2}, 2}, {{0, 5}, 2}, {{0, 7}, 2}}));
    EXPECT_EQ(GxB_Vector_build_Vector(t.get(), L.get(), X.get(), nullptr, usage(range).get()),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Vector_build_Vector(t.get(), u.get(), X.get(), nullptr, usage(indices).get()),
              GrB_INVALID_VALUE); // 20 positions, 3 values
    const MatrixPointer D = matrix_of(30, 20, {});
    REQUIRE(GxB_Matrix_build_Vector(D.get(), L.get(), L.get(), X.get(), GrB_PLUS_FP64,
                                    usage(indices).get()));
    EXPECT_EQ(entries_of(D), (EntryMap{{{3, 5}, 0.5}, {{10, 2}, 1.5}, {{12, 7}, 2.5}}));
    EXPECT_EQ(GxB_Matrix_build_Vector(D.get(), L.get(), L.get(), X.get(), nullptr, nullptr),
              GrB_OUTPUT_NOT_EMPTY);
    REQUIRE(GrB_Matrix_clear(D.get()));
    EXPECT_EQ(GxB_Matrix_build_Vector(D.get(), L.get(), vector_of(2, {{{0, 0}, 1}}, GrB_INT8).get(),
                                      X.get(), nullptr, nullptr),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_Matrix_build_Vector(D.get(), triple(1, 2, 30).get(), L.get(), X.get(), nullptr,
                                      nullptr),
              GrB_INDEX_OUT_OF_BOUNDS);
    REQUIRE(GxB_Matrix_build_Scalar_Vector(D.get(), L.get(), L.get(), two.get(), nullptr));
    EXPECT_EQ(entries_of(D), (EntryMap{{{2, 2}, 2}, {{5, 5}, 2}, {{7, 7}, 2}}));
}

TEST_F(IndexLists, ExtractTuples) {
    const MatrixPointer D = matrix_of(30, 20, {{{2, 3}, 4}, {{5, 1}, 6}});
    const VectorPointer I = vector_of(0, {}), J = vector_of(9, {}), X = vector_of(3, {}, GrB_INT8);
    REQUIRE(GxB_Matrix_extractTuples_Vector(I.get(), J.get(), X.get(), D.get(), nullptr));
    EXPECT_EQ(entries_of(I), (EntryMap{{{0, 0}, 2}, {{0, 1}, 5}}));
    EXPECT_EQ(entries_of(J), (EntryMap{{{0, 0}, 3}, {{0, 1}, 1}}));
    EXPECT_EQ(entries_of(X), (EntryMap{{{0, 0}, 4}, {{0, 1}, 6}}));
    GrB_Type type = nullptr;
    REQUIRE(GxB_Vector_type(&type, I.get()));
    EXPECT_EQ(type, GrB_UINT32);
    REQUIRE(GxB_Vector_type(&type, X.get()));
    EXPECT_EQ(type, GrB_FP64);
    const MatrixPointer large = matrix_of(GrB_INDEX_MAX, 4, {{{GrB_INDEX_MAX - 1, 3}, 1}});
    REQUIRE(GxB_Matrix_extractTuples_Vector(I.get(), nullptr, nullptr, large.get(), nullptr));
    REQUIRE(GxB_Vector_type(&type, I.get()));
    EXPECT_EQ(type, GrB_UINT64);
    std::uint64_t row = 0;
    REQUIRE(GrB_Vector_extractElement_UINT64(&row, I.get(), 0));
    EXPECT_EQ(row, GrB_INDEX_MAX - 1);
    EXPECT_EQ(GxB_Matrix_extractTuples_Vector(I.get(), I.get(), nullptr, D.get(), nullptr),
              GrB_NOT_IMPLEMENTED);
    REQUIRE(GxB_Vector_extractTuples_Vector(I.get(), X.get(), L.get(), nullptr));
    EXPECT_EQ(entries_of(I), (EntryMap{{{0, 0}, 3}, {{0, 1}, 10}, {{0, 2}, 12}}));
    EXPECT_EQ(entries_of(X), (EntryMap{{{0, 0}, 5}, {{0, 1}, 2}, {{0, 2}, 7}}));
    REQUIRE(GrB_Vector_clear(L.get()));
    REQUIRE(GxB_Vector_extractTuples_Vector(L.get(), nullptr, L.get(), nullptr));
    EXPECT_EQ(entries_of(L), EntryMap());
}

TEST_F(IndexLists, Settings) {
    GrB_Descriptor desc = nullptr;
    REQUIRE(GrB_Descriptor_new(&desc));
    std::int32_t value = -1;
    for (const GrB_Desc_Field field : {GxB_ROWINDEX_LIST, GxB_COLINDEX_LIST, GxB_VALUE_LIST}) {
        REQUIRE(GxB_Desc_get_INT32(desc, field, &value));
        EXPECT_EQ(value, values);
        REQUIRE(GxB_Desc_set_INT32(desc, field, indices));
        REQUIRE(GxB_Desc_get_INT32(desc, field, &value));
        EXPECT_EQ(value, indices);
        EXPECT_EQ(GxB_Desc_set_INT32(desc, field, 3), GrB_INVALID_VALUE);
        EXPECT_EQ(GxB_Desc_set_INT32(desc, field, range),
                  field == GxB_VALUE_LIST ? GrB_INVALID_VALUE : GrB_SUCCESS);
    }
    GrB_Descriptor_free(&desc);
}

} // namespace
} // namespace api
