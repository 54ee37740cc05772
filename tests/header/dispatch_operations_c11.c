// Which function each form of a polymorphic name chooses: the operations.
#include "dispatch.h"

// clang-format off
#define MATRIX_OUT GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define VECTOR_OUT GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum

#define DEFINE(Kind) \
    STAND_IN(GrB_Vector_eWiseAdd_##Kind, VECTOR_OUT, const GrB_##Kind op, const GrB_Vector u, \
        const GrB_Vector v, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_eWiseAdd_##Kind, MATRIX_OUT, const GrB_##Kind op, const GrB_Matrix A, \
        const GrB_Matrix B, const GrB_Descriptor desc) \
    STAND_IN(GrB_Vector_eWiseMult_##Kind, VECTOR_OUT, const GrB_##Kind op, const GrB_Vector u, \
        const GrB_Vector v, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_eWiseMult_##Kind, MATRIX_OUT, const GrB_##Kind op, const GrB_Matrix A, \
        const GrB_Matrix B, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_kronecker_##Kind, MATRIX_OUT, const GrB_##Kind op, const GrB_Matrix A, \
        const GrB_Matrix B, const GrB_Descriptor desc)
DEFINE(BinaryOp)
DEFINE(Monoid)
DEFINE(Semiring)
#undef DEFINE

STAND_IN(GrB_Vector_extract, VECTOR_OUT, const GrB_Vector u, const GrB_Index *indices,
    GrB_Index nindices, const GrB_Descriptor desc)
STAND_IN(GrB_Matrix_extract, MATRIX_OUT, const GrB_Matrix A, const GrB_Index *rows,
    GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc)
STAND_IN(GrB_Col_extract, VECTOR_OUT, const GrB_Matrix A, const GrB_Index *rows, GrB_Index nrows,
    GrB_Index j, const GrB_Descriptor desc)

STAND_IN(GrB_Vector_assign, VECTOR_OUT, const GrB_Vector u, const GrB_Index *indices,
    GrB_Index nindices, const GrB_Descriptor desc)
STAND_IN(GrB_Matrix_assign, MATRIX_OUT, const GrB_Matrix A, const GrB_Index *rows,
    GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc)
STAND_IN(GrB_Col_assign, GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
    const GrB_Vector u, const GrB_Index *rows, GrB_Index nrows, GrB_Index j,
    const GrB_Descriptor desc)
STAND_IN(GrB_Row_assign, GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
    const GrB_Vector u, GrB_Index i, const GrB_Index *columns, GrB_Index ncols,
    const GrB_Descriptor desc)

STAND_IN(GrB_Vector_apply, VECTOR_OUT, const GrB_UnaryOp op, const GrB_Vector u,
    const GrB_Descriptor desc)
STAND_IN(GrB_Matrix_apply, MATRIX_OUT, const GrB_UnaryOp op, const GrB_Matrix A,
    const GrB_Descriptor desc)

