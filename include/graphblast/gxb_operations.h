/** \file
    gxb_operations.h: operations that SuiteSparse:GraphBLAS 9.3 has beyond those of the C API, with its names
    and signatures. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_OPERATIONS_H
#define GRAPHBLAST_GXB_OPERATIONS_H

#include "gxb_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/** w(Ilist[k]) = scalar for k in 0 ... nvals - 1. A position that repeats is one entry.
    \param[in,out] w  without entries.
    \param[in] Ilist  nvals positions in any order; may be NULL when nvals is 0.
    \param[in] scalar  with a value, which is cast.
    \param[in] nvals  how many.
    \return GrB_EMPTY_OBJECT: scalar has no value. GrB_OUTPUT_NOT_EMPTY: w has entries.
        GrB_INDEX_OUT_OF_BOUNDS: a position is not below the size. GrB_DOMAIN_MISMATCH: no cast to
        w's domain. */
GXB_FUNCTION_ GxB_Vector_build_Scalar(GrB_Vector w, const GrB_Index *Ilist, GrB_Scalar scalar,
                                      GrB_Index nvals);
/** C(Ilist[k], J[k]) = scalar for k in 0 ... nvals - 1. A position that repeats is one entry.
    \param[in,out] C  without entries.
    \param[in] Ilist,J  nvals rows and columns in any order; may be NULL when nvals is 0.
    \param[in] scalar  with a value, which is cast.
    \param[in] nvals  how many.
    \return GrB_EMPTY_OBJECT: scalar has no value. GrB_OUTPUT_NOT_EMPTY: C has entries.
        GrB_INDEX_OUT_OF_BOUNDS: a position is outside C. GrB_DOMAIN_MISMATCH: no cast to C's
        domain. */
GXB_FUNCTION_ GxB_Matrix_build_Scalar(GrB_Matrix C, const GrB_Index *Ilist, const GrB_Index *J,
                                      GrB_Scalar scalar, GrB_Index nvals);

/** \page subassign Subassign: a region as the output

    The region C(I, J) of an output is the output: accumulator, mask and GrB_REPLACE (\ref contract)
    count inside the region alone, and the mask has its shape. The rest of the output stays.
    GrB_assign differs: its mask has the shape of the whole output, and its GrB_REPLACE removes
    entries outside the region too. */

