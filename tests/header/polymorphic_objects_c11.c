// The forms of the polymorphic names that differ by operator or kind of object, run on FP64.
#include "polymorphic.h"

#include <string.h>

static GrB_Vector u, v, w;
static GrB_Matrix A, B, C;
static GrB_Scalar s;

static const GrB_Index positions[2] = {0, 1};

// u = (2, 3), v = (5, -), A = diag(2, 3), B = diag(5, -).
static void make_operands(void) {
    const double values[2] = {2, 3};
    OK(GrB_Scalar_new(&s, GrB_FP64));
    OK(GrB_Vector_new(&u, GrB_FP64, 2));
    OK(GrB_Vector_new(&v, GrB_FP64, 2));
    OK(GrB_Vector_new(&w, GrB_FP64, 2));
    OK(GrB_Matrix_new(&A, GrB_FP64, 2, 2));
    OK(GrB_Matrix_new(&B, GrB_FP64, 2, 2));
    OK(GrB_Matrix_new(&C, GrB_FP64, 2, 2));
    OK(GrB_Vector_build(u, positions, values, 2, NULL));
    OK(GrB_Vector_setElement(v, 5, 0));
    OK(GrB_Matrix_build(A, positions, positions, values, 2, NULL));
    OK(GrB_Matrix_setElement(B, 5.0, 0, 0));
}

static void element_wise(void) {
    OK(GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_FP64, u, v, NULL));
    CHECK_VECTOR(w, 7, 3);
    OK(GrB_eWiseAdd(w, NULL, NULL, GrB_MAX_MONOID_FP64, u, v, NULL));
    CHECK_VECTOR(w, 5, 3);
    OK(GrB_eWiseAdd(w, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, u, v, NULL));
    CHECK_VECTOR(w, 2, 3);
    OK(GrB_eWiseAdd(C, NULL, NULL, GrB_PLUS_FP64, A, B, NULL));
    CHECK_DIAGONAL(C, 7, 3);
    OK(GrB_eWiseAdd(C, NULL, NULL, GrB_MAX_MONOID_FP64, A, B, NULL));
    CHECK_DIAGONAL(C, 5, 3);
    OK(GrB_eWiseAdd(C, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, A, B, NULL));
    CHECK_DIAGONAL(C, 2, 3);

    OK(GrB_eWiseMult(w, NULL, NULL, GrB_TIMES_FP64, u, v, NULL));
    CHECK_VECTOR(w, 10, ABSENT);
    OK(GrB_eWiseMult(w, NULL, NULL, GrB_MAX_MONOID_FP64, u, v, NULL));
    CHECK_VECTOR(w, 5, ABSENT);
    OK(GrB_eWiseMult(w, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, u, v, NULL));
    CHECK_VECTOR(w, 7, ABSENT);
    OK(GrB_eWiseMult(C, NULL, NULL, GrB_TIMES_FP64, A, B, NULL));
    CHECK_DIAGONAL(C, 10, ABSENT);
    OK(GrB_eWiseMult(C, NULL, NULL, GrB_MAX_MONOID_FP64, A, B, NULL));
    CHECK_DIAGONAL(C, 5, ABSENT);
    OK(GrB_eWiseMult(C, NULL, NULL, GrB_MIN_PLUS_SEMIRING_FP64, A, B, NULL));
    CHECK_DIAGONAL(C, 7, ABSENT);
}

// B has one entry, 5 at (0, 0): the product is op(A, 5) in the upper left quarter of K's blocks.
static void kronecker(void) {
    GrB_Matrix K = NULL;
    OK(GrB_Matrix_new(&K, GrB_FP64, 4, 4));
    OK(GrB_kronecker(K, NULL, NULL, GrB_TIMES_FP64, A, B, NULL));
    CHECK(element(K, 0, 0) == 10 && element(K, 2, 2) == 15 && element(K, 1, 1) == ABSENT);
    OK(GrB_kronecker(K, NULL, NULL, GrB_PLUS_MONOID_FP64, A, B, NULL));
    CHECK(element(K, 0, 0) == 7 && element(K, 2, 2) == 8);
    OK(GrB_kronecker(K, NULL, NULL, GrB_PLUS_MIN_SEMIRING_FP64, A, B, NULL));
    CHECK(element(K, 0, 0) == 2 && element(K, 2, 2) == 3);
    OK(GrB_free(&K));
}

