// Between compressed rows, slots and dense storage on the device: what the rows of convert run, and rows of other
// operations that want an operand in another form.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// Rows, sorted or not, or columns: whatever holds the entries compressed; null: there is only a dense part,
/// or a balanced one that nobody has unpacked.
const SparsePart *sparse_part(const Snapshot &snapshot) noexcept;

/// The rows of a balanced part, made on the device. Throws Failure, std::bad_alloc.
SparsePart unpacked(const Snapshot &snapshot);

/// The dense part of a snapshot that has another one, made on the device. Throws Failure, std::bad_alloc.
DensePart spread(const Snapshot &snapshot);
/// A bit for each cell, set where a snapshot that has sparse_part() has an entry. Throws likewise.
Array pattern_bits(const Snapshot &snapshot);
/// The rows of one that has a dense part, with indices of at least so many bytes. Throws likewise.
SparsePart listed(const Snapshot &snapshot, int index_width = 4);

/// The one value of an iso part: an array that no other part shares, where that is free.
Array own_iso(const Array &values, const Type *type);

} // namespace grb::device
