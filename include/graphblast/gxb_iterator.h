/** \file
    gxb_iterator.h: the entries of a matrix or vector one after the other, with the names and signatures of
    SuiteSparse:GraphBLAS 9.3. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_ITERATOR_H
#define GRAPHBLAST_GXB_ITERATOR_H

#include "gxb_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/// What programs compiled with SuiteSparse's header read for themselves: offsets and 64-bit positions in the
/// vectors (rows or columns) of a sparse or hypersparse matrix.
struct GB_Iterator_opaque {
    int64_t pstart;       ///< where the current vector begins among the entries
    int64_t pend;         ///< where it ends
    int64_t p;            ///< the current entry
    int64_t k;            ///< the current vector
    size_t header_size;   ///< a mark; the object is larger than what is declared here
    int64_t pmax;         ///< entries, of a bitmap positions
    int64_t avlen;        ///< elements of a vector
    int64_t avdim;        ///< vectors
    int64_t anvec;        ///< vectors that are stored
#if GRAPHBLAST_SUITESPARSE_VERSION >= 10
    const uint32_t *Ap32; ///< NULL
    const uint64_t *Ap64; ///< offsets
    const uint32_t *Ah32; ///< NULL
    const uint64_t *Ah64; ///< numbers of the vectors; NULL unless hypersparse
    const uint32_t *Ai32; ///< NULL
    const uint64_t *Ai64; ///< positions; NULL for a bitmap
    const int8_t *Ab;     ///< whether a position has an entry; NULL unless bitmap
#else
    const int64_t *Ap;    ///< offsets
    const int64_t *Ah;    ///< numbers of the vectors; NULL unless hypersparse
    const int8_t *Ab;     ///< whether a position has an entry; NULL unless bitmap
    const int64_t *Ai;    ///< positions; NULL for a bitmap
#endif
    const void *Ax;       ///< values
    size_t type_size;     ///< bytes of a value
    int A_sparsity;       ///< GxB_SPARSE, GxB_HYPERSPARSE or GxB_BITMAP
    bool iso;             ///< one value for all
    bool by_col;          ///< the vectors are columns
};
typedef struct GB_Iterator_opaque *GxB_Iterator; ///< a position among the entries of an object

/** \page iterators Iterators

    - Order: GxB_Iterator_new, one of the _attach functions, one of the _seek functions; then moves
      and questions.
    - An iterator sees the object as it was when it was attached. The object may be changed or freed
      meanwhile. The first iterator on a state of an object may copy its entries; others share the copy.
    - Threads may use iterators of their own on one object, but not one iterator together.
    - A move returns GrB_SUCCESS: the iterator is at an entry; GrB_NO_VALUE: it is in a row or column
      without a further entry; GxB_EXHAUSTED: it is behind the last row, column or entry.
    - Moves and questions check little, since they stand in inner loops: an iterator that was not
      attached, and a position or value asked where there is no entry, are undefined. */

/** Makes an iterator (\ref iterators).
    \param[out] iterator  not NULL.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Iterator_new(GxB_Iterator *iterator);
/** Releases an iterator and sets the handle to NULL.
    \param[in,out] iterator  may be NULL, and may point to NULL: nothing happens.
    \return GrB_SUCCESS; works without GrB_init too. */
GXB_FUNCTION_ GxB_Iterator_free(GxB_Iterator *iterator);

// By row.

/** Attaches an iterator to a matrix, to walk it by rows (\ref iterators).
    \param[in,out] iterator  not NULL; leaves the object that it was attached to.
    \param[in] A  the matrix.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_rowIterator_attach(GxB_Iterator iterator, GrB_Matrix A, GrB_Descriptor desc);
/** The number of rows that are stored: all, or of a hypersparse matrix those with entries.
    \param[in] iterator  attached by row.
    \return That number. */
GXB_PUBLIC_ GrB_Index GxB_rowIterator_kount(GxB_Iterator iterator);
/** Moves to the first entry of a row; of a hypersparse matrix, to the first row with entries from
    there on.
    \param[in,out] iterator  attached by row.
    \param[in] row  which one.
    \return GrB_NO_VALUE: it has no entry. GxB_EXHAUSTED: no such row. */
GXB_FUNCTION_ GxB_rowIterator_seekRow(GxB_Iterator iterator, GrB_Index row);
/** Moves to the first entry of the k-th stored row.
    \param[in,out] iterator  attached by row.
    \param[in] k  below what _kount answers.
    \return GrB_NO_VALUE: it has no entry. GxB_EXHAUSTED: k is not below the count. */
