// Tests a user-defined type through the methods of containers, and the errors of mixing types.
#include "api/user_types.h"

#include <cmath>

namespace api {
namespace {

class UserTypeMethods : public UserTypes {};

TEST_P(UserTypeMethods, Build) {
    const GrB_Index rows[] = {3, 1, 3, 7, 3}, columns[] = {2, 0, 2, 7, 2};
    const Affine values[] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}};
    REQUIRE(GrB_Matrix_clear(C));
    REQUIRE(GrB_Matrix_build_UDT(C, rows, columns, values, 5, plus_op));
    EXPECT_EQ(entries(C), (Model{{{3, 2}, {15, 18}}, {{1, 0}, {3, 4}}, {{7, 7}, {7, 8}}}));
    REQUIRE(GrB_Matrix_clear(C));
    EXPECT_EQ(GrB_Matrix_build_UDT(C, rows, columns, values, 5, nullptr), GrB_INVALID_VALUE);
    EXPECT_EQ(entries(C), Model());
    REQUIRE(GrB_Vector_clear(w));
    REQUIRE(GrB_Vector_build_UDT(w, rows, values, 5, plus_op));
    EXPECT_EQ(entries(w), (Model{{{3, 0}, {15, 18}}, {{1, 0}, {3, 4}}, {{7, 0}, {7, 8}}}));
}

TEST_P(UserTypeMethods, ElementsAndShapes) {
    Affine back{0, 0};
    REQUIRE(GrB_Matrix_setElement_UDT(A, &value, 5, 5));
    model_A[{5, 5}] = value;
    REQUIRE(GrB_Matrix_setElement_Scalar(A, scalar, 0, 6));
    model_A[{0, 6}] = value;
    REQUIRE(GrB_Matrix_extractElement_UDT(&back, A, 5, 5));
    EXPECT_EQ(back, value);
    REQUIRE(GrB_Matrix_removeElement(A, 5, 5));
    model_A.erase({5, 5});
    EXPECT_EQ(entries(A), model_A);
    GrB_Matrix copy = nullptr, diagonal = nullptr;
    REQUIRE(GrB_Matrix_dup(&copy, A));
    EXPECT_EQ(entries(copy), model_A);
    REQUIRE(GrB_transpose(copy, nullptr, plus_op, A, nullptr));
    EXPECT_EQ(entries(copy), merged(model_A, transposed(model_A), plus));
    REQUIRE(GrB_Matrix_resize(A, 5, 6));
    Model kept;
    for (const auto &[p, one] : model_A)
        if (p.first < 5 && p.second < 6) kept[p] = one;
    EXPECT_EQ(entries(A), kept);
    REQUIRE(GrB_Matrix_diag(&diagonal, u, 2));
    Model on_diagonal;
    for (const auto &[p, one] : model_u) on_diagonal[{p.first, p.first + 2}] = one;
    EXPECT_EQ(entries(diagonal), on_diagonal);
    REQUIRE(GrB_Matrix_free(&copy));
    REQUIRE(GrB_Matrix_free(&diagonal));
}

TEST_P(UserTypeMethods, ExportAndImport) {
    for (const GrB_Format format : {GrB_CSR_FORMAT, GrB_CSC_FORMAT, GrB_COO_FORMAT}) {
        GrB_Index offsets_length = 0, indices_length = 0, values_length = 0;
        REQUIRE(GrB_Matrix_exportSize(&offsets_length, &indices_length, &values_length, format, A));
        std::vector<GrB_Index> offsets(offsets_length), indices(indices_length);
        std::vector<Affine> values(values_length);
        ASSERT_EQ(values_length, model_A.size());
        REQUIRE(GrB_Matrix_export_UDT(offsets.data(), indices.data(), values.data(),
                                      &offsets_length, &indices_length, &values_length, format, A));
        GrB_Matrix back = nullptr;
        REQUIRE(GrB_Matrix_import_UDT(&back, type, n, n, offsets.data(), indices.data(),
                                      values.data(), offsets_length, indices_length, values_length,
                                      format));
        EXPECT_EQ(entries(back), model_A);
        REQUIRE(GrB_Matrix_free(&back));
        std::vector<double> numbers_only(values_length);
        EXPECT_EQ(GrB_Matrix_export_FP64(offsets.data(), indices.data(), numbers_only.data(),
                                         &offsets_length, &indices_length, &values_length, format,
                                         A),
                  GrB_DOMAIN_MISMATCH);
        EXPECT_EQ(GrB_Matrix_import_FP64(&back, type, n, n, offsets.data(), indices.data(),
                                         numbers_only.data(), offsets_length, indices_length,
                                         values_length, format),
                  GrB_DOMAIN_MISMATCH);
        EXPECT_EQ(back, nullptr);
    }
}

