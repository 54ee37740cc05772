/** \file
    gxb_arenas.h: memory of the caller's choice for each object, and the GPUs in use, with the names and
    signatures of SuiteSparse:GraphBLAS 10.5. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_ARENAS_H
#define GRAPHBLAST_GXB_ARENAS_H

#include "gxb_iterator.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/** \page arenas Arenas

    An arena is a set of allocation functions with a number below GxB_NARENAS. Arena 0 has the functions of
    GxB_init, and is always there. GxB_arena_init makes another one, which lasts until GrB_finalize.

    - Every object has a header arena: the object itself, its name and its source are in it.
    - A matrix, vector or scalar has a data arena too. The arrays of its entries on the host are in it. An
      array of another arena is copied when it comes to the object.
    - A function without `_arena` in its name makes objects in the arenas of the calling thread's context,
      that is of GxB_CONTEXT_WORLD unless another one is engaged; blobs, and arrays that are unpacked or
      exported, are from its data arena, and arrays that are imported or packed must be from it.
    - What goes back, goes to the free function of the arena that it is from.
    - Arena 0 has everything else: working memory, texts of errors, updates that wait, and what the library
      adds for itself (the other orientation, copies for iterators).

    Where a function takes arenas: GrB_INVALID_VALUE: there is no such arena. */

/// How many arenas there can be.
#define GxB_NARENAS 8

// Fields of GrB_get and GrB_set, of type INT32.
#define GxB_ARENA_DATA ((GrB_Field)7105)   ///< Global, Context, Matrix, Vector, Scalar; W but of scalars
#define GxB_ARENA_HEADER ((GrB_Field)7106) ///< every kind of object; W of Global and Context
// Plus the number of an arena: its functions. Global; VOID. GrB_INVALID_VALUE: there is no such arena.
#define GxB_ARENA_MALLOC 65536
#define GxB_ARENA_CALLOC 131072
#define GxB_ARENA_REALLOC 196608
#define GxB_ARENA_FREE 262144

// GPUs, as fields of the library and of contexts. Both settings are hints that are kept and answered.
#define GxB_GPU_IDS ((GrB_Field)7101)   ///< VOID; W: GxB_NGPUS numbers (int32_t), each below GxB_NGPUS_MAX
#define GxB_NGPUS ((GrB_Field)7102)     ///< INT32; W: 0 to GxB_NGPUS_MAX; then GxB_GPU_IDS is 0, 1, ...
#define GxB_NGPUS_MAX ((GrB_Field)7103) ///< Global; INT32: GPUs that the library can use
#define GxB_GLOBAL_GPU_IDS GxB_GPU_IDS  ///< the field
#define GxB_GLOBAL_NGPUS GxB_NGPUS      ///< the field
#define GxB_CONTEXT_GPU_IDS GxB_GPU_IDS ///< the field
#define GxB_CONTEXT_NGPUS GxB_NGPUS     ///< the field

/// Global; INT32; W: a hint that is kept: 1 asks to count arrays of the caller's in statistics of memory.
#define GxB_INCLUDE_READONLY_STATISTICS ((GrB_Field)7077)

/** Makes an arena of four functions, which any thread may call at any time.
    \param[in] arena  1 to GxB_NARENAS - 1, not made since GrB_init.
    \param[in] user_malloc,user_free  not NULL.
    \param[in] user_calloc,user_realloc  may be NULL.
    \return GrB_INVALID_VALUE: no such number, or the arena is there. */
GXB_FUNCTION_ GxB_arena_init(int arena, void *(*user_malloc)(size_t),
                             void *(*user_calloc)(size_t, size_t),
                             void *(*user_realloc)(void *, size_t), void (*user_free)(void *));
/** Whether an arena is there.
    \param[out] flag  not NULL; 0 or 1.
    \param[in] arena  0 to GxB_NARENAS - 1.
    \return GrB_INVALID_VALUE: no such number; flag is 0. */
GXB_FUNCTION_ GxB_arena_initialized(int *flag, int arena);

//==================================================================================================
// Objects in arenas
//==================================================================================================

/** GxB_Type_new in an arena.
    \param[out] type  not NULL.
    \param[in] sizeof_type,type_name,type_defn  as in GxB_Type_new.
    \param[in] header_arena  where the type is (\ref arenas).
    \return As GxB_Type_new. */
GXB_FUNCTION_ GxB_Type_new_arena(GrB_Type *type, size_t sizeof_type, const char *type_name,
                                 const char *type_defn, const int header_arena);
