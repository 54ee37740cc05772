// Blobs in the format of SuiteSparse:GraphBLAS: what io/serialize.hpp does for our own.
#pragma once

#include "io/serialize.hpp"

namespace grb::suitesparse {

/// The bytes begin with their number, as such a blob does.
bool is_blob(const void *blob, std::uint64_t size) noexcept;

/// As grb::deserialize. Memory is bounded by the size: at most 256 KiB for each byte of the blob.
Ref<Snapshot> deserialize(const void *blob, std::uint64_t size, const Type *type);
BlobFacts blob_facts(const void *blob, std::uint64_t size);

/// What is written of an object besides its entries.
struct Description {
    const char *name = "", *type_name = "", *type_c_name = "";
    int sparsity_control = 15;
    float hyper_switch = 0, bitmap_switch = 0;
    bool is_vector = false; // stored as a row here, and as a column there
};

/// As grb::serialized_bound and grb::serialize, with 64-bit positions, which all versions read.
std::uint64_t serialized_bound(const Snapshot &snapshot, const Description &description);
std::uint64_t serialize(const Snapshot &snapshot, const Description &description, int compression,
                        void *blob, std::uint64_t capacity);

} // namespace grb::suitesparse
