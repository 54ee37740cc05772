/** \file
    gxb_index_binary.h: operators that see the positions of both operands beside their values, with the names
    and signatures of SuiteSparse:GraphBLAS 10.5. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_INDEX_BINARY_H
#define GRAPHBLAST_GXB_INDEX_BINARY_H

#include "gxb_options.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/// Fields of GxB_IndexBinaryOp and of the GrB_BinaryOp made of it.
#define GxB_THETA_TYPE_CODE ((GrB_Field)7050)   ///< INT32 (GrB_Type_Code)
#define GxB_THETA_TYPE_STRING ((GrB_Field)7051) ///< String
/// Of a GrB_BinaryOp that has a theta; Scalar of theta's type.
#define GxB_THETA ((GrB_Field)7052)

typedef struct GxB_IndexBinaryOp_opaque *GxB_IndexBinaryOp;

/// *z = f(x at (ix, jx), y at (iy, jy), theta). Called from several threads at once. A vector is one column; in
/// GrB_vxm it is one row. Positions are those of a transposed operand where the descriptor transposes it.
typedef void (*GxB_index_binary_function)(void *z, const void *x, GrB_Index ix, GrB_Index jx,
                                          const void *y, GrB_Index iy, GrB_Index jy,
                                          const void *theta);

/** Makes an operator, which is used through GxB_BinaryOp_new_IndexOp.
    \param[out] op  not NULL.
    \param[in] function  not NULL; called from several threads at once.
    \param[in] ztype,xtype,ytype,theta_type  domains of the result, the operands and theta; they must
        outlive the operator.
    \param[in] name  of the function; copied; may be NULL.
    \param[in] source  C text of the function; copied; may be NULL.
    \return The usual codes. */
GXB_FUNCTION_ GxB_IndexBinaryOp_new(GxB_IndexBinaryOp *op, GxB_index_binary_function function,
                                    GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                    GrB_Type theta_type, const char *name, const char *source);
/** Binds theta: an operator for GrB_mxm, GrB_mxv, GrB_vxm, eWiseAdd, eWiseMult, eWiseUnion and
    kronecker, alone or as the multiplier of a semiring. It stays valid when index_op is freed or theta
    changes. Elsewhere it is GrB_DOMAIN_MISMATCH: as accumulator, in a monoid, for duplicates, in sort, in
    apply with a scalar.
    \param[out] op  not NULL.
    \param[in] index_op  made by GxB_IndexBinaryOp_new.
    \param[in] theta  with a value, which is cast and copied.
    \return GrB_EMPTY_OBJECT: theta has no value. GrB_DOMAIN_MISMATCH: no cast to theta's domain. */
GXB_FUNCTION_ GxB_BinaryOp_new_IndexOp(GrB_BinaryOp *op, GxB_IndexBinaryOp index_op,
                                       GrB_Scalar theta);
/** Releases an operator and sets the handle to NULL.
    \param[in,out] op  may be NULL, and may point to NULL: nothing happens.
    \return The usual codes; works without GrB_init too. */
GXB_FUNCTION_ GxB_IndexBinaryOp_free(GxB_IndexBinaryOp *op);
/** Does nothing: an operator is complete.
    \param[in] op  the operator.
    \param[in] mode  GrB_COMPLETE or GrB_MATERIALIZE.
    \return GrB_INVALID_VALUE: another mode. */
GXB_FUNCTION_ GxB_IndexBinaryOp_wait(GxB_IndexBinaryOp op, int mode);
/** The text of the last error that concerned an operator.
    \param[out] text  not NULL; the operator's, and "" if there was none.
    \param[in] op  the operator asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_IndexBinaryOp_error(const char **text, const GxB_IndexBinaryOp op);
/** Writes an operator in words.
    \param[in] op  the operator.
    \param[in] name  may be NULL.
    \param[in] level  a GxB_Print_Level.
    \param[in] file  NULL: the function of GxB_PRINTF, else stdout.
    \return GrB_INVALID_VALUE: no such level, or the text could not be written. */
GXB_FUNCTION_ GxB_IndexBinaryOp_fprint(GxB_IndexBinaryOp op, const char *name, int level,
                                       FILE *file);

// Fields: GrB_NAME, which can be set once; GrB_{INP0,INP1,OUTP}_TYPE_{CODE,STRING},
// GxB_THETA_TYPE_{CODE,STRING}, GxB_JIT_C_NAME and GxB_JIT_C_DEFINITION.

/** GrB_get of an operator.
    \param[in] op  the operator asked.
    \param[out] value  not NULL.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, or of another type. */
GXB_FUNCTION_ GxB_IndexBinaryOp_get_Scalar(GxB_IndexBinaryOp op, GrB_Scalar value, int field);
/** GrB_get of an operator.
    \param[in] op  the operator asked.
    \param[out] value  not NULL.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, or of another type. */
GXB_FUNCTION_ GxB_IndexBinaryOp_get_String(GxB_IndexBinaryOp op, char *value, int field);
/** GrB_get of an operator.
    \param[in] op  the operator asked.
    \param[out] value  not NULL.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, or of another type. */
GXB_FUNCTION_ GxB_IndexBinaryOp_get_INT32(GxB_IndexBinaryOp op, int32_t *value, int field);
/** GrB_get of an operator.
    \param[in] op  the operator asked.
    \param[out] value  not NULL.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, or of another type. */
GXB_FUNCTION_ GxB_IndexBinaryOp_get_SIZE(GxB_IndexBinaryOp op, size_t *value, int field);
/** GrB_get of an operator.
    \param[in] op  the operator asked.
    \param[out] value  not NULL.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, or of another type. */
GXB_FUNCTION_ GxB_IndexBinaryOp_get_VOID(GxB_IndexBinaryOp op, void *value, int field);
/** GrB_set of an operator.
    \param[in,out] op  the operator.
    \param[in] value  the text of GrB_NAME, which is a String: no other field can be set.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, of another type, or only read. GrB_ALREADY_SET: the operator
        has a name. */
GXB_FUNCTION_ GxB_IndexBinaryOp_set_Scalar(GxB_IndexBinaryOp op, GrB_Scalar value, int field);
/** GrB_set of an operator.
    \param[in,out] op  the operator.
    \param[in] value  the text of GrB_NAME.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, of another type, or only read. GrB_ALREADY_SET: the operator
        has a name. */
GXB_FUNCTION_ GxB_IndexBinaryOp_set_String(GxB_IndexBinaryOp op, char *value, int field);
/** GrB_set of an operator.
    \param[in,out] op  the operator.
    \param[in] value  the text of GrB_NAME, which is a String: no other field can be set.
    \param[in] field  a field of the operator's.
    \return GrB_INVALID_VALUE: no such field, of another type, or only read. GrB_ALREADY_SET: the operator
        has a name. */
GXB_FUNCTION_ GxB_IndexBinaryOp_set_INT32(GxB_IndexBinaryOp op, int32_t value, int field);
/** GrB_set of an operator, which has no field of this type.
    \param[in,out] op  the operator.
    \param[in] value  not NULL.
    \param[in] field  a field of the operator's.
    \param[in] size  bytes of the value.
    \return GrB_INVALID_VALUE. */
GXB_FUNCTION_ GxB_IndexBinaryOp_set_VOID(GxB_IndexBinaryOp op, void *value, int field,
                                         size_t size);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
