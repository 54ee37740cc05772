// Blobs of objects, in our format or in SuiteSparse's.
#pragma once

#include "objects/container.hpp"

namespace grb {

/// Bytes that write_blob() needs at most.
std::uint64_t blob_bound(const Container &object);

/// Writes the object as GrX_BLOB_FORMAT says, a vector as a matrix of one column. Returns the bytes. `compression` is
/// a GrX_Compression. GrB_INSUFFICIENT_SPACE: they do not fit.
std::uint64_t write_blob(const Container &object, int compression, void *blob,
                         std::uint64_t capacity);

/// What a blob of SuiteSparse's says of the object that was made of it: its name, orientation, sparsity control and switches.
void take_settings(Container &object, const void *blob, std::uint64_t size);

} // namespace grb
