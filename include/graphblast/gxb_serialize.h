/** \file
    gxb_serialize.h: matrices and vectors as blocks of bytes that the library allocates, with the names and
    signatures of SuiteSparse:GraphBLAS 9.3. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_SERIALIZE_H
#define GRAPHBLAST_GXB_SERIALIZE_H

#include "gxb_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off

/** Writes a matrix as one block of bytes, as GrB_Matrix_serialize does, into new memory.
    \param[out] blob  not NULL; *blob belongs to the caller, for the free function of the data arena
        (\ref arenas): without arenas that of GxB_init, else free.
    \param[out] blob_size  not NULL; its bytes.
    \param[in] A  the matrix read.
    \param[in] desc  may be NULL; GxB_COMPRESSION counts; GxB_COMPRESSION_DEFAULT: as
        GrX_COMPRESSION says.
    \return GrB_INVALID_VALUE: no such GxB_COMPRESSION. */
GXB_FUNCTION_ GxB_Matrix_serialize(void **blob, GrB_Index *blob_size, GrB_Matrix A,
                                   const GrB_Descriptor desc);
/** GxB_Matrix_serialize of a vector, as a matrix of one column.
    \param[out] blob  not NULL; *blob belongs to the caller, for the free function of the data arena
        (\ref arenas): without arenas that of GxB_init, else free.
    \param[out] blob_size  not NULL; its bytes.
    \param[in] u  the vector read.
    \param[in] desc  may be NULL; GxB_COMPRESSION counts; GxB_COMPRESSION_DEFAULT: as
        GrX_COMPRESSION says.
    \return GrB_INVALID_VALUE: no such GxB_COMPRESSION. */
GXB_FUNCTION_ GxB_Vector_serialize(void **blob, GrB_Index *blob_size, GrB_Vector u,
                                   const GrB_Descriptor desc);
/** GrB_Matrix_deserialize with a descriptor.
    \param[out] C  not NULL.
    \param[in] type  the domain as it was stored; NULL: built-in, and read from blob.
    \param[in] blob  not NULL; checked, so that it may come from anywhere.
    \param[in] blob_size  its bytes.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_OBJECT: blob is damaged or no blob. GrB_DOMAIN_MISMATCH: blob
        has another domain than type, or a user-defined one and type is NULL. */
GXB_FUNCTION_ GxB_Matrix_deserialize(GrB_Matrix *C, GrB_Type type, const void *blob,
                                     GrB_Index blob_size, const GrB_Descriptor desc);
/** Makes a vector of the blob of a vector, or of a matrix of one column.
    \param[out] w  not NULL.
    \param[in] type  the domain as it was stored; NULL: built-in, and read from blob.
    \param[in] blob  not NULL; checked, so that it may come from anywhere.
    \param[in] blob_size  its bytes.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_OBJECT: blob is damaged, no blob, or has not one column.
        GrB_DOMAIN_MISMATCH: blob has another domain than type, or a user-defined one and type is
        NULL. */
GXB_FUNCTION_ GxB_Vector_deserialize(GrB_Vector *w, GrB_Type type, const void *blob,
                                     GrB_Index blob_size, const GrB_Descriptor desc);

// The following read what a blob says of itself; they do not check its entries.

/** The name of a blob's domain, as of GxB_Type_name.
    \param[out] type_name  not NULL; GxB_MAX_NAME_LEN bytes, all of which are written.
    \param[in] blob  not NULL.
    \param[in] blob_size  its bytes.
    \return GrB_INVALID_OBJECT: blob is none of this library's. */
GXB_FUNCTION_ GxB_deserialize_type_name(char *type_name, const void *blob, GrB_Index blob_size);
/** value = a number of a blob.
    \param[in] blob  not NULL.
    \param[in,out] value  receives the number by a cast to its domain.
    \param[in] field  one of GxB_Serialized_get_INT32; or GxB_HYPER_SWITCH, GxB_BITMAP_SWITCH, which
        a blob does not hold: the answer is that of a new object.
    \param[in] blob_size  bytes of blob.
    \return GrB_INVALID_VALUE: another field. GrB_INVALID_OBJECT: blob is none of this library's.
        GrB_DOMAIN_MISMATCH: value is of a user-defined type. */
GXB_FUNCTION_ GxB_Serialized_get_Scalar(const void *blob, GrB_Scalar value, GrB_Field field,
                                        size_t blob_size);
/** value = a text of a blob.
    \param[in] blob  not NULL.
    \param[out] value  not NULL; room for as many bytes as GxB_Serialized_get_SIZE answers.
    \param[in] field  GrB_EL_TYPE_STRING, GxB_JIT_C_NAME (the domain's name in C) or GrB_NAME ("").
    \param[in] blob_size  bytes of blob.
    \return GrB_INVALID_VALUE: another field. GrB_INVALID_OBJECT: blob is none of this library's. */
GXB_FUNCTION_ GxB_Serialized_get_String(const void *blob, char *value, GrB_Field field,
                                        size_t blob_size);
/** value = an integer of a blob.
    \param[in] blob  not NULL.
    \param[out] value  not NULL.
    \param[in] field  GrB_EL_TYPE_CODE, GrB_STORAGE_ORIENTATION_HINT, GxB_FORMAT, GxB_IS_HYPER,
        GxB_SPARSITY_CONTROL or GxB_SPARSITY_STATUS.
    \param[in] blob_size  bytes of blob.
    \return GrB_INVALID_VALUE: another field. GrB_INVALID_OBJECT: blob is none of this library's. */
GXB_FUNCTION_ GxB_Serialized_get_INT32(const void *blob, int32_t *value, GrB_Field field,
                                       size_t blob_size);
/** value = the bytes of a value of a blob's domain, or those of a text with its final 0.
    \param[in] blob  not NULL.
    \param[out] value  not NULL.
    \param[in] field  GrB_SIZE, or one of GxB_Serialized_get_String.
    \param[in] blob_size  bytes of blob.
    \return GrB_INVALID_VALUE: another field. GrB_INVALID_OBJECT: blob is none of this library's. */
GXB_FUNCTION_ GxB_Serialized_get_SIZE(const void *blob, size_t *value, GrB_Field field,
                                      size_t blob_size);
/** Fails: a blob has no field of type VOID.
    \param[in] blob  not NULL.
    \param[out] value  not NULL; stays as it is.
    \param[in] field  any.
    \param[in] blob_size  bytes of blob.
    \return GrB_INVALID_VALUE. GrB_INVALID_OBJECT: blob is none of this library's. */
GXB_FUNCTION_ GxB_Serialized_get_VOID(const void *blob, void *value, GrB_Field field,
                                      size_t blob_size);

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
