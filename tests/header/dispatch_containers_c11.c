// Which function each form of a polymorphic name chooses: construction, elements, and the functions
// for any object.
#include "dispatch.h"

// clang-format off
#define DEFINE(T, type) \
    STAND_IN(GrB_Monoid_new_##T, GrB_Monoid *monoid, GrB_BinaryOp op, type identity) \
    STAND_IN(GrB_Scalar_setElement_##T, GrB_Scalar s, type value) \
    STAND_IN(GrB_Vector_setElement_##T, GrB_Vector w, type value, GrB_Index i) \
    STAND_IN(GrB_Matrix_setElement_##T, GrB_Matrix C, type value, GrB_Index i, GrB_Index j)
PER_TYPE(DEFINE)
DEFINE(UDT, const void *)
#undef DEFINE

#define DEFINE(T, type) \
    STAND_IN(GrB_Scalar_extractElement_##T, type *value, const GrB_Scalar s) \
    STAND_IN(GrB_Vector_build_##T, GrB_Vector w, const GrB_Index *indices, const type *values, \
        GrB_Index nvals, const GrB_BinaryOp dup) \
    STAND_IN(GrB_Vector_extractElement_##T, type *value, const GrB_Vector u, GrB_Index i) \
    STAND_IN(GrB_Vector_extractTuples_##T, GrB_Index *indices, type *values, GrB_Index *nvals, \
        const GrB_Vector u) \
    STAND_IN(GrB_Matrix_build_##T, GrB_Matrix C, const GrB_Index *rows, \
        const GrB_Index *columns, const type *values, GrB_Index nvals, const GrB_BinaryOp dup) \
    STAND_IN(GrB_Matrix_extractElement_##T, type *value, const GrB_Matrix A, GrB_Index i, \
        GrB_Index j) \
    STAND_IN(GrB_Matrix_extractTuples_##T, GrB_Index *rows, GrB_Index *columns, type *values, \
        GrB_Index *nvals, const GrB_Matrix A) \
    STAND_IN(GrB_Matrix_import_##T, GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, \
        GrB_Index ncols, const GrB_Index *offsets, const GrB_Index *indices, const type *values, \
        GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format) \
    STAND_IN(GrB_Matrix_export_##T, GrB_Index *offsets, GrB_Index *indices, type *values, \
        GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, \
        GrB_Format format, GrB_Matrix A)
PER_TYPE(DEFINE)
DEFINE(UDT, void)
#undef DEFINE

STAND_IN(GrB_Vector_setElement_Scalar, GrB_Vector w, const GrB_Scalar x, GrB_Index i)
STAND_IN(GrB_Vector_extractElement_Scalar, GrB_Scalar x, const GrB_Vector u, GrB_Index i)
STAND_IN(GrB_Matrix_setElement_Scalar, GrB_Matrix C, const GrB_Scalar x, GrB_Index i, GrB_Index j)
STAND_IN(GrB_Matrix_extractElement_Scalar, GrB_Scalar x, const GrB_Matrix A, GrB_Index i,
    GrB_Index j)

#define PER_KIND(declare) \
    declare(Type) declare(UnaryOp) declare(BinaryOp) declare(IndexUnaryOp) declare(Monoid) \
    declare(Semiring) declare(Descriptor) declare(Scalar) declare(Vector) declare(Matrix)

#define DEFINE(Kind) \
    STAND_IN(GrB_##Kind##_free, GrB_##Kind *object) \
    STAND_IN(GrB_##Kind##_wait, GrB_##Kind object, GrB_WaitMode mode) \
    STAND_IN(GrB_##Kind##_error, const char **text, const GrB_##Kind object)
PER_KIND(DEFINE)
#undef DEFINE

#define DEFINE(Kind) \
    STAND_IN(GrB_##Kind##_get_Scalar, GrB_##Kind object, GrB_Scalar value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_get_String, GrB_##Kind object, char *value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_get_INT32, GrB_##Kind object, int32_t *value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_get_SIZE, GrB_##Kind object, size_t *value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_get_VOID, GrB_##Kind object, void *value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_set_Scalar, GrB_##Kind object, GrB_Scalar value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_set_String, GrB_##Kind object, const char *value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_set_INT32, GrB_##Kind object, int32_t value, GrB_Field field) \
    STAND_IN(GrB_##Kind##_set_VOID, GrB_##Kind object, const void *value, GrB_Field field, \
        size_t size)
PER_KIND(DEFINE)
DEFINE(Global)
#undef DEFINE
// clang-format on

static GrB_Scalar scalar;
static GrB_Vector vector;
static GrB_Matrix matrix;
static GrB_Index indices[1];
static GrB_Index lengths[3];
static Edge edge;

static void monoids(void) {
    GrB_Monoid monoid;
#define CALL(T, type) FORM(GrB_Monoid_new_##T, GrB_Monoid_new(&monoid, GrB_PLUS_INT32, (type)1));
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Monoid_new_UDT, GrB_Monoid_new(&monoid, GrB_PLUS_INT32, (void *)&edge));
    expect_forms("GrB_Monoid_new", 12);
    ALSO(GrB_Monoid_new_UDT, GrB_Monoid_new(&monoid, GrB_PLUS_INT32, &edge));
    ALSO(GrB_Monoid_new_INT32, GrB_Monoid_new(&monoid, GrB_PLUS_INT32, 0));
}

static void set_element(void) {
#define CALL(T, type) FORM(GrB_Scalar_setElement_##T, GrB_Scalar_setElement(scalar, (type)1));
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Scalar_setElement_UDT, GrB_Scalar_setElement(scalar, (const void *)&edge));
    expect_forms("GrB_Scalar_setElement", 12);

#define CALL(T, type) FORM(GrB_Vector_setElement_##T, GrB_Vector_setElement(vector, (type)1, 0));
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Vector_setElement_UDT, GrB_Vector_setElement(vector, (void *)&edge, 0));
    FORM(GrB_Vector_setElement_Scalar, GrB_Vector_setElement(vector, scalar, 0));
    expect_forms("GrB_Vector_setElement", 13);

#define CALL(T, type) FORM(GrB_Matrix_setElement_##T, GrB_Matrix_setElement(matrix, (type)1, 0, 0));
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Matrix_setElement_UDT, GrB_Matrix_setElement(matrix, (void *)&edge, 0, 0));
    FORM(GrB_Matrix_setElement_Scalar, GrB_Matrix_setElement(matrix, scalar, 0, 0));
    expect_forms("GrB_Matrix_setElement", 13);
}

// Calls with arguments that users write: literals, constants, wide integers, const variables.
static void plain_values(void) {
    const int16_t constant = 1;
    const GrB_Scalar fixed = scalar;
    ALSO(GrB_Vector_setElement_INT32, GrB_Vector_setElement(vector, 5, 0));
    ALSO(GrB_Vector_setElement_FP64, GrB_Vector_setElement(vector, 5.0, 0));
    ALSO(GrB_Vector_setElement_FP32, GrB_Vector_setElement(vector, 5.0f, 0));
    ALSO(GrB_Vector_setElement_INT64, GrB_Vector_setElement(vector, 5L, 0));
    ALSO(GrB_Vector_setElement_INT64, GrB_Vector_setElement(vector, 5LL, 0));
    ALSO(GrB_Vector_setElement_UINT64, GrB_Vector_setElement(vector, 5ULL, 0));
    ALSO(GrB_Vector_setElement_INT32, GrB_Vector_setElement(vector, true, 0));
    ALSO(GrB_Vector_setElement_INT8, GrB_Vector_setElement(vector, (char)'a', 0));
    ALSO(GrB_Vector_setElement_INT16, GrB_Vector_setElement(vector, constant, 0));
    ALSO(GrB_Vector_setElement_Scalar, GrB_Vector_setElement(vector, fixed, 0));
    ALSO(GrB_Vector_setElement_UDT, GrB_Vector_setElement(vector, &edge, 0));
    ALSO(GrB_Vector_setElement_INT32, GrB_Vector_setElement(vector, constant + 1, 0));
}

static void extract_element(void) {
#define CALL(T, type)                                                                   \
    {                                                                                   \
        type value = 0;                                                                 \
        FORM(GrB_Scalar_extractElement_##T, GrB_Scalar_extractElement(&value, scalar)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Scalar_extractElement_UDT, GrB_Scalar_extractElement((void *)&edge, scalar));
    expect_forms("GrB_Scalar_extractElement", 12);

#define CALL(T, type)                                                                      \
    {                                                                                      \
        type value = 0;                                                                    \
        FORM(GrB_Vector_extractElement_##T, GrB_Vector_extractElement(&value, vector, 0)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Vector_extractElement_UDT, GrB_Vector_extractElement((void *)&edge, vector, 0));
    FORM(GrB_Vector_extractElement_Scalar, GrB_Vector_extractElement(scalar, vector, 0));
    expect_forms("GrB_Vector_extractElement", 13);

#define CALL(T, type)                                                                         \
    {                                                                                         \
        type value = 0;                                                                       \
        FORM(GrB_Matrix_extractElement_##T, GrB_Matrix_extractElement(&value, matrix, 0, 0)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Matrix_extractElement_UDT, GrB_Matrix_extractElement(&edge, matrix, 0, 0));
    FORM(GrB_Matrix_extractElement_Scalar, GrB_Matrix_extractElement(scalar, matrix, 0, 0));
    expect_forms("GrB_Matrix_extractElement", 13);
}

static void build(void) {
#define CALL(T, type)                                                                      \
    {                                                                                      \
        type values[1] = {0};                                                              \
        const type *fixed = values;                                                        \
        FORM(GrB_Vector_build_##T, GrB_Vector_build(vector, indices, values, 1, NULL));    \
        ALSO(GrB_Vector_build_##T, GrB_Vector_build(vector, indices, fixed, 1, GrB_NULL)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Vector_build_UDT, GrB_Vector_build(vector, indices, &edge, 1, NULL));
    expect_forms("GrB_Vector_build", 12);

#define CALL(T, type)                                                                            \
    {                                                                                            \
        const type values[1] = {0};                                                              \
        FORM(GrB_Matrix_build_##T, GrB_Matrix_build(matrix, indices, indices, values, 1, NULL)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Matrix_build_UDT, GrB_Matrix_build(matrix, indices, indices, &edge, 1, NULL));
    expect_forms("GrB_Matrix_build", 12);
}

static void extract_tuples(void) {
#define CALL(T, type)                                                  \
    {                                                                  \
        type values[1] = {0};                                          \
        FORM(GrB_Vector_extractTuples_##T,                             \
             GrB_Vector_extractTuples(NULL, values, lengths, vector)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Vector_extractTuples_UDT, GrB_Vector_extractTuples(indices, &edge, lengths, vector));
    expect_forms("GrB_Vector_extractTuples", 12);

#define CALL(T, type)                                                           \
    {                                                                           \
        type values[1] = {0};                                                   \
        FORM(GrB_Matrix_extractTuples_##T,                                      \
             GrB_Matrix_extractTuples(indices, NULL, values, lengths, matrix)); \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Matrix_extractTuples_UDT,
         GrB_Matrix_extractTuples(indices, indices, &edge, lengths, matrix));
    expect_forms("GrB_Matrix_extractTuples", 12);
}

static void import_and_export(void) {
#define CALL(T, type)                                                                           \
    {                                                                                           \
        type values[1] = {0};                                                                   \
        FORM(GrB_Matrix_import_##T, GrB_Matrix_import(&matrix, GrB_##T, 1, 1, indices, indices, \
                                                      values, 1, 1, 1, GrB_COO_FORMAT));        \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Matrix_import_UDT,
         GrB_Matrix_import(&matrix, NULL, 1, 1, indices, indices, &edge, 1, 1, 1, GrB_COO_FORMAT));
    expect_forms("GrB_Matrix_import", 12);

#define CALL(T, type)                                                                           \
    {                                                                                           \
        type values[1] = {0};                                                                   \
        FORM(GrB_Matrix_export_##T,                                                             \
             GrB_Matrix_export(indices, indices, values, &lengths[0], &lengths[1], &lengths[2], \
                               GrB_CSR_FORMAT, matrix));                                        \
    }
    PER_TYPE(CALL)
#undef CALL
    FORM(GrB_Matrix_export_UDT, GrB_Matrix_export(indices, indices, &edge, &lengths[0], &lengths[1],
                                                  &lengths[2], GrB_CSR_FORMAT, matrix));
    expect_forms("GrB_Matrix_export", 12);
}

static void any_object(void) {
    const char *text = "";
#define CALL(Kind)                                  \
    {                                               \
        GrB_##Kind object = NULL;                   \
        FORM(GrB_##Kind##_free, GrB_free(&object)); \
    }
    PER_KIND(CALL)
#undef CALL
    expect_forms("GrB_free", 10);

#define CALL(Kind)                                                  \
    {                                                               \
        const GrB_##Kind object = NULL;                             \
        FORM(GrB_##Kind##_wait, GrB_wait(object, GrB_MATERIALIZE)); \
    }
    PER_KIND(CALL)
#undef CALL
    expect_forms("GrB_wait", 10);

#define CALL(Kind)                                          \
    {                                                       \
        GrB_##Kind object = NULL;                           \
        FORM(GrB_##Kind##_error, GrB_error(&text, object)); \
    }
    PER_KIND(CALL)
#undef CALL
    expect_forms("GrB_error", 10);
}

static void get_and_set(void) {
    char text[8] = "";
    int32_t number = 0;
    size_t size = 0;
    void *block = &edge;
#define CALL(Kind)                                                        \
    {                                                                     \
        const GrB_##Kind object = NULL;                                   \
        FORM(GrB_##Kind##_get_Scalar, GrB_get(object, scalar, GrB_NAME)); \
        FORM(GrB_##Kind##_get_String, GrB_get(object, text, GrB_NAME));   \
        FORM(GrB_##Kind##_get_INT32, GrB_get(object, &number, GrB_NAME)); \
        FORM(GrB_##Kind##_get_SIZE, GrB_get(object, &size, GrB_NAME));    \
        FORM(GrB_##Kind##_get_VOID, GrB_get(object, block, GrB_NAME));    \
    }
    PER_KIND(CALL)
    CALL(Global)
#undef CALL
    expect_forms("GrB_get", 55);

#define CALL(Kind)                                                                   \
    {                                                                                \
        GrB_##Kind object = NULL;                                                    \
        FORM(GrB_##Kind##_set_Scalar, GrB_set(object, scalar, GrB_NAME));            \
        FORM(GrB_##Kind##_set_String, GrB_set(object, text, GrB_NAME));              \
        FORM(GrB_##Kind##_set_INT32, GrB_set(object, number, GrB_NAME));             \
        FORM(GrB_##Kind##_set_VOID, GrB_set(object, block, GrB_NAME, sizeof(edge))); \
    }
    PER_KIND(CALL)
    CALL(Global)
#undef CALL
    expect_forms("GrB_set", 44);

    GrB_Descriptor descriptor = NULL;
    GrB_Orientation orientation = GrB_COLMAJOR;
    ALSO(GrB_Global_set_INT32, GrB_set(GrB_GLOBAL, 2, GxB_NTHREADS));
    ALSO(GrB_Global_set_String, GrB_set(GrB_GLOBAL, "mxv:cpu/mxv_pull_rows", GrX_FORCE));
    ALSO(GrB_Global_get_String, GrB_get(GrB_GLOBAL, text, GrX_LAST_VARIANT));
    ALSO(GrB_Descriptor_set_INT32, GrB_set(descriptor, GrB_REPLACE, GrB_OUTP_FIELD));
    ALSO(GrB_Matrix_set_INT32, GrB_set(matrix, orientation, GrB_STORAGE_ORIENTATION_HINT));
    ALSO(GrB_Matrix_set_INT32, GrB_set(matrix, GrX_BITMAP, GrX_FORMAT));
    ALSO(GrB_Type_get_SIZE, GrB_get(GrB_FP64, &size, GrB_SIZE));
}

int main(void) {
    monoids();
    set_element();
    plain_values();
    extract_element();
    build();
    extract_tuples();
    import_and_export();
    any_object();
    get_and_set();
    return failures == 0 ? 0 : 1;
}
