// Tests SuiteSparse's queries of objects, its older names, and blobs of matrices and vectors.
#include "api/gxb.h"

namespace api {
namespace {

std::string read(GrB_Info (*get)(char *, GrB_Type), GrB_Type object) {
    char name[GxB_MAX_NAME_LEN] = "?";
    EXPECT_EQ(get(name, object), GrB_SUCCESS);
    return name;
}

TEST(GxbNames, Types) {
    const std::pair<GrB_Type, const char *> types[] = {
        {GrB_BOOL, "bool"},       {GrB_INT8, "int8_t"},     {GrB_UINT8, "uint8_t"},
        {GrB_INT16, "int16_t"},   {GrB_UINT16, "uint16_t"}, {GrB_INT32, "int32_t"},
        {GrB_UINT32, "uint32_t"}, {GrB_INT64, "int64_t"},   {GrB_UINT64, "uint64_t"},
        {GrB_FP32, "float"},      {GrB_FP64, "double"},     {GxB_FC32, "GxB_FC32_t"},
        {GxB_FC64, "GxB_FC64_t"}};
    for (const auto &[type, name] : types) {
        EXPECT_EQ(read(GxB_Type_name, type), name);
        GrB_Type found = nullptr;
        REQUIRE(GxB_Type_from_name(&found, name));
        EXPECT_EQ(found, type);
        char own_name[GxB_MAX_NAME_LEN];
        REQUIRE(GrB_Type_get_String(type, own_name, GrB_NAME));
        REQUIRE(GxB_Type_from_name(&found, own_name));
        EXPECT_EQ(found, type) << own_name;
        std::size_t size = 0, same = 0;
        REQUIRE(GxB_Type_size(&size, type));
        REQUIRE(GrB_Type_get_SIZE(type, &same, GrB_SIZE));
        EXPECT_EQ(size, same);
        const MatrixPointer A(new_matrix(type, 1, 1));
        const VectorPointer u(new_vector(type, 1));
        GrB_Scalar s = nullptr;
        REQUIRE(GxB_Scalar_new(&s, type));
        char text[GxB_MAX_NAME_LEN];
        REQUIRE(GxB_Matrix_type_name(text, A.get()));
        EXPECT_STREQ(text, name);
        REQUIRE(GxB_Vector_type_name(text, u.get()));
        EXPECT_STREQ(text, name);
        REQUIRE(GxB_Scalar_type_name(text, s));
        EXPECT_STREQ(text, name);
        REQUIRE(GxB_Matrix_type(&found, A.get()));
        EXPECT_EQ(found, type);
        REQUIRE(GxB_Vector_type(&found, u.get()));
        EXPECT_EQ(found, type);
        REQUIRE(GxB_Scalar_type(&found, s));
        EXPECT_EQ(found, type);
        REQUIRE(GxB_Scalar_free(&s));
    }
    GrB_Type found = GrB_BOOL;
    REQUIRE(GxB_Type_from_name(&found, "GrB_UINT16"));
    EXPECT_EQ(found, GrB_UINT16);
    REQUIRE(GxB_Type_from_name(&found, "double _Complex"));
    EXPECT_EQ(found, GxB_FC64);
    REQUIRE(GxB_Type_from_name(&found, "quaternion"));
    EXPECT_EQ(found, nullptr);
    GrB_Type own = nullptr;
    REQUIRE(GxB_Type_new(&own, 24, "quaternion", nullptr));
    EXPECT_EQ(read(GxB_Type_name, own), "quaternion");
    REQUIRE(GrB_Type_free(&own));
    char text[GxB_MAX_NAME_LEN];
    EXPECT_EQ(GxB_Matrix_type_name(text, nullptr), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Matrix_type_name(nullptr, nullptr), GrB_NULL_POINTER);
}

TEST(GxbNames, PartsOfOperators) {
    GrB_Type type = nullptr;
    char text[GxB_MAX_NAME_LEN];
    REQUIRE(GxB_UnaryOp_ztype(&type, GrB_LNOT));
    EXPECT_EQ(type, GrB_BOOL);
    REQUIRE(GxB_UnaryOp_xtype(&type, GrB_ABS_INT8));
    EXPECT_EQ(type, GrB_INT8);
    REQUIRE(GxB_UnaryOp_ztype_name(text, GrB_ABS_INT8));
    EXPECT_STREQ(text, "int8_t");
    REQUIRE(GxB_UnaryOp_xtype_name(text, GrB_ABS_FP32));
    EXPECT_STREQ(text, "float");
    REQUIRE(GxB_BinaryOp_ztype(&type, GrB_LT_FP64));
    EXPECT_EQ(type, GrB_BOOL);
    REQUIRE(GxB_BinaryOp_xtype(&type, GrB_LT_FP64));
    EXPECT_EQ(type, GrB_FP64);
    REQUIRE(GxB_BinaryOp_ytype(&type, GrB_LT_INT16));
    EXPECT_EQ(type, GrB_INT16);
    REQUIRE(GxB_BinaryOp_ztype_name(text, GrB_LT_FP64));
    EXPECT_STREQ(text, "bool");
    REQUIRE(GxB_BinaryOp_xtype_name(text, GrB_LT_FP64));
    EXPECT_STREQ(text, "double");
    REQUIRE(GxB_BinaryOp_ytype_name(text, GrB_LT_UINT8));
    EXPECT_STREQ(text, "uint8_t");
    REQUIRE(GxB_IndexUnaryOp_ztype_name(text, GrB_VALUEEQ_FP32));
    EXPECT_STREQ(text, "bool");
    REQUIRE(GxB_IndexUnaryOp_xtype_name(text, GrB_VALUEEQ_FP32));
    EXPECT_STREQ(text, "float");
    REQUIRE(GxB_IndexUnaryOp_ytype_name(text, GrB_TRIL));
    EXPECT_STREQ(text, "int64_t");
    EXPECT_EQ(GxB_IndexUnaryOp_xtype_name(text, GrB_TRIL), GrB_NO_VALUE);
    EXPECT_STREQ(text, "");

    GrB_BinaryOp op = nullptr;
    GrB_Monoid monoid = nullptr;
    REQUIRE(GxB_Semiring_add(&monoid, GrB_MIN_PLUS_SEMIRING_INT32));
    EXPECT_EQ(monoid, GrB_MIN_MONOID_INT32);
    REQUIRE(GxB_Semiring_multiply(&op, GrB_MIN_PLUS_SEMIRING_INT32));
    EXPECT_EQ(op, GrB_PLUS_INT32);
    REQUIRE(GxB_Monoid_operator(&op, GrB_MIN_MONOID_INT32));
    EXPECT_EQ(op, GrB_MIN_INT32);
    std::int32_t value = 0;
    REQUIRE(GxB_Monoid_identity(&value, GrB_MIN_MONOID_INT32));
    EXPECT_EQ(value, INT32_MAX);
    bool has_terminal = false;
    REQUIRE(GxB_Monoid_terminal(&has_terminal, &value, GrB_MIN_MONOID_INT32));
    EXPECT_TRUE(has_terminal);
    EXPECT_EQ(value, INT32_MIN);
    REQUIRE(GxB_Monoid_terminal(&has_terminal, &value, GrB_PLUS_MONOID_INT32));
    EXPECT_FALSE(has_terminal);
}

template <class T>
void expect_terminal(GrB_Info (*make)(GrB_Monoid *, GrB_BinaryOp, T, T), GrB_BinaryOp op) {
    GrB_Monoid monoid = nullptr;
    ASSERT_EQ(make(&monoid, op, T{1}, T{0}), GrB_SUCCESS);
    T identity{}, terminal{1};
    bool has_terminal = false;
    REQUIRE(GxB_Monoid_identity(&identity, monoid));
    REQUIRE(GxB_Monoid_terminal(&has_terminal, &terminal, monoid));
    EXPECT_EQ(identity, T{1});
    EXPECT_TRUE(has_terminal);
    EXPECT_EQ(terminal, T{0});
    REQUIRE(GrB_Monoid_free(&monoid));
    EXPECT_EQ(make(&monoid, op == GrB_LAND ? GrB_PLUS_INT8 : GrB_LAND, T{1}, T{0}),
              GrB_DOMAIN_MISMATCH);
}

TEST(GxbMonoids, WithATerminalValue) {
    expect_terminal<bool>(GxB_Monoid_terminal_new_BOOL, GrB_LAND);
    expect_terminal<std::int8_t>(GxB_Monoid_terminal_new_INT8, GrB_TIMES_INT8);
    expect_terminal<std::uint8_t>(GxB_Monoid_terminal_new_UINT8, GrB_TIMES_UINT8);
    expect_terminal<std::int16_t>(GxB_Monoid_terminal_new_INT16, GrB_TIMES_INT16);
    expect_terminal<std::uint16_t>(GxB_Monoid_terminal_new_UINT16, GrB_TIMES_UINT16);
    expect_terminal<std::int32_t>(GxB_Monoid_terminal_new_INT32, GrB_TIMES_INT32);
    expect_terminal<std::uint32_t>(GxB_Monoid_terminal_new_UINT32, GrB_TIMES_UINT32);
    expect_terminal<std::int64_t>(GxB_Monoid_terminal_new_INT64, GrB_TIMES_INT64);
    expect_terminal<std::uint64_t>(GxB_Monoid_terminal_new_UINT64, GrB_TIMES_UINT64);
    expect_terminal<float>(GxB_Monoid_terminal_new_FP32, GrB_TIMES_FP32);
    expect_terminal<double>(GxB_Monoid_terminal_new_FP64, GrB_TIMES_FP64);
    World world;
    GrB_Monoid monoid = nullptr;
    Pair identity{1, 1}, terminal{0, 0}, found{5, 5};
    GrB_BinaryOp add = nullptr;
    REQUIRE(GxB_Semiring_add(&monoid, world.pair_semiring));
    REQUIRE(GxB_Monoid_operator(&add, monoid));
    REQUIRE(GxB_Monoid_terminal_new_UDT(&monoid, add, &identity, &terminal));
    bool has_terminal = false;
    REQUIRE(GxB_Monoid_terminal(&has_terminal, &found, monoid));
    EXPECT_TRUE(has_terminal);
    EXPECT_EQ(found.second, 0);
    REQUIRE(GrB_Monoid_free(&monoid));
    EXPECT_EQ(GxB_Monoid_terminal_new_UDT(&monoid, add, &identity, nullptr), GrB_NULL_POINTER);
}

TEST(GxbNames, BytesAndEntries) {
    const MatrixPointer A = matrix_of(100, 100, {{{1, 2}, 3}});
    const VectorPointer u = vector_of(100, {{{0, 7}, 3}});
    std::size_t few = 0, many = 0;
    REQUIRE(GxB_Matrix_memoryUsage(&few, A.get()));
    REQUIRE(
        GrB_Matrix_assign_FP64(A.get(), nullptr, nullptr, 1, GrB_ALL, 100, GrB_ALL, 100, nullptr));
    REQUIRE(GrB_Matrix_setElement_FP64(A.get(), 2, 0, 0));
    GrB_Matrix_wait(A.get(), GrB_MATERIALIZE);
    REQUIRE(GxB_Matrix_memoryUsage(&many, A.get()));
    EXPECT_GT(many, few + 70000);
    REQUIRE(GxB_Vector_memoryUsage(&few, u.get()));
    EXPECT_GE(few, 8U);
    REQUIRE(GxB_Scalar_memoryUsage(&few, scalar_of(1).get()));
    EXPECT_GE(few, 8U);
    EXPECT_EQ(GxB_Vector_isStoredElement(u.get(), 7), GrB_SUCCESS);
    EXPECT_EQ(GxB_Vector_isStoredElement(u.get(), 8), GrB_NO_VALUE);
    EXPECT_EQ(GxB_Vector_isStoredElement(u.get(), 100), GrB_INVALID_INDEX);
    EXPECT_EQ(GxB_Matrix_isStoredElement(A.get(), 1, 2), GrB_SUCCESS);
    REQUIRE(GrB_Matrix_removeElement(A.get(), 1, 2));
    EXPECT_EQ(GxB_Matrix_isStoredElement(A.get(), 1, 2), GrB_NO_VALUE);
    EXPECT_EQ(GxB_Matrix_isStoredElement(A.get(), 1, 100), GrB_INVALID_INDEX);
    bool iso = true;
    const VectorPointer two = vector_of(9, {{{0, 7}, 3}, {{0, 8}, 4}});
    REQUIRE(GxB_Vector_iso(&iso, two.get()));
    EXPECT_FALSE(iso);
}

TEST(GxbAliases, DoWhatTheNewerNamesDo) {
    GrB_Scalar s = nullptr, t = nullptr;
    REQUIRE(GxB_Scalar_new(&s, GrB_FP64));
#define ELEMENT(T, type)                                             \
    {                                                                \
        type value = 0;                                              \
        REQUIRE(GxB_Scalar_setElement_##T(s, static_cast<type>(1))); \
        REQUIRE(GxB_Scalar_extractElement_##T(&value, s));           \
        EXPECT_EQ(value, static_cast<type>(1));                      \
    }
    ELEMENT(BOOL, bool)
    ELEMENT(INT8, std::int8_t)
    ELEMENT(UINT8, std::uint8_t)
    ELEMENT(INT16, std::int16_t)
    ELEMENT(UINT16, std::uint16_t)
    ELEMENT(INT32, std::int32_t)
    ELEMENT(UINT32, std::uint32_t)
    ELEMENT(INT64, std::int64_t)
    ELEMENT(UINT64, std::uint64_t)
    ELEMENT(FP32, float)
    ELEMENT(FP64, double)
#undef ELEMENT
    EXPECT_EQ(GxB_Scalar_setElement_UDT(s, &s), GrB_DOMAIN_MISMATCH);
    const char *text = nullptr;
    REQUIRE(GxB_Scalar_error(&text, s));
    EXPECT_STRNE(text, "");
    EXPECT_EQ(GxB_Scalar_extractElement_UDT(&t, s), GrB_DOMAIN_MISMATCH);
    REQUIRE(GxB_Scalar_dup(&t, s));
    REQUIRE(GxB_Scalar_wait(&t));
    REQUIRE(GxB_Scalar_clear(s));
    GrB_Index count = 9;
    REQUIRE(GxB_Scalar_nvals(&count, s));
    EXPECT_EQ(count, 0U);
    REQUIRE(GxB_Scalar_nvals(&count, t));
    EXPECT_EQ(count, 1U);

    const MatrixPointer A = matrix_of(2, 2, {{{0, 1}, 3}}), C(new_matrix(GrB_FP64, 2, 2)),
                        K(new_matrix(GrB_FP64, 4, 4));
    const VectorPointer u = vector_of(2, {{{0, 1}, 3}}), w(new_vector(GrB_FP64, 2));
    REQUIRE(GxB_Matrix_apply_BinaryOp1st(C.get(), nullptr, nullptr, GrB_MINUS_FP64, t, A.get(),
                                         nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 1}, -2}}));
    REQUIRE(GxB_Matrix_apply_BinaryOp2nd(C.get(), nullptr, nullptr, GrB_MINUS_FP64, A.get(), t,
                                         nullptr));
    EXPECT_EQ(entries_of(C), (EntryMap{{{0, 1}, 2}}));
    REQUIRE(GxB_Vector_apply_BinaryOp1st(w.get(), nullptr, nullptr, GrB_MINUS_FP64, t, u.get(),
                                         nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, -2}}));
    REQUIRE(GxB_Vector_apply_BinaryOp2nd(w.get(), nullptr, nullptr, GrB_MINUS_FP64, u.get(), t,
                                         nullptr));
    EXPECT_EQ(entries_of(w), (EntryMap{{{0, 1}, 2}}));
    REQUIRE(GxB_kron(K.get(), nullptr, nullptr, GrB_TIMES_FP64, A.get(), A.get(), nullptr));
    EXPECT_EQ(entries_of(K), (EntryMap{{{0, 3}, 9}}));
    REQUIRE(GxB_Matrix_resize(C.get(), 3, 1));
    REQUIRE(GxB_Vector_resize(w.get(), 5));
    GrB_Index size = 0;
    REQUIRE(GrB_Matrix_nrows(&size, C.get()));
    EXPECT_EQ(size, 3U);
    REQUIRE(GrB_Vector_size(&size, w.get()));
    EXPECT_EQ(size, 5U);
    REQUIRE(GxB_Scalar_free(&s));
    REQUIRE(GxB_Scalar_free(&t));
    EXPECT_EQ(s, nullptr);
}

