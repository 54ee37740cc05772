// The typed forms of every polymorphic name, run on the 11 built-in domains. All values are 0 or 1,
// which every domain holds. u = (1, 0) and A = diag(1, 0) are the operands throughout.
#include "polymorphic.h"

#define DEFINE_ELEMENTS(T, type, plus)                                            \
    static void scalar_##T(void) {                                                \
        GrB_Scalar s = NULL;                                                      \
        type value = 0;                                                           \
        OK(GrB_Scalar_new(&s, GrB_##T));                                          \
        OK(GrB_Scalar_setElement(s, (type)1));                                    \
        OK(GrB_Scalar_extractElement(&value, s));                                 \
        CHECK(value == 1);                                                        \
        OK(GrB_free(&s));                                                         \
        CHECK(s == NULL);                                                         \
    }                                                                             \
    static void vector_##T(void) {                                                \
        const GrB_Index indices[2] = {2, 0};                                      \
        const type values[2] = {0, 1};                                            \
        GrB_Index found[3] = {9, 9, 9};                                           \
        type got[3] = {0, 0, 0};                                                  \
        type value = 0;                                                           \
        GrB_Index nvals = 3;                                                      \
        GrB_Scalar s = NULL;                                                      \
        GrB_Vector w = NULL;                                                      \
        OK(GrB_Scalar_new(&s, GrB_##T));                                          \
        OK(GrB_Vector_new(&w, GrB_##T, 3));                                       \
        OK(GrB_Vector_build(w, indices, values, 2, NULL));                        \
        OK(GrB_Vector_extractElement(&value, w, 0));                              \
        CHECK(value == 1);                                                        \
        OK(GrB_Vector_extractElement(s, w, 2));                                   \
        CHECK(content(s) == 0);                                                   \
        OK(GrB_Vector_setElement(w, (type)1, 2));                                 \
        OK(GrB_Vector_setElement(w, s, 1));                                       \
        OK(GrB_Vector_extractTuples(found, got, &nvals, w));                      \
        CHECK(nvals == 3 && found[0] == 0 && found[1] == 1 && found[2] == 2);     \
        CHECK(got[0] == 1 && got[1] == 0 && got[2] == 1);                         \
        OK(GrB_free(&w));                                                         \
        OK(GrB_free(&s));                                                         \
    }                                                                             \
    static void matrix_##T(void) {                                                \
        const GrB_Index rows[2] = {0, 1};                                         \
        const GrB_Index columns[2] = {1, 0};                                      \
        const type values[2] = {1, 0};                                            \
        GrB_Index found_rows[4], found_columns[4];                                \
        type got[4] = {0, 0, 0, 0};                                               \
        type value = 0;                                                           \
        GrB_Index nvals = 4;                                                      \
        GrB_Scalar s = NULL;                                                      \
        GrB_Matrix C = NULL;                                                      \
        OK(GrB_Scalar_new(&s, GrB_##T));                                          \
        OK(GrB_Matrix_new(&C, GrB_##T, 2, 2));                                    \
        OK(GrB_Matrix_build(C, rows, columns, values, 2, NULL));                  \
        OK(GrB_Matrix_extractElement(&value, C, 0, 1));                           \
        CHECK(value == 1);                                                        \
        OK(GrB_Matrix_extractElement(s, C, 1, 0));                                \
        CHECK(content(s) == 0);                                                   \
        OK(GrB_Matrix_setElement(C, (type)1, 1, 1));                              \
        OK(GrB_Matrix_setElement(C, s, 0, 0));                                    \
        OK(GrB_Matrix_extractTuples(found_rows, found_columns, got, &nvals, C));  \
        CHECK(nvals == 4);                                                        \
        for (int k = 0; k < 4; ++k) {                                             \
            CHECK(element(C, found_rows[k], found_columns[k]) == (double)got[k]); \
            CHECK((double)got[k] == (found_columns[k] == 1 ? 1 : 0));             \
        }                                                                         \
        OK(GrB_free(&C));                                                         \
        OK(GrB_free(&s));                                                         \
    }                                                                             \
    static void reduce_##T(GrB_Vector u, GrB_Matrix A) {                          \
        GrB_Monoid sum = NULL;                                                    \
        type c = 0;                                                               \
        OK(GrB_Monoid_new(&sum, plus, (type)0));                                  \
        OK(GrB_reduce(&c, NULL, sum, u, NULL));                                   \
        CHECK(c == 1);                                                            \
        c = 0;                                                                    \
        OK(GrB_reduce(&c, NULL, sum, A, NULL));                                   \
        CHECK(c == 1);                                                            \
        OK(GrB_free(&sum));                                                       \
    }

#define DEFINE_OPERATIONS(T, type, plus)                                    \
    static void apply_##T(GrB_Vector u, GrB_Matrix A, GrB_Scalar one) {     \
        GrB_Vector w = NULL;                                                \
        GrB_Matrix C = NULL;                                                \
        OK(GrB_Vector_new(&w, GrB_##T, 2));                                 \
        OK(GrB_Matrix_new(&C, GrB_##T, 2, 2));                              \
        OK(GrB_apply(w, NULL, NULL, GrB_FIRST_##T, (type)1, u, NULL));      \
        CHECK_VECTOR(w, 1, 1);                                              \
        OK(GrB_apply(w, NULL, NULL, GrB_SECOND_##T, u, (type)0, NULL));     \
        CHECK_VECTOR(w, 0, 0);                                              \
        OK(GrB_apply(w, NULL, NULL, GrB_VALUEEQ_##T, u, (type)0, NULL));    \
        CHECK_VECTOR(w, 0, 1);                                              \
        OK(GrB_apply(w, NULL, NULL, GrB_FIRST_##T, one, u, NULL));          \
        CHECK_VECTOR(w, 1, 1);                                              \
        OK(GrB_apply(w, NULL, NULL, GrB_FIRST_##T, u, one, NULL));          \
        CHECK_VECTOR(w, 1, 0);                                              \
        OK(GrB_apply(w, NULL, NULL, GrB_VALUENE_##T, u, one, NULL));        \
        CHECK_VECTOR(w, 0, 1);                                              \
        OK(GrB_apply(C, NULL, NULL, GrB_FIRST_##T, (type)1, A, NULL));      \
        CHECK_DIAGONAL(C, 1, 1);                                            \
        OK(GrB_apply(C, NULL, NULL, GrB_SECOND_##T, A, (type)0, NULL));     \
        CHECK_DIAGONAL(C, 0, 0);                                            \
        OK(GrB_apply(C, NULL, NULL, GrB_VALUEEQ_##T, A, (type)0, NULL));    \
        CHECK_DIAGONAL(C, 0, 1);                                            \
        OK(GrB_apply(C, NULL, NULL, GrB_FIRST_##T, one, A, NULL));          \
        CHECK_DIAGONAL(C, 1, 1);                                            \
        OK(GrB_apply(C, NULL, NULL, GrB_FIRST_##T, A, one, NULL));          \
        CHECK_DIAGONAL(C, 1, 0);                                            \
        OK(GrB_apply(C, NULL, NULL, GrB_VALUENE_##T, A, one, NULL));        \
        CHECK_DIAGONAL(C, 0, 1);                                            \
        OK(GrB_free(&w));                                                   \
        OK(GrB_free(&C));                                                   \
    }                                                                       \
    static void select_##T(GrB_Vector u, GrB_Matrix A, GrB_Scalar one) {    \
        GrB_Vector w = NULL;                                                \
        GrB_Matrix C = NULL;                                                \
        OK(GrB_Vector_new(&w, GrB_##T, 2));                                 \
        OK(GrB_Matrix_new(&C, GrB_##T, 2, 2));                              \
        OK(GrB_select(w, NULL, NULL, GrB_VALUENE_##T, u, (type)0, NULL));   \
        CHECK_VECTOR(w, 1, ABSENT);                                         \
        OK(GrB_select(w, NULL, NULL, GrB_VALUENE_##T, u, one, NULL));       \
        CHECK_VECTOR(w, ABSENT, 0);                                         \
        OK(GrB_select(C, NULL, NULL, GrB_VALUENE_##T, A, (type)0, NULL));   \
        CHECK_DIAGONAL(C, 1, ABSENT);                                       \
        OK(GrB_select(C, NULL, NULL, GrB_VALUENE_##T, A, one, NULL));       \
        CHECK_DIAGONAL(C, ABSENT, 0);                                       \
        OK(GrB_free(&w));                                                   \
        OK(GrB_free(&C));                                                   \
    }                                                                       \
    static void assign_##T(GrB_Scalar one) {                                \
        const GrB_Index second[1] = {1};                                    \
        GrB_Vector w = NULL;                                                \
        GrB_Matrix C = NULL;                                                \
        OK(GrB_Vector_new(&w, GrB_##T, 2));                                 \
        OK(GrB_Matrix_new(&C, GrB_##T, 2, 2));                              \
        OK(GrB_assign(w, NULL, NULL, (type)0, GrB_ALL, 2, NULL));           \
        CHECK_VECTOR(w, 0, 0);                                              \
        OK(GrB_assign(w, NULL, NULL, one, second, 1, NULL));                \
        CHECK_VECTOR(w, 0, 1);                                              \
        OK(GrB_assign(C, NULL, NULL, (type)1, second, 1, second, 1, NULL)); \
        CHECK_DIAGONAL(C, ABSENT, 1);                                       \
        OK(GrB_assign(C, NULL, NULL, one, GrB_ALL, 2, second, 1, NULL));    \
        CHECK(element(C, 0, 1) == 1 && element(C, 0, 0) == ABSENT);         \
        OK(GrB_free(&w));                                                   \
        OK(GrB_free(&C));                                                   \
    }                                                                       \
    static void run_##T(void) {                                             \
        const GrB_Index positions[2] = {0, 1};                              \
        const type values[2] = {1, 0};                                      \
        GrB_Scalar one = NULL;                                              \
        GrB_Vector u = NULL;                                                \
        GrB_Matrix A = NULL;                                                \
        OK(GrB_Scalar_new(&one, GrB_##T));                                  \
        OK(GrB_Scalar_setElement(one, (type)1));                            \
        OK(GrB_Vector_new(&u, GrB_##T, 2));                                 \
        OK(GrB_Vector_build(u, positions, values, 2, NULL));                \
        OK(GrB_Matrix_new(&A, GrB_##T, 2, 2));                              \
        OK(GrB_Matrix_build(A, positions, positions, values, 2, NULL));     \
        scalar_##T();                                                       \
        vector_##T();                                                       \
        matrix_##T();                                                       \
        reduce_##T(u, A);                                                   \
        apply_##T(u, A, one);                                               \
        select_##T(u, A, one);                                              \
        assign_##T(one);                                                    \
        OK(GrB_free(&A));                                                   \
        OK(GrB_free(&u));                                                   \
        OK(GrB_free(&one));                                                 \
    }

// clang-format off
#define DEFINE(T, type, plus) DEFINE_ELEMENTS(T, type, plus) DEFINE_OPERATIONS(T, type, plus)
DEFINE(BOOL, bool, GrB_LOR)
DEFINE(INT8, int8_t, GrB_PLUS_INT8)
DEFINE(UINT8, uint8_t, GrB_PLUS_UINT8)
DEFINE(INT16, int16_t, GrB_PLUS_INT16)
DEFINE(UINT16, uint16_t, GrB_PLUS_UINT16)
DEFINE(INT32, int32_t, GrB_PLUS_INT32)
DEFINE(UINT32, uint32_t, GrB_PLUS_UINT32)
DEFINE(INT64, int64_t, GrB_PLUS_INT64)
DEFINE(UINT64, uint64_t, GrB_PLUS_UINT64)
DEFINE(FP32, float, GrB_PLUS_FP32)
DEFINE(FP64, double, GrB_PLUS_FP64)
// clang-format on

int main(void) {
    OK(GrB_init(GrB_NONBLOCKING));
    run_BOOL();
    run_INT8();
    run_UINT8();
    run_INT16();
    run_UINT16();
    run_INT32();
    run_UINT32();
    run_INT64();
    run_UINT64();
    run_FP32();
    run_FP64();
    OK(GrB_finalize());
    return failures == 0 ? 0 : 1;
}
