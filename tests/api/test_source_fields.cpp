// Tests GxB_JIT_C_NAME and GxB_JIT_C_DEFINITION: the C source of types and operators.
#include "api/world.h"

namespace api {
namespace {

constexpr const char pair_source[] = "typedef struct { double first, second ; } Pair ;";
constexpr const char cube_source[] =
    "void cube (double *z, const double *x) { *z = (*x) * (*x) * (*x) ; }";
constexpr const char add_source[] =
    "void add (double *z, const double *x, const double *y) { *z = (*x) + (*y) ; }";

void cube(void *z, const void *x) {
    const double value = *static_cast<const double *>(x);
    *static_cast<double *>(z) = value * value * value;
}
void add(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) + *static_cast<const double *>(y);
}
void keep(void *z, const void *x, GrB_Index, GrB_Index, const void *y) {
    *static_cast<bool *>(z) = *static_cast<const double *>(x) > *static_cast<const double *>(y);
}

template <class Object, class Get>
std::string text_of(Object object, Get get, GrB_Field field) {
    char text[1024] = "";
    const GrB_Info info = get(object, text, field);
    return info == GrB_SUCCESS ? text : "failed";
}

TEST(SourceFields, AreTold) {
    GrB_Type type = nullptr, plain = nullptr;
    REQUIRE(GxB_Type_new(&type, sizeof(Pair), "Pair", pair_source));
    REQUIRE(GrB_Type_new(&plain, sizeof(Pair)));
    EXPECT_EQ(text_of(type, GrB_Type_get_String, GxB_JIT_C_NAME), "Pair");
    EXPECT_EQ(text_of(type, GrB_Type_get_String, GxB_JIT_C_DEFINITION), pair_source);
    EXPECT_EQ(text_of(plain, GrB_Type_get_String, GxB_JIT_C_NAME), "");
    EXPECT_EQ(text_of(plain, GrB_Type_get_String, GxB_JIT_C_DEFINITION), "");
    EXPECT_EQ(text_of(GrB_UINT16, GrB_Type_get_String, GxB_JIT_C_NAME), "uint16_t");
    EXPECT_EQ(text_of(GrB_UINT16, GrB_Type_get_String, GxB_JIT_C_DEFINITION), "");
    // The name by GrB_set is separate from the source's.
    REQUIRE(GrB_Type_set_String(type, "a pair", GrB_NAME));
    EXPECT_EQ(text_of(type, GrB_Type_get_String, GxB_JIT_C_NAME), "Pair");
    EXPECT_EQ(GrB_Type_set_String(type, "other", GxB_JIT_C_NAME), GrB_INVALID_VALUE);

    GrB_UnaryOp unary = nullptr;
    GrB_BinaryOp binary = nullptr;
    GrB_IndexUnaryOp index = nullptr;
    REQUIRE(GxB_UnaryOp_new(&unary, cube, GrB_FP64, GrB_FP64, "cube", cube_source));
    REQUIRE(GxB_BinaryOp_new(&binary, add, GrB_FP64, GrB_FP64, GrB_FP64, nullptr, add_source));
    REQUIRE(GxB_IndexUnaryOp_new(&index, keep, GrB_BOOL, GrB_FP64, GrB_FP64, "keep", nullptr));
    EXPECT_EQ(text_of(unary, GrB_UnaryOp_get_String, GxB_JIT_C_NAME), "cube");
    EXPECT_EQ(text_of(unary, GrB_UnaryOp_get_String, GxB_JIT_C_DEFINITION), cube_source);
    EXPECT_EQ(text_of(binary, GrB_BinaryOp_get_String, GxB_JIT_C_NAME), "");
    EXPECT_EQ(text_of(binary, GrB_BinaryOp_get_String, GxB_JIT_C_DEFINITION), add_source);
    EXPECT_EQ(text_of(index, GrB_IndexUnaryOp_get_String, GxB_JIT_C_NAME), "keep");
    EXPECT_EQ(text_of(index, GrB_IndexUnaryOp_get_String, GxB_JIT_C_DEFINITION), "");
    EXPECT_EQ(text_of(GrB_ABS_FP64, GrB_UnaryOp_get_String, GxB_JIT_C_NAME), "");
    EXPECT_EQ(text_of(GrB_PLUS_FP64, GrB_BinaryOp_get_String, GxB_JIT_C_DEFINITION), "");
    std::size_t bytes = 0;
    REQUIRE(GrB_UnaryOp_get_SIZE(unary, &bytes, GxB_JIT_C_DEFINITION));
    EXPECT_EQ(bytes, sizeof cube_source);
    REQUIRE(GrB_UnaryOp_free(&unary));
    REQUIRE(GrB_BinaryOp_free(&binary));
    REQUIRE(GrB_IndexUnaryOp_free(&index));
    REQUIRE(GrB_Type_free(&type));
    REQUIRE(GrB_Type_free(&plain));
}

} // namespace
} // namespace api
