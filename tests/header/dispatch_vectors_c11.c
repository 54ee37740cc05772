// The polymorphic names of suitesparse/GraphBLAS.h that take vectors in place of lists of indices,
// and those that take arenas, as C11: each call reaches the function that the types of its
// arguments choose.
#include "suitesparse/GraphBLAS.h"

#include "dispatch.h"

#define INTO_VECTOR GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum
#define INTO_MATRIX GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define INTO_LINE GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum
#define LIST(I, n) const GrB_Index *I, GrB_Index n
#define DESC const GrB_Descriptor desc

STAND_IN(GrB_Vector_extract, INTO_VECTOR, const GrB_Vector u, LIST(I_, ni), DESC)
STAND_IN(GrB_Matrix_extract, INTO_MATRIX, const GrB_Matrix A, LIST(I_, ni), LIST(J, nj), DESC)
STAND_IN(GrB_Col_extract, INTO_VECTOR, const GrB_Matrix A, LIST(I_, ni), GrB_Index j, DESC)
STAND_IN(GxB_Vector_extract_Vector, INTO_VECTOR, const GrB_Vector u, const GrB_Vector I_, DESC)
STAND_IN(GxB_Matrix_extract_Vector, INTO_MATRIX, const GrB_Matrix A, const GrB_Vector I_,
         const GrB_Vector J, DESC)
STAND_IN(GxB_Col_extract_Vector, INTO_VECTOR, const GrB_Matrix A, const GrB_Vector I_, GrB_Index j,
         DESC)

