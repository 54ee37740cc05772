// Reads and writes blobs in the format of SuiteSparse:GraphBLAS, as io/serialize.hpp does our own.
#pragma once

#include "io/serialize.hpp"

namespace grb::suitesparse {

/// True when the blob begins with its number of bytes, as SuiteSparse's do.
bool is_blob(const void *blob, std::uint64_t size) noexcept;

/// Reads a blob as grb::deserialize does. The size bounds the memory: at most 256 KiB for each byte
/// of the blob.
Ref<Snapshot> deserialize(const void *blob, std::uint64_t size, const Type *type);
BlobFacts blob_facts(const void *blob, std::uint64_t size);

/// The facts of an object that are written besides its entries.
struct Description {
    const char *name = "", *type_name = "", *type_c_name = "";
    int sparsity_control = 15;
    float hyper_switch = 0, bitmap_switch = 0;
    bool is_vector = false; // stored as a row here, and as a column there
};

/// Behave as grb::serialized_bound and grb::serialize, with 64-bit positions, which all versions
/// read.
std::uint64_t serialized_bound(const Snapshot &snapshot, const Description &description);
std::uint64_t serialize(const Snapshot &snapshot, const Description &description, int compression,
                        void *blob, std::uint64_t capacity);

} // namespace grb::suitesparse
