/// gxb_functions.h: functions of SuiteSparse:GraphBLAS 9.3, with its names and signatures. Part of
/// <suitesparse/GraphBLAS.h>. Masks, accumulators, descriptors and the codes that any function may return
/// are as in GraphBLAS.h.

#ifndef GRAPHBLAST_GXB_FUNCTIONS_H
#define GRAPHBLAST_GXB_FUNCTIONS_H

#include "gxb_complex.h"

#include "gxb_options.h"

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

/// The domains of things. type_name: GxB_MAX_NAME_LEN bytes; the name in C ("double"), for a user-defined
/// type what it was given, else "".
GXB_FUNCTION_ GxB_Type_size(size_t *size, const GrB_Type type);
GXB_FUNCTION_ GxB_Type_name(char *type_name, const GrB_Type type);
/// Of a built-in type, by its name in C or here. NULL, and GrB_SUCCESS, for any other name.
GXB_FUNCTION_ GxB_Type_from_name(GrB_Type *type, const char *type_name);
GXB_FUNCTION_ GxB_Scalar_type(GrB_Type *type, const GrB_Scalar s);
GXB_FUNCTION_ GxB_Vector_type(GrB_Type *type, const GrB_Vector v);
GXB_FUNCTION_ GxB_Matrix_type(GrB_Type *type, const GrB_Matrix A);
GXB_FUNCTION_ GxB_Scalar_type_name(char *type_name, const GrB_Scalar s);
GXB_FUNCTION_ GxB_Vector_type_name(char *type_name, const GrB_Vector v);
GXB_FUNCTION_ GxB_Matrix_type_name(char *type_name, const GrB_Matrix A);
GXB_FUNCTION_ GxB_UnaryOp_ztype(GrB_Type *ztype, GrB_UnaryOp op);
GXB_FUNCTION_ GxB_UnaryOp_xtype(GrB_Type *xtype, GrB_UnaryOp op);
GXB_FUNCTION_ GxB_UnaryOp_ztype_name(char *type_name, const GrB_UnaryOp op);
GXB_FUNCTION_ GxB_UnaryOp_xtype_name(char *type_name, const GrB_UnaryOp op);
GXB_FUNCTION_ GxB_BinaryOp_ztype(GrB_Type *ztype, GrB_BinaryOp op);
GXB_FUNCTION_ GxB_BinaryOp_xtype(GrB_Type *xtype, GrB_BinaryOp op);
GXB_FUNCTION_ GxB_BinaryOp_ytype(GrB_Type *ytype, GrB_BinaryOp op);
GXB_FUNCTION_ GxB_BinaryOp_ztype_name(char *type_name, const GrB_BinaryOp op);
GXB_FUNCTION_ GxB_BinaryOp_xtype_name(char *type_name, const GrB_BinaryOp op);
GXB_FUNCTION_ GxB_BinaryOp_ytype_name(char *type_name, const GrB_BinaryOp op);
GXB_FUNCTION_ GxB_IndexUnaryOp_ztype_name(char *type_name, const GrB_IndexUnaryOp op);
GXB_FUNCTION_ GxB_IndexUnaryOp_xtype_name(char *type_name, const GrB_IndexUnaryOp op);
GXB_FUNCTION_ GxB_IndexUnaryOp_ytype_name(char *type_name, const GrB_IndexUnaryOp op);

/// Monoids with a value that ends them: nothing after it changes the result. And their parts: identity and
/// terminal are room for a value of the monoid's domain.
#define GXB_DECLARE_(T, type) \
    GXB_FUNCTION_ GxB_Monoid_terminal_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity, \
                                              type terminal);
GXB_PER_TYPE_(GXB_DECLARE_)
GXB_PER_COMPLEX_(GXB_DECLARE_)
GXB_DECLARE_(UDT, void *)
#undef GXB_DECLARE_
GXB_FUNCTION_ GxB_Monoid_operator(GrB_BinaryOp *op, GrB_Monoid monoid);
GXB_FUNCTION_ GxB_Monoid_identity(void *identity, GrB_Monoid monoid);
GXB_FUNCTION_ GxB_Monoid_terminal(bool *has_terminal, void *terminal, GrB_Monoid monoid);
GXB_FUNCTION_ GxB_Semiring_add(GrB_Monoid *add, GrB_Semiring semiring);
GXB_FUNCTION_ GxB_Semiring_multiply(GrB_BinaryOp *multiply, GrB_Semiring semiring);