/** w(Ilist) = u: u(k) goes to Ilist[k] (\ref subassign).
    \param[in,out] w  any size.
    \param[in] mask,accum,desc  may be NULL (\ref subassign); the mask has size ni.
    \param[in] u  size ni.
    \param[in] Ilist  positions of w; of a repeated one the last counts; or GrB_ALL.
    \param[in] ni  how many.
    \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside w. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Vector_subassign(GXB_VECTOR_OUT_, const GrB_Vector u, const GrB_Index *Ilist,
                                   GrB_Index ni, const GrB_Descriptor desc);
/** C(Ilist, J) = A': A'(k, l) goes to (Ilist[k], J[l]) (\ref subassign).
    \param[in,out] C  any shape.
    \param[in] Mask,accum,desc  may be NULL (\ref subassign); the mask is ni x nj.
    \param[in] A  ni x nj; A' by GrB_INP0.
    \param[in] Ilist,J  rows and columns of C; of a repeated one the last counts; or GrB_ALL.
    \param[in] ni,nj  how many.
    \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside C. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Matrix_subassign(GXB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Index *Ilist,
                                   GrB_Index ni, const GrB_Index *J, GrB_Index nj,
                                   const GrB_Descriptor desc);
/** C(Ilist, j) = u: u(k) goes to (Ilist[k], j), in one column (\ref subassign).
    \param[in,out] C  any shape.
    \param[in] mask,accum,desc  may be NULL (\ref subassign); the mask has size ni.
    \param[in] u  size ni.
    \param[in] Ilist  positions in the column; of a repeated one the last counts; or GrB_ALL.
    \param[in] ni  how many.
    \param[in] j  which column.
    \return GrB_INVALID_INDEX: j is outside C. GrB_INDEX_OUT_OF_BOUNDS: one of Ilist is.
        GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Col_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                const GrB_Vector u, const GrB_Index *Ilist, GrB_Index ni,
                                GrB_Index j, const GrB_Descriptor desc);
/** C(i, J) = u: u(k) goes to (i, J[k]), in one row (\ref subassign).
    \param[in,out] C  any shape.
    \param[in] mask,accum,desc  may be NULL (\ref subassign); the mask has size nj.
    \param[in] u  size nj.
    \param[in] i  which row.
    \param[in] J  positions in the row; of a repeated one the last counts; or GrB_ALL.
    \param[in] nj  how many.
    \return GrB_INVALID_INDEX: i is outside C. GrB_INDEX_OUT_OF_BOUNDS: one of J is.
        GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Row_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                const GrB_Vector u, GrB_Index i, const GrB_Index *J, GrB_Index nj,
                                const GrB_Descriptor desc);
#define GXB_DECLARE_(T, type) \
    /** w(Ilist) = x: the value at every position (\ref subassign).
        \param[in,out] w  any size.
        \param[in] mask,accum,desc  may be NULL (\ref subassign); the mask has size ni.
        \param[in] x  _UDT: pointer to a value of w's domain; _Scalar: one without a value is a
            vector without entries.
        \param[in] Ilist  positions of w, repeats allowed; or GrB_ALL.
        \param[in] ni  how many.
        \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside w. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GXB_FUNCTION_ GxB_Vector_subassign_##T(GXB_VECTOR_OUT_, type x, const GrB_Index *Ilist, \
        GrB_Index ni, const GrB_Descriptor desc); \
    /** C(Ilist, J) = x: the value at every position (\ref subassign).
        \param[in,out] C  any shape.
        \param[in] Mask,accum,desc  may be NULL (\ref subassign); the mask is ni x nj.
        \param[in] x  _UDT: pointer to a value of C's domain; _Scalar: one without a value is a
            matrix without entries.
        \param[in] Ilist,J  rows and columns of C, repeats allowed; or GrB_ALL.
        \param[in] ni,nj  how many.
        \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside C. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GXB_FUNCTION_ GxB_Matrix_subassign_##T(GXB_MATRIX_OUT_, type x, const GrB_Index *Ilist, \
        GrB_Index ni, const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc);
GXB_PER_TYPE_(GXB_DECLARE_)
GXB_PER_COMPLEX_(GXB_DECLARE_)
GXB_DECLARE_(UDT, void *)
GXB_DECLARE_(Scalar, GrB_Scalar)
#undef GXB_DECLARE_

/** w = u + v on the union of the entries: T(i) = add(u(i), v(i)), with alpha for a missing u(i) and
    beta for a missing v(i).
    \param[in,out] w  size of u.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] add  the operator.
    \param[in] u,v  of one size.
    \param[in] alpha,beta  with a value, which is cast.
    \return GrB_EMPTY_OBJECT: alpha or beta has no value. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Vector_eWiseUnion(GXB_VECTOR_OUT_, const GrB_BinaryOp add, const GrB_Vector u,
    const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta, const GrB_Descriptor desc);
/** C = A' + B' on the union of the entries: T(i, j) = add(A'(i, j), B'(i, j)), with alpha for a
    missing A'(i, j) and beta for a missing B'(i, j).
    \param[in,out] C  m x n.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] add  the operator.
    \param[in] A,B  m x n; A' by GrB_INP0, B' by GrB_INP1.
    \param[in] alpha,beta  with a value, which is cast.
    \return GrB_EMPTY_OBJECT: alpha or beta has no value. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Matrix_eWiseUnion(GXB_MATRIX_OUT_, const GrB_BinaryOp add, const GrB_Matrix A,
    const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta, const GrB_Descriptor desc);

/** The entries of u in order, from position 0 on: w(k) is the k-th, p(k) the position it had.
    Entries that compare equal keep their order.
    \param[in,out] w  size of u; may be u; NULL: not wanted.
    \param[in,out] p  size of u, of an integer type; NULL: not wanted. Not w.
    \param[in] op  whether x comes before y: on one domain, which u's is cast to, yielding GrB_BOOL.
    \param[in] u  the entries.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_NULL_POINTER: also when w and p are both NULL. GrB_INVALID_VALUE: they are one
        object. GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Vector_sort(GrB_Vector w, GrB_Vector p, GrB_BinaryOp op, GrB_Vector u,
                              const GrB_Descriptor desc);
/** The entries of each row of A in order, from column 0 on: C(i, k) is the k-th, P(i, k) the column
    it had. With GrB_INP0 transposed: those of each column, from row 0 on. Entries that compare equal
    keep their order.
    \param[in,out] C  as large as A; may be A; NULL: not wanted.
    \param[in,out] P  as large as A, of an integer type; NULL: not wanted. Not C.
    \param[in] op  whether x comes before y: on one domain, which A's is cast to, yielding GrB_BOOL.
    \param[in] A  the entries.
    \param[in] desc  may be NULL; GrB_INP0 counts.
    \return GrB_NULL_POINTER: also when C and P are both NULL. GrB_INVALID_VALUE: they are one
        object. GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, GrB_BinaryOp op, GrB_Matrix A,
                              const GrB_Descriptor desc);

/** C = m x n tiles side by side.
    \param[in,out] C  as large as the tiles together; may be one of them. All its entries are
        replaced.
    \param[in] Tiles  m * n matrices; tile (i, j) is element i * n + j. Tiles of one row have equally
        many rows, tiles of one column equally many columns. Values are cast.
    \param[in] m,n  at least 1.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_VALUE: m or n is 0. GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Matrix_concat(GrB_Matrix C, const GrB_Matrix *Tiles, const GrB_Index m,
                                const GrB_Index n, const GrB_Descriptor desc);
/** Makes m x n matrices of A's domain, the tiles that A consists of.
    \param[out] Tiles  room for m * n handles; tile (i, j) is element i * n + j. Stays as it is on
        failure.
    \param[in] m,n  at least 1.
    \param[in] Tile_nrows  m numbers of rows, together those of A.
    \param[in] Tile_ncols  n numbers of columns, together those of A.
    \param[in] A  the matrix cut up; stays as it is.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_VALUE: m or n is 0. GrB_DIMENSION_MISMATCH: sizes do not add up to A's. */
