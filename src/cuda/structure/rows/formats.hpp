// Between compressed rows and dense storage on the device. Includes nothing of the operations: storage/
// asks here before it fetches.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// Rows, sorted or not, or columns: whatever holds the entries compressed; null: there is only a dense part,
/// or a balanced one that nobody has unpacked.
const SparsePart *sparse_part(const Snapshot &snapshot) noexcept;

/// The rows of a balanced part, made on the device. Throws Failure, std::bad_alloc.
SparsePart unpacked(const Snapshot &snapshot);
/// unpacked() where the balanced part is on the device alone; otherwise nothing. Throws std::bad_alloc.
std::optional<SparsePart> unpacked_there(const Snapshot &snapshot);

/// The dense part of a snapshot that has another one, made on the device. Throws Failure, std::bad_alloc.
DensePart spread(const Snapshot &snapshot);
/// A bit for each cell, set where a snapshot that has sparse_part() has an entry. Throws likewise.
Array pattern_bits(const Snapshot &snapshot);
/// The rows of one that has a dense part, with indices of at least so many bytes. Throws likewise.
SparsePart listed(const Snapshot &snapshot, int index_width = 4);

/// listed() where a bitmap is on the device alone, so that fewer bytes are fetched than its cells; otherwise
/// nothing. Throws std::bad_alloc.
std::optional<SparsePart> listed_there(const Snapshot &snapshot);

/// grb::converted() to an attainable format, made on the device when entries are there alone. Null: the host
/// should, which copies nothing either where only the form of what exists changes. Throws std::bad_alloc.
Ref<Snapshot> converted(const Snapshot &snapshot, Format format);

/// The one value of an iso part: an array that no other part shares, where that is free.
Array own_iso(const Array &values, const Type *type);

} // namespace grb::device
