/** \file
    gxb_functions.h: what objects consist of, and objects as text, with the names and signatures of
    SuiteSparse:GraphBLAS 9.3. Part of <suitesparse/GraphBLAS.h>. "The usual codes", masks, accumulators and
    descriptors are as in GraphBLAS.h. */

#ifndef GRAPHBLAST_GXB_FUNCTIONS_H
#define GRAPHBLAST_GXB_FUNCTIONS_H

#include "gxb_complex.h"

#include "gxb_containers.h"
#include "gxb_context.h"
#include "gxb_index_binary.h"
#include "gxb_index_lists.h"
#include "gxb_reports.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

#define GXB_MATRIX_OUT_ GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define GXB_VECTOR_OUT_ GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum
#define GXB_PER_TYPE_(declare) \
    declare(BOOL, bool) \
    declare(INT8, int8_t) declare(UINT8, uint8_t) \
    declare(INT16, int16_t) declare(UINT16, uint16_t) \
    declare(INT32, int32_t) declare(UINT32, uint32_t) \
    declare(INT64, int64_t) declare(UINT64, uint64_t) \
    declare(FP32, float) declare(FP64, double)
#define GXB_PER_COMPLEX_(declare) declare(FC32, GxB_FC32_t) declare(FC64, GxB_FC64_t)

//==================================================================================================
// Domains. A handle that is answered is the object's own part: it is not to be freed.
//==================================================================================================

/** The bytes of a value of the type.
    \param[out] size  not NULL.
    \param[in] type  the type asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Type_size(size_t *size, const GrB_Type type);
/** The name of a type in C ("double"). A user-defined type has the name that it was given, else "".
    \param[out] type_name  not NULL; GxB_MAX_NAME_LEN bytes, all of which are written.
    \param[in] type  the type asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Type_name(char *type_name, const GrB_Type type);
/** The built-in type of a name.
    \param[out] type  not NULL; *type is NULL where no built-in type has the name.
    \param[in] type_name  not NULL; the name in C ("double") or here ("GrB_FP64").
    \return GrB_SUCCESS also where *type is NULL. */
GXB_FUNCTION_ GxB_Type_from_name(GrB_Type *type, const char *type_name);

/** The domain of a scalar.
    \param[out] type  not NULL.
    \param[in] s  the scalar asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Scalar_type(GrB_Type *type, const GrB_Scalar s);
/** The domain of a vector.
    \param[out] type  not NULL.
    \param[in] v  the vector asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Vector_type(GrB_Type *type, const GrB_Vector v);
/** The domain of a matrix.
    \param[out] type  not NULL.
    \param[in] A  the matrix asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Matrix_type(GrB_Type *type, const GrB_Matrix A);
/** The name of the domain of a scalar, as of GxB_Type_name.
    \param[out] type_name  not NULL; GxB_MAX_NAME_LEN bytes, all of which are written.
    \param[in] s  the scalar asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Scalar_type_name(char *type_name, const GrB_Scalar s);
/** The name of the domain of a vector, as of GxB_Type_name.
    \param[out] type_name  not NULL; GxB_MAX_NAME_LEN bytes, all of which are written.
    \param[in] v  the vector asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Vector_type_name(char *type_name, const GrB_Vector v);
/** The name of the domain of a matrix, as of GxB_Type_name.
    \param[out] type_name  not NULL; GxB_MAX_NAME_LEN bytes, all of which are written.
    \param[in] A  the matrix asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Matrix_type_name(char *type_name, const GrB_Matrix A);

#define GXB_DECLARE_(Kind, part) \
    /** The domain of one part of z = f(x, y).
        \param[out] type  not NULL; NULL comes with GrB_NO_VALUE.
        \param[in] op  the operator asked.
        \return GrB_NO_VALUE: values of any domain fit there. */ \
    GXB_FUNCTION_ GxB_##Kind##_##part(GrB_Type *type, GrB_##Kind op);
GXB_DECLARE_(UnaryOp, ztype)
GXB_DECLARE_(UnaryOp, xtype)
GXB_DECLARE_(BinaryOp, ztype)
GXB_DECLARE_(BinaryOp, xtype)
GXB_DECLARE_(BinaryOp, ytype)
#undef GXB_DECLARE_
#define GXB_DECLARE_(Kind, part) \
    /** The name of the domain of one part of z = f(x, y), as of GxB_Type_name.
        \param[out] type_name  not NULL; GxB_MAX_NAME_LEN bytes, all of which are written; "" comes
            with GrB_NO_VALUE.
        \param[in] op  the operator asked.
        \return GrB_NO_VALUE: values of any domain fit there. */ \
    GXB_FUNCTION_ GxB_##Kind##_##part##_name(char *type_name, const GrB_##Kind op);
GXB_DECLARE_(UnaryOp, ztype)
GXB_DECLARE_(UnaryOp, xtype)
GXB_DECLARE_(BinaryOp, ztype)
GXB_DECLARE_(BinaryOp, xtype)
GXB_DECLARE_(BinaryOp, ytype)
GXB_DECLARE_(IndexUnaryOp, ztype)
GXB_DECLARE_(IndexUnaryOp, xtype)
GXB_DECLARE_(IndexUnaryOp, ytype)
#undef GXB_DECLARE_

//==================================================================================================
// Monoids and semirings
//==================================================================================================

