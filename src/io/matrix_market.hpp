// Writes a snapshot as a Matrix Market file: the output of GRAPHBLAST_LOG=dump.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Writes coordinate format, 1-based, in row-major order; a vector of size n is one row. Integers
/// as integer, floats as real with the fewest digits that read back the same, Boolean as integer 0
/// and 1, user-defined types as pattern. Returns false when a file of that name exists or the file
/// cannot be written (errno says why); it then leaves nothing behind. Throws std::bad_alloc.
bool write_matrix_market(const char *path, const Snapshot &snapshot);

} // namespace grb