GXB_FUNCTION_ GxB_Matrix_split(GrB_Matrix *Tiles, const GrB_Index m, const GrB_Index n,
                               const GrB_Index *Tile_nrows, const GrB_Index *Tile_ncols,
                               const GrB_Matrix A, const GrB_Descriptor desc);

/** C = the matrix with v(i) at (i, i + k), or at (i - k, i) for a negative k.
    \param[in,out] C  size of v + |k| rows and columns. All its entries are replaced.
    \param[in] v  the diagonal; values are cast.
    \param[in] k  which diagonal: 0 the main one, positive above it.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Matrix_diag(GrB_Matrix C, const GrB_Vector v, int64_t k,
                              const GrB_Descriptor desc);
/** v = a diagonal of A': v(i) = A'(i, i + k), or A'(i - k, i) for a negative k.
    \param[in,out] v  of the diagonal's length, 0 for one outside A'. All its entries are replaced.
    \param[in] A  the matrix read; A' by GrB_INP0; values are cast.
    \param[in] k  which diagonal: 0 the main one, positive above it.
    \param[in] desc  may be NULL; GrB_INP0 counts.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GXB_FUNCTION_ GxB_Vector_diag(GrB_Vector v, const GrB_Matrix A, int64_t k,
                              const GrB_Descriptor desc);

/** Gives C another shape. Its elements, counted by rows or by columns, keep their numbers.
    \param[in,out] C  the matrix.
    \param[in] by_col  true: elements are counted by columns.
    \param[in] nrows_new,ncols_new  the new shape, of as many elements.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_DIMENSION_MISMATCH: another number of elements. GrB_INVALID_VALUE: nrows_new or
        ncols_new is above GrB_INDEX_MAX + 1. */
GXB_FUNCTION_ GxB_Matrix_reshape(GrB_Matrix C, bool by_col, GrB_Index nrows_new,
                                 GrB_Index ncols_new, const GrB_Descriptor desc);
