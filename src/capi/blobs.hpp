// Blobs of objects, in this library's format or in SuiteSparse's.
#pragma once

#include "objects/container.hpp"

namespace grb {

/// Returns an upper bound on the bytes that write_blob() needs.
std::uint64_t blob_bound(const Container &object);

/// Writes the object as GrX_BLOB_FORMAT says, a vector as a matrix of one column, and returns the
/// bytes. `compression` is a GrX_Compression. Throws GrB_INSUFFICIENT_SPACE when they do not fit.
std::uint64_t write_blob(const Container &object, int compression, void *blob,
                         std::uint64_t capacity);

/// Gives an object that was read from a SuiteSparse blob the blob's name, orientation, sparsity
/// control and switches.
void take_settings(Container &object, const void *blob, std::uint64_t size);

} // namespace grb