/** GxB_UnaryOp_new in an arena.
    \param[out] op  not NULL.
    \param[in] function,ztype,xtype,unop_name,unop_defn  as in GxB_UnaryOp_new.
    \param[in] header_arena  where the operator is (\ref arenas).
    \return As GxB_UnaryOp_new. */
GXB_FUNCTION_ GxB_UnaryOp_new_arena(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                                    GrB_Type xtype, const char *unop_name, const char *unop_defn,
                                    const int header_arena);
/** GxB_BinaryOp_new in an arena.
    \param[out] op  not NULL.
    \param[in] function,ztype,xtype,ytype,binop_name,binop_defn  as in GxB_BinaryOp_new.
    \param[in] header_arena  where the operator is (\ref arenas).
    \return As GxB_BinaryOp_new. */
GXB_FUNCTION_ GxB_BinaryOp_new_arena(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                                     GrB_Type xtype, GrB_Type ytype, const char *binop_name,
                                     const char *binop_defn, const int header_arena);
/** GxB_BinaryOp_new_IndexOp in an arena.
    \param[out] op  not NULL.
    \param[in] index_op,theta  as in GxB_BinaryOp_new_IndexOp.
    \param[in] header_arena  where the operator is (\ref arenas).
    \return As GxB_BinaryOp_new_IndexOp. */
GXB_FUNCTION_ GxB_BinaryOp_new_IndexOp_arena(GrB_BinaryOp *op, GxB_IndexBinaryOp index_op,
                                             GrB_Scalar theta, const int header_arena);
/** GxB_IndexUnaryOp_new in an arena.
    \param[out] op  not NULL.
    \param[in] function,ztype,xtype,ytype,idxop_name,idxop_defn  as in GxB_IndexUnaryOp_new.
    \param[in] header_arena  where the operator is (\ref arenas).
    \return As GxB_IndexUnaryOp_new. */
GXB_FUNCTION_ GxB_IndexUnaryOp_new_arena(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                                         GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                         const char *idxop_name, const char *idxop_defn,
                                         const int header_arena);
/** GxB_IndexBinaryOp_new in an arena.
    \param[out] op  not NULL.
    \param[in] function,ztype,xtype,ytype,theta_type,name,source  as in GxB_IndexBinaryOp_new.
    \param[in] header_arena  where the operator is (\ref arenas).
    \return As GxB_IndexBinaryOp_new. */
GXB_FUNCTION_ GxB_IndexBinaryOp_new_arena(GxB_IndexBinaryOp *op, GxB_index_binary_function function,
                                          GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                          GrB_Type theta_type, const char *name, const char *source,
                                          const int header_arena);

#define GXB_DECLARE_(T, type) \
    /** GrB_Monoid_new in an arena. \
        \param[out] monoid  not NULL. \
        \param[in] op,identity  as in GrB_Monoid_new. \
        \param[in] header_arena  where the monoid is (\ref arenas). \
        \return As GrB_Monoid_new. */ \
    GXB_FUNCTION_ GxB_Monoid_new_arena_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity, \
                                           const int header_arena); \
    /** GxB_Monoid_terminal_new in an arena. \
        \param[out] monoid  not NULL. \
        \param[in] op,identity,terminal  as in GxB_Monoid_terminal_new. \
        \param[in] header_arena  where the monoid is (\ref arenas). \
        \return As GxB_Monoid_terminal_new. */ \
    GXB_FUNCTION_ GxB_Monoid_terminal_new_arena_##T(GrB_Monoid *monoid, GrB_BinaryOp op, \
                                                    type identity, type terminal, \
                                                    const int header_arena);
GXB_DECLARE_(BOOL, bool)
GXB_DECLARE_(INT8, int8_t)
GXB_DECLARE_(UINT8, uint8_t)
GXB_DECLARE_(INT16, int16_t)
GXB_DECLARE_(UINT16, uint16_t)
GXB_DECLARE_(INT32, int32_t)
GXB_DECLARE_(UINT32, uint32_t)
GXB_DECLARE_(INT64, int64_t)
GXB_DECLARE_(UINT64, uint64_t)
GXB_DECLARE_(FP32, float)
GXB_DECLARE_(FP64, double)
GXB_DECLARE_(FC32, GxB_FC32_t)
GXB_DECLARE_(FC64, GxB_FC64_t)
GXB_DECLARE_(UDT, void *)
#undef GXB_DECLARE_

/** GrB_Semiring_new in an arena.
    \param[out] semiring  not NULL.
    \param[in] add,multiply  as in GrB_Semiring_new.
    \param[in] header_arena  where the semiring is (\ref arenas).
    \return As GrB_Semiring_new. */
GXB_FUNCTION_ GxB_Semiring_new_arena(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply,
                                     const int header_arena);
