// Changing single entries of a dense part in place.
#pragma once

#include "storage/pending.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// Makes a part ready for the changes to come, all that can fail: the arrays become its own, a full
/// part gets bits when entries are to be removed, iso values are expanded unless `value` (null: no
/// new value) equals them. The entries stay what they are. Throws std::bad_alloc.
void prepare_update(DensePart &part, const Type *type, std::uint64_t cells, const void *value,
                    bool has_removals);

/// Bytes of the values of an object that has one value for all cells, once a cell gets another; 0 where that is
/// little.
double expected_spread(const Snapshot &snapshot) noexcept;

/// Sets or removes the entry of one cell of a prepared part. True when the pattern changed.
bool set_cell(DensePart &part, const Type *type, std::uint64_t cell, const void *value) noexcept;
bool remove_cell(DensePart &part, std::uint64_t cell) noexcept;

/// The same for all pending updates.
void prepare_update(DensePart &part, const Type *type, std::uint64_t cells,
                    const PendingUpdates &pending);
void apply_updates(DensePart &part, const Type *type, std::uint64_t ncols,
                   const PendingUpdates &pending) noexcept;

} // namespace grb
