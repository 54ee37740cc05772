/* Single-source shortest paths: Bellman-Ford over the active set.
 *
 * Only vertices whose distance has just become smaller are relaxed again. All distances are one full
 * vector that starts at "infinity"; every other vector is as sparse as the active set, so a step
 * costs its edges. After Yang 2019, Algorithm 2.
 */
#include "algorithms.h"
#include "try.h"

#include <math.h>

typedef struct {
    GrB_Semiring min_plus;
    GrB_Monoid min;
    GrB_BinaryOp less;
    GrB_UnaryOp copy;
    GrB_IndexUnaryOp not_equal;
} Operators;

static GrB_Info operators_of(Operators *op, GrB_Type type) {
#define OPERATORS(T)                                                                 \
    (Operators) {                                                                    \
        GrB_MIN_PLUS_SEMIRING_##T, GrB_MIN_MONOID_##T, GrB_LT_##T, GrB_IDENTITY_##T, \
            GrB_VALUENE_##T                                                          \
    }
    if (type == GrB_INT32)
        *op = OPERATORS(INT32);
    else if (type == GrB_INT64)
        *op = OPERATORS(INT64);
    else if (type == GrB_FP32)
        *op = OPERATORS(FP32);
    else if (type == GrB_FP64)
        *op = OPERATORS(FP64);
    else
        return GrB_DOMAIN_MISMATCH;
    return GrB_SUCCESS;
#undef OPERATORS
}

/* w(:) = the value of "no path", as the type holds it; keep the entries of w that differ from it. */
static GrB_Info fill_unreached(GrB_Vector w, GrB_Type type, GrB_Index n) {
    if (type == GrB_INT32) return GrB_assign(w, NULL, NULL, INT32_MAX, GrB_ALL, n, NULL);
    if (type == GrB_INT64) return GrB_assign(w, NULL, NULL, INT64_MAX, GrB_ALL, n, NULL);
    return GrB_assign(w, NULL, NULL, (double)INFINITY, GrB_ALL, n, NULL);
}

static GrB_Info keep_reached(GrB_Vector w, GrB_Type type, GrB_IndexUnaryOp not_equal) {
    if (type == GrB_INT32) return GrB_select(w, NULL, NULL, not_equal, w, INT32_MAX, NULL);
    if (type == GrB_INT64) return GrB_select(w, NULL, NULL, not_equal, w, INT64_MAX, NULL);
    return GrB_select(w, NULL, NULL, not_equal, w, (double)INFINITY, NULL);
}

GrB_Info sssp(GrB_Vector *distances, GrB_Matrix A, GrB_Index source, GrB_Type type) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector active = NULL, reached = NULL, is_shorter = NULL;
    GrB_Index n = 0, found = 1;
    Operators op;
    double least = 0;
    *distances = NULL;

    TRY(operators_of(&op, type));
    TRY(GrB_Matrix_nrows(&n, A));
    TRY(GrB_Matrix_reduce_FP64(&least, NULL, op.min, A, NULL));
    if (least < 0) return GrB_INVALID_VALUE;
    TRY(GrB_Vector_new(distances, type, n));
    TRY(GrB_Vector_new(&active, type, n));
    TRY(GrB_Vector_new(&reached, type, n));
    TRY(GrB_Vector_new(&is_shorter, GrB_BOOL, n));
    TRY(fill_unreached(*distances, type, n));
    TRY(GrB_Vector_setElement(*distances, 0, source));
    TRY(GrB_Vector_setElement(active, 0, source));
    while (found > 0) {
        TRY(GrB_vxm(reached, NULL, NULL, op.min_plus, active, A, NULL));
        TRY(GrB_eWiseMult(is_shorter, NULL, NULL, op.less, reached, *distances, NULL));
        TRY(GrB_apply(active, is_shorter, NULL, op.copy, reached, GrB_DESC_R));
        TRY(GrB_assign(*distances, active, NULL, active, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_Vector_nvals(&found, active));
    }
    TRY(keep_reached(*distances, type, op.not_equal));
done:
    GrB_free(&active);
    GrB_free(&reached);
    GrB_free(&is_shorter);
    if (info < GrB_SUCCESS) GrB_free(distances);
    return info;
}
