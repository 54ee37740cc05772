// Tests reports of objects and of the library against SuiteSparse:GraphBLAS 10.5, and a user's own
// text of a value.
#include "api/gxb.h"

#include <cstdio>

namespace api {
namespace {

std::int32_t field_of(GrB_Matrix A, GrB_Field field) {
    std::int32_t value = -1;
    REQUIRE(GrB_Matrix_get_INT32(A, &value, field));
    return value;
}

TEST(Reports, Integers) {
    const MatrixPointer A = matrix_of(10, 10, {{{1, 1}, 2}});
    for (const GrB_Field field :
         {GxB_ROWINDEX_INTEGER_BITS, GxB_COLINDEX_INTEGER_BITS, GxB_OFFSET_INTEGER_BITS}) {
        EXPECT_EQ(field_of(A.get(), field), 32);
        EXPECT_EQ(GrB_Matrix_set_INT32(A.get(), 64, field), GrB_INVALID_VALUE);
    }
    REQUIRE(GrB_Matrix_set_INT32(A.get(), 64, GrX_INDEX_WIDTH));
    EXPECT_EQ(field_of(A.get(), GxB_COLINDEX_INTEGER_BITS), 64);
    const MatrixPointer large = matrix_of(GrB_INDEX_MAX, 10, {});
    EXPECT_EQ(field_of(large.get(), GxB_ROWINDEX_INTEGER_BITS), 64);
    std::int32_t value = -1;
    REQUIRE(GrB_Scalar_get_INT32(scalar_of(1).get(), &value, GxB_OFFSET_INTEGER_BITS));
    EXPECT_EQ(value, 32);
}

TEST(Reports, IntegerHintsAreKept) {
    const MatrixPointer A = matrix_of(2, 2, {});
    for (const GrB_Field field :
         {GxB_ROWINDEX_INTEGER_HINT, GxB_COLINDEX_INTEGER_HINT, GxB_OFFSET_INTEGER_HINT}) {
        EXPECT_EQ(field_of(A.get(), field), 0);
        REQUIRE(GrB_Matrix_set_INT32(A.get(), 64, field));
        EXPECT_EQ(field_of(A.get(), field), 64);
        EXPECT_EQ(GrB_Matrix_set_INT32(A.get(), 16, field), GrB_INVALID_VALUE);
        std::int32_t value = -1;
        REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &value, field));
        EXPECT_EQ(value, 32);
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 64, field));
        REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &value, field));
        EXPECT_EQ(value, 64);
        EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, 0, field), GrB_INVALID_VALUE);
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 32, field));
    }
}

TEST(Reports, WaitingAndOneValue) {
    const MatrixPointer A = matrix_of(10, 10, {{{1, 1}, 2}, {{1, 2}, 3}});
    EXPECT_EQ(field_of(A.get(), GxB_WILL_WAIT), 1);
    REQUIRE(GrB_Matrix_wait(A.get(), GrB_MATERIALIZE));
    EXPECT_EQ(field_of(A.get(), GxB_WILL_WAIT), 0);
    EXPECT_EQ(field_of(A.get(), GxB_ISO), 0);
    REQUIRE(GrB_Matrix_set_INT32(A.get(), 1, GxB_ISO));
    REQUIRE(
        GrB_Matrix_assign_FP64(A.get(), nullptr, nullptr, 5, GrB_ALL, 10, GrB_ALL, 10, nullptr));
    EXPECT_EQ(field_of(A.get(), GxB_ISO), 1);
    EXPECT_EQ(field_of(A.get(), GxB_IS_READONLY), 0);
}

std::int64_t as_fraction(char *text, std::size_t size, const void *value, int verbose) {
    const Pair &pair = *static_cast<const Pair *>(value);
    return std::snprintf(text, size, verbose != 0 ? "%.3f/%.3f" : "%g/%g", pair.first, pair.second);
}

std::string printed(GrB_Vector v, GxB_Print_Level level) {
    char text[4096] = "";
    FILE *const file = std::tmpfile();
    REQUIRE(GxB_Vector_fprint(v, "v", level, file));
    std::rewind(file);
    text[std::fread(text, 1, sizeof text - 1, file)] = 0;
    std::fclose(file);
    return text;
}

TEST(Reports, PrintFunction) {
    World world;
    void *function = reinterpret_cast<void *>(as_fraction), *found = nullptr;
    REQUIRE(GrB_Type_get_VOID(world.pair, &found, GxB_PRINT_FUNCTION));
    EXPECT_EQ(found, nullptr);
    REQUIRE(GrB_Type_set_VOID(world.pair, function, GxB_PRINT_FUNCTION, sizeof function));
    REQUIRE(GrB_Type_get_VOID(world.pair, &found, GxB_PRINT_FUNCTION));
    EXPECT_EQ(found, function);
    const Pair half{1, 2};
    REQUIRE(GrB_Vector_setElement_UDT(world.pair_u, const_cast<Pair *>(&half), 3));
    EXPECT_NE(printed(world.pair_u, GxB_COMPLETE).find("(3)   1/2\n"), std::string::npos);
    EXPECT_NE(printed(world.pair_u, GxB_COMPLETE_VERBOSE).find("(3)   1.000/2.000\n"),
              std::string::npos);
}

TEST(Reports, PrintFunctionOfAUsersTypeAlone) {
    World world;
    void *function = reinterpret_cast<void *>(as_fraction), *found = nullptr;
    EXPECT_EQ(GrB_Type_set_VOID(world.pair, function, GxB_PRINT_FUNCTION, 4), GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Type_set_VOID(GrB_FP64, function, GxB_PRINT_FUNCTION, sizeof function),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Type_get_VOID(GrB_FP64, &found, GxB_PRINT_FUNCTION), GrB_INVALID_VALUE);
}

TEST(Reports, BeginAndEnd) {
    int begun = -1, ended = -1;
    REQUIRE(GxB_initialized(&begun));
    REQUIRE(GxB_finalized(&ended));
    EXPECT_EQ(begun, 1);
    EXPECT_EQ(ended, 0);
    EXPECT_EQ(GxB_initialized(nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_finalized(nullptr), GrB_NULL_POINTER);
    REQUIRE(GrB_finalize());
    REQUIRE(GxB_initialized(&begun));
    REQUIRE(GxB_finalized(&ended));
    EXPECT_EQ(begun, 0);
    EXPECT_EQ(ended, 1);
    REQUIRE(GrB_init(GrB_NONBLOCKING));
}

} // namespace
} // namespace api
