/** \file
    gxb_hand_over.h: arrays of the caller's that become matrices and vectors, and come out of them, with the
    names and signatures of SuiteSparse:GraphBLAS 9.3. Part of <suitesparse/GraphBLAS.h>. Import and export of
    FullR and of a vector's Full are in GraphBLAS.h. */

#ifndef GRAPHBLAST_GXB_HAND_OVER_H
#define GRAPHBLAST_GXB_HAND_OVER_H

#include "gxb_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

#define GXB_COMPRESSED_IN_ \
    GrB_Index **Ap, GrB_Index **Ai, void **Ax, GrB_Index Ap_size, GrB_Index Ai_size, \
    GrB_Index Ax_size, bool iso, bool jumbled
#define GXB_COMPRESSED_OUT_ \
    GrB_Index **Ap, GrB_Index **Ai, void **Ax, GrB_Index *Ap_size, GrB_Index *Ai_size, \
    GrB_Index *Ax_size, bool *iso, bool *jumbled
#define GXB_HYPER_IN_ \
    GrB_Index **Ap, GrB_Index **Ah, GrB_Index **Ai, void **Ax, GrB_Index Ap_size, \
    GrB_Index Ah_size, GrB_Index Ai_size, GrB_Index Ax_size, bool iso, GrB_Index nvec, bool jumbled
#define GXB_HYPER_OUT_ \
    GrB_Index **Ap, GrB_Index **Ah, GrB_Index **Ai, void **Ax, GrB_Index *Ap_size, \
    GrB_Index *Ah_size, GrB_Index *Ai_size, GrB_Index *Ax_size, bool *iso, GrB_Index *nvec, \
    bool *jumbled
#define GXB_BITMAP_IN_ \
    int8_t **Ab, void **Ax, GrB_Index Ab_size, GrB_Index Ax_size, bool iso, GrB_Index nvals
#define GXB_BITMAP_OUT_ \
    int8_t **Ab, void **Ax, GrB_Index *Ab_size, GrB_Index *Ax_size, bool *iso, GrB_Index *nvals
#define GXB_FULL_IN_ void **Ax, GrB_Index Ax_size, bool iso
#define GXB_FULL_OUT_ void **Ax, GrB_Index *Ax_size, bool *iso
#define GXB_LIST_IN_ \
    GrB_Index **vi, void **vx, GrB_Index vi_size, GrB_Index vx_size, bool iso, GrB_Index nvals, \
    bool jumbled
#define GXB_LIST_OUT_ \
    GrB_Index **vi, void **vx, GrB_Index *vi_size, GrB_Index *vx_size, bool *iso, \
    GrB_Index *nvals, bool *jumbled

/** \page layouts Arrays that become objects, and come out of them

    Functions
    - import makes an object of arrays; export frees an object and hands out its arrays.
    - pack puts arrays into an object that exists, in place of its entries; unpack takes them out and
      leaves the object without entries.

    Layouts. R and C mean by row and by column: m vectors (rows or columns) of n elements.
    - CSR, CSC: Ap m + 1 offsets, Ai the position of each entry in its vector, Ax its value.
    - HyperCSR, HyperCSC: the same for nvec vectors, whose ascending numbers are in Ah.
    - BitmapR, BitmapC: Ab m * n bytes, not 0 where there is an entry; Ax m * n values.
    - FullR, FullC: Ax m * n values.
    - A vector is one such vector of n elements. Its CSC has vi, positions, and vx, values, nvals of
      each.

    Arguments
    - Arrays: the pointers to them are not NULL, and lead to NULL only where nothing is in an array.
      Memory is from malloc, or from what GxB_init was given, and for its free. An array that went in
      is the library's, and the caller's pointer to it NULL; on failure it stays the caller's.
    - ..._size: bytes of an array. In: as many as the entries take, or more.
    - iso: the array of values has one, which all entries have. Out: may be NULL; then there is a
      value for each entry.
    - jumbled: the positions in a vector stand in any order. Out: may be NULL; then they ascend.
    - nvals: entries. Of a bitmap that goes in: the bytes that are not 0.
    - desc: NULL, or with GxB_IMPORT. GxB_SECURE_IMPORT checks all offsets and positions, O(entries);
      else only the first and the last offset are looked at, and others must be right.

    Cost: O(1) for CSR, CSC, HyperCSR, HyperCSC, FullR and for a vector's CSC and Full, where the
    object is stored so and shares its arrays with no other; else the entries are converted or copied.

    Codes, besides the usual ones
    - in: GrB_INVALID_VALUE: an array is too short, the first offset is not 0, nvec is above m, nvals
      is wrong, or a dimension is above GrB_INDEX_MAX + 1. GrB_NULL_POINTER: an array is missing.
      GrB_INVALID_OBJECT (GxB_SECURE_IMPORT): offsets descend, or a position is outside, out of order
      or twice there.
    - out: GrB_INVALID_VALUE: FullR, FullC or Full of an object that lacks entries. It stays as it
      was. */

