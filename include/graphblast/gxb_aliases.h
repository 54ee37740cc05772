/** \file
    gxb_aliases.h: older names of functions of GraphBLAS.h, with the signatures of SuiteSparse:GraphBLAS 9.3.
    Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_ALIASES_H
#define GRAPHBLAST_GXB_ALIASES_H

#include "gxb_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/** GrB_Scalar_new.
    \param[out] s  not NULL.
    \param[in] type  its domain.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Scalar_new(GrB_Scalar *s, GrB_Type type);
/** GrB_Scalar_dup.
    \param[out] s  not NULL.
    \param[in] t  the scalar copied.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Scalar_dup(GrB_Scalar *s, const GrB_Scalar t);
/** GrB_Scalar_clear.
    \param[in,out] s  keeps its domain.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Scalar_clear(GrB_Scalar s);
/** GrB_Scalar_nvals.
    \param[out] nvals  not NULL; 0 or 1.
    \param[in] s  the scalar asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar s);
/** GrB_Scalar_free.
    \param[in,out] s  may be NULL, and may point to NULL; *s is NULL afterwards.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_Scalar_free(GrB_Scalar *s);
/** GrB_Scalar_wait with GrB_MATERIALIZE.
    \param[in,out] s  not NULL; what is waited for.
    \return The usual codes, also of the calls whose work is done now. */
GXB_FUNCTION_ GxB_Scalar_wait(GrB_Scalar *s);
/** GrB_Scalar_error.
    \param[out] error  not NULL; "" without a failure; valid until the next call on s.
    \param[in] s  the scalar asked.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_Scalar_error(const char **error, const GrB_Scalar s);
#define GXB_DECLARE_(T, type) \
    /** GrB_Scalar_setElement.
        \param[in,out] s  receives the value by a cast to its domain.
        \param[in] x  the value; _UDT: pointer to a value of s's domain, copied.
        \return GrB_DOMAIN_MISMATCH: x cannot be cast to s's domain. */ \
    GXB_FUNCTION_ GxB_Scalar_setElement_##T(GrB_Scalar s, type x);
GXB_PER_TYPE_(GXB_DECLARE_)
GXB_DECLARE_(UDT, void *)
#undef GXB_DECLARE_
#define GXB_DECLARE_(T, type) \
    /** GrB_Scalar_extractElement.
        \param[out] x  not NULL; receives the value by a cast, and stays as it is without one.
        \param[in] s  the scalar read.
        \return GrB_NO_VALUE: s has no value. GrB_DOMAIN_MISMATCH: s's domain cannot be cast. */ \
    GXB_FUNCTION_ GxB_Scalar_extractElement_##T(type *x, const GrB_Scalar s);
GXB_PER_TYPE_(GXB_DECLARE_)
GXB_DECLARE_(UDT, void)
#undef GXB_DECLARE_
/** GrB_Vector_resize.
    \param[in,out] w  loses entries at or beyond the new size.
    \param[in] nrows_new  the new size, up to GrB_INDEX_MAX + 1.
    \return GrB_INVALID_VALUE: nrows_new is larger. */
GXB_FUNCTION_ GxB_Vector_resize(GrB_Vector w, GrB_Index nrows_new);
/** GrB_Matrix_resize.
    \param[in,out] C  loses entries outside the new shape.
    \param[in] nrows_new,ncols_new  up to GrB_INDEX_MAX + 1.
    \return GrB_INVALID_VALUE: one of them is larger. */
GXB_FUNCTION_ GxB_Matrix_resize(GrB_Matrix C, GrB_Index nrows_new, GrB_Index ncols_new);
/** GrB_Matrix_kronecker_BinaryOp.
    \param[in,out] C  m p x n q.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the operator.
    \param[in] A  m x n; A' by GrB_INP0.
    \param[in] B  p x q; B' by GrB_INP1.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_kron(GXB_MATRIX_OUT_, const GrB_BinaryOp op, const GrB_Matrix A,
                       const GrB_Matrix B, const GrB_Descriptor desc);
/** GrB_Vector_apply_BinaryOp1st_Scalar: T(i) = op(x, u(i)).
    \param[in,out] w  size of u.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the operator.
    \param[in] x  its first operand; with a value.
    \param[in] u  its second operand.
    \return GrB_EMPTY_OBJECT: x has no value. GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Vector_apply_BinaryOp1st(GXB_VECTOR_OUT_, const GrB_BinaryOp op,
    const GrB_Scalar x, const GrB_Vector u, const GrB_Descriptor desc);
/** GrB_Vector_apply_BinaryOp2nd_Scalar: T(i) = op(u(i), y).
    \param[in,out] w  size of u.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the operator.
    \param[in] u  its first operand.
    \param[in] y  its second operand; with a value.
    \return GrB_EMPTY_OBJECT: y has no value. GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Vector_apply_BinaryOp2nd(GXB_VECTOR_OUT_, const GrB_BinaryOp op,
    const GrB_Vector u, const GrB_Scalar y, const GrB_Descriptor desc);
/** GrB_Matrix_apply_BinaryOp1st_Scalar: T(i, j) = op(x, A'(i, j)).
    \param[in,out] C  m x n.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the operator.
    \param[in] x  its first operand; with a value.
    \param[in] A  its second operand, m x n; A' by GrB_INP1.
    \return GrB_EMPTY_OBJECT: x has no value. GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Matrix_apply_BinaryOp1st(GXB_MATRIX_OUT_, const GrB_BinaryOp op,
    const GrB_Scalar x, const GrB_Matrix A, const GrB_Descriptor desc);
/** GrB_Matrix_apply_BinaryOp2nd_Scalar: T(i, j) = op(A'(i, j), y).
    \param[in,out] C  m x n.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the operator.
    \param[in] A  its first operand, m x n; A' by GrB_INP0.
    \param[in] y  its second operand; with a value.
    \return GrB_EMPTY_OBJECT: y has no value. GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Matrix_apply_BinaryOp2nd(GXB_MATRIX_OUT_, const GrB_BinaryOp op,
    const GrB_Matrix A, const GrB_Scalar y, const GrB_Descriptor desc);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