#define TYPED(prefix, form, T, type)                                                \
    STAND_IN(prefix##_Vector_##form##_##T, INTO_VECTOR, type x, LIST(I_, ni), DESC) \
    STAND_IN(prefix##_Matrix_##form##_##T, INTO_MATRIX, type x, LIST(I_, ni), LIST(J, nj), DESC)
#define TYPED_GRB(T, type) TYPED(GrB, assign, T, type)
#define TYPED_GXB(T, type) TYPED(GxB, subassign, T, type)
PER_TYPE(TYPED_GRB)
PER_TYPE(TYPED_GXB)
TYPED(GxB, assign, FC32, GxB_FC32_t)
TYPED(GxB, assign, FC64, GxB_FC64_t)
TYPED(GxB, subassign, FC32, GxB_FC32_t)
TYPED(GxB, subassign, FC64, GxB_FC64_t)
STAND_IN(GrB_Vector_assign_UDT, INTO_VECTOR, const void *x, LIST(I_, ni), DESC)
STAND_IN(GrB_Matrix_assign_UDT, INTO_MATRIX, const void *x, LIST(I_, ni), LIST(J, nj), DESC)
STAND_IN(GxB_Vector_subassign_UDT, INTO_VECTOR, void *x, LIST(I_, ni), DESC)
STAND_IN(GxB_Matrix_subassign_UDT, INTO_MATRIX, void *x, LIST(I_, ni), LIST(J, nj), DESC)

#define FAMILY(prefix, form)                                                                       \
    STAND_IN(prefix##_Vector_##form, INTO_VECTOR, const GrB_Vector u, LIST(I_, ni), DESC)          \
    STAND_IN(prefix##_Matrix_##form, INTO_MATRIX, const GrB_Matrix A, LIST(I_, ni), LIST(J, nj),   \
             DESC)                                                                                 \
    STAND_IN(prefix##_Col_##form, INTO_LINE, const GrB_Vector u, LIST(I_, ni), GrB_Index j, DESC)  \
    STAND_IN(prefix##_Row_##form, INTO_LINE, const GrB_Vector u, GrB_Index i, LIST(J, nj), DESC)   \
    STAND_IN(prefix##_Vector_##form##_Scalar, INTO_VECTOR, const GrB_Scalar x, LIST(I_, ni), DESC) \
    STAND_IN(prefix##_Matrix_##form##_Scalar, INTO_MATRIX, const GrB_Scalar x, LIST(I_, ni),       \
             LIST(J, nj), DESC)                                                                    \
    STAND_IN(GxB_Vector_##form##_Vector, INTO_VECTOR, const GrB_Vector u, const GrB_Vector I_,     \
             DESC)                                                                                 \
    STAND_IN(GxB_Matrix_##form##_Vector, INTO_MATRIX, const GrB_Matrix A, const GrB_Vector I_,     \
             const GrB_Vector J, DESC)                                                             \
    STAND_IN(GxB_Col_##form##_Vector, INTO_LINE, const GrB_Vector u, const GrB_Vector I_,          \
             GrB_Index j, DESC)                                                                    \
    STAND_IN(GxB_Row_##form##_Vector, INTO_LINE, const GrB_Vector u, GrB_Index i,                  \
             const GrB_Vector J, DESC)                                                             \
    STAND_IN(GxB_Vector_##form##_Scalar_Vector, INTO_VECTOR, const GrB_Scalar x,                   \
             const GrB_Vector I_, DESC)                                                            \
    STAND_IN(GxB_Matrix_##form##_Scalar_Vector, INTO_MATRIX, const GrB_Scalar x,                   \
             const GrB_Vector I_, const GrB_Vector J, DESC)
FAMILY(GrB, assign)
FAMILY(GxB, subassign)

#define MONOIDS(T, type)                                                                   \
    STAND_IN(GxB_Monoid_new_arena_##T, GrB_Monoid *monoid, GrB_BinaryOp op, type identity, \
             const int arena)                                                              \
    STAND_IN(GxB_Monoid_terminal_new_arena_##T, GrB_Monoid *monoid, GrB_BinaryOp op,       \
             type identity, type terminal, const int arena)
PER_TYPE(MONOIDS)
MONOIDS(FC32, GxB_FC32_t)
MONOIDS(FC64, GxB_FC64_t)
MONOIDS(UDT, void *)
STAND_IN(GxB_Container_free, GxB_Container *container)

static GrB_Scalar scalar;
static GrB_Vector vector, list;
static GrB_Matrix matrix;
static GrB_Index indices[1];
static Edge edge;

static void extract(void) {
    ALSO(GrB_Vector_extract, GrB_extract(vector, NULL, NULL, vector, indices, 1, NULL));
    ALSO(GrB_Col_extract, GrB_extract(vector, NULL, NULL, matrix, GrB_ALL, 1, 0, NULL));
    ALSO(GrB_Matrix_extract, GrB_extract(matrix, NULL, NULL, matrix, indices, 1, GrB_ALL, 1, NULL));
    ALSO(GxB_Vector_extract_Vector, GrB_extract(vector, NULL, NULL, vector, list, NULL));
    ALSO(GxB_Col_extract_Vector, GrB_extract(vector, NULL, NULL, matrix, list, 0, NULL));
    ALSO(GxB_Matrix_extract_Vector, GrB_extract(matrix, NULL, NULL, matrix, list, list, NULL));
}

#define ASSIGN(prefix, form, call)                                                                 \
    static void form##s(void) {                                                                    \
        ALSO(prefix##_Vector_##form, call(vector, NULL, NULL, vector, indices, 1, NULL));          \
        ALSO(prefix##_Matrix_##form,                                                               \
             call(matrix, matrix, NULL, matrix, indices, 1, GrB_ALL, 1, NULL));                    \
        ALSO(prefix##_Vector_##form##_Scalar, call(vector, NULL, NULL, scalar, GrB_ALL, 1, NULL)); \
        ALSO(prefix##_Matrix_##form##_Scalar,                                                      \
             call(matrix, NULL, NULL, scalar, indices, 1, indices, 1, NULL));                      \
        ALSO(prefix##_Col_##form, call(matrix, vector, NULL, vector, GrB_ALL, 1, 0, NULL));        \
        ALSO(prefix##_Row_##form, call(matrix, NULL, NULL, vector, 0, indices, 1, NULL));          \
        ALSO(prefix##_Vector_##form##_FP64, call(vector, NULL, NULL, 1.0, indices, 1, NULL));      \
        ALSO(prefix##_Matrix_##form##_UDT,                                                         \
             call(matrix, NULL, NULL, (void *)&edge, indices, 1, indices, 1, NULL));               \
        ALSO(GxB_Vector_##form##_Vector, call(vector, NULL, NULL, vector, list, NULL));            \
        ALSO(GxB_Matrix_##form##_Vector, call(matrix, NULL, NULL, matrix, list, list, NULL));      \
        ALSO(GxB_Col_##form##_Vector, call(matrix, NULL, NULL, vector, list, 0, NULL));            \
        ALSO(GxB_Row_##form##_Vector, call(matrix, NULL, NULL, vector, 0, list, NULL));            \
        ALSO(GxB_Vector_##form##_Scalar_Vector, call(vector, NULL, NULL, scalar, list, NULL));     \
        ALSO(GxB_Matrix_##form##_Scalar_Vector,                                                    \
             call(matrix, NULL, NULL, scalar, list, list, NULL));                                  \
    }
ASSIGN(GrB, assign, GrB_assign)
ASSIGN(GxB, subassign, GxB_subassign)

static void arenas(void) {
    GrB_Monoid monoid;
    GxB_Container container = NULL;
    ALSO(GxB_Monoid_new_arena_INT8, GxB_Monoid_new_arena(&monoid, NULL, (int8_t)0, 1));
    ALSO(GxB_Monoid_new_arena_FC64, GxB_Monoid_new_arena(&monoid, NULL, GxB_CMPLX(0, 0), 1));
    ALSO(GxB_Monoid_new_arena_UDT, GxB_Monoid_new_arena(&monoid, NULL, (void *)&edge, 1));
    ALSO(GxB_Monoid_terminal_new_arena_FP32,
         GxB_Monoid_terminal_new_arena(&monoid, NULL, 0.0f, 1.0f, 1));
    ALSO(GxB_Container_free, GrB_free(&container));
}

int main(void) {
    extract();
    assigns();
    subassigns();
    arenas();
    expect_forms("none of the C API", 0);
    return failures;
}