/// What is known of an object: bytes held, whether all entries have one value that is stored once, and
/// whether there is an entry at a position (GrB_NO_VALUE: none).
GXB_FUNCTION_ GxB_Scalar_memoryUsage(size_t *size, const GrB_Scalar s);
GXB_FUNCTION_ GxB_Vector_memoryUsage(size_t *size, const GrB_Vector v);
GXB_FUNCTION_ GxB_Matrix_memoryUsage(size_t *size, const GrB_Matrix A);
GXB_FUNCTION_ GxB_Vector_iso(bool *iso, const GrB_Vector v);
GXB_FUNCTION_ GxB_Matrix_iso(bool *iso, const GrB_Matrix A);
GXB_FUNCTION_ GxB_Vector_isStoredElement(const GrB_Vector v, GrB_Index i);
GXB_FUNCTION_ GxB_Matrix_isStoredElement(const GrB_Matrix A, GrB_Index i, GrB_Index j);

/// Older names of functions of GraphBLAS.h.
GXB_FUNCTION_ GxB_Scalar_new(GrB_Scalar *s, GrB_Type type);
GXB_FUNCTION_ GxB_Scalar_dup(GrB_Scalar *s, const GrB_Scalar t);
GXB_FUNCTION_ GxB_Scalar_clear(GrB_Scalar s);
GXB_FUNCTION_ GxB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar s);
GXB_FUNCTION_ GxB_Scalar_free(GrB_Scalar *s);
GXB_FUNCTION_ GxB_Scalar_wait(GrB_Scalar *s);
GXB_FUNCTION_ GxB_Scalar_error(const char **error, const GrB_Scalar s);
#define GXB_DECLARE_(T, type) \
    GXB_FUNCTION_ GxB_Scalar_setElement_##T(GrB_Scalar s, type x); \
    GXB_FUNCTION_ GxB_Scalar_extractElement_##T(type *x, const GrB_Scalar s);