/** GrB_Descriptor_new in an arena.
    \param[out] descriptor  not NULL.
    \param[in] header_arena  where the descriptor is (\ref arenas).
    \return As GrB_Descriptor_new. */
GXB_FUNCTION_ GxB_Descriptor_new_arena(GrB_Descriptor *descriptor, const int header_arena);
/** GxB_Context_new in an arena.
    \param[out] context  not NULL; it makes objects in arena 0.
    \param[in] header_arena  where the context is (\ref arenas).
    \return As GxB_Context_new. */
GXB_FUNCTION_ GxB_Context_new_arena(GxB_Context *context, const int header_arena);
/** GxB_Container_new in arenas.
    \param[out] container  not NULL.
    \param[in] header_arena  where the container and its vectors are (\ref arenas).
    \param[in] data_arena  where the entries of its vectors are.
    \return As GxB_Container_new. */
GXB_FUNCTION_ GxB_Container_new_arena(GxB_Container *container, const int header_arena,
                                      const int data_arena);
/** GxB_Iterator_new in an arena.
    \param[out] iterator  not NULL.
    \param[in] header_arena  where the iterator is (\ref arenas).
    \return As GxB_Iterator_new. */
GXB_FUNCTION_ GxB_Iterator_new_arena(GxB_Iterator *iterator, const int header_arena);

/** GrB_Scalar_new in arenas.
    \param[out] s  not NULL.
    \param[in] type  as in GrB_Scalar_new.
    \param[in] header_arena  where the scalar is (\ref arenas).
    \param[in] data_arena  where its value is.
    \return As GrB_Scalar_new. */
GXB_FUNCTION_ GxB_Scalar_new_arena(GrB_Scalar *s, GrB_Type type, const int header_arena,
                                   const int data_arena);
/** GrB_Scalar_dup in arenas.
    \param[out] s  not NULL.
    \param[in] t  the scalar copied.
    \param[in] header_arena  where the copy is (\ref arenas).
    \param[in] data_arena  where its value is.
    \return As GrB_Scalar_dup. */
GXB_FUNCTION_ GxB_Scalar_dup_arena(GrB_Scalar *s, const GrB_Scalar t, const int header_arena,
                                   const int data_arena);
/** Moves a scalar to other arenas.
    \param[in,out] s  not NULL; the handle changes when the header moves, and other copies of it are void.
    \param[in] new_header_arena,new_data_arena  where it goes (\ref arenas).
    \return GrB_NULL_POINTER: the scalar is NULL. */
GXB_FUNCTION_ GxB_Scalar_set_arenas(GrB_Scalar *s, const int new_header_arena,
                                    const int new_data_arena);
/** GrB_Vector_new in arenas.
    \param[out] v  not NULL.
    \param[in] type,n  as in GrB_Vector_new.
    \param[in] header_arena  where the vector is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \return As GrB_Vector_new. */
GXB_FUNCTION_ GxB_Vector_new_arena(GrB_Vector *v, GrB_Type type, GrB_Index n,
                                   const int header_arena, const int data_arena);
/** GrB_Vector_dup in arenas.
    \param[out] w  not NULL.
    \param[in] u  the vector copied.
    \param[in] header_arena  where the copy is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \return As GrB_Vector_dup. */
GXB_FUNCTION_ GxB_Vector_dup_arena(GrB_Vector *w, const GrB_Vector u, const int header_arena,
                                   const int data_arena);
/** Moves a vector to other arenas.
    \param[in,out] v  not NULL; the handle changes when the header moves, and other copies of it are void.
    \param[in] new_header_arena,new_data_arena  where it goes (\ref arenas).
    \return GrB_NULL_POINTER: the vector is NULL. */
GXB_FUNCTION_ GxB_Vector_set_arenas(GrB_Vector *v, const int new_header_arena,
                                    const int new_data_arena);
/** GxB_Vector_serialize into memory of an arena.
    \param[out] blob  not NULL; *blob belongs to the caller, for the arena's free function.
    \param[out] blob_size  not NULL; its bytes.
    \param[in] u  the vector read.
    \param[in] data_arena  where the blob is (\ref arenas).
    \param[in] desc  as in GxB_Vector_serialize.
    \return As GxB_Vector_serialize. */
GXB_FUNCTION_ GxB_Vector_serialize_arena(void **blob, GrB_Index *blob_size, GrB_Vector u,
                                         const int data_arena, const GrB_Descriptor desc);
/** GxB_Vector_deserialize in arenas.
    \param[out] w  not NULL.
    \param[in] type,blob,blob_size  as in GxB_Vector_deserialize.
    \param[in] header_arena  where the vector is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \param[in] desc  may be NULL; nothing of it counts.
    \return As GxB_Vector_deserialize. */