TEST_P(UserTypeMethods, Serialize) {
    for (const int compression : {-1, 0, 1000, 3009}) {
        REQUIRE(
            GrB_Global_set_INT32(GrB_GLOBAL, compression, static_cast<GrB_Field>(GrX_COMPRESSION)));
        GrB_Index bytes = 0;
        REQUIRE(GrB_Matrix_serializeSize(&bytes, A));
        std::vector<unsigned char> blob(bytes);
        REQUIRE(GrB_Matrix_serialize(blob.data(), &bytes, A));
        GrB_Matrix back = nullptr;
        REQUIRE(GrB_Matrix_deserialize(&back, type, blob.data(), bytes));
        EXPECT_EQ(entries(back), model_A);
        REQUIRE(GrB_Matrix_free(&back));
        // The bytes contain the type's name, not the type.
        EXPECT_EQ(GrB_Matrix_deserialize(&back, nullptr, blob.data(), bytes), GrB_DOMAIN_MISMATCH);
        EXPECT_EQ(GrB_Matrix_deserialize(&back, GrB_FP64, blob.data(), bytes), GrB_DOMAIN_MISMATCH);
        EXPECT_EQ(back, nullptr);
    }
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 0, static_cast<GrB_Field>(GrX_COMPRESSION)));
}

