// Conversions between compressed rows, slots and dense storage on the device, for the rows of convert and for rows of
// other operations that need an operand in another form.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// A part that holds the entries compressed: rows, sorted or not, or columns. Null: there is only a dense part, or a
/// balanced one that has not been unpacked.
const SparsePart *sparse_part(const Snapshot &snapshot) noexcept;

/// Makes rows of a balanced part on the device. Throws Failure, std::bad_alloc.
SparsePart unpacked(const Snapshot &snapshot);

/// Makes the dense part of a snapshot from another part, on the device. Throws Failure, std::bad_alloc.
DensePart spread(const Snapshot &snapshot);
/// Makes a bit for each cell, set where the snapshot has an entry. The snapshot must have sparse_part(). Throws
/// likewise.
Array pattern_bits(const Snapshot &snapshot);
/// Makes rows of a dense part, with indices of at least so many bytes. Throws likewise.
SparsePart listed(const Snapshot &snapshot, int index_width = 4);

/// The value of an iso part, in an array that no other part shares if copying it costs nothing.
Array own_iso(const Array &values, const Type *type);

} // namespace grb::device
