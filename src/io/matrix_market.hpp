// Writing a snapshot as a Matrix Market file: what GRAPHBLAST_LOG=dump leaves.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Coordinate format, 1-based, row-major order; a vector of size n is one row. Integers as integer,
/// floats as real with the fewest digits that read back the same, Boolean as integer 0 and 1, user-defined
/// types as pattern. False when there is something of that name already or the file cannot be written (errno
/// says why); nothing is left behind then. Throws std::bad_alloc.
bool write_matrix_market(const char *path, const Snapshot &snapshot);

} // namespace grb