TEST(GxbBlobs, MatricesAndVectors) {
    const EntryMap entries{{{0, 3}, 1}, {{2, 0}, 2}, {{4, 4}, 3}}, row{{{0, 1}, 5}, {{0, 6}, 7}};
    for (const int compression :
         {GxB_COMPRESSION_NONE, GxB_COMPRESSION_DEFAULT, GxB_COMPRESSION_LZ4,
          GxB_COMPRESSION_LZ4HC + 9, GxB_COMPRESSION_ZSTD + 1}) {
        const DescriptorPointer desc = descriptor_of({{GxB_COMPRESSION, compression}});
        for (const int format : {GrX_SPARSE, GrX_BITMAP}) {
            const MatrixPointer A = matrix_of(5, 5, entries);
            const VectorPointer u = vector_of(8, row);
            REQUIRE(GrB_Matrix_set_INT32(A.get(), format, GrX_FORMAT));
            REQUIRE(GrB_Vector_set_INT32(u.get(), format, GrX_FORMAT));
            void *blob = nullptr;
            GrB_Index size = 0;
            ASSERT_EQ(GxB_Matrix_serialize(&blob, &size, A.get(), desc.get()), GrB_SUCCESS);
            GrB_Matrix C = nullptr;
            REQUIRE(GxB_Matrix_deserialize(&C, nullptr, blob, size, nullptr));
            EXPECT_EQ(entries_of(C), entries);
            REQUIRE(GrB_Matrix_free(&C));
            REQUIRE(GrB_Matrix_deserialize(&C, GrB_FP64, blob, size));
            REQUIRE(GrB_Matrix_free(&C));
            char name[GxB_MAX_NAME_LEN];
            REQUIRE(GxB_deserialize_type_name(name, blob, size));
            EXPECT_STREQ(name, "double");
            std::int32_t number = -1;
            REQUIRE(GxB_Serialized_get_INT32(blob, &number, GrB_EL_TYPE_CODE, size));
            EXPECT_EQ(number, GrB_FP64_CODE);
            REQUIRE(GxB_Serialized_get_INT32(blob, &number, GxB_SPARSITY_STATUS, size));
            EXPECT_EQ(number, format == GrX_SPARSE ? GxB_SPARSE : GxB_BITMAP);
            REQUIRE(GxB_Serialized_get_String(blob, name, GrB_EL_TYPE_STRING, size));
            EXPECT_STREQ(name, "GrB_FP64");
            std::size_t length = 0;
            REQUIRE(GxB_Serialized_get_SIZE(blob, &length, GrB_EL_TYPE_STRING, size));
            EXPECT_EQ(length, 9U);
            REQUIRE(GxB_Serialized_get_SIZE(blob, &length, GrB_SIZE, size));
            EXPECT_EQ(length, 8U);
            const ScalarPointer target = scalar_of(0);
            REQUIRE(GxB_Serialized_get_Scalar(blob, target.get(), GrB_EL_TYPE_CODE, size));
            double code = 0;
            REQUIRE(GrB_Scalar_extractElement_FP64(&code, target.get()));
            EXPECT_EQ(code, GrB_FP64_CODE);
            EXPECT_EQ(GxB_Serialized_get_VOID(blob, name, GrB_NAME, size), GrB_INVALID_VALUE);
            EXPECT_EQ(GxB_Serialized_get_INT32(blob, &number, GrB_NAME, size), GrB_INVALID_VALUE);
            EXPECT_EQ(GxB_Serialized_get_INT32(blob, &number, GrB_EL_TYPE_CODE, 20),
                      GrB_INVALID_OBJECT);
            GrB_Vector w = nullptr;
            EXPECT_EQ(GxB_Vector_deserialize(&w, nullptr, blob, size, nullptr), GrB_INVALID_OBJECT);
            EXPECT_EQ(w, nullptr);
            std::free(blob);

            ASSERT_EQ(GxB_Vector_serialize(&blob, &size, u.get(), desc.get()), GrB_SUCCESS);
            REQUIRE(GxB_Vector_deserialize(&w, GrB_FP64, blob, size, nullptr));
            EXPECT_EQ(entries_of(w), row);
            GrB_Index n = 0;
            REQUIRE(GrB_Vector_size(&n, w));
            EXPECT_EQ(n, 8U);
            REQUIRE(GrB_Vector_setElement_FP64(w, 1, 0));
            REQUIRE(GrB_Vector_free(&w));
            // The vector as a matrix has one column.
            REQUIRE(GxB_Matrix_deserialize(&C, nullptr, blob, size, nullptr));
            EXPECT_EQ(entries_of(C), (EntryMap{{{1, 0}, 5}, {{6, 0}, 7}}));
            REQUIRE(GrB_Matrix_free(&C));
            std::free(blob);
        }
    }
    const MatrixPointer A = matrix_of(5, 5, entries);
    const DescriptorPointer wrong = descriptor_of({{GxB_COMPRESSION, 77}});
    void *blob = nullptr;
    GrB_Index size = 0;
    EXPECT_EQ(GxB_Matrix_serialize(&blob, &size, A.get(), wrong.get()), GrB_INVALID_VALUE);
    EXPECT_EQ(blob, nullptr);
}

} // namespace
} // namespace api
