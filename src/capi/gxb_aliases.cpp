// Older names of functions of the specification: each calls the function with the newer name.
#include "capi/values.hpp"
#include "suitesparse/GraphBLAS.h"

GrB_Info GxB_Scalar_new(GrB_Scalar *s, GrB_Type type) {
    return GrB_Scalar_new(s, type);
}

GrB_Info GxB_Scalar_dup(GrB_Scalar *s, GrB_Scalar t) {
    return GrB_Scalar_dup(s, t);
}

GrB_Info GxB_Scalar_clear(GrB_Scalar s) {
    return GrB_Scalar_clear(s);
}

GrB_Info GxB_Scalar_nvals(GrB_Index *nvals, GrB_Scalar s) {
    return GrB_Scalar_nvals(nvals, s);
}

GrB_Info GxB_Scalar_free(GrB_Scalar *s) {
    return GrB_Scalar_free(s);
}

GrB_Info GxB_Scalar_wait(GrB_Scalar *s) {
    return s != nullptr ? GrB_Scalar_wait(*s, GrB_MATERIALIZE) : GrB_NULL_POINTER;
}

GrB_Info GxB_Scalar_error(const char **error, GrB_Scalar s) {
    return GrB_Scalar_error(error, s);
}

#define GRB_DEFINE(P, T, type)                                      \
    GrB_Info GxB_Scalar_setElement_##T(GrB_Scalar s, type x) {      \
        return GrB_Scalar_setElement_##T(s, x);                     \
    }                                                               \
    GrB_Info GxB_Scalar_extractElement_##T(type *x, GrB_Scalar s) { \
        return GrB_Scalar_extractElement_##T(x, s);                 \
    }
GRB_REAL_TYPES(GRB_PREFIXED, GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GxB_Scalar_setElement_UDT(GrB_Scalar s, void *x) {
    return GrB_Scalar_setElement_UDT(s, x);
}

GrB_Info GxB_Scalar_extractElement_UDT(void *x, GrB_Scalar s) {
    return GrB_Scalar_extractElement_UDT(x, s);
}

GrB_Info GxB_Vector_resize(GrB_Vector w, GrB_Index nrows_new) {
    return GrB_Vector_resize(w, nrows_new);
}

GrB_Info GxB_Matrix_resize(GrB_Matrix C, GrB_Index nrows_new, GrB_Index ncols_new) {
    return GrB_Matrix_resize(C, nrows_new, ncols_new);
}

GrB_Info GxB_kron(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_BinaryOp op,
                  GrB_Matrix A, GrB_Matrix B, const GrB_Descriptor desc) {
    return GrB_Matrix_kronecker_BinaryOp(C, Mask, accum, op, A, B, desc);
}

#define GRB_DEFINE(Kind)                                                                      \
    GrB_Info GxB_##Kind##_apply_BinaryOp1st(                                                  \
        GrB_##Kind C, const GrB_##Kind mask, const GrB_BinaryOp accum, const GrB_BinaryOp op, \
        GrB_Scalar x, const GrB_##Kind A, const GrB_Descriptor desc) {                        \
        return GrB_##Kind##_apply_BinaryOp1st_Scalar(C, mask, accum, op, x, A, desc);         \
    }                                                                                         \
    GrB_Info GxB_##Kind##_apply_BinaryOp2nd(                                                  \
        GrB_##Kind C, const GrB_##Kind mask, const GrB_BinaryOp accum, const GrB_BinaryOp op, \
        const GrB_##Kind A, GrB_Scalar y, const GrB_Descriptor desc) {                        \
        return GrB_##Kind##_apply_BinaryOp2nd_Scalar(C, mask, accum, op, A, y, desc);         \
    }
GRB_DEFINE(Vector)
GRB_DEFINE(Matrix)
#undef GRB_DEFINE