GXB_PER_TYPE_(GXB_DECLARE_)
#undef GXB_DECLARE_
GXB_FUNCTION_ GxB_Scalar_setElement_UDT(GrB_Scalar s, void *x);
GXB_FUNCTION_ GxB_Scalar_extractElement_UDT(void *x, const GrB_Scalar s);
GXB_FUNCTION_ GxB_Vector_resize(GrB_Vector w, GrB_Index nrows_new);
GXB_FUNCTION_ GxB_Matrix_resize(GrB_Matrix C, GrB_Index nrows_new, GrB_Index ncols_new);
GXB_FUNCTION_ GxB_kron(GXB_MATRIX_OUT_, const GrB_BinaryOp op, const GrB_Matrix A,
                       const GrB_Matrix B, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Vector_apply_BinaryOp1st(GXB_VECTOR_OUT_, const GrB_BinaryOp op,
    const GrB_Scalar x, const GrB_Vector u, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Vector_apply_BinaryOp2nd(GXB_VECTOR_OUT_, const GrB_BinaryOp op,
    const GrB_Vector u, const GrB_Scalar y, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_apply_BinaryOp1st(GXB_MATRIX_OUT_, const GrB_BinaryOp op,
    const GrB_Scalar x, const GrB_Matrix A, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_apply_BinaryOp2nd(GXB_MATRIX_OUT_, const GrB_BinaryOp op,
    const GrB_Matrix A, const GrB_Scalar y, const GrB_Descriptor desc);

/// Entries with one value: as GrB_*_build, without an operator for positions given twice, which are one entry.
/// scalar  not empty, else GrB_EMPTY_OBJECT.
GXB_FUNCTION_ GxB_Vector_build_Scalar(GrB_Vector w, const GrB_Index *Ilist, GrB_Scalar scalar,
                                      GrB_Index nvals);
GXB_FUNCTION_ GxB_Matrix_build_Scalar(GrB_Matrix C, const GrB_Index *Ilist, const GrB_Index *J,
                                      GrB_Scalar scalar, GrB_Index nvals);

/// C(I, J)<M> = accum(C(I, J), A): as GrB_assign, but the mask has the size of C(I, J), and GrB_REPLACE
/// deletes entries of C(I, J) alone. A position given twice: the last one stays.
GXB_FUNCTION_ GxB_Vector_subassign(GXB_VECTOR_OUT_, const GrB_Vector u, const GrB_Index *Ilist,
                                   GrB_Index ni, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_subassign(GXB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Index *Ilist,
                                   GrB_Index ni, const GrB_Index *J, GrB_Index nj,
                                   const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Col_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                const GrB_Vector u, const GrB_Index *Ilist, GrB_Index ni,
                                GrB_Index j, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Row_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                const GrB_Vector u, GrB_Index i, const GrB_Index *J, GrB_Index nj,
                                const GrB_Descriptor desc);
#define GXB_DECLARE_(T, type) \
    GXB_FUNCTION_ GxB_Vector_subassign_##T(GXB_VECTOR_OUT_, type x, const GrB_Index *Ilist, \
        GrB_Index ni, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_subassign_##T(GXB_MATRIX_OUT_, type x, const GrB_Index *Ilist, \
        GrB_Index ni, const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc);
GXB_PER_TYPE_(GXB_DECLARE_)
GXB_PER_COMPLEX_(GXB_DECLARE_)
GXB_DECLARE_(UDT, void *)
GXB_DECLARE_(Scalar, GrB_Scalar)
#undef GXB_DECLARE_

/// C<M> = accum(C, T), where T is add(a, b) on the union of the patterns, alpha in place of what A lacks and
/// beta of what B lacks.
/// alpha, beta  not empty, else GrB_EMPTY_OBJECT.
GXB_FUNCTION_ GxB_Vector_eWiseUnion(GXB_VECTOR_OUT_, const GrB_BinaryOp add, const GrB_Vector u,
    const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_eWiseUnion(GXB_MATRIX_OUT_, const GrB_BinaryOp add, const GrB_Matrix A,
    const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta, const GrB_Descriptor desc);

/// The entries of each row (GrB_INP0 with GrB_TRAN: column) in order, from position 0 on: C(i, k) is the k-th,
/// P(i, k) the position it had. What compares equal stays in the order of positions.
/// C, P  one of them may be NULL; C may be A. Of A's size, else GrB_DIMENSION_MISMATCH. P of an integer type.
/// op    on A's values, yielding GrB_BOOL: whether x comes before y. Else GrB_DOMAIN_MISMATCH.
GXB_FUNCTION_ GxB_Vector_sort(GrB_Vector w, GrB_Vector p, GrB_BinaryOp op, GrB_Vector u,
                              const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, GrB_BinaryOp op, GrB_Matrix A,
                              const GrB_Descriptor desc);

/// One matrix of m x n tiles, which lie by rows in the array; and back. All tiles of a row of them have the
/// same number of rows, all of a column the same number of columns, C their sums: GrB_DIMENSION_MISMATCH.
/// _split: the tiles are made, of A's type; Tile_nrows has m sizes, Tile_ncols n.
GXB_FUNCTION_ GxB_Matrix_concat(GrB_Matrix C, const GrB_Matrix *Tiles, const GrB_Index m,
                                const GrB_Index n, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_split(GrB_Matrix *Tiles, const GrB_Index m, const GrB_Index n,
                               const GrB_Index *Tile_nrows, const GrB_Index *Tile_ncols,
                               const GrB_Matrix A, const GrB_Descriptor desc);

/// The k-th diagonal, into and out of a matrix: C is of size length(v) + |k|, v of the diagonal's length, else
/// GrB_DIMENSION_MISMATCH. Values are cast. k < 0: below the main one. GrB_INP0: of the transpose of A.
GXB_FUNCTION_ GxB_Matrix_diag(GrB_Matrix C, const GrB_Vector v, int64_t k,
                              const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Vector_diag(GrB_Vector v, const GrB_Matrix A, int64_t k,
                              const GrB_Descriptor desc);

/// The entries in another shape of as many cells, in order of rows or of columns.
/// GrB_DIMENSION_MISMATCH: another number of cells. C is changed, or *C made.
GXB_FUNCTION_ GxB_Matrix_reshape(GrB_Matrix C, bool by_col, GrB_Index nrows_new,
                                 GrB_Index ncols_new, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_reshapeDup(GrB_Matrix *C, GrB_Matrix A, bool by_col, GrB_Index nrows_new,
                                    GrB_Index ncols_new, const GrB_Descriptor desc);

/// Tests that keep entries, from before GrB_IndexUnaryOp. The thunk is k, or the value to compare with; NULL
/// or empty: 0.
typedef struct GxB_SelectOp_opaque *GxB_SelectOp;
#define GXB_OBJECT_(name) GXB_PUBLIC_ extern GxB_SelectOp name;
GXB_OBJECT_(GxB_TRIL)      ///< j <= i + k
GXB_OBJECT_(GxB_TRIU)      ///< j >= i + k
GXB_OBJECT_(GxB_DIAG)      ///< j == i + k
GXB_OBJECT_(GxB_OFFDIAG)   ///< j != i + k
GXB_OBJECT_(GxB_NONZERO)   ///< x != 0
GXB_OBJECT_(GxB_EQ_ZERO)
GXB_OBJECT_(GxB_GT_ZERO)
GXB_OBJECT_(GxB_GE_ZERO)
GXB_OBJECT_(GxB_LT_ZERO)
GXB_OBJECT_(GxB_LE_ZERO)
GXB_OBJECT_(GxB_NE_THUNK)  ///< x != thunk
GXB_OBJECT_(GxB_EQ_THUNK)
GXB_OBJECT_(GxB_GT_THUNK)
GXB_OBJECT_(GxB_GE_THUNK)
GXB_OBJECT_(GxB_LT_THUNK)
GXB_OBJECT_(GxB_LE_THUNK)
#undef GXB_OBJECT_
GXB_FUNCTION_ GxB_Vector_select(GXB_VECTOR_OUT_, const GxB_SelectOp op, const GrB_Vector u,
                                const GrB_Scalar Thunk, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_select(GXB_MATRIX_OUT_, const GxB_SelectOp op, const GrB_Matrix A,
                                const GrB_Scalar Thunk, const GrB_Descriptor desc);
/// The domains: NULL for a test of positions, or of values of any type.
GXB_FUNCTION_ GxB_SelectOp_xtype(GrB_Type *xtype, GxB_SelectOp op);
GXB_FUNCTION_ GxB_SelectOp_ttype(GrB_Type *ttype, GxB_SelectOp op);

/// GrB_Matrix_serialize into memory that the function allocates, with GxB_COMPRESSION of desc; the blob is the
/// caller's and for the free function of GxB_init. A vector is a matrix of one column there:
/// GxB_Vector_deserialize takes every blob of one column, else GrB_INVALID_OBJECT.
GXB_FUNCTION_ GxB_Matrix_serialize(void **blob, GrB_Index *blob_size, GrB_Matrix A,
                                   const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Vector_serialize(void **blob, GrB_Index *blob_size, GrB_Vector u,
                                   const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Matrix_deserialize(GrB_Matrix *C, GrB_Type type, const void *blob,
                                     GrB_Index blob_size, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_Vector_deserialize(GrB_Vector *w, GrB_Type type, const void *blob,
                                     GrB_Index blob_size, const GrB_Descriptor desc);
/// What a blob says of its type: the name in C, and the fields that GrB_get takes with a blob.
GXB_FUNCTION_ GxB_deserialize_type_name(char *type_name, const void *blob, GrB_Index blob_size);
GXB_FUNCTION_ GxB_Serialized_get_Scalar(const void *blob, GrB_Scalar value, GrB_Field field,
                                        size_t blob_size);
GXB_FUNCTION_ GxB_Serialized_get_String(const void *blob, char *value, GrB_Field field,
                                        size_t blob_size);
GXB_FUNCTION_ GxB_Serialized_get_INT32(const void *blob, int32_t *value, GrB_Field field,
                                       size_t blob_size);
GXB_FUNCTION_ GxB_Serialized_get_SIZE(const void *blob, size_t *value, GrB_Field field,
                                      size_t blob_size);
GXB_FUNCTION_ GxB_Serialized_get_VOID(const void *blob, void *value, GrB_Field field,
                                      size_t blob_size);

/// An object in words.
/// name  may be NULL.
/// f     NULL: the function of GxB_PRINTF, else stdout.
#define GXB_DECLARE_(Kind, Prefix) \
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

/// Whether the library takes itself for started: a test program of LAGraph sets it between two starts.
GXB_PUBLIC_ void GB_Global_GrB_init_called_set(bool called);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