GXB_FUNCTION_ GxB_rowIterator_kseek(GxB_Iterator iterator, GrB_Index k);
/** Moves to the first entry of the next stored row.
    \param[in,out] iterator  attached by row.
    \return GrB_NO_VALUE: it has no entry. GxB_EXHAUSTED: there is no further row. */
GXB_FUNCTION_ GxB_rowIterator_nextRow(GxB_Iterator iterator);
/** Moves to the next entry of the row.
    \param[in,out] iterator  attached by row.
    \return GrB_NO_VALUE: there is no further entry; the iterator stays at the end of the row. */
GXB_FUNCTION_ GxB_rowIterator_nextCol(GxB_Iterator iterator);
/** The row where the iterator is.
    \param[in] iterator  attached by row.
    \return Its number; behind the last one the number of rows of the matrix. */
GXB_PUBLIC_ GrB_Index GxB_rowIterator_getRowIndex(GxB_Iterator iterator);
/** The column of the current entry.
    \param[in] iterator  attached by row, at an entry.
    \return Its number. */
GXB_PUBLIC_ GrB_Index GxB_rowIterator_getColIndex(GxB_Iterator iterator);

// By column.

/** Attaches an iterator to a matrix, to walk it by columns (\ref iterators).
    \param[in,out] iterator  not NULL; leaves the object that it was attached to.
    \param[in] A  the matrix.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_colIterator_attach(GxB_Iterator iterator, GrB_Matrix A, GrB_Descriptor desc);
/** The number of columns that are stored: all, or of a hypersparse matrix those with entries.
    \param[in] iterator  attached by column.
    \return That number. */
GXB_PUBLIC_ GrB_Index GxB_colIterator_kount(GxB_Iterator iterator);
/** Moves to the first entry of a column; of a hypersparse matrix, to the first column with entries from
    there on.
    \param[in,out] iterator  attached by column.
    \param[in] col  which one.
    \return GrB_NO_VALUE: it has no entry. GxB_EXHAUSTED: no such column. */
GXB_FUNCTION_ GxB_colIterator_seekCol(GxB_Iterator iterator, GrB_Index col);
/** Moves to the first entry of the k-th stored column.
    \param[in,out] iterator  attached by column.
    \param[in] k  below what _kount answers.
    \return GrB_NO_VALUE: it has no entry. GxB_EXHAUSTED: k is not below the count. */
GXB_FUNCTION_ GxB_colIterator_kseek(GxB_Iterator iterator, GrB_Index k);
/** Moves to the first entry of the next stored column.
    \param[in,out] iterator  attached by column.
    \return GrB_NO_VALUE: it has no entry. GxB_EXHAUSTED: there is no further column. */
GXB_FUNCTION_ GxB_colIterator_nextCol(GxB_Iterator iterator);
/** Moves to the next entry of the column.
    \param[in,out] iterator  attached by column.
    \return GrB_NO_VALUE: there is no further entry; the iterator stays at the end of the column. */
GXB_FUNCTION_ GxB_colIterator_nextRow(GxB_Iterator iterator);
/** The column where the iterator is.
    \param[in] iterator  attached by column.
    \return Its number; behind the last one the number of columns of the matrix. */
GXB_PUBLIC_ GrB_Index GxB_colIterator_getColIndex(GxB_Iterator iterator);
/** The row of the current entry.
    \param[in] iterator  attached by column, at an entry.
    \return Its number. */
GXB_PUBLIC_ GrB_Index GxB_colIterator_getRowIndex(GxB_Iterator iterator);

// All entries, numbered from 0 to _getpmax - 1. An object whose GxB_SPARSITY_STATUS is GxB_BITMAP has numbers for all
// positions, vector by vector; moves pass over those without an entry.

/** Attaches an iterator to a matrix, to walk all entries in the order in which they are stored
    (\ref iterators).
    \param[in,out] iterator  not NULL; leaves the object that it was attached to.
    \param[in] A  the matrix.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Matrix_Iterator_attach(GxB_Iterator iterator, GrB_Matrix A, GrB_Descriptor desc);
/** Attaches an iterator to a vector, to walk its entries in ascending position (\ref iterators).
    \param[in,out] iterator  not NULL; leaves the object that it was attached to.
    \param[in] v  the vector.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GxB_Vector_Iterator_attach(GxB_Iterator iterator, GrB_Vector v, GrB_Descriptor desc);
#define GXB_DECLARE_(Kind) \
    /** The number of entries, of a bitmap that of positions.
        \param[in] iterator  attached by the function of this family.
        \return That number. */ \
    GXB_PUBLIC_ GrB_Index GxB_##Kind##_Iterator_getpmax(GxB_Iterator iterator); \
    /** Moves to the p-th entry, of a bitmap to the first one at position p or behind it.
        \param[in,out] iterator  attached by the function of this family.
        \param[in] p  below what _getpmax answers.
        \return GxB_EXHAUSTED: no entry is there or behind; the iterator is behind the last entry. */ \
    GXB_FUNCTION_ GxB_##Kind##_Iterator_seek(GxB_Iterator iterator, GrB_Index p); \
    /** Moves to the next entry.
        \param[in,out] iterator  attached by the function of this family.
        \return GxB_EXHAUSTED: there is none. */ \
    GXB_FUNCTION_ GxB_##Kind##_Iterator_next(GxB_Iterator iterator); \
    /** The number of the current entry.
        \param[in] iterator  attached by the function of this family.
        \return That number; behind the last entry what _getpmax answers. */ \
    GXB_PUBLIC_ GrB_Index GxB_##Kind##_Iterator_getp(GxB_Iterator iterator);
