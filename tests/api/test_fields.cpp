// Tests the forms of get and set of every kind of object with one plain use each.
#include "api/exchange.h"

#include <set>

namespace api {
namespace {

/// Returns the number that get_Scalar puts into a scalar.
template <class Get>
std::int32_t scalar_field(Get get) {
    GrB_Scalar answer = nullptr;
    REQUIRE(GrB_Scalar_new(&answer, GrB_INT32));
    REQUIRE(get(answer));
    std::int32_t number = -1;
    EXPECT_EQ(GrB_Scalar_extractElement_INT32(&number, answer), GrB_SUCCESS);
    REQUIRE(GrB_Scalar_free(&answer));
    return number;
}

TEST(Fields, GetScalar) {
    World o;
#define FIELD(Kind, object, field) \
    scalar_field([&](GrB_Scalar answer) { return GrB_##Kind##_get_Scalar(object, answer, field); })
    EXPECT_EQ(FIELD(Global, GrB_GLOBAL, GrB_API_VER_MAJOR), 2);
    EXPECT_EQ(FIELD(Type, GrB_INT8, GrB_EL_TYPE_CODE), GrB_INT8_CODE);
    EXPECT_EQ(FIELD(UnaryOp, GrB_ABS_INT16, GrB_INP0_TYPE_CODE), GrB_INT16_CODE);
    EXPECT_EQ(FIELD(BinaryOp, GrB_EQ_FP32, GrB_INP1_TYPE_CODE), GrB_FP32_CODE);
    EXPECT_EQ(FIELD(IndexUnaryOp, GrB_VALUEGT_UINT8, GrB_OUTP_TYPE_CODE), GrB_BOOL_CODE);
    EXPECT_EQ(FIELD(Monoid, GrB_PLUS_MONOID_INT64, GrB_OUTP_TYPE_CODE), GrB_INT64_CODE);
    EXPECT_EQ(FIELD(Semiring, GrB_PLUS_TIMES_SEMIRING_FP64, GrB_OUTP_TYPE_CODE), GrB_FP64_CODE);
    EXPECT_EQ(FIELD(Descriptor, GrB_DESC_T0, GrB_INP0_FIELD), GrB_TRAN);
    EXPECT_EQ(FIELD(Scalar, o.s, GrB_EL_TYPE_CODE), GrB_FP64_CODE);
    EXPECT_EQ(FIELD(Vector, o.mask_u, GrB_EL_TYPE_CODE), GrB_BOOL_CODE);
    EXPECT_EQ(FIELD(Matrix, o.A, GrB_EL_TYPE_CODE), GrB_FP64_CODE);
#undef FIELD
}

TEST(Fields, GetNumber) {
    World o;
    std::int32_t number = -1;
#define FIELD(Kind, object, field, wanted)                   \
    REQUIRE(GrB_##Kind##_get_INT32(object, &number, field)); \
    EXPECT_EQ(number, static_cast<std::int32_t>(wanted)) << #Kind
    FIELD(Global, GrB_GLOBAL, GrB_API_VER_MINOR, 1);
    FIELD(Type, o.pair, GrB_EL_TYPE_CODE, GrB_UDT_CODE);
    FIELD(UnaryOp, o.negate, GrB_OUTP_TYPE_CODE, GrB_FP64_CODE);
    FIELD(BinaryOp, GrB_LT_INT8, GrB_OUTP_TYPE_CODE, GrB_BOOL_CODE);
    FIELD(IndexUnaryOp, GrB_VALUELT_INT64, GrB_INP1_TYPE_CODE, GrB_INT64_CODE);
    FIELD(Monoid, GrB_LOR_MONOID_BOOL, GrB_INP0_TYPE_CODE, GrB_BOOL_CODE);
    FIELD(Semiring, GrB_MIN_PLUS_SEMIRING_FP32, GrB_OUTP_TYPE_CODE, GrB_FP32_CODE);
    FIELD(Descriptor, GrB_DESC_RSC, GrB_MASK_FIELD, GrB_COMP_STRUCTURE);
    FIELD(Scalar, o.pair_s, GrB_EL_TYPE_CODE, GrB_UDT_CODE);
    FIELD(Vector, o.w, GrB_EL_TYPE_CODE, GrB_FP64_CODE);
    FIELD(Matrix, o.mask_A, GrB_EL_TYPE_CODE, GrB_BOOL_CODE);
#undef FIELD
}

TEST(Fields, SetName) {
    World o;
    char text[64] = "";
    std::size_t size = 0;
#define FIELD(Kind, object)                                          \
    REQUIRE(GrB_##Kind##_set_String(object, "my " #Kind, GrB_NAME)); \
    REQUIRE(GrB_##Kind##_get_String(object, text, GrB_NAME));        \
    EXPECT_STREQ(text, "my " #Kind);                                 \
    REQUIRE(GrB_##Kind##_get_SIZE(object, &size, GrB_NAME));         \
    EXPECT_EQ(size, sizeof "my " #Kind)
    FIELD(Type, o.pair);
    FIELD(UnaryOp, o.negate);
    FIELD(BinaryOp, o.minus);
    FIELD(IndexUnaryOp, o.shifted);
    FIELD(Monoid, o.monoid);
    FIELD(Semiring, o.semiring);
    FIELD(Descriptor, o.desc);
    FIELD(Scalar, o.s);
    FIELD(Vector, o.u);
    FIELD(Matrix, o.A);
#undef FIELD
}

TEST(Fields, SetNumber) {
    World o;
    std::int32_t number = -1;
    REQUIRE(GrB_Descriptor_set_INT32(o.desc, GrB_TRAN, GrB_INP1_FIELD));
    REQUIRE(GrB_Descriptor_get_INT32(o.desc, &number, GrB_INP1_FIELD));
    EXPECT_EQ(number, GrB_TRAN);
    REQUIRE(GrB_Scalar_set_INT32(o.s, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    EXPECT_EQ(contents(o.s), contents(World().s));
    REQUIRE(GrB_Vector_set_INT32(o.u, GrX_BITMAP, GrX_FORMAT));
    REQUIRE(GrB_Vector_get_INT32(o.u, &number, GrX_FORMAT_STATUS));
    EXPECT_EQ(number, GrX_BITMAP);
    REQUIRE(GrB_Vector_set_INT32(o.u, GrX_SPARSE, GrX_FORMAT));
    REQUIRE(GrB_Vector_get_INT32(o.u, &number, GrX_FORMAT_STATUS));
    EXPECT_EQ(number, GrX_SPARSE);
    EXPECT_EQ(contents(o.u), contents(World().u));
    REQUIRE(GrB_Matrix_set_INT32(o.A, GrX_BITMAP, GrX_FORMAT));
    EXPECT_EQ(field_of(o.A, GrX_FORMAT_STATUS), GrX_BITMAP);
    REQUIRE(GrB_Matrix_set_INT32(o.A, GrX_HYPERSPARSE, GrX_FORMAT));
    EXPECT_EQ(field_of(o.A, GrX_FORMAT_STATUS), GrX_HYPERSPARSE);
    EXPECT_EQ(contents(o.A), contents(World().A));
}

TEST(Fields, SetScalar) {
    World o;
    std::int32_t number = -1;
    REQUIRE(GrB_Scalar_setElement_INT32(o.none, GrX_BITMAP));
    REQUIRE(GrB_Vector_set_Scalar(o.u, o.none, GrX_FORMAT));
    REQUIRE(GrB_Matrix_set_Scalar(o.A, o.none, GrX_FORMAT));
    REQUIRE(GrB_Scalar_setElement_INT32(o.none, GrX_SPARSE));
    REQUIRE(GrB_Vector_set_Scalar(o.v, o.none, GrX_FORMAT));
    REQUIRE(GrB_Matrix_set_Scalar(o.D, o.none, GrX_FORMAT));
    REQUIRE(GrB_Vector_get_INT32(o.u, &number, GrX_FORMAT_STATUS));
    EXPECT_EQ(number, GrX_BITMAP);
    REQUIRE(GrB_Vector_get_INT32(o.v, &number, GrX_FORMAT_STATUS));
    EXPECT_EQ(number, GrX_SPARSE);
    EXPECT_EQ(field_of(o.A, GrX_FORMAT_STATUS), GrX_BITMAP);
    EXPECT_EQ(field_of(o.D, GrX_FORMAT_STATUS), GrX_SPARSE);
    REQUIRE(GrB_Scalar_setElement_INT32(o.none, GrB_TRAN));
    REQUIRE(GrB_Descriptor_set_Scalar(o.desc, o.none, GrB_INP0_FIELD));
    REQUIRE(GrB_Descriptor_get_INT32(o.desc, &number, GrB_INP0_FIELD));
    EXPECT_EQ(number, GrB_TRAN);
    REQUIRE(GrB_Scalar_setElement_INT32(o.none, GrX_COMPRESSION_LZ4));
    const std::int32_t compression = library_field(GrX_COMPRESSION);
    REQUIRE(GrB_Global_set_Scalar(GrB_GLOBAL, o.none, GrX_COMPRESSION));
    EXPECT_EQ(library_field(GrX_COMPRESSION), GrX_COMPRESSION_LZ4);
    set_library(GrX_COMPRESSION, compression);
}

TEST(Variants, AreListed) {
    GrB_Index count = 0;
    REQUIRE(GrX_Variant_count(&count));
    std::set<std::string> names;
    for (GrB_Index k = 0; k < count; k++) {
        const char *operation = nullptr, *name = nullptr;
        REQUIRE(GrX_Variant_get(k, &operation, &name));
        EXPECT_TRUE(names.insert(std::string(operation) + ":" + name).second) << name;
    }
    EXPECT_EQ(names.count("mxv:cpu/mxv_pull_rows"), 1U);
    EXPECT_EQ(names.count("mxm:cpu/mxm_gustavson_hash"), 1U);
}

/// The functions of operators that are made with a name.
void twice(void *z, const void *x) {
    *static_cast<double *>(z) = 2 * *static_cast<const double *>(x);
}
void difference(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) - *static_cast<const double *>(y);
}
void plus_index(void *z, const void *x, GrB_Index i, GrB_Index, const void *y) {
    *static_cast<double *>(z) =
        *static_cast<const double *>(x) + static_cast<double>(i) + *static_cast<const double *>(y);
}

TEST(NamedOperators, Compute) {
    GrB_UnaryOp unary = nullptr;
    GrB_BinaryOp binary = nullptr;
    GrB_IndexUnaryOp index = nullptr;
    REQUIRE(GxB_UnaryOp_new(&unary, twice, GrB_FP64, GrB_FP64, "twice", nullptr));
    REQUIRE(
        GxB_BinaryOp_new(&binary, difference, GrB_FP64, GrB_FP64, GrB_FP64, "difference", nullptr));
    REQUIRE(GxB_IndexUnaryOp_new(&index, plus_index, GrB_FP64, GrB_FP64, GrB_FP64, "plus_index",
                                 nullptr));
    char text[64] = "";
    REQUIRE(GrB_UnaryOp_get_String(unary, text, GrB_NAME));
    EXPECT_STREQ(text, "twice");
    REQUIRE(GrB_BinaryOp_get_String(binary, text, GrB_NAME));
    EXPECT_STREQ(text, "difference");
    REQUIRE(GrB_IndexUnaryOp_get_String(index, text, GrB_NAME));
    EXPECT_STREQ(text, "plus_index");
    GrB_Vector u = new_vector(GrB_FP64, 4);
    REQUIRE(GrB_Vector_setElement_FP64(u, 5, 3));
    const auto value = [&] {
        double x = -1;
        EXPECT_EQ(GrB_Vector_extractElement_FP64(&x, u, 3), GrB_SUCCESS);
        return x;
    };
    REQUIRE(GrB_Vector_apply(u, nullptr, nullptr, unary, u, nullptr));
    EXPECT_EQ(value(), 10);
    REQUIRE(GrB_Vector_apply_BinaryOp2nd_FP64(u, nullptr, nullptr, binary, u, 4, nullptr));
    EXPECT_EQ(value(), 6);
    REQUIRE(GrB_Vector_apply_IndexOp_FP64(u, nullptr, nullptr, index, u, 100, nullptr));
    EXPECT_EQ(value(), 109);
    REQUIRE(GrB_Vector_free(&u));
    REQUIRE(GrB_UnaryOp_free(&unary));
    REQUIRE(GrB_BinaryOp_free(&binary));
    REQUIRE(GrB_IndexUnaryOp_free(&index));
}

} // namespace
} // namespace api