/// Two types of the same size are different types, and neither is a number.
TEST_P(UserTypeMethods, Domains) {
    GrB_Type other = nullptr;
    REQUIRE(GrB_Type_new(&other, sizeof(Affine)));
    GrB_Matrix X = new_matrix(other, n, n);
    double number = 0;
    EXPECT_EQ(GrB_Matrix_assign(X, nullptr, nullptr, A, GrB_ALL, n, GrB_ALL, n, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_eWiseAdd_BinaryOp(A, nullptr, nullptr, plus_op, A, X, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_mxm(A, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, A, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_mxm(A, nullptr, nullptr, semiring, A, numbers, nullptr), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_mxm(numbers, nullptr, nullptr, semiring, A, A, nullptr), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_mxm(A, nullptr, GrB_PLUS_FP64, semiring, A, A, nullptr), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_mxm(A, B, nullptr, semiring, A, A, nullptr), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_mxm(A, B, nullptr, semiring, A, A, GrB_DESC_S), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_setElement_FP64(B, 1, 0, 0), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&number, B, 0, 0), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_reduce_FP64(&number, nullptr, monoid, B, nullptr), GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(GrB_Matrix_apply(B, nullptr, nullptr, GrB_AINV_FP64, B, nullptr),
              GrB_DOMAIN_MISMATCH);
    EXPECT_EQ(entries(B), model_B);
    REQUIRE(GrB_Matrix_free(&X));
    REQUIRE(GrB_Type_free(&other));
}

INSTANTIATE_TEST_SUITE_P(Formats, UserTypeMethods, user_type_formats, format_name);

template <class Object>
std::string name(Object object, GrB_Info (*get)(Object, char *, GrB_Field), GrB_Field field) {
    char text[400] = "?";
    require(get(object, text, field));
    return text;
}

void as_double(void *z, const void *x) {
    *static_cast<double *>(z) = static_cast<const Affine *>(x)->a;
}
void left(void *z, const void *x, const void *) {
    *static_cast<Affine *>(z) = *static_cast<const Affine *>(x);
}
void always(void *z, const void *, GrB_Index, GrB_Index, const void *) {
    *static_cast<bool *>(z) = true;
}

/// The SuiteSparse forms keep names and copy texts; NULL gives an empty name.
TEST(SuiteSparseForms, NamesAndSources) {
    GrB_Type type = nullptr, plain = nullptr;
    std::string type_name = "Affine", source = "typedef struct { double a, b ; } Affine ;";
    REQUIRE(GxB_Type_new(&type, sizeof(Affine), type_name.c_str(), source.c_str()));
    type_name = "another";
    EXPECT_EQ(name(type, GrB_Type_get_String, GrB_NAME), "Affine");
    EXPECT_EQ(name(type, GrB_Type_get_String, GrB_EL_TYPE_STRING), "Affine");
    REQUIRE(GrB_Type_set_String(type, "maps", GrB_NAME));
    EXPECT_EQ(name(type, GrB_Type_get_String, GrB_NAME), "maps");
    REQUIRE(GxB_Type_new(&plain, 3, nullptr, nullptr));
    EXPECT_EQ(name(plain, GrB_Type_get_String, GrB_NAME), "");
    size_t size = 0;
    REQUIRE(GrB_Type_get_SIZE(plain, &size, GrB_SIZE));
    EXPECT_EQ(size, 3U);
    REQUIRE(GrB_Type_free(&plain));
    REQUIRE(GxB_Type_new(&plain, 3, std::string(300, 'x').c_str(), ""));
    EXPECT_EQ(name(plain, GrB_Type_get_String, GrB_NAME), std::string(127, 'x'));

    GrB_UnaryOp unary = nullptr;
    GrB_BinaryOp binary = nullptr;
    GrB_IndexUnaryOp index = nullptr;
    REQUIRE(GxB_UnaryOp_new(&unary, as_double, GrB_FP64, type, "as_double",
                            "void as_double (double *z, const Affine *x) { *z = x->a ; }"));
    REQUIRE(GxB_BinaryOp_new(&binary, left, type, type, type, "left", nullptr));
    REQUIRE(GxB_IndexUnaryOp_new(&index, always, GrB_BOOL, type, GrB_INT64, nullptr, nullptr));
    EXPECT_EQ(name(unary, GrB_UnaryOp_get_String, GrB_NAME), "as_double");
    EXPECT_EQ(name(binary, GrB_BinaryOp_get_String, GrB_NAME), "left");
    EXPECT_EQ(name(index, GrB_IndexUnaryOp_get_String, GrB_NAME), "");
    GrB_Vector u = new_vector(type, 3), w = new_vector(GrB_FP64, 3);
    const Affine one{4, 5};
    REQUIRE(GrB_Vector_setElement_UDT(u, &one, 1));
    REQUIRE(GrB_Vector_eWiseMult_BinaryOp(u, nullptr, nullptr, binary, u, u, nullptr));
    REQUIRE(GrB_Vector_select_INT64(u, nullptr, nullptr, index, u, 0, nullptr));
    REQUIRE(GrB_Vector_apply(w, nullptr, nullptr, unary, u, nullptr));
    double number = 0;
    REQUIRE(GrB_Vector_extractElement_FP64(&number, w, 1));
    EXPECT_EQ(number, 4);

    GrB_UnaryOp none = nullptr;
    GrB_Type no_type = nullptr;
    EXPECT_EQ(GxB_Type_new(nullptr, 3, "x", "x"), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_Type_new(&no_type, 0, "x", "x"), GrB_INVALID_VALUE);
    EXPECT_EQ(GxB_UnaryOp_new(nullptr, as_double, GrB_FP64, type, "x", "x"), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_UnaryOp_new(&none, nullptr, GrB_FP64, type, "x", "x"), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_UnaryOp_new(&none, as_double, nullptr, type, "x", "x"), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_UnaryOp_new(&none, as_double, GrB_FP64, fake<GrB_Type>(), "x", "x"),
              GrB_UNINITIALIZED_OBJECT);
    EXPECT_EQ(GxB_BinaryOp_new(&binary, left, type, type, nullptr, "x", "x"), GrB_NULL_POINTER);
    EXPECT_EQ(GxB_IndexUnaryOp_new(&index, nullptr, type, type, type, "x", "x"), GrB_NULL_POINTER);
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(no_type, nullptr);

    REQUIRE(GrB_Vector_free(&u));
    REQUIRE(GrB_Vector_free(&w));
    REQUIRE(GrB_UnaryOp_free(&unary));
    REQUIRE(GrB_BinaryOp_free(&binary));
    REQUIRE(GrB_IndexUnaryOp_free(&index));
    REQUIRE(GrB_Type_free(&type));
    REQUIRE(GrB_Type_free(&plain));
}

template <class T>
void check_function(GrB_UnaryOp op, GrB_Type type, T (*function)(T)) {
    const double values[] = {0, 0.5, 1, 2, 10, -1, INFINITY, 1e-300};
    GrB_Vector u = new_vector(type, 8);
    for (GrB_Index k = 0; k < 8; k++) REQUIRE(GrB_Vector_setElement_FP64(u, values[k], k));
    REQUIRE(GrB_Vector_apply(u, nullptr, nullptr, op, u, nullptr));
    for (GrB_Index k = 0; k < 8; k++) {
        double result = 0;
        REQUIRE(GrB_Vector_extractElement_FP64(&result, u, k));
        const double expected = static_cast<double>(function(static_cast<T>(values[k])));
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(result)) << values[k];
        } else {
            EXPECT_EQ(result, expected) << values[k];
        }
    }
    REQUIRE(GrB_Vector_free(&u));
}

TEST(SuiteSparseForms, FunctionsOfTheLibrary) {
    check_function<float>(GxB_EXP_FP32, GrB_FP32, std::exp);
    check_function<double>(GxB_EXP_FP64, GrB_FP64, std::exp);
    check_function<float>(GxB_LOG_FP32, GrB_FP32, std::log);
    check_function<double>(GxB_LOG_FP64, GrB_FP64, std::log);
    check_function<float>(GxB_SQRT_FP32, GrB_FP32, std::sqrt);
    check_function<double>(GxB_SQRT_FP64, GrB_FP64, std::sqrt);
    EXPECT_EQ(name(GxB_SQRT_FP64, GrB_UnaryOp_get_String, GrB_NAME), "GxB_SQRT_FP64");
}

} // namespace
} // namespace api
