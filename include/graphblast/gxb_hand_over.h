/// gxb_hand_over.h: arrays of the caller's that become matrices and vectors, and come out of them, with the
/// names and signatures of SuiteSparse:GraphBLAS 9.3. Part of <suitesparse/GraphBLAS.h>.
///
/// import, export  make an object of arrays, and free an object for its arrays.
/// pack, unpack    give the arrays to an object of the right size in place of what it had, and take them out,
///                 which leaves it without entries.
/// Memory: from malloc, or what GxB_init was given, and for its free. Arrays that went in are NULL then; on
/// failure they stay the caller's.
///
/// R and C: by row and by column. m vectors (rows or columns) of n cells:
///   CSR, CSC            Ap: m + 1 offsets; Ai: position in the vector; Ax: values
///   HyperCSR, HyperCSC  the same for the nvec vectors whose ascending numbers are in Ah
///   BitmapR, BitmapC    Ab: whether there is an entry, m * n bytes; Ax: m * n values
///   FullR, FullC        Ax: m * n values
/// A vector is one such vector; CSC: vi has positions.
/// O(1): CSR, CSC, both Hyper, FullR, a vector's CSC and Full. Others are converted, O(m * n).
/// iso      true: Ax has one value, which all entries have. out: may be NULL, then there is one for each.
/// jumbled  true: positions inside a vector in any order. out: may be NULL, then they ascend.
/// sizes    bytes. in: as many as the entries take or more, else GrB_INVALID_VALUE.
/// nvals    of a bitmap: the bytes that are not 0, else GrB_INVALID_VALUE.
/// desc     GxB_IMPORT: GxB_SECURE_IMPORT checks every position (GrB_INVALID_OBJECT), O(n); else they are
///          believed, as are the offsets but the first and the last.
/// unpack, export: FullR and the like of an object that lacks entries: GrB_INVALID_VALUE.

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

#define GXB_LAYOUT_(Layout, in, out) \
    GXB_FUNCTION_ GxB_Matrix_import_##Layout(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, \
                                             GrB_Index ncols, in, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_export_##Layout(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, \
                                             GrB_Index *ncols, out, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_pack_##Layout(GrB_Matrix A, in, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Matrix_unpack_##Layout(GrB_Matrix A, out, const GrB_Descriptor desc);
GXB_LAYOUT_(CSR, GXB_COMPRESSED_IN_, GXB_COMPRESSED_OUT_)
GXB_LAYOUT_(CSC, GXB_COMPRESSED_IN_, GXB_COMPRESSED_OUT_)
GXB_LAYOUT_(HyperCSR, GXB_HYPER_IN_, GXB_HYPER_OUT_)
GXB_LAYOUT_(HyperCSC, GXB_HYPER_IN_, GXB_HYPER_OUT_)
GXB_LAYOUT_(BitmapR, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GXB_LAYOUT_(BitmapC, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GXB_LAYOUT_(FullR, GXB_FULL_IN_, GXB_FULL_OUT_)
GXB_LAYOUT_(FullC, GXB_FULL_IN_, GXB_FULL_OUT_)
#undef GXB_LAYOUT_

#define GXB_LAYOUT_(Layout, in, out) \
    GXB_FUNCTION_ GxB_Vector_import_##Layout(GrB_Vector *v, GrB_Type type, GrB_Index n, in, \
                                             const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_export_##Layout(GrB_Vector *v, GrB_Type *type, GrB_Index *n, out, \
                                             const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_pack_##Layout(GrB_Vector v, in, const GrB_Descriptor desc); \
    GXB_FUNCTION_ GxB_Vector_unpack_##Layout(GrB_Vector v, out, const GrB_Descriptor desc);
GXB_LAYOUT_(CSC, GXB_LIST_IN_, GXB_LIST_OUT_)
GXB_LAYOUT_(Bitmap, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GXB_LAYOUT_(Full, GXB_FULL_IN_, GXB_FULL_OUT_)
#undef GXB_LAYOUT_

/// An index of the vectors of a hypersparse matrix, which this library does without: unpack gives NULL, pack
/// frees what it is given.
GXB_FUNCTION_ GxB_unpack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc);
GXB_FUNCTION_ GxB_pack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
