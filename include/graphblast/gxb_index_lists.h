/** \file
    gxb_index_lists.h: vectors in place of lists of indices, with the names and signatures of
    SuiteSparse:GraphBLAS 10.5. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_INDEX_LISTS_H
#define GRAPHBLAST_GXB_INDEX_LISTS_H

#include "gxb_options.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/** \page index_lists Vectors as lists of indices

    GxB_ROWINDEX_LIST of the descriptor says what of I_vector counts, GxB_COLINDEX_LIST what of J_vector:
    the values of its entries, in order of their positions (GxB_USE_VALUES), or the positions
    (GxB_USE_INDICES), or three entries are first, last and step of a range (GxB_IS_STRIDE; not in build).
    A vector is of an integer type, unless its positions count, and of any size. NULL stands for all indices,
    but not in build. GrB_DOMAIN_MISMATCH: no integer type. GrB_INVALID_VALUE: a range has not three entries.
    Everything else is as in the functions that take lists. */

#define GxB_ROWINDEX_LIST ((GrB_Desc_Field)7094) ///< of a descriptor: how I_vector counts
#define GxB_COLINDEX_LIST ((GrB_Desc_Field)7095) ///< of a descriptor: how J_vector counts
#define GxB_VALUE_LIST ((GrB_Desc_Field)7096)    ///< of a descriptor: how X_vector counts
#define GxB_USE_VALUES ((GrB_Desc_Value)0)
#define GxB_USE_INDICES ((GrB_Desc_Value)7060)
#define GxB_IS_STRIDE ((GrB_Desc_Value)7061)

#define GXB_INTO_MATRIX_ GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define GXB_INTO_VECTOR_ GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum
#define GXB_INTO_LINE_ GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum

/** C = A(I, J): GrB_Matrix_extract with vectors as lists.
    \param[in,out] C  the output.
    \param[in] Mask,accum,desc  may be NULL (\ref contract, \ref index_lists).
    \param[in] A  the matrix read.
    \param[in] I_vector,J_vector  NULL: all.
    \return As GrB_Matrix_extract (\ref index_lists). */
GXB_FUNCTION_ GxB_Matrix_extract_Vector(GXB_INTO_MATRIX_, const GrB_Matrix A,
    const GrB_Vector I_vector, const GrB_Vector J_vector, const GrB_Descriptor desc);
/** w = A(I, j): GrB_Col_extract with a vector as list.
    \param[in,out] w  the output.
    \param[in] mask,accum,desc  may be NULL (\ref contract, \ref index_lists).
    \param[in] A  the matrix read.
    \param[in] I_vector  NULL: all.
    \param[in] j  the column.
    \return As GrB_Col_extract (\ref index_lists). */
GXB_FUNCTION_ GxB_Col_extract_Vector(GXB_INTO_VECTOR_, const GrB_Matrix A,
    const GrB_Vector I_vector, GrB_Index j, const GrB_Descriptor desc);

#define GXB_DECLARE_(assign) \
    /** w(I) = u: assign and subassign with vectors as lists. \
        \param[in,out] w  the output. \
        \param[in] mask,accum,desc  may be NULL (\ref contract, \ref index_lists). \
        \param[in] u  the vector read. \
        \param[in] I_vector  NULL: all. \
        \return As the form with lists (\ref index_lists). */ \
    GXB_FUNCTION_ GxB_Vector_##assign##_Vector(GXB_INTO_VECTOR_, const GrB_Vector u, \
        const GrB_Vector I_vector, const GrB_Descriptor desc); \
    /** C(I, J) = A: assign and subassign with vectors as lists. \
        \param[in,out] C  the output. \
        \param[in] Mask,accum,desc  may be NULL (\ref contract, \ref index_lists). \
        \param[in] A  the matrix read. \
        \param[in] I_vector,J_vector  NULL: all. \
        \return As the form with lists (\ref index_lists). */ \
    GXB_FUNCTION_ GxB_Matrix_##assign##_Vector(GXB_INTO_MATRIX_, const GrB_Matrix A, \
        const GrB_Vector I_vector, const GrB_Vector J_vector, const GrB_Descriptor desc); \
    /** C(I, j) = u: assign and subassign with vectors as lists. \
        \param[in,out] C  the output. \
        \param[in] mask,accum,desc  may be NULL (\ref contract, \ref index_lists). \
        \param[in] u  the vector read. \
        \param[in] I_vector  NULL: all. \
        \param[in] j  the column. \
        \return As the form with lists (\ref index_lists). */ \
    GXB_FUNCTION_ GxB_Col_##assign##_Vector(GXB_INTO_LINE_, const GrB_Vector u, \
        const GrB_Vector I_vector, GrB_Index j, const GrB_Descriptor desc); \
    /** C(i, J) = u: assign and subassign with vectors as lists. \
        \param[in,out] C  the output. \
        \param[in] mask,accum,desc  may be NULL (\ref contract, \ref index_lists). \
        \param[in] u  the vector read. \
        \param[in] i  the row. \
        \param[in] J_vector  NULL: all. \
        \return As the form with lists (\ref index_lists). */ \
    GXB_FUNCTION_ GxB_Row_##assign##_Vector(GXB_INTO_LINE_, const GrB_Vector u, GrB_Index i, \
        const GrB_Vector J_vector, const GrB_Descriptor desc); \
    /** w(I) = x: assign and subassign with vectors as lists. \
        \param[in,out] w  the output. \
        \param[in] mask,accum,desc  may be NULL (\ref contract, \ref index_lists). \
        \param[in] x  the value; without one entries are deleted. \
        \param[in] I_vector  NULL: all. \
        \return As the form with lists (\ref index_lists). */ \
    GXB_FUNCTION_ GxB_Vector_##assign##_Scalar_Vector(GXB_INTO_VECTOR_, const GrB_Scalar x, \
        const GrB_Vector I_vector, const GrB_Descriptor desc); \
    /** C(I, J) = x: assign and subassign with vectors as lists. \
        \param[in,out] C  the output. \
        \param[in] Mask,accum,desc  may be NULL (\ref contract, \ref index_lists). \
        \param[in] x  the value; without one entries are deleted. \
        \param[in] I_vector,J_vector  NULL: all. \
        \return As the form with lists (\ref index_lists). */ \
    GXB_FUNCTION_ GxB_Matrix_##assign##_Scalar_Vector(GXB_INTO_MATRIX_, const GrB_Scalar x, \
        const GrB_Vector I_vector, const GrB_Vector J_vector, const GrB_Descriptor desc);