#define GXB_COMPRESSED_(Layout) \
    /** Makes a matrix of arrays, which become the library's (\ref layouts).
        \param[out] A  not NULL.
        \param[in] type  the domain of the values.
        \param[in] nrows,ncols  up to GrB_INDEX_MAX + 1.
        \param[in,out] Ap,Ai,Ax  in: the arrays; out: NULL.
        \param[in] Ap_size,Ai_size,Ax_size,iso,jumbled  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_import_##Layout(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, \
        GrB_Index ncols, GXB_COMPRESSED_IN_, const GrB_Descriptor desc); \
    /** Frees a matrix and hands out its arrays, which become the caller's (\ref layouts).
        \param[in,out] A  not NULL; *A is NULL afterwards.
        \param[out] type,nrows,ncols  not NULL; domain and shape.
        \param[out] Ap,Ai,Ax,Ap_size,Ai_size,Ax_size  not NULL; the arrays, and the bytes of each.
        \param[out] iso,jumbled  facts about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Matrix_export_##Layout(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, \
        GrB_Index *ncols, GXB_COMPRESSED_OUT_, const GrB_Descriptor desc); \
    /** Replaces the entries of a matrix by arrays, which become the library's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, which the arrays fit.
        \param[in,out] Ap,Ai,Ax  in: the arrays; out: NULL.
        \param[in] Ap_size,Ai_size,Ax_size,iso,jumbled  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_pack_##Layout(GrB_Matrix A, GXB_COMPRESSED_IN_, \
        const GrB_Descriptor desc); \
    /** Takes the entries of a matrix out as arrays, which become the caller's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, and has no entry afterwards.
        \param[out] Ap,Ai,Ax,Ap_size,Ai_size,Ax_size  not NULL; the arrays, and the bytes of each.
        \param[out] iso,jumbled  facts about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Matrix_unpack_##Layout(GrB_Matrix A, GXB_COMPRESSED_OUT_, \
        const GrB_Descriptor desc);
GXB_COMPRESSED_(CSR)
GXB_COMPRESSED_(CSC)
#undef GXB_COMPRESSED_

#define GXB_HYPER_(Layout) \
    /** Makes a matrix of arrays, which become the library's (\ref layouts).
        \param[out] A  not NULL.
        \param[in] type  the domain of the values.
        \param[in] nrows,ncols  up to GrB_INDEX_MAX + 1.
        \param[in,out] Ap,Ah,Ai,Ax  in: the arrays; out: NULL.
        \param[in] Ap_size,Ah_size,Ai_size,Ax_size,iso,nvec,jumbled  bytes of each array,
            and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_import_##Layout(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, \
        GrB_Index ncols, GXB_HYPER_IN_, const GrB_Descriptor desc); \
    /** Frees a matrix and hands out its arrays, which become the caller's (\ref layouts).
        \param[in,out] A  not NULL; *A is NULL afterwards.
        \param[out] type,nrows,ncols  not NULL; domain and shape.
        \param[out] Ap,Ah,Ai,Ax,Ap_size,Ah_size,Ai_size,Ax_size,nvec  not NULL; the arrays,
            their bytes, the number of vectors.
        \param[out] iso,jumbled  facts about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Matrix_export_##Layout(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, \
        GrB_Index *ncols, GXB_HYPER_OUT_, const GrB_Descriptor desc); \
    /** Replaces the entries of a matrix by arrays, which become the library's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, which the arrays fit.
        \param[in,out] Ap,Ah,Ai,Ax  in: the arrays; out: NULL.
        \param[in] Ap_size,Ah_size,Ai_size,Ax_size,iso,nvec,jumbled  bytes of each array,
            and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_pack_##Layout(GrB_Matrix A, GXB_HYPER_IN_, \
        const GrB_Descriptor desc); \
    /** Takes the entries of a matrix out as arrays, which become the caller's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, and has no entry afterwards.
        \param[out] Ap,Ah,Ai,Ax,Ap_size,Ah_size,Ai_size,Ax_size,nvec  not NULL; the arrays,
            their bytes, the number of vectors.
        \param[out] iso,jumbled  facts about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Matrix_unpack_##Layout(GrB_Matrix A, GXB_HYPER_OUT_, \
        const GrB_Descriptor desc);
GXB_HYPER_(HyperCSR)
GXB_HYPER_(HyperCSC)
#undef GXB_HYPER_

#define GXB_BITMAP_(Layout) \
    /** Makes a matrix of arrays, which become the library's (\ref layouts).
        \param[out] A  not NULL.
        \param[in] type  the domain of the values.
        \param[in] nrows,ncols  up to GrB_INDEX_MAX + 1.
        \param[in,out] Ab,Ax  in: the arrays; out: NULL.
        \param[in] Ab_size,Ax_size,iso,nvals  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_import_##Layout(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, \
        GrB_Index ncols, GXB_BITMAP_IN_, const GrB_Descriptor desc); \
    /** Frees a matrix and hands out its arrays, which become the caller's (\ref layouts).
        \param[in,out] A  not NULL; *A is NULL afterwards.
        \param[out] type,nrows,ncols  not NULL; domain and shape.
        \param[out] Ab,Ax,Ab_size,Ax_size,nvals  not NULL; the arrays, their bytes, the
            number of entries.
        \param[out] iso  a fact about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Matrix_export_##Layout(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, \
        GrB_Index *ncols, GXB_BITMAP_OUT_, const GrB_Descriptor desc); \
    /** Replaces the entries of a matrix by arrays, which become the library's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, which the arrays fit.
        \param[in,out] Ab,Ax  in: the arrays; out: NULL.
        \param[in] Ab_size,Ax_size,iso,nvals  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_pack_##Layout(GrB_Matrix A, GXB_BITMAP_IN_, \
        const GrB_Descriptor desc); \
    /** Takes the entries of a matrix out as arrays, which become the caller's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, and has no entry afterwards.
        \param[out] Ab,Ax,Ab_size,Ax_size,nvals  not NULL; the arrays, their bytes, the
            number of entries.
        \param[out] iso  a fact about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Matrix_unpack_##Layout(GrB_Matrix A, GXB_BITMAP_OUT_, \
        const GrB_Descriptor desc);
GXB_BITMAP_(BitmapR)
GXB_BITMAP_(BitmapC)
#undef GXB_BITMAP_

#define GXB_FULL_(Layout) \
    /** Makes a matrix of arrays, which become the library's (\ref layouts).
        \param[out] A  not NULL.
        \param[in] type  the domain of the values.
        \param[in] nrows,ncols  up to GrB_INDEX_MAX + 1.
        \param[in,out] Ax  in: the array; out: NULL.
        \param[in] Ax_size,iso  bytes of the array, and a fact about it.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_import_##Layout(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, \
        GrB_Index ncols, GXB_FULL_IN_, const GrB_Descriptor desc); \
    /** Frees a matrix and hands out its arrays, which become the caller's (\ref layouts).
        \param[in,out] A  not NULL; *A is NULL afterwards.
        \param[out] type,nrows,ncols  not NULL; domain and shape.
        \param[out] Ax,Ax_size  not NULL; the array, and its bytes.
        \param[out] iso  a fact about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_INVALID_VALUE: an entry is missing. */ \
    GXB_FUNCTION_ GxB_Matrix_export_##Layout(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, \
        GrB_Index *ncols, GXB_FULL_OUT_, const GrB_Descriptor desc);
