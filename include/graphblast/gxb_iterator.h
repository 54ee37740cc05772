/// gxb_iterator.h: the entries of a matrix or vector one after the other, with the names and signatures of
/// SuiteSparse:GraphBLAS 9.3. Part of <suitesparse/GraphBLAS.h>.
///
/// An iterator is made, attached to an object, and moved by _seek before anything is asked of it. While
/// attached it sees the object as it was at that time. Several threads may each have one on the same object.
/// Moves return GrB_SUCCESS (at an entry), GrB_NO_VALUE (in a row or column without a further entry) or
/// GxB_EXHAUSTED (behind the last one); what is asked where there is no entry is undefined.

#ifndef GRAPHBLAST_GXB_ITERATOR_H
#define GRAPHBLAST_GXB_ITERATOR_H

#include "gxb_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/// What programs compiled with SuiteSparse's header read for themselves: offsets, and 64-bit positions in the
/// vectors (rows or columns) of a sparse or hypersparse matrix.
struct GB_Iterator_opaque {
    int64_t pstart, pend; ///< where the current vector begins and ends among the entries
    int64_t p;            ///< the current entry
    int64_t k;            ///< the current vector
    size_t header_size;   ///< bytes of the whole object, which is larger than what is declared here
    int64_t pmax;         ///< entries
    int64_t avlen;        ///< cells of a vector
    int64_t avdim;        ///< vectors
    int64_t anvec;        ///< vectors that are stored
    const int64_t *Ap, *Ah; ///< offsets; numbers of the vectors, NULL unless hypersparse
    const int8_t *Ab;       ///< NULL
    const int64_t *Ai;      ///< positions
    const void *Ax;         ///< values
    size_t type_size;
    int A_sparsity; ///< GxB_SPARSE or GxB_HYPERSPARSE
    bool iso;       ///< one value for all
    bool by_col;    ///< the vectors are columns
};
typedef struct GB_Iterator_opaque *GxB_Iterator;

GXB_FUNCTION_ GxB_Iterator_new(GxB_Iterator *iterator);
GXB_FUNCTION_ GxB_Iterator_free(GxB_Iterator *iterator);

/// By row: a row, and its entries.
/// _kount  rows that are stored: all, or those with entries. _kseek: to the k-th of them.
/// _seekRow  to row, or where few rows have entries to the first of those from row on.
GXB_FUNCTION_ GxB_rowIterator_attach(GxB_Iterator iterator, GrB_Matrix A, GrB_Descriptor desc);
GXB_PUBLIC_ GrB_Index GxB_rowIterator_kount(GxB_Iterator iterator);
GXB_FUNCTION_ GxB_rowIterator_seekRow(GxB_Iterator iterator, GrB_Index row);
GXB_FUNCTION_ GxB_rowIterator_kseek(GxB_Iterator iterator, GrB_Index k);
GXB_FUNCTION_ GxB_rowIterator_nextRow(GxB_Iterator iterator);
GXB_FUNCTION_ GxB_rowIterator_nextCol(GxB_Iterator iterator);
GXB_PUBLIC_ GrB_Index GxB_rowIterator_getRowIndex(GxB_Iterator iterator);
GXB_PUBLIC_ GrB_Index GxB_rowIterator_getColIndex(GxB_Iterator iterator);

/// By column.
GXB_FUNCTION_ GxB_colIterator_attach(GxB_Iterator iterator, GrB_Matrix A, GrB_Descriptor desc);
GXB_PUBLIC_ GrB_Index GxB_colIterator_kount(GxB_Iterator iterator);
GXB_FUNCTION_ GxB_colIterator_seekCol(GxB_Iterator iterator, GrB_Index col);
GXB_FUNCTION_ GxB_colIterator_kseek(GxB_Iterator iterator, GrB_Index k);
GXB_FUNCTION_ GxB_colIterator_nextCol(GxB_Iterator iterator);
GXB_FUNCTION_ GxB_colIterator_nextRow(GxB_Iterator iterator);
GXB_PUBLIC_ GrB_Index GxB_colIterator_getColIndex(GxB_Iterator iterator);
GXB_PUBLIC_ GrB_Index GxB_colIterator_getRowIndex(GxB_Iterator iterator);

/// All entries, numbered from 0 to _getpmax - 1.
GXB_FUNCTION_ GxB_Matrix_Iterator_attach(GxB_Iterator iterator, GrB_Matrix A, GrB_Descriptor desc);
GXB_PUBLIC_ GrB_Index GxB_Matrix_Iterator_getpmax(GxB_Iterator iterator);
GXB_FUNCTION_ GxB_Matrix_Iterator_seek(GxB_Iterator iterator, GrB_Index p);
GXB_FUNCTION_ GxB_Matrix_Iterator_next(GxB_Iterator iterator);
GXB_PUBLIC_ GrB_Index GxB_Matrix_Iterator_getp(GxB_Iterator iterator);
GXB_PUBLIC_ void GxB_Matrix_Iterator_getIndex(GxB_Iterator iterator, GrB_Index *row,
                                              GrB_Index *col);

GXB_FUNCTION_ GxB_Vector_Iterator_attach(GxB_Iterator iterator, GrB_Vector v, GrB_Descriptor desc);
GXB_PUBLIC_ GrB_Index GxB_Vector_Iterator_getpmax(GxB_Iterator iterator);
GXB_FUNCTION_ GxB_Vector_Iterator_seek(GxB_Iterator iterator, GrB_Index p);
GXB_FUNCTION_ GxB_Vector_Iterator_next(GxB_Iterator iterator);
GXB_PUBLIC_ GrB_Index GxB_Vector_Iterator_getp(GxB_Iterator iterator);
GXB_PUBLIC_ GrB_Index GxB_Vector_Iterator_getIndex(GxB_Iterator iterator);

/// The value of the current entry, in the type that the object has: nothing is cast.
#define GXB_DECLARE_(T, type) GXB_PUBLIC_ type GxB_Iterator_get_##T(GxB_Iterator iterator);
GXB_PER_TYPE_(GXB_DECLARE_)
// clang warns of std::complex as a result of C functions: it comes back in the registers of C's type.
#if defined(__clang__) && defined(__cplusplus)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif
GXB_PER_COMPLEX_(GXB_DECLARE_)
#if defined(__clang__) && defined(__cplusplus)
#pragma clang diagnostic pop
#endif
#undef GXB_DECLARE_
GXB_PUBLIC_ void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value);

/// What the calls above come to in programs compiled with SuiteSparse's header.
/// format        GxB_NO_FORMAT: as the entries lie.
/// jth_vector    j is the number among the stored vectors.
GXB_FUNCTION_ GB_Iterator_attach(GxB_Iterator iterator, GrB_Matrix A, GxB_Format_Value format,
                                 GrB_Descriptor desc);
GXB_FUNCTION_ GB_Iterator_rc_seek(GxB_Iterator iterator, GrB_Index j, bool jth_vector);
GXB_FUNCTION_ GB_Iterator_rc_bitmap_next(GxB_Iterator iterator);
GXB_FUNCTION_ GB_Vector_Iterator_bitmap_seek(GxB_Iterator iterator, GrB_Index unused);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