#define GXB_DECLARE_(T, type) \
    /** GrB_Monoid_new with a terminal value: one that any further value leaves as it is, so that sums
        may stop there.
        \param[out] monoid  not NULL.
        \param[in] op  its three domains equal; it must outlive the monoid.
        \param[in] identity,terminal  of op's domain exactly; _UDT: pointers to values of it, copied.
        \return GrB_DOMAIN_MISMATCH: the domains of op differ from each other or from those of the
            values. GrB_NOT_IMPLEMENTED: terminal has more than 16 bytes. */ \
    GXB_FUNCTION_ GxB_Monoid_terminal_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity, \
                                              type terminal);
GXB_PER_TYPE_(GXB_DECLARE_)
GXB_PER_COMPLEX_(GXB_DECLARE_)
GXB_DECLARE_(UDT, void *)
#undef GXB_DECLARE_
/** The operator of a monoid.
    \param[out] op  not NULL; *op is not to be freed.
    \param[in] monoid  the monoid asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Monoid_operator(GrB_BinaryOp *op, GrB_Monoid monoid);
/** Copies the identity of a monoid.
    \param[out] identity  not NULL; room for a value of the monoid's domain.
    \param[in] monoid  the monoid asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Monoid_identity(void *identity, GrB_Monoid monoid);
/** Copies the terminal value of a monoid, if it has one.
    \param[out] has_terminal  not NULL; whether it has one.
    \param[out] terminal  not NULL; room for a value of the monoid's domain; written if there is one.
    \param[in] monoid  the monoid asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Monoid_terminal(bool *has_terminal, void *terminal, GrB_Monoid monoid);
/** The addition of a semiring.
    \param[out] add  not NULL; *add is not to be freed.
    \param[in] semiring  the semiring asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Semiring_add(GrB_Monoid *add, GrB_Semiring semiring);
/** The multiplication of a semiring.
    \param[out] multiply  not NULL; *multiply is not to be freed.
    \param[in] semiring  the semiring asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Semiring_multiply(GrB_BinaryOp *multiply, GrB_Semiring semiring);

//==================================================================================================
// Storage and entries
//==================================================================================================

/** The bytes that a scalar holds.
    \param[out] size  not NULL.
    \param[in] s  the scalar asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Scalar_memoryUsage(size_t *size, const GrB_Scalar s);
/** The bytes that a vector holds. Arrays that it shares with other objects count in full.
    \param[out] size  not NULL.
    \param[in] v  the vector asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Vector_memoryUsage(size_t *size, const GrB_Vector v);
/** The bytes that a matrix holds. Arrays that it shares with other objects count in full.
    \param[out] size  not NULL.
    \param[in] A  the matrix asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Matrix_memoryUsage(size_t *size, const GrB_Matrix A);
/** Whether a vector stores one value that all its entries have.
    \param[out] iso  not NULL.
    \param[in] v  the vector asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Vector_iso(bool *iso, const GrB_Vector v);
/** Whether a matrix stores one value that all its entries have.
    \param[out] iso  not NULL.
    \param[in] A  the matrix asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Matrix_iso(bool *iso, const GrB_Matrix A);
/** Whether a vector has an entry at a position.
    \param[in] v  the vector asked.
    \param[in] i  below its size.
    \return GrB_SUCCESS: there is an entry. GrB_NO_VALUE: there is none. GrB_INVALID_INDEX: i is not
        below the size. */
GXB_FUNCTION_ GxB_Vector_isStoredElement(const GrB_Vector v, GrB_Index i);
/** Whether a matrix has an entry at a position.
    \param[in] A  the matrix asked.
    \param[in] i,j  inside its shape.
    \return GrB_SUCCESS: there is an entry. GrB_NO_VALUE: there is none. GrB_INVALID_INDEX: (i, j) is
        outside. */
GXB_FUNCTION_ GxB_Matrix_isStoredElement(const GrB_Matrix A, GrB_Index i, GrB_Index j);

//==================================================================================================
// Text
//==================================================================================================

/// A test that keeps entries, from before GrB_IndexUnaryOp: gxb_operations.h.
typedef struct GxB_SelectOp_opaque *GxB_SelectOp;

#define GXB_DECLARE_(Kind, Prefix) \
    /** Writes an object as text.
        \param[in] object  the object written; its pending work is finished.
        \param[in] name  what to call it; may be NULL.
        \param[in] pr  how much.
        \param[in] f  where to; NULL: the function of GxB_PRINTF, else stdout.
        \return GrB_INVALID_VALUE: no such pr, or the text could not be written. */ \
    GXB_FUNCTION_ GxB_##Kind##_fprint(Prefix##_##Kind object, const char *name, GxB_Print_Level pr, \
                                      FILE *f);
GXB_DECLARE_(Type, GrB)
GXB_DECLARE_(UnaryOp, GrB)
GXB_DECLARE_(BinaryOp, GrB)
GXB_DECLARE_(IndexUnaryOp, GrB)
GXB_DECLARE_(SelectOp, GxB)
GXB_DECLARE_(Monoid, GrB)
GXB_DECLARE_(Semiring, GrB)
GXB_DECLARE_(Descriptor, GrB)
GXB_DECLARE_(Scalar, GrB)
GXB_DECLARE_(Vector, GrB)
GXB_DECLARE_(Matrix, GrB)
GXB_DECLARE_(Context, GxB)
#undef GXB_DECLARE_

/** Says whether the library takes itself for started. A test program of LAGraph calls it between two
    starts.
    \param[in] called  false: the next GrB_init is the first one. */
GXB_PUBLIC_ void GB_Global_GrB_init_called_set(bool called);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
