// Conversions between compressed rows, slots and dense storage on the device, for convert and for
// variants of other operations that need an operand in another form.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// The compressed form with the entries: rows, sorted or not, or columns. Returns null if there is
/// only a dense form, or a balanced one that has not been unpacked.
const SparseForm *sparse_form(const Snapshot &snapshot) noexcept;

/// Makes rows of a balanced form on the device. Throws Failure, std::bad_alloc.
SparseForm unpacked(const Snapshot &snapshot);

/// Densifies a snapshot from another form, on the device. Throws Failure, std::bad_alloc.
DenseForm densified(const Snapshot &snapshot);
/// Makes the presence bits of all positions. The snapshot must have sparse_form(). Throws likewise.
Array pattern_bits(const Snapshot &snapshot);
/// Makes rows of a dense form, with indices of at least index_width bytes. Throws likewise.
SparseForm listed(const Snapshot &snapshot, int index_width = 4);

/// The value of an iso form, in an unshared array if copying it costs nothing.
Array own_iso(const Array &values, const Type *type);

} // namespace grb::device