/** Makes a copy of A in another shape, as GxB_Matrix_reshape gives it.
    \param[out] C  not NULL; of A's domain.
    \param[in] A  the matrix copied.
    \param[in] by_col  true: elements are counted by columns.
    \param[in] nrows_new,ncols_new  the new shape, of as many elements.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_DIMENSION_MISMATCH: another number of elements. GrB_INVALID_VALUE: nrows_new or
        ncols_new is above GrB_INDEX_MAX + 1. */
GXB_FUNCTION_ GxB_Matrix_reshapeDup(GrB_Matrix *C, GrB_Matrix A, bool by_col, GrB_Index nrows_new,
                                    GrB_Index ncols_new, const GrB_Descriptor desc);

#define GXB_OBJECT_(name) GXB_PUBLIC_ extern GxB_SelectOp name;
/** Tests of an entry x at (i, j), from before GrB_IndexUnaryOp; t is the thunk. TRIL j <= i + t, TRIU
    j >= i + t, DIAG j == i + t, OFFDIAG j != i + t. NONZERO x != 0, EQ_ZERO x == 0, GT x > 0, GE x >= 0,
    LT x < 0, LE x <= 0; with THUNK x is compared with t in place of 0. */
/** @{ */
GXB_OBJECT_(GxB_TRIL)
GXB_OBJECT_(GxB_TRIU)
GXB_OBJECT_(GxB_DIAG)
GXB_OBJECT_(GxB_OFFDIAG)
GXB_OBJECT_(GxB_NONZERO)
GXB_OBJECT_(GxB_EQ_ZERO)
GXB_OBJECT_(GxB_GT_ZERO)
GXB_OBJECT_(GxB_GE_ZERO)
GXB_OBJECT_(GxB_LT_ZERO)
GXB_OBJECT_(GxB_LE_ZERO)
GXB_OBJECT_(GxB_NE_THUNK)
GXB_OBJECT_(GxB_EQ_THUNK)
GXB_OBJECT_(GxB_GT_THUNK)
GXB_OBJECT_(GxB_GE_THUNK)
GXB_OBJECT_(GxB_LT_THUNK)
GXB_OBJECT_(GxB_LE_THUNK)
/** @} */
#undef GXB_OBJECT_
/** w = the entries of u that pass a test; entry i is at (i, 0).
    \param[in,out] w  size of u.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the test. Values of a user-defined type are compared as bytes.
    \param[in] u  where the entries come from.
    \param[in] Thunk  cast to GrB_INT64 for a test of positions, else to u's domain; NULL or without
        a value: 0.
    \return GrB_DIMENSION_MISMATCH. GrB_DOMAIN_MISMATCH: also when op needs an order and values are
        complex or of a user-defined type. */
GXB_FUNCTION_ GxB_Vector_select(GXB_VECTOR_OUT_, const GxB_SelectOp op, const GrB_Vector u,
                                const GrB_Scalar Thunk, const GrB_Descriptor desc);
/** C = the entries of A' that pass a test.
    \param[in,out] C  m x n.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the test. Values of a user-defined type are compared as bytes.
    \param[in] A  where the entries come from, m x n; A' by GrB_INP0.
    \param[in] Thunk  cast to GrB_INT64 for a test of positions, else to A's domain; NULL or without
        a value: 0.
    \return GrB_DIMENSION_MISMATCH. GrB_DOMAIN_MISMATCH: also when op needs an order and values are
        complex or of a user-defined type. */
GXB_FUNCTION_ GxB_Matrix_select(GXB_MATRIX_OUT_, const GxB_SelectOp op, const GrB_Matrix A,
                                const GrB_Scalar Thunk, const GrB_Descriptor desc);
/** The domain of the values that a test takes: NULL, for values of any domain.
    \param[out] xtype  not NULL.
    \param[in] op  the test asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_SelectOp_xtype(GrB_Type *xtype, GxB_SelectOp op);
/** The domain of the thunk of a test: GrB_INT64 for a test of positions, else NULL, for that of the
    values.
    \param[out] ttype  not NULL.
    \param[in] op  the test asked.
    \return The usual codes. */
GXB_FUNCTION_ GxB_SelectOp_ttype(GrB_Type *ttype, GxB_SelectOp op);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