GXB_DECLARE_(assign)
GXB_DECLARE_(subassign)
#undef GXB_DECLARE_

/** C(i, j) = x for the k-th entries of three vectors: GrB_Matrix_build with vectors as lists.
    \param[in,out] C  without entries.
    \param[in] I_vector,J_vector  rows and columns.
    \param[in] X_vector  the values; with GxB_VALUE_LIST the positions of its entries, as GrB_UINT64.
    \param[in] dup  as in GrB_Matrix_build; may be NULL.
    \param[in] desc  may be NULL (\ref index_lists).
    \return As GrB_Matrix_build. GrB_INVALID_VALUE: the vectors have different numbers of entries, or
        GxB_IS_STRIDE is asked for. */
GXB_FUNCTION_ GxB_Matrix_build_Vector(GrB_Matrix C, const GrB_Vector I_vector,
    const GrB_Vector J_vector, const GrB_Vector X_vector, const GrB_BinaryOp dup,
    const GrB_Descriptor desc);
/** C(i, j) = scalar for the k-th entries of two vectors. A position that repeats is one entry.
    \param[in,out] C  without entries.
    \param[in] I_vector,J_vector  rows and columns.
    \param[in] scalar  with a value, which is cast.
    \param[in] desc  may be NULL (\ref index_lists).
    \return As GxB_Matrix_build_Scalar. GrB_INVALID_VALUE: the vectors have different numbers of entries, or
        GxB_IS_STRIDE is asked for. */
GXB_FUNCTION_ GxB_Matrix_build_Scalar_Vector(GrB_Matrix C, const GrB_Vector I_vector,
    const GrB_Vector J_vector, GrB_Scalar scalar, const GrB_Descriptor desc);
/** w(i) = scalar for the entries of a vector. A position that repeats is one entry.
    \param[in,out] w  without entries.
    \param[in] I_vector  the positions.
    \param[in] scalar  with a value, which is cast.
    \param[in] desc  may be NULL (\ref index_lists).
    \return As GxB_Vector_build_Scalar. GrB_INVALID_VALUE: GxB_IS_STRIDE is asked for. */
GXB_FUNCTION_ GxB_Vector_build_Scalar_Vector(GrB_Vector w, const GrB_Vector I_vector,
    const GrB_Scalar scalar, const GrB_Descriptor desc);

/** The entries of a matrix in order of rows, as full vectors: rows, columns and values. Sizes and types of
    the vectors change: positions are GrB_UINT32 where the dimension allows it, else GrB_UINT64.
    \param[in,out] I_vector,J_vector,X_vector  three different ones; NULL: not wanted.
    \param[in] A  the matrix read.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_NOT_IMPLEMENTED: one vector is given twice. */
GXB_FUNCTION_ GxB_Matrix_extractTuples_Vector(GrB_Vector I_vector, GrB_Vector J_vector,
    GrB_Vector X_vector, const GrB_Matrix A, const GrB_Descriptor desc);
/** The entries of a vector in order of positions, as full vectors: positions and values. Sizes and types of
    the vectors change, as in GxB_Matrix_extractTuples_Vector.
    \param[in,out] I_vector,X_vector  two different ones; NULL: not wanted.
    \param[in] u  the vector read.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_NOT_IMPLEMENTED: one vector is given twice. */
GXB_FUNCTION_ GxB_Vector_extractTuples_Vector(GrB_Vector I_vector, GrB_Vector X_vector,
    const GrB_Vector u, const GrB_Descriptor desc);

#undef GXB_INTO_MATRIX_
#undef GXB_INTO_VECTOR_
#undef GXB_INTO_LINE_

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
