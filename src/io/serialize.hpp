// Stores a matrix as one block of bytes. docs/internals/serialization.md describes the layout.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The most bytes that serialize() needs: those of the blob without compression. Constant time, but
/// for a jumbled matrix, which is sorted.
std::uint64_t serialized_bound(const Snapshot &snapshot, const char *type_name);

/// Writes the blob and returns its size; `compression` is a GrX_Compression. The bytes depend on
/// the snapshot's format and entries, not on the number of threads. Scratch: about two megabytes a
/// thread. Throws Error GrB_INSUFFICIENT_SPACE when it does not fit, with the buffer's content
/// lost.
std::uint64_t serialize(const Snapshot &snapshot, int compression, const char *type_name,
                        void *blob, std::uint64_t capacity);

/// Reads the matrix of a blob, ours or SuiteSparse's, which may hold anything. `type` may be null
/// for a built-in type. The size bounds the memory: at most 256 KiB for each 30 bytes of our blob,
/// for each byte of SuiteSparse's. Throws Error:
/// GrB_INVALID_OBJECT: not a blob, damaged, of another version; GrB_DOMAIN_MISMATCH: another type.
Ref<Snapshot> deserialize(const void *blob, std::uint64_t size, const Type *type);

/// Facts in the header of a blob: type, shape, format and orientation of the matrix.
struct BlobFacts {
    TypeCode type_code;
    char type_name[128];
    /// The whole of a longer name, in the blob and without a final 0; null when type_name has it.
    const char *long_name;
    std::uint64_t long_name_bytes;
    std::uint64_t value_size, nrows, ncols;
    Format format;
    bool is_by_column, is_iso;
    // For SuiteSparse's blobs. The texts are in the blob, or null.
    bool is_suitesparse;
    const char *object_name, *type_text;
    int sparsity_control;
    double hyper_switch, bitmap_switch;
};

/// Throws GrB_INVALID_OBJECT as deserialize(); does not check entries.
BlobFacts blob_facts(const void *blob, std::uint64_t size);

} // namespace grb
