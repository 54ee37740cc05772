// Makes the objects whose fields field_answers.cpp asks for, and frees them.
#include "fields/objects.h"

namespace grb::fields {
namespace {

void negate(void *z, const void *x) {
    *static_cast<double *>(z) = -*static_cast<const double *>(x);
}
void add(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) + *static_cast<const double *>(y);
}
void add_pairs(void *z, const void *x, const void *y) {
    const Pair &a = *static_cast<const Pair *>(x), &b = *static_cast<const Pair *>(y);
    *static_cast<Pair *>(z) = {a.first + b.first, a.second + b.second};
}
void is_below(void *z, const void *x, GrB_Index, GrB_Index, const void *y) {
    *static_cast<bool *>(z) = *static_cast<const double *>(x) < *static_cast<const double *>(y);
}

constexpr const char *pair_source = "typedef struct { double first, second ; } pair ;";
constexpr const char *negate_source = "void negate (double *z, const double *x) { *z = -(*x) ; }";
constexpr const char *add_source =
    "void add (double *z, const double *x, const double *y) { *z = (*x) + (*y) ; }";
constexpr const char *is_below_source =
    "void is_below (bool *z, const double *x, GrB_Index i, GrB_Index j, const double *y)"
    " { *z = (*x) < (*y) ; }";

} // namespace

Objects::Objects() {
    require(GrB_Type_new(&type, sizeof(Pair)));
    require(GxB_Type_new(&named_type, sizeof(Pair), "pair", pair_source));
    require(GrB_UnaryOp_new(&unary, negate, GrB_FP64, GrB_FP64));
    require(GxB_UnaryOp_new(&named_unary, negate, GrB_FP64, GrB_FP64, "negate", negate_source));
    require(GrB_BinaryOp_new(&binary, add, GrB_FP64, GrB_FP64, GrB_FP64));
    require(GxB_BinaryOp_new(&named_binary, add, GrB_FP64, GrB_FP64, GrB_FP64, "add", add_source));
    require(GrB_BinaryOp_new(&pair_binary, add_pairs, named_type, named_type, named_type));
    require(GrB_IndexUnaryOp_new(&index_unary, is_below, GrB_BOOL, GrB_FP64, GrB_FP64));
    require(GxB_IndexUnaryOp_new(&named_index_unary, is_below, GrB_BOOL, GrB_FP64, GrB_FP64,
                                 "is_below", is_below_source));
    require(GrB_Monoid_new_FP64(&monoid, named_binary, 0.0));
    require(GxB_Monoid_terminal_new_FP64(&terminal_monoid, binary, -1.5, 8.25));
    Pair zero = {0, 0};
    require(GrB_Monoid_new_UDT(&pair_monoid, pair_binary, &zero));
    require(GrB_Semiring_new(&semiring, monoid, GrB_TIMES_FP64));
    require(GrB_Descriptor_new(&descriptor));

    require(GrB_Scalar_new(&empty, GrB_INT16));
    require(GrB_Scalar_new(&scalar, GrB_FP64));
    require(GrB_Scalar_setElement_FP64(scalar, 2.5));
    require(GrB_Scalar_new(&pair_scalar, named_type));
    require(GrB_Scalar_setElement_UDT(pair_scalar, &zero));

    require(GrB_Vector_new(&vector, GrB_FP32, 100));
    require(GrB_Vector_setElement_FP64(vector, 1, 7));
    require(GrB_Vector_wait(vector, GrB_MATERIALIZE));
    require(GrB_Vector_new(&full_vector, GrB_FP64, 4));
    require(GrB_Vector_assign_FP64(full_vector, nullptr, nullptr, 1, GrB_ALL, 4, nullptr));
    require(GrB_Vector_new(&named_vector, GrB_BOOL, 3));
    require(GrB_Vector_set_String(named_vector, "a vector", GrB_NAME));

    require(GrB_Matrix_new(&matrix, GrB_INT64, 300, 200));
    require(GrB_Matrix_setElement_INT64(matrix, 1, 3, 4));
    require(GrB_Matrix_wait(matrix, GrB_MATERIALIZE));
    require(GrB_Matrix_new(&by_column, GrB_INT64, 300, 200));
    require(GrB_Matrix_set_INT32(by_column, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    require(GrB_Matrix_new(&full_matrix, GrB_FP64, 4, 5));
    require(
        GrB_Matrix_assign_FP64(full_matrix, nullptr, nullptr, 1, GrB_ALL, 4, GrB_ALL, 5, nullptr));
    require(GrB_Matrix_new(&named_matrix, GrB_BOOL, 3, 3));
    require(GrB_Matrix_set_String(named_matrix, "a matrix", GrB_NAME));
    require(GrB_Matrix_set_INT32(named_matrix, GxB_BITMAP, GxB_SPARSITY_CONTROL));
    require(GrB_Matrix_new(&pair_matrix, named_type, 3, 3));
    require(GxB_Context_new(&context));
    require(GxB_Matrix_serialize(&matrix_blob.bytes, &matrix_blob.size, named_matrix, nullptr));
    require(GxB_Vector_serialize(&vector_blob.bytes, &vector_blob.size, vector, nullptr));
}

Objects::~Objects() {
    std::free(matrix_blob.bytes);
    std::free(vector_blob.bytes);
    GxB_Context_free(&context);
    for (GrB_Matrix *each : {&matrix, &by_column, &full_matrix, &named_matrix, &pair_matrix})
        GrB_Matrix_free(each);
    for (GrB_Vector *each : {&vector, &full_vector, &named_vector}) GrB_Vector_free(each);
    for (GrB_Scalar *each : {&empty, &scalar, &pair_scalar}) GrB_Scalar_free(each);
    GrB_Descriptor_free(&descriptor);
    GrB_Semiring_free(&semiring);
    for (GrB_Monoid *each : {&monoid, &terminal_monoid, &pair_monoid}) GrB_Monoid_free(each);
    for (GrB_IndexUnaryOp *each : {&index_unary, &named_index_unary}) GrB_IndexUnaryOp_free(each);
    for (GrB_BinaryOp *each : {&binary, &named_binary, &pair_binary}) GrB_BinaryOp_free(each);
    for (GrB_UnaryOp *each : {&unary, &named_unary}) GrB_UnaryOp_free(each);
    for (GrB_Type *each : {&type, &named_type}) GrB_Type_free(each);
}

} // namespace grb::fields