GXB_FULL_(FullC)
#undef GXB_FULL_
#define GXB_FULL_(Layout) \
    /** Replaces the entries of a matrix by arrays, which become the library's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, which the arrays fit.
        \param[in,out] Ax  in: the array; out: NULL.
        \param[in] Ax_size,iso  bytes of the array, and a fact about it.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Matrix_pack_##Layout(GrB_Matrix A, GXB_FULL_IN_, \
        const GrB_Descriptor desc); \
    /** Takes the entries of a matrix out as arrays, which become the caller's (\ref layouts).
        \param[in,out] A  keeps its domain and shape, and has no entry afterwards.
        \param[out] Ax,Ax_size  not NULL; the array, and its bytes.
        \param[out] iso  a fact about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_INVALID_VALUE: an entry is missing. */ \
    GXB_FUNCTION_ GxB_Matrix_unpack_##Layout(GrB_Matrix A, GXB_FULL_OUT_, \
        const GrB_Descriptor desc);
GXB_FULL_(FullR)
GXB_FULL_(FullC)
#undef GXB_FULL_

#define GXB_LIST_(Layout) \
    /** Makes a vector of arrays, which become the library's (\ref layouts).
        \param[out] v  not NULL.
        \param[in] type  the domain of the values.
        \param[in] n  positions, up to GrB_INDEX_MAX + 1.
        \param[in,out] vi,vx  in: the arrays; out: NULL.
        \param[in] vi_size,vx_size,iso,nvals,jumbled  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Vector_import_##Layout(GrB_Vector *v, GrB_Type type, GrB_Index n, \
        GXB_LIST_IN_, const GrB_Descriptor desc); \
    /** Frees a vector and hands out its arrays, which become the caller's (\ref layouts).
        \param[in,out] v  not NULL; *v is NULL afterwards.
        \param[out] type,n  not NULL; domain and size.
        \param[out] vi,vx,vi_size,vx_size,nvals  not NULL; the arrays, their bytes, the
            number of entries.
        \param[out] iso,jumbled  facts about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Vector_export_##Layout(GrB_Vector *v, GrB_Type *type, GrB_Index *n, \
        GXB_LIST_OUT_, const GrB_Descriptor desc); \
    /** Replaces the entries of a vector by arrays, which become the library's (\ref layouts).
        \param[in,out] v  keeps its domain and size, which the arrays fit.
        \param[in,out] vi,vx  in: the arrays; out: NULL.
        \param[in] vi_size,vx_size,iso,nvals,jumbled  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Vector_pack_##Layout(GrB_Vector v, GXB_LIST_IN_, \
        const GrB_Descriptor desc); \
    /** Takes the entries of a vector out as arrays, which become the caller's (\ref layouts).
        \param[in,out] v  keeps its domain and size, and has no entry afterwards.
        \param[out] vi,vx,vi_size,vx_size,nvals  not NULL; the arrays, their bytes, the
            number of entries.
        \param[out] iso,jumbled  facts about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Vector_unpack_##Layout(GrB_Vector v, GXB_LIST_OUT_, \
        const GrB_Descriptor desc);
GXB_LIST_(CSC)
#undef GXB_LIST_

#define GXB_BITMAP_(Layout) \
    /** Makes a vector of arrays, which become the library's (\ref layouts).
        \param[out] v  not NULL.
        \param[in] type  the domain of the values.
        \param[in] n  positions, up to GrB_INDEX_MAX + 1.
        \param[in,out] Ab,Ax  in: the arrays; out: NULL.
        \param[in] Ab_size,Ax_size,iso,nvals  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Vector_import_##Layout(GrB_Vector *v, GrB_Type type, GrB_Index n, \
        GXB_BITMAP_IN_, const GrB_Descriptor desc); \
    /** Frees a vector and hands out its arrays, which become the caller's (\ref layouts).
        \param[in,out] v  not NULL; *v is NULL afterwards.
        \param[out] type,n  not NULL; domain and size.
        \param[out] Ab,Ax,Ab_size,Ax_size,nvals  not NULL; the arrays, their bytes, the
            number of entries.
        \param[out] iso  a fact about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Vector_export_##Layout(GrB_Vector *v, GrB_Type *type, GrB_Index *n, \
        GXB_BITMAP_OUT_, const GrB_Descriptor desc); \
    /** Replaces the entries of a vector by arrays, which become the library's (\ref layouts).
        \param[in,out] v  keeps its domain and size, which the arrays fit.
        \param[in,out] Ab,Ax  in: the arrays; out: NULL.
        \param[in] Ab_size,Ax_size,iso,nvals  bytes of each array, and facts about them.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Vector_pack_##Layout(GrB_Vector v, GXB_BITMAP_IN_, \
        const GrB_Descriptor desc); \
    /** Takes the entries of a vector out as arrays, which become the caller's (\ref layouts).
        \param[in,out] v  keeps its domain and size, and has no entry afterwards.
        \param[out] Ab,Ax,Ab_size,Ax_size,nvals  not NULL; the arrays, their bytes, the
            number of entries.
        \param[out] iso  a fact about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return The usual codes. */ \
    GXB_FUNCTION_ GxB_Vector_unpack_##Layout(GrB_Vector v, GXB_BITMAP_OUT_, \
        const GrB_Descriptor desc);
