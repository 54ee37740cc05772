// Checks the arrays of a blob against each other and against its header, before a matrix is made of
// them. All functions throw Error GrB_INVALID_OBJECT.
#pragma once

#include "base/array.hpp"
#include "io/serialize_format.hpp"

namespace grb::blob {

/// Throws "the blob is damaged: ..." unless `is_right`.
void require(bool is_right, const char *what);

/// Checks offsets, rows and indices.
void check_entries(const SparseView &view);
void check_bits(const Array &bits, const Header &header);
/// Checks counts, indices, and zeros in empty slots.
void check_slots(const BalancedView &view);
/// Checks Booleans: a bool that is neither 0 nor 1 has no meaning in C.
void check_values(const Array &values, const Type *type);

} // namespace grb::blob