#define DEFINE(T, type) \
    STAND_IN(GrB_Vector_assign_##T, VECTOR_OUT, type value, const GrB_Index *indices, \
        GrB_Index nindices, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_assign_##T, MATRIX_OUT, type value, const GrB_Index *rows, \
        GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc) \
    STAND_IN(GrB_Vector_apply_BinaryOp1st_##T, VECTOR_OUT, const GrB_BinaryOp op, type x, \
        const GrB_Vector u, const GrB_Descriptor desc) \
    STAND_IN(GrB_Vector_apply_BinaryOp2nd_##T, VECTOR_OUT, const GrB_BinaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc) \
    STAND_IN(GrB_Vector_apply_IndexOp_##T, VECTOR_OUT, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc) \
    STAND_IN(GrB_Vector_select_##T, VECTOR_OUT, const GrB_IndexUnaryOp op, const GrB_Vector u, \
        type y, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_apply_BinaryOp1st_##T, MATRIX_OUT, const GrB_BinaryOp op, type x, \
        const GrB_Matrix A, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_apply_BinaryOp2nd_##T, MATRIX_OUT, const GrB_BinaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_apply_IndexOp_##T, MATRIX_OUT, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_select_##T, MATRIX_OUT, const GrB_IndexUnaryOp op, const GrB_Matrix A, \
        type y, const GrB_Descriptor desc)
PER_TYPE(DEFINE)
DEFINE(UDT, const void *)
DEFINE(Scalar, const GrB_Scalar)
#undef DEFINE

#define DEFINE(T, type) \
    STAND_IN(GrB_Vector_reduce_##T, type *c, const GrB_BinaryOp accum, const GrB_Monoid monoid, \
        const GrB_Vector u, const GrB_Descriptor desc) \
    STAND_IN(GrB_Matrix_reduce_##T, type *c, const GrB_BinaryOp accum, const GrB_Monoid monoid, \
        const GrB_Matrix A, const GrB_Descriptor desc)
PER_TYPE(DEFINE)
DEFINE(UDT, void)
#undef DEFINE
STAND_IN(GrB_Matrix_reduce_Monoid, VECTOR_OUT, const GrB_Monoid monoid, const GrB_Matrix A,
    const GrB_Descriptor desc)
STAND_IN(GrB_Matrix_reduce_BinaryOp, VECTOR_OUT, const GrB_BinaryOp op, const GrB_Matrix A,
    const GrB_Descriptor desc)
STAND_IN(GrB_Vector_reduce_Monoid_Scalar, GrB_Scalar c, const GrB_BinaryOp accum,
    const GrB_Monoid monoid, const GrB_Vector u, const GrB_Descriptor desc)
STAND_IN(GrB_Vector_reduce_BinaryOp_Scalar, GrB_Scalar c, const GrB_BinaryOp accum,
    const GrB_BinaryOp op, const GrB_Vector u, const GrB_Descriptor desc)
STAND_IN(GrB_Matrix_reduce_Monoid_Scalar, GrB_Scalar c, const GrB_BinaryOp accum,
    const GrB_Monoid monoid, const GrB_Matrix A, const GrB_Descriptor desc)
STAND_IN(GrB_Matrix_reduce_BinaryOp_Scalar, GrB_Scalar c, const GrB_BinaryOp accum,
    const GrB_BinaryOp op, const GrB_Matrix A, const GrB_Descriptor desc)
// clang-format on

static GrB_Scalar s;
static GrB_Vector u, v, w;
static GrB_Matrix A, B, C;
static GrB_UnaryOp unary;
static GrB_BinaryOp binary;
static GrB_IndexUnaryOp index_unary;
static GrB_Monoid monoid;
static GrB_Semiring semiring;
static GrB_Descriptor desc;
static GrB_Index list[1];
static Edge edge;

static void element_wise(void) {
    FORM(GrB_Vector_eWiseAdd_BinaryOp, GrB_eWiseAdd(w, NULL, NULL, binary, u, v, NULL));
    FORM(GrB_Vector_eWiseAdd_Monoid, GrB_eWiseAdd(w, NULL, NULL, monoid, u, v, NULL));
    FORM(GrB_Vector_eWiseAdd_Semiring, GrB_eWiseAdd(w, NULL, NULL, semiring, u, v, NULL));
    FORM(GrB_Matrix_eWiseAdd_BinaryOp, GrB_eWiseAdd(C, NULL, NULL, binary, A, B, NULL));
    FORM(GrB_Matrix_eWiseAdd_Monoid, GrB_eWiseAdd(C, NULL, NULL, monoid, A, B, NULL));
    FORM(GrB_Matrix_eWiseAdd_Semiring, GrB_eWiseAdd(C, NULL, NULL, semiring, A, B, NULL));
    expect_forms("GrB_eWiseAdd", 6);

    FORM(GrB_Vector_eWiseMult_BinaryOp, GrB_eWiseMult(w, v, binary, binary, u, v, desc));
    FORM(GrB_Vector_eWiseMult_Monoid, GrB_eWiseMult(w, v, binary, monoid, u, v, desc));
    FORM(GrB_Vector_eWiseMult_Semiring, GrB_eWiseMult(w, v, binary, semiring, u, v, desc));
    FORM(GrB_Matrix_eWiseMult_BinaryOp, GrB_eWiseMult(C, B, binary, binary, A, B, desc));
    FORM(GrB_Matrix_eWiseMult_Monoid, GrB_eWiseMult(C, B, binary, monoid, A, B, desc));
    FORM(GrB_Matrix_eWiseMult_Semiring, GrB_eWiseMult(C, B, binary, semiring, A, B, desc));
    expect_forms("GrB_eWiseMult", 6);

    FORM(GrB_Matrix_kronecker_BinaryOp, GrB_kronecker(C, NULL, NULL, binary, A, B, NULL));
    FORM(GrB_Matrix_kronecker_Monoid, GrB_kronecker(C, NULL, NULL, monoid, A, B, NULL));
    FORM(GrB_Matrix_kronecker_Semiring, GrB_kronecker(C, NULL, NULL, semiring, A, B, NULL));
    expect_forms("GrB_kronecker", 3);
}

static void extract(void) {
    FORM(GrB_Vector_extract, GrB_extract(w, NULL, NULL, u, list, 1, NULL));
    FORM(GrB_Matrix_extract, GrB_extract(C, NULL, NULL, A, list, 1, list, 1, NULL));
    FORM(GrB_Col_extract, GrB_extract(w, NULL, NULL, A, GrB_ALL, 1, 0, NULL));
    expect_forms("GrB_extract", 3);
    ALSO(GrB_Matrix_extract, GrB_extract(C, C, binary, A, GrB_ALL, 1, GrB_ALL, 1, desc));
}

static void assign(void) {
    FORM(GrB_Vector_assign, GrB_assign(w, NULL, NULL, u, list, 1, NULL));
    FORM(GrB_Matrix_assign, GrB_assign(C, NULL, NULL, A, list, 1, list, 1, NULL));
    FORM(GrB_Col_assign, GrB_assign(C, NULL, NULL, u, list, 1, 0, NULL));
    FORM(GrB_Row_assign, GrB_assign(C, NULL, NULL, u, 0, list, 1, NULL));
#define CALL(T, type)                                                                  \
    FORM(GrB_Vector_assign_##T, GrB_assign(w, NULL, NULL, (type)1, GrB_ALL, 1, NULL)); \
    FORM(GrB_Matrix_assign_##T, GrB_assign(C, NULL, NULL, (type)1, GrB_ALL, 1, list, 1, NULL));
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Vector_assign_UDT, GrB_assign(w, NULL, NULL, (void *)&edge, GrB_ALL, 1, NULL));
    FORM(GrB_Matrix_assign_UDT, GrB_assign(C, NULL, NULL, &edge, GrB_ALL, 1, GrB_ALL, 1, NULL));
    FORM(GrB_Vector_assign_Scalar, GrB_assign(w, NULL, NULL, s, GrB_ALL, 1, NULL));
    FORM(GrB_Matrix_assign_Scalar, GrB_assign(C, NULL, NULL, s, GrB_ALL, 1, GrB_ALL, 1, NULL));
    expect_forms("GrB_assign", 30);

    const GrB_Index position = 0;
    ALSO(GrB_Col_assign, GrB_assign(C, v, binary, u, GrB_ALL, 1, position, desc));
    ALSO(GrB_Row_assign, GrB_assign(C, v, binary, u, position, GrB_ALL, 1, desc));
    ALSO(GrB_Vector_assign_INT32, GrB_assign(w, w, NULL, 5, GrB_ALL, 1, desc));
    ALSO(GrB_Vector_assign_FP64, GrB_assign(w, w, NULL, 5.0, GrB_ALL, 1, desc));
}

static void apply(void) {
    FORM(GrB_Vector_apply, GrB_apply(w, NULL, NULL, unary, u, NULL));
    FORM(GrB_Matrix_apply, GrB_apply(C, NULL, NULL, unary, A, NULL));
#define CALL(T, type)                                                                            \
    FORM(GrB_Vector_apply_BinaryOp1st_##T, GrB_apply(w, NULL, NULL, binary, (type)1, u, NULL));  \
    FORM(GrB_Vector_apply_BinaryOp2nd_##T, GrB_apply(w, NULL, NULL, binary, u, (type)1, NULL));  \
    FORM(GrB_Vector_apply_IndexOp_##T, GrB_apply(w, NULL, NULL, index_unary, u, (type)1, NULL)); \
    FORM(GrB_Matrix_apply_BinaryOp1st_##T, GrB_apply(C, NULL, NULL, binary, (type)1, A, NULL));  \
    FORM(GrB_Matrix_apply_BinaryOp2nd_##T, GrB_apply(C, NULL, NULL, binary, A, (type)1, NULL));  \
    FORM(GrB_Matrix_apply_IndexOp_##T, GrB_apply(C, NULL, NULL, index_unary, A, (type)1, NULL));
    PER_TYPE(CALL)
    CALL(UDT, void *)
#undef CALL
    FORM(GrB_Vector_apply_BinaryOp1st_Scalar, GrB_apply(w, NULL, NULL, binary, s, u, NULL));
    FORM(GrB_Vector_apply_BinaryOp2nd_Scalar, GrB_apply(w, NULL, NULL, binary, u, s, NULL));
    FORM(GrB_Vector_apply_IndexOp_Scalar, GrB_apply(w, NULL, NULL, index_unary, u, s, NULL));
    FORM(GrB_Matrix_apply_BinaryOp1st_Scalar, GrB_apply(C, NULL, NULL, binary, s, A, NULL));
    FORM(GrB_Matrix_apply_BinaryOp2nd_Scalar, GrB_apply(C, NULL, NULL, binary, A, s, NULL));
    FORM(GrB_Matrix_apply_IndexOp_Scalar, GrB_apply(C, NULL, NULL, index_unary, A, s, NULL));
    expect_forms("GrB_apply", 80);

    ALSO(GrB_Vector_apply, GrB_apply(w, u, binary, GrB_ABS_FP64, u, desc));
    ALSO(GrB_Vector_apply_BinaryOp2nd_INT32, GrB_apply(w, u, NULL, GrB_PLUS_FP64, u, 5, desc));
    ALSO(GrB_Vector_apply_BinaryOp1st_FP64, GrB_apply(w, u, NULL, GrB_DIV_FP64, 1.0, u, desc));
    ALSO(GrB_Matrix_apply_BinaryOp1st_UDT, GrB_apply(C, A, NULL, binary, &edge, A, desc));
    ALSO(GrB_Matrix_apply_BinaryOp2nd_UDT, GrB_apply(C, A, NULL, binary, A, &edge, desc));
}

static void select_entries(void) {
#define CALL(T, type)                                                                      \
    FORM(GrB_Vector_select_##T, GrB_select(w, NULL, NULL, index_unary, u, (type)1, NULL)); \
    FORM(GrB_Matrix_select_##T, GrB_select(C, NULL, NULL, index_unary, A, (type)1, NULL));
    PER_TYPE(CALL)
    CALL(UDT, const void *)
#undef CALL
    FORM(GrB_Vector_select_Scalar, GrB_select(w, NULL, NULL, index_unary, u, s, NULL));
    FORM(GrB_Matrix_select_Scalar, GrB_select(C, NULL, NULL, index_unary, A, s, NULL));
    expect_forms("GrB_select", 26);
    ALSO(GrB_Matrix_select_INT32, GrB_select(C, B, binary, GrB_TRIL, A, 0, desc));
}

static void reduce(void) {
    FORM(GrB_Matrix_reduce_Monoid, GrB_reduce(w, NULL, NULL, monoid, A, NULL));
    FORM(GrB_Matrix_reduce_BinaryOp, GrB_reduce(w, NULL, NULL, binary, A, NULL));
    FORM(GrB_Vector_reduce_Monoid_Scalar, GrB_reduce(s, NULL, monoid, u, NULL));
    FORM(GrB_Vector_reduce_BinaryOp_Scalar, GrB_reduce(s, NULL, binary, u, NULL));
    FORM(GrB_Matrix_reduce_Monoid_Scalar, GrB_reduce(s, NULL, monoid, A, NULL));
    FORM(GrB_Matrix_reduce_BinaryOp_Scalar, GrB_reduce(s, NULL, binary, A, NULL));
#define CALL(T, type)                                                         \
    {                                                                         \
        type c = 0;                                                           \
        FORM(GrB_Vector_reduce_##T, GrB_reduce(&c, NULL, monoid, u, NULL));   \
        FORM(GrB_Matrix_reduce_##T, GrB_reduce(&c, binary, monoid, A, desc)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Vector_reduce_UDT, GrB_reduce((void *)&edge, NULL, monoid, u, NULL));
    FORM(GrB_Matrix_reduce_UDT, GrB_reduce(&edge, NULL, monoid, A, NULL));
    expect_forms("GrB_reduce", 30);
    ALSO(GrB_Matrix_reduce_BinaryOp, GrB_reduce(w, u, binary, GrB_PLUS_FP64, A, desc));
}

int main(void) {
    element_wise();
    extract();
    assign();
    apply();
    select_entries();
    reduce();
    return failures == 0 ? 0 : 1;
}