GXB_BITMAP_(Bitmap)
#undef GXB_BITMAP_

#define GXB_FULL_(Layout) \
    /** Replaces the entries of a vector by arrays, which become the library's (\ref layouts).
        \param[in,out] v  keeps its domain and size, which the arrays fit.
        \param[in,out] Ax  in: the array; out: NULL.
        \param[in] Ax_size,iso  bytes of the array, and a fact about it.
        \param[in] desc  may be NULL; GxB_IMPORT counts.
        \return GrB_INVALID_VALUE, GrB_INVALID_OBJECT. */ \
    GXB_FUNCTION_ GxB_Vector_pack_##Layout(GrB_Vector v, GXB_FULL_IN_, \
        const GrB_Descriptor desc); \
    /** Takes the entries of a vector out as arrays, which become the caller's (\ref layouts).
        \param[in,out] v  keeps its domain and size, and has no entry afterwards.
        \param[out] Ax,Ax_size  not NULL; the array, and its bytes.
        \param[out] iso  a fact about the arrays; may be NULL.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_INVALID_VALUE: an entry is missing. */ \
    GXB_FUNCTION_ GxB_Vector_unpack_##Layout(GrB_Vector v, GXB_FULL_OUT_, \
        const GrB_Descriptor desc);
GXB_FULL_(Full)
#undef GXB_FULL_

// SuiteSparse's index of the vectors of a hypersparse matrix. This library has none.

/** Takes no index out.
    \param[in] A  stays as it is.
    \param[out] Y  not NULL; *Y is NULL.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_unpack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc);
/** Frees the index that it is given.
    \param[in] A  stays as it is.
    \param[in,out] Y  may be NULL, and may point to NULL; *Y is NULL afterwards.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_pack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
