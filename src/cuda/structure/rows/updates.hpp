// Single entries of objects whose arrays are on the device alone: looked up, set and removed without
// fetching them.
#pragma once

#include "storage/pending.hpp"
#include "storage/snapshot.hpp"

namespace grb::device {

/// True when some array is on the device alone and the device can be asked.
bool is_away(const Snapshot &snapshot) noexcept;
/// True when changes of single entries should be made on the device.
bool is_updated_there(const Snapshot &snapshot) noexcept;

/// The value of an entry, and whether there is one. False: the host should look, since the snapshot's form
/// is not for this, the device fails, or fetching costs no more than what looking has cost so far.
bool find_value(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column, void *value,
                bool *exists);

/// All updates in the cells of a dense part, in place where nobody shares the arrays. False: the host
/// should; what was done by then the host may do again.
bool update_cells(DensePart &part, const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                  const PendingUpdates &pending);
/// folded() of sparse rows. Null: the host should.
Ref<Snapshot> updated(const Snapshot &snapshot, const PendingUpdates &pending);

} // namespace grb::device
