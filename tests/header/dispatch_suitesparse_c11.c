// Which function each form of SuiteSparse's polymorphic names chooses.
#include "suitesparse/GraphBLAS.h"

#include "dispatch.h"

// clang-format off
#define OUTPUT(Kind) GrB_##Kind C, const GrB_##Kind Mask, const GrB_BinaryOp accum
#define DEFINE(T, type) \
    STAND_IN(GxB_Monoid_terminal_new_##T, GrB_Monoid *monoid, GrB_BinaryOp op, type identity, \
        type terminal) \
    STAND_IN(GxB_Scalar_setElement_##T, GrB_Scalar s, type x)
PER_TYPE(DEFINE)
DEFINE(UDT, void *)
#undef DEFINE
#define DEFINE(T, type) STAND_IN(GxB_Scalar_extractElement_##T, type *x, const GrB_Scalar s)
PER_TYPE(DEFINE)
DEFINE(UDT, void)
#undef DEFINE
#define DEFINE(T, type) \
    STAND_IN(GxB_Vector_subassign_##T, OUTPUT(Vector), type x, const GrB_Index *Ilist, GrB_Index ni, \
        const GrB_Descriptor desc) \
    STAND_IN(GxB_Matrix_subassign_##T, OUTPUT(Matrix), type x, const GrB_Index *Ilist, GrB_Index ni, \
        const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc)
PER_TYPE(DEFINE)
DEFINE(UDT, void *)
DEFINE(Scalar, GrB_Scalar)
#undef DEFINE
STAND_IN(GxB_Vector_subassign, OUTPUT(Vector), const GrB_Vector u, const GrB_Index *Ilist,
    GrB_Index ni, const GrB_Descriptor desc)
STAND_IN(GxB_Matrix_subassign, OUTPUT(Matrix), const GrB_Matrix A, const GrB_Index *Ilist,
    GrB_Index ni, const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc)
STAND_IN(GxB_Col_subassign, GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
    const GrB_Vector u, const GrB_Index *Ilist, GrB_Index ni, GrB_Index j, const GrB_Descriptor desc)
STAND_IN(GxB_Row_subassign, GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
    const GrB_Vector u, GrB_Index i, const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc)
#define DEFINE(Kind) \
    STAND_IN(GxB_##Kind##_select, OUTPUT(Kind), const GxB_SelectOp op, const GrB_##Kind A, \
        const GrB_Scalar thunk, const GrB_Descriptor desc) \
    STAND_IN(GxB_##Kind##_eWiseUnion, OUTPUT(Kind), const GrB_BinaryOp add, const GrB_##Kind A, \
        const GrB_Scalar alpha, const GrB_##Kind B, const GrB_Scalar beta, \
        const GrB_Descriptor desc) \
    STAND_IN(GxB_##Kind##_sort, GrB_##Kind C, GrB_##Kind P, GrB_BinaryOp op, GrB_##Kind A, \
        const GrB_Descriptor desc) \
    STAND_IN(GxB_##Kind##_Option_set, GrB_##Kind A, int field, ...) \
    STAND_IN(GxB_##Kind##_Option_get, GrB_##Kind A, int field, ...)
DEFINE(Vector)
DEFINE(Matrix)
#undef DEFINE
STAND_IN(GxB_Vector_resize, GrB_Vector w, GrB_Index n)
STAND_IN(GxB_Matrix_resize, GrB_Matrix C, GrB_Index m, GrB_Index n)
STAND_IN(GxB_Desc_set, GrB_Descriptor d, int field, ...)
STAND_IN(GxB_Desc_get, GrB_Descriptor d, int field, ...)
STAND_IN(GxB_Global_Option_set, int field, ...)
STAND_IN(GxB_Global_Option_get, int field, ...)
STAND_IN(GxB_Context_set, GxB_Context c, int field, ...)
STAND_IN(GxB_Context_get, GxB_Context c, int field, ...)
STAND_IN(GxB_Context_free, GxB_Context *c)
STAND_IN(GxB_Iterator_free, GxB_Iterator *it)
STAND_IN(GrB_Matrix_free, GrB_Matrix *A)
STAND_IN(GxB_Context_wait, GxB_Context c, GrB_WaitMode mode)
STAND_IN(GxB_Context_error, const char **text, const GxB_Context c)
STAND_IN(GxB_Context_set_INT, GxB_Context c, int32_t value, GrB_Field field)
STAND_IN(GxB_Context_get_INT, GxB_Context c, int32_t *value, GrB_Field field)
STAND_IN(GxB_Context_get_String, GxB_Context c, char *value, GrB_Field field)
STAND_IN(GxB_Serialized_get_INT32, const void *blob, int32_t *value, GrB_Field field, size_t size)
STAND_IN(GxB_Serialized_get_String, const void *blob, char *value, GrB_Field field, size_t size)
#define DEFINE(Kind, Prefix) \
    STAND_IN(GxB_##Kind##_fprint, Prefix##_##Kind object, const char *name, GxB_Print_Level pr, \
        FILE *f)
DEFINE(Type, GrB) DEFINE(UnaryOp, GrB) DEFINE(BinaryOp, GrB) DEFINE(IndexUnaryOp, GrB)
DEFINE(SelectOp, GxB) DEFINE(Monoid, GrB) DEFINE(Semiring, GrB) DEFINE(Descriptor, GrB)
DEFINE(Scalar, GrB) DEFINE(Vector, GrB) DEFINE(Matrix, GrB) DEFINE(Context, GxB)
#undef DEFINE
    // clang-format on

    static GrB_Scalar scalar;
static GrB_Vector vector;
static GrB_Matrix matrix;
static GrB_Descriptor descriptor;
static GxB_Context context;
static GxB_Iterator iterator;
static GrB_Index indices[1];
static Edge edge;

static void values(void) {
    GrB_Monoid monoid;
#define CALL(T, type)                                                                             \
    ALSO(GxB_Monoid_terminal_new_##T,                                                             \
         GxB_Monoid_terminal_new(&monoid, GrB_PLUS_INT32, (type)1, (type)1));                     \
    ALSO(GxB_Scalar_setElement_##T, GxB_Scalar_setElement(scalar, (type)1));                      \
    ALSO(GxB_Vector_subassign_##T, GxB_subassign(vector, NULL, NULL, (type)1, indices, 1, NULL)); \
    ALSO(GxB_Matrix_subassign_##T,                                                                \
         GxB_subassign(matrix, NULL, NULL, (type)1, indices, 1, indices, 1, NULL));               \
    {                                                                                             \
        type value;                                                                               \
        ALSO(GxB_Scalar_extractElement_##T, GxB_Scalar_extractElement(&value, scalar));           \
    }
    PER_TYPE(CALL)
#undef CALL
    ALSO(GxB_Scalar_setElement_UDT, GxB_Scalar_setElement(scalar, (void *)&edge));
    ALSO(GxB_Scalar_extractElement_UDT, GxB_Scalar_extractElement(&edge, scalar));
    ALSO(GxB_Matrix_subassign_UDT,
         GxB_subassign(matrix, NULL, NULL, (void *)&edge, indices, 1, indices, 1, NULL));
}

static void operations(void) {
    ALSO(GxB_Vector_subassign, GxB_subassign(vector, NULL, NULL, vector, GrB_ALL, 1, NULL));
    ALSO(GxB_Matrix_subassign,
         GxB_subassign(matrix, matrix, NULL, matrix, indices, 1, GrB_ALL, 1, NULL));
    ALSO(GxB_Vector_subassign_Scalar, GxB_subassign(vector, NULL, NULL, scalar, indices, 1, NULL));
    ALSO(GxB_Matrix_subassign_Scalar,
         GxB_subassign(matrix, NULL, NULL, scalar, indices, 1, indices, 1, NULL));
    ALSO(GxB_Col_subassign, GxB_subassign(matrix, vector, NULL, vector, GrB_ALL, 1, 0, NULL));
    ALSO(GxB_Col_subassign, GxB_subassign(matrix, NULL, NULL, vector, indices, 1, 0, NULL));
    ALSO(GxB_Row_subassign, GxB_subassign(matrix, NULL, NULL, vector, 0, indices, 1, NULL));
    ALSO(GxB_Vector_select, GxB_select(vector, NULL, NULL, GxB_TRIL, vector, NULL, NULL));
    ALSO(GxB_Matrix_select, GxB_select(matrix, NULL, NULL, GxB_TRIL, matrix, scalar, NULL));
    ALSO(GxB_Vector_eWiseUnion,
         GxB_eWiseUnion(vector, NULL, NULL, GrB_PLUS_FP64, vector, scalar, vector, scalar, NULL));
    ALSO(GxB_Matrix_eWiseUnion,
         GxB_eWiseUnion(matrix, NULL, NULL, GrB_PLUS_FP64, matrix, scalar, matrix, scalar, NULL));
    ALSO(GxB_Vector_sort, GxB_sort(NULL, vector, GrB_LT_FP64, vector, NULL));
    ALSO(GxB_Matrix_sort, GxB_sort(matrix, NULL, GrB_LT_FP64, matrix, NULL));
    ALSO(GxB_Vector_resize, GxB_resize(vector, 3));
    ALSO(GxB_Matrix_resize, GxB_resize(matrix, 3, 4));
}

static void settings(void) {
    int32_t number;
    char text[1];
    const char *message;
    void *blob = NULL;
    ALSO(GxB_Vector_Option_set, GxB_set(vector, GxB_SPARSITY_CONTROL, GxB_SPARSE));
    ALSO(GxB_Matrix_Option_set, GxB_set(matrix, GxB_FORMAT, GxB_BY_ROW));
    ALSO(GxB_Matrix_Option_get, GxB_get(matrix, GxB_FORMAT, &number));
    ALSO(GxB_Vector_Option_get, GxB_get(vector, GxB_FORMAT, &number));
    ALSO(GxB_Global_Option_set, GxB_set(GxB_BURBLE, true));
    ALSO(GxB_Global_Option_get, GxB_get(GxB_NTHREADS, &number));
    ALSO(GxB_Desc_set, GxB_set(descriptor, GxB_SORT, 1));
    ALSO(GxB_Desc_get, GxB_get(descriptor, GxB_SORT, &number));
    ALSO(GxB_Context_set, GxB_set(context, GxB_CONTEXT_NTHREADS, 1));
    ALSO(GxB_Context_get, GxB_get(context, GxB_CONTEXT_NTHREADS, &number));
    ALSO(GxB_Context_free, GrB_free(&context));
    ALSO(GxB_Iterator_free, GrB_free(&iterator));
    ALSO(GrB_Matrix_free, GrB_free(&matrix));
    ALSO(GxB_Context_wait, GrB_wait(context, GrB_COMPLETE));
    ALSO(GxB_Context_error, GrB_error(&message, context));
    ALSO(GxB_Context_set_INT, GrB_set(context, 3, GxB_CONTEXT_NTHREADS));
    ALSO(GxB_Context_get_INT, GrB_get(context, &number, GxB_CONTEXT_NTHREADS));
    ALSO(GxB_Context_get_String, GrB_get(context, text, GrB_NAME));
    ALSO(GxB_Serialized_get_INT32, GrB_get(blob, &number, GrB_EL_TYPE_CODE, 1));
    ALSO(GxB_Serialized_get_String, GrB_get((const void *)blob, text, GrB_NAME, 1));
}

static void words(void) {
    const GxB_SelectOp select = GxB_TRIL;
#define CALL(Kind, object) ALSO(GxB_##Kind##_fprint, GxB_print(object, GxB_SHORT));
    CALL(Type, GrB_BOOL)
    CALL(UnaryOp, GrB_LNOT)
    CALL(BinaryOp, GrB_LAND)
    CALL(IndexUnaryOp, GrB_TRIL)
    CALL(SelectOp, select)
    CALL(Monoid, GrB_LOR_MONOID_BOOL)
    CALL(Semiring, GrB_LOR_LAND_SEMIRING_BOOL)
    CALL(Descriptor, descriptor)
    CALL(Scalar, scalar)
    CALL(Vector, vector)
    CALL(Matrix, matrix)
    CALL(Context, context)
#undef CALL
    ALSO(GxB_Matrix_fprint, GxB_fprint(matrix, GxB_COMPLETE, stdout));
}

int main(void) {
    values();
    operations();
    settings();
    words();
    expect_forms("none of the specification", 0);
    return failures == 0 ? 0 : 1;
}