GXB_DECLARE_(Matrix)
GXB_DECLARE_(Vector)
#undef GXB_DECLARE_
/** The position of the current entry.
    \param[in] iterator  attached by GxB_Matrix_Iterator_attach, at an entry.
    \param[out] row,col  not NULL. */
GXB_PUBLIC_ void GxB_Matrix_Iterator_getIndex(GxB_Iterator iterator, GrB_Index *row,
                                              GrB_Index *col);
/** The position of the current entry.
    \param[in] iterator  attached by GxB_Vector_Iterator_attach, at an entry.
    \return That position. */
GXB_PUBLIC_ GrB_Index GxB_Vector_Iterator_getIndex(GxB_Iterator iterator);

#define GXB_DECLARE_(T, type) \
    /** The value of the current entry; nothing is cast.
        \param[in] iterator  at an entry, of an object of this domain.
        \return That value. */ \
    GXB_PUBLIC_ type GxB_Iterator_get_##T(GxB_Iterator iterator);
GXB_PER_TYPE_(GXB_DECLARE_)
// clang warns of std::complex as a result of C functions: it comes back in the registers of C's type.
#if defined(__clang__) && defined(__cplusplus)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"
#endif
GXB_PER_COMPLEX_(GXB_DECLARE_)
#undef GXB_DECLARE_
#if defined(__clang__) && defined(__cplusplus)
#pragma clang diagnostic pop
#endif
/** Copies the value of the current entry, of any domain.
    \param[in] iterator  at an entry.
    \param[out] value  not NULL; room for a value of the object's domain. */
GXB_PUBLIC_ void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value);

// The functions that programs compiled with SuiteSparse's header call in place of those above.

/** The _attach functions of a matrix.
    \param[in,out] iterator  not NULL.
    \param[in] A  the matrix.
    \param[in] format  GxB_BY_ROW, GxB_BY_COL, or GxB_NO_FORMAT: as the entries are stored.
    \param[in] desc  may be NULL; nothing of it counts.
    \return The usual codes. */
GXB_FUNCTION_ GB_Iterator_attach(GxB_Iterator iterator, GrB_Matrix A, GxB_Format_Value format,
                                 GrB_Descriptor desc);
/** The _seekRow, _seekCol and _kseek functions.
    \param[in,out] iterator  attached by row or by column.
    \param[in] j  a row or column.
    \param[in] jth_vector  true: j counts the stored ones.
    \return GrB_NO_VALUE: it has no entry. GxB_EXHAUSTED: no such row or column. */
GXB_FUNCTION_ GB_Iterator_rc_seek(GxB_Iterator iterator, GrB_Index j, bool jth_vector);
/** Does not move: by row and by column an iterator never sees a bitmap, which has positions to be left out.
    \param[in] iterator  attached by row or by column.
    \return GrB_NO_VALUE: the iterator is not at an entry. */
GXB_FUNCTION_ GB_Iterator_rc_bitmap_next(GxB_Iterator iterator);
#if GRAPHBLAST_SUITESPARSE_VERSION >= 10
/** Moves to the first entry at the current position of a bitmap or behind it; does not move
    otherwise.
    \param[in,out] iterator  attached to a vector.
    \return GxB_EXHAUSTED: the iterator is behind the last entry. */
GXB_FUNCTION_ GB_Vector_Iterator_bitmap_seek(GxB_Iterator iterator);
#else
/** Moves to the first entry at the current position of a bitmap or behind it; does not move
    otherwise.
    \param[in,out] iterator  attached to a vector.
    \param[in] unused  is not read.
    \return GxB_EXHAUSTED: the iterator is behind the last entry. */
GXB_FUNCTION_ GB_Vector_Iterator_bitmap_seek(GxB_Iterator iterator, GrB_Index unused);
#endif

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