static void extract_and_assign(void) {
    const GrB_Index swapped[2] = {1, 0};
    OK(GrB_extract(w, NULL, NULL, u, swapped, 2, NULL));
    CHECK_VECTOR(w, 3, 2);
    OK(GrB_extract(C, NULL, NULL, A, swapped, 2, swapped, 2, NULL));
    CHECK_DIAGONAL(C, 3, 2);
    OK(GrB_extract(w, NULL, NULL, A, GrB_ALL, 2, 1, NULL));
    CHECK_VECTOR(w, ABSENT, 3);

    OK(GrB_assign(w, NULL, NULL, u, swapped, 2, NULL));
    CHECK_VECTOR(w, 3, 2);
    OK(GrB_assign(C, NULL, NULL, A, GrB_ALL, 2, GrB_ALL, 2, NULL));
    CHECK_DIAGONAL(C, 2, 3);
    OK(GrB_assign(C, NULL, NULL, u, GrB_ALL, 2, 0, NULL));
    CHECK(element(C, 0, 0) == 2 && element(C, 1, 0) == 3 && element(C, 0, 1) == ABSENT);
    OK(GrB_assign(C, NULL, NULL, v, 1, swapped, 2, NULL));
    CHECK(element(C, 1, 1) == 5 && element(C, 1, 0) == ABSENT && element(C, 0, 0) == 2);
}

static void apply_and_select(void) {
    OK(GrB_apply(w, NULL, NULL, GrB_AINV_FP64, u, NULL));
    CHECK_VECTOR(w, -2, -3);
    OK(GrB_apply(C, NULL, NULL, GrB_AINV_FP64, A, NULL));
    CHECK_DIAGONAL(C, -2, -3);
    OK(GrB_apply(w, NULL, NULL, GrB_ROWINDEX_INT64, u, 4, NULL));
    CHECK_VECTOR(w, 4, 5);
    OK(GrB_select(C, NULL, NULL, GrB_ROWGT, A, 0, NULL));
    CHECK_DIAGONAL(C, ABSENT, 3);
    // With a mask, an accumulator and a descriptor, and literals as values.
    OK(GrB_apply(w, v, GrB_PLUS_FP64, GrB_MINUS_FP64, 10, u, GrB_DESC_S));
    CHECK_VECTOR(w, 12, 5);
    OK(GrB_apply(w, v, NULL, GrB_MINUS_FP64, u, 0.5, GrB_DESC_R));
    CHECK_VECTOR(w, 1.5, ABSENT);
}

static void reduce(void) {
    OK(GrB_reduce(w, NULL, NULL, GrB_PLUS_MONOID_FP64, A, NULL));
    CHECK_VECTOR(w, 2, 3);
    OK(GrB_reduce(w, NULL, NULL, GrB_TIMES_FP64, B, NULL));
    CHECK_VECTOR(w, 5, ABSENT);
    OK(GrB_reduce(s, NULL, GrB_TIMES_MONOID_FP64, u, NULL));
    CHECK(content(s) == 6);
    OK(GrB_reduce(s, NULL, GrB_PLUS_FP64, u, NULL));
    CHECK(content(s) == 5);
    OK(GrB_reduce(s, NULL, GrB_TIMES_MONOID_FP64, A, NULL));
    CHECK(content(s) == 6);
    OK(GrB_reduce(s, NULL, GrB_PLUS_FP64, A, NULL));
    CHECK(content(s) == 5);
}

// Either the exchange works as the spec says, or the library says that it is missing.
static void import_and_export(void) {
    const double values[2] = {7, 8};
    GrB_Matrix imported = NULL;
    GrB_Info info = GrB_Matrix_import(&imported, GrB_FP64, 2, 2, positions, positions, values, 2, 2,
                                      2, GrB_COO_FORMAT);
    if (info != GrB_NOT_IMPLEMENTED) {
        OK(info);
        CHECK_DIAGONAL(imported, 7, 8);
        OK(GrB_free(&imported));
    }
    GrB_Index offsets[3] = {9, 9, 9}, columns[2] = {9, 9};
    GrB_Index lengths[3] = {3, 2, 2};
    double got[2] = {0, 0};
    info = GrB_Matrix_export(offsets, columns, got, &lengths[0], &lengths[1], &lengths[2],
                             GrB_CSR_FORMAT, A);
    if (info != GrB_NOT_IMPLEMENTED) {
        OK(info);
        CHECK(offsets[1] == 1 && offsets[2] == 2 && columns[1] == 1 && got[0] == 2 && got[1] == 3);
    }
}

static void identity(void *z, const void *x) {
    memcpy(z, x, sizeof(double));
}

static void add(void *z, const void *x, const void *y) {
    *(double *)z = *(const double *)x + *(const double *)y;
}

static void position(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    (void)x;
    (void)j;
    *(double *)z = (double)i + *(const double *)y;
}

// A field that an object lacks is refused, and one that comes later says so; nothing worse.
static bool is_answer(GrB_Info info) {
    return info == GrB_SUCCESS || info == GrB_NO_VALUE || info == GrB_INVALID_VALUE ||
           info == GrB_NOT_IMPLEMENTED || info == GrB_ALREADY_SET || info == GrB_DOMAIN_MISMATCH ||
           info == GrB_EMPTY_OBJECT;
}

static char block[256];