GXB_FUNCTION_ GxB_Vector_deserialize_arena(GrB_Vector *w, GrB_Type type, const void *blob,
                                           GrB_Index blob_size, const int header_arena,
                                           const int data_arena, const GrB_Descriptor desc);

/** GrB_Matrix_new in arenas.
    \param[out] A  not NULL.
    \param[in] type,nrows,ncols  as in GrB_Matrix_new.
    \param[in] header_arena  where the matrix is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \return As GrB_Matrix_new. */
GXB_FUNCTION_ GxB_Matrix_new_arena(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,
                                   const int header_arena, const int data_arena);
/** GrB_Matrix_dup in arenas.
    \param[out] C  not NULL.
    \param[in] A  the matrix copied.
    \param[in] header_arena  where the copy is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \return As GrB_Matrix_dup. */
GXB_FUNCTION_ GxB_Matrix_dup_arena(GrB_Matrix *C, const GrB_Matrix A, const int header_arena,
                                   const int data_arena);
/** GrB_Matrix_diag in arenas.
    \param[out] C  not NULL.
    \param[in] v,k  as in GrB_Matrix_diag.
    \param[in] header_arena  where the matrix is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \return As GrB_Matrix_diag. */
GXB_FUNCTION_ GxB_Matrix_diag_arena(GrB_Matrix *C, const GrB_Vector v, int64_t k,
                                    const int header_arena, const int data_arena);
/** Moves a matrix to other arenas.
    \param[in,out] A  not NULL; the handle changes when the header moves, and other copies of it are void.
    \param[in] new_header_arena,new_data_arena  where it goes (\ref arenas).
    \return GrB_NULL_POINTER: the matrix is NULL. */
GXB_FUNCTION_ GxB_Matrix_set_arenas(GrB_Matrix *A, const int new_header_arena,
                                    const int new_data_arena);
/** GxB_Matrix_reshapeDup in arenas.
    \param[out] C  not NULL.
    \param[in] A,by_col,nrows_new,ncols_new  as in GxB_Matrix_reshapeDup.
    \param[in] header_arena  where the copy is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \param[in] desc  may be NULL; nothing of it counts.
    \return As GxB_Matrix_reshapeDup. */
GXB_FUNCTION_ GxB_Matrix_reshapeDup_arena(GrB_Matrix *C, GrB_Matrix A, bool by_col,
                                          uint64_t nrows_new, uint64_t ncols_new,
                                          const int header_arena, const int data_arena,
                                          const GrB_Descriptor desc);
/** GxB_Matrix_split in arenas.
    \param[out] Tiles  as in GxB_Matrix_split.
    \param[in] m,n,Tile_nrows,Tile_ncols,A  as in GxB_Matrix_split.
    \param[in] header_arena  where the tiles are (\ref arenas).
    \param[in] data_arena  where their entries are.
    \param[in] desc  may be NULL; nothing of it counts.
    \return As GxB_Matrix_split. */
GXB_FUNCTION_ GxB_Matrix_split_arena(GrB_Matrix *Tiles, const GrB_Index m, const GrB_Index n,
                                     const GrB_Index *Tile_nrows, const GrB_Index *Tile_ncols,
                                     const GrB_Matrix A, const int header_arena,
                                     const int data_arena, const GrB_Descriptor desc);
/** GxB_Matrix_serialize into memory of an arena.
    \param[out] blob  not NULL; *blob belongs to the caller, for the arena's free function.
    \param[out] blob_size  not NULL; its bytes.
    \param[in] A  the matrix read.
    \param[in] data_arena  where the blob is (\ref arenas).
    \param[in] desc  as in GxB_Matrix_serialize.
    \return As GxB_Matrix_serialize. */
GXB_FUNCTION_ GxB_Matrix_serialize_arena(void **blob, GrB_Index *blob_size, GrB_Matrix A,
                                         const int data_arena, const GrB_Descriptor desc);
/** GxB_Matrix_deserialize in arenas.
    \param[out] C  not NULL.
    \param[in] type,blob,blob_size  as in GxB_Matrix_deserialize.
    \param[in] header_arena  where the matrix is (\ref arenas).
    \param[in] data_arena  where its entries are.
    \param[in] desc  may be NULL; nothing of it counts.
    \return As GxB_Matrix_deserialize. */
GXB_FUNCTION_ GxB_Matrix_deserialize_arena(GrB_Matrix *C, GrB_Type type, const void *blob,
                                           uint64_t blob_size, const int header_arena,
                                           const int data_arena, const GrB_Descriptor desc);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
