// Which function the polymorphic names choose for complex values, with suitesparse/GraphBLAS.h.
#include "suitesparse/GraphBLAS.h"

#include "dispatch.h"

// Chosen by the polymorphic names once the header has not put its own functions in their place.
#undef GxB_Matrix_import_FC32
#undef GxB_Matrix_import_FC64
#undef GxB_Matrix_export_FC32
#undef GxB_Matrix_export_FC64

// clang-format off
#define PER_COMPLEX(declare) declare(FC32, GxB_FC32_t) declare(FC64, GxB_FC64_t)
#define MATRIX_OUT GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define VECTOR_OUT GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum

#define DEFINE(T, type) \
    STAND_IN(GxB_Monoid_new_##T, GrB_Monoid *monoid, GrB_BinaryOp op, type identity) \
    STAND_IN(GxB_Monoid_terminal_new_##T, GrB_Monoid *monoid, GrB_BinaryOp op, type identity, \
        type terminal) \
    STAND_IN(GxB_Scalar_setElement_##T, GrB_Scalar s, type value) \
    STAND_IN(GxB_Scalar_extractElement_##T, type *value, const GrB_Scalar s) \
    STAND_IN(GxB_Vector_build_##T, GrB_Vector w, const GrB_Index *indices, const type *values, \
        GrB_Index nvals, const GrB_BinaryOp dup) \
    STAND_IN(GxB_Vector_setElement_##T, GrB_Vector w, type value, GrB_Index i) \
    STAND_IN(GxB_Vector_extractElement_##T, type *value, const GrB_Vector u, GrB_Index i) \
    STAND_IN(GxB_Vector_extractTuples_##T, GrB_Index *indices, type *values, GrB_Index *nvals, \
        const GrB_Vector u) \
    STAND_IN(GxB_Matrix_build_##T, GrB_Matrix C, const GrB_Index *rows, \
        const GrB_Index *columns, const type *values, GrB_Index nvals, const GrB_BinaryOp dup) \
    STAND_IN(GxB_Matrix_setElement_##T, GrB_Matrix C, type value, GrB_Index i, GrB_Index j) \
    STAND_IN(GxB_Matrix_extractElement_##T, type *value, const GrB_Matrix A, GrB_Index i, \
        GrB_Index j) \
    STAND_IN(GxB_Matrix_extractTuples_##T, GrB_Index *rows, GrB_Index *columns, type *values, \
        GrB_Index *nvals, const GrB_Matrix A) \
    STAND_IN(GxB_Matrix_import_##T, GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, \
        GrB_Index ncols, const GrB_Index *offsets, const GrB_Index *indices, const type *values, \
        GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format) \
    STAND_IN(GxB_Matrix_export_##T, GrB_Index *offsets, GrB_Index *indices, type *values, \
        GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, \
        GrB_Format format, GrB_Matrix A) \
    STAND_IN(GxB_Vector_reduce_##T, type *c, const GrB_BinaryOp accum, const GrB_Monoid monoid, \
        const GrB_Vector u, const GrB_Descriptor desc) \
    STAND_IN(GxB_Matrix_reduce_##T, type *c, const GrB_BinaryOp accum, const GrB_Monoid monoid, \
        const GrB_Matrix A, const GrB_Descriptor desc)
PER_COMPLEX(DEFINE)
#undef DEFINE
#define DEFINE(T, type) \
    STAND_IN(GxB_Vector_assign_##T, VECTOR_OUT, type value, const GrB_Index *indices, \
        GrB_Index nindices, const GrB_Descriptor desc) \
    STAND_IN(GxB_Matrix_assign_##T, MATRIX_OUT, type value, const GrB_Index *rows, \
        GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc) \
    STAND_IN(GxB_Vector_subassign_##T, VECTOR_OUT, type x, const GrB_Index *Ilist, GrB_Index ni, \
        const GrB_Descriptor desc) \
    STAND_IN(GxB_Matrix_subassign_##T, MATRIX_OUT, type x, const GrB_Index *Ilist, GrB_Index ni, \
        const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc)
PER_COMPLEX(DEFINE)
#undef DEFINE
#define DEFINE_FOR(Kind, OUT, T, type) \
    STAND_IN(GxB_##Kind##_apply_BinaryOp1st_##T, OUT, const GrB_BinaryOp op, type x, \
        const GrB_##Kind A, const GrB_Descriptor desc) \
    STAND_IN(GxB_##Kind##_apply_BinaryOp2nd_##T, OUT, const GrB_BinaryOp op, \
        const GrB_##Kind A, type y, const GrB_Descriptor desc) \
    STAND_IN(GxB_##Kind##_apply_IndexOp_##T, OUT, const GrB_IndexUnaryOp op, \
        const GrB_##Kind A, type y, const GrB_Descriptor desc) \
    STAND_IN(GxB_##Kind##_select_##T, OUT, const GrB_IndexUnaryOp op, const GrB_##Kind A, \
        type y, const GrB_Descriptor desc)
#define DEFINE(T, type) \
    DEFINE_FOR(Vector, VECTOR_OUT, T, type) DEFINE_FOR(Matrix, MATRIX_OUT, T, type)
PER_COMPLEX(DEFINE)
#undef DEFINE
#undef DEFINE_FOR
// A real value goes where it went.
STAND_IN(GrB_Vector_setElement_FP64, GrB_Vector w, double value, GrB_Index i)
// clang-format on

static GrB_Scalar s;
static GrB_Vector u, w;
static GrB_Matrix A, C;
static GrB_BinaryOp binary;
static GrB_IndexUnaryOp index_unary;
static GrB_Monoid monoid;
static GrB_Index list[1];

static void entries(void) {
#define CALL(T, type)                                                                              \
    {                                                                                              \
        type value = 1;                                                                            \
        const type fixed = 1;                                                                      \
        ALSO(GxB_Monoid_new_##T, GrB_Monoid_new(&monoid, binary, value));                          \
        ALSO(GxB_Monoid_terminal_new_##T, GxB_Monoid_terminal_new(&monoid, binary, fixed, value)); \
        ALSO(GxB_Scalar_setElement_##T, GrB_Scalar_setElement(s, fixed));                          \
        ALSO(GxB_Scalar_setElement_##T, GxB_Scalar_setElement(s, value));                          \
        ALSO(GxB_Scalar_extractElement_##T, GrB_Scalar_extractElement(&value, s));                 \
        ALSO(GxB_Scalar_extractElement_##T, GxB_Scalar_extractElement(&value, s));                 \
        ALSO(GxB_Vector_build_##T, GrB_Vector_build(w, list, &fixed, 1, NULL));                    \
        ALSO(GxB_Vector_setElement_##T, GrB_Vector_setElement(w, value, 0));                       \
        ALSO(GxB_Vector_extractElement_##T, GrB_Vector_extractElement(&value, u, 0));              \
        ALSO(GxB_Vector_extractTuples_##T, GrB_Vector_extractTuples(list, &value, list, u));       \
        ALSO(GxB_Matrix_build_##T, GrB_Matrix_build(C, list, list, &value, 1, NULL));              \
        ALSO(GxB_Matrix_setElement_##T, GrB_Matrix_setElement(C, value, 0, 0));                    \
        ALSO(GxB_Matrix_extractElement_##T, GrB_Matrix_extractElement(&value, A, 0, 0));           \
        ALSO(GxB_Matrix_extractTuples_##T, GrB_Matrix_extractTuples(list, list, &value, list, A)); \
        ALSO(GxB_Matrix_import_##T,                                                                \
             GrB_Matrix_import(&C, GrB_FP64, 1, 1, list, list, &value, 2, 1, 1, GrB_CSR_FORMAT));  \
        ALSO(GxB_Matrix_export_##T,                                                                \
             GrB_Matrix_export(list, list, &value, list, list, list, GrB_CSR_FORMAT, A));          \
    }
    PER_COMPLEX(CALL)
#undef CALL
    ALSO(GrB_Vector_setElement_FP64, GrB_Vector_setElement(w, 5.0, 0));
}

static void operations(void) {
#define CALL_FOR(Kind, T, C, A, value)                                                           \
    ALSO(GxB_##Kind##_apply_BinaryOp1st_##T, GrB_apply(C, NULL, NULL, binary, value, A, NULL));  \
    ALSO(GxB_##Kind##_apply_BinaryOp2nd_##T, GrB_apply(C, NULL, NULL, binary, A, value, NULL));  \
    ALSO(GxB_##Kind##_apply_IndexOp_##T, GrB_apply(C, NULL, NULL, index_unary, A, value, NULL)); \
    ALSO(GxB_##Kind##_select_##T, GrB_select(C, NULL, NULL, index_unary, A, value, NULL));       \
    ALSO(GxB_##Kind##_reduce_##T, GrB_reduce(&value, NULL, monoid, A, NULL));
#define CALL(T, type)                                                                          \
    {                                                                                          \
        type value = 1;                                                                        \
        CALL_FOR(Vector, T, w, u, value)                                                       \
        CALL_FOR(Matrix, T, C, A, value)                                                       \
        ALSO(GxB_Vector_assign_##T, GrB_assign(w, NULL, NULL, value, list, 1, NULL));          \
        ALSO(GxB_Matrix_assign_##T, GrB_assign(C, NULL, NULL, value, list, 1, list, 1, NULL)); \
        ALSO(GxB_Vector_subassign_##T, GxB_subassign(w, NULL, NULL, value, list, 1, NULL));    \
        ALSO(GxB_Matrix_subassign_##T,                                                         \
             GxB_subassign(C, NULL, NULL, value, list, 1, list, 1, NULL));                     \
    }
    PER_COMPLEX(CALL)
#undef CALL
#undef CALL_FOR
}

int main(void) {
    entries();
    operations();
    expect_forms("none of the specification", 0);
    return failures == 0 ? 0 : 1;
}