#define GET_AND_SET(object)                                                \
    do {                                                                   \
        char text[256] = "";                                               \
        int32_t number = 0;                                                \
        size_t size = 0;                                                   \
        void *bytes = block;                                               \
        CHECK(is_answer(GrB_get(object, &size, GrB_NAME)));                \
        CHECK(size < sizeof(text));                                        \
        CHECK(is_answer(GrB_get(object, text, GrB_NAME)));                 \
        CHECK(is_answer(GrB_get(object, &number, GrB_NAME)));              \
        CHECK(is_answer(GrB_get(object, s, GrB_NAME)));                    \
        CHECK(is_answer(GrB_get(object, bytes, GrB_NAME)));                \
        CHECK(is_answer(GrB_set(object, "named", GrB_NAME)));              \
        CHECK(is_answer(GrB_set(object, 1, GrB_NAME)));                    \
        CHECK(is_answer(GrB_set(object, s, GrB_NAME)));                    \
        CHECK(is_answer(GrB_set(object, bytes, GrB_NAME, sizeof(block)))); \
    } while (0)

#define ANY_OBJECT(object)                     \
    do {                                       \
        const char *text = NULL;               \
        OK(GrB_wait(object, GrB_MATERIALIZE)); \
        OK(GrB_error(&text, object));          \
        CHECK(text != NULL);                   \
        GET_AND_SET(object);                   \
        OK(GrB_free(&object));                 \
        CHECK(object == GrB_INVALID_HANDLE);   \
    } while (0)

static void every_kind(void) {
    GrB_Type type = NULL;
    GrB_UnaryOp unary = NULL;
    GrB_BinaryOp binary = NULL;
    GrB_IndexUnaryOp index_unary = NULL;
    GrB_Monoid monoid = NULL;
    GrB_Semiring semiring = NULL;
    GrB_Descriptor descriptor = NULL;
    GrB_Scalar scalar = NULL;
    GrB_Vector vector = NULL;
    GrB_Matrix matrix = NULL;
    OK(GrB_Type_new(&type, 3));
    OK(GrB_UnaryOp_new(&unary, identity, GrB_FP64, GrB_FP64));
    OK(GrB_BinaryOp_new(&binary, add, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_IndexUnaryOp_new(&index_unary, position, GrB_FP64, GrB_FP64, GrB_FP64));
    OK(GrB_Monoid_new(&monoid, binary, 0.0));
    OK(GrB_Semiring_new(&semiring, monoid, GrB_TIMES_FP64));
    OK(GrB_Descriptor_new(&descriptor));
    OK(GrB_Scalar_dup(&scalar, s));
    OK(GrB_Vector_dup(&vector, u));
    OK(GrB_Matrix_dup(&matrix, A));
    ANY_OBJECT(semiring);
    ANY_OBJECT(monoid);
    ANY_OBJECT(index_unary);
    ANY_OBJECT(binary);
    ANY_OBJECT(unary);
    ANY_OBJECT(type);
    ANY_OBJECT(descriptor);
    ANY_OBJECT(scalar);
    ANY_OBJECT(vector);
    ANY_OBJECT(matrix);
    GET_AND_SET(GrB_GLOBAL);
}

static void error_text(void) {
    const char *text = NULL;
    GrB_Vector longer = NULL;
    OK(GrB_Vector_new(&longer, GrB_FP64, 5));
    CHECK(GrB_eWiseAdd(w, NULL, NULL, GrB_PLUS_FP64, u, longer, NULL) == GrB_DIMENSION_MISMATCH);
    OK(GrB_error(&text, w));
    CHECK(text != NULL && strlen(text) > 0);
    OK(GrB_free(&longer));
}

static void settings(void) {
    int32_t before = 0, now = 0;
    char text[256] = "";
    OK(GrB_get(GrB_GLOBAL, &before, GxB_NTHREADS));
    CHECK(before >= 1);
    OK(GrB_set(GrB_GLOBAL, 1, GxB_GLOBAL_NTHREADS));
    OK(GrB_get(GrB_GLOBAL, &now, GxB_NTHREADS));
    CHECK(now == 1);
    OK(GrB_set(GrB_GLOBAL, before, GxB_NTHREADS));
    OK(GrB_set(GrB_GLOBAL, "", GrX_FORCE));
    OK(GrB_get(GrB_GLOBAL, text, GrX_FORCE));
    CHECK(strcmp(text, "") == 0);
    OK(GrB_set(A, GrX_BITMAP, GrX_FORMAT));
    OK(GrB_get(A, &now, GrX_FORMAT));
    CHECK(now == GrX_BITMAP);
    CHECK_DIAGONAL(A, 2, 3);
    OK(GrB_set(u, GrX_FULL, GrX_FORMAT));
    OK(GrB_get(u, &now, GrX_FORMAT));
    CHECK(now == GrX_FULL);
    CHECK_VECTOR(u, 2, 3);
}

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    make_operands();
    element_wise();
    kronecker();
    extract_and_assign();
    apply_and_select();
    reduce();
    import_and_export();
    error_text();
    every_kind();
    settings();
    OK(GrB_free(&s));
    OK(GrB_free(&u));
    OK(GrB_free(&v));
    OK(GrB_free(&w));
    OK(GrB_free(&A));
    OK(GrB_free(&B));
    OK(GrB_free(&C));
    OK(GrB_finalize());
    return failures == 0 ? 0 : 1;
}
