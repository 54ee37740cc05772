// Arrays of a caller's that become full objects, and back, without a copy.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// All cells of an object, row-major; is_iso: the one value of all.
Ref<Snapshot> full_object(const Type *type, std::uint64_t nrows, std::uint64_t ncols, Array values,
                          bool is_iso);

/// The values of an object that has all its entries, on the host, for the caller to release: its own array when
/// no other object shares it, else a copy. `snapshot` must not be used afterwards; it is unchanged when this throws.
/// is_iso null: one value for each cell, else it says whether there is one for all. The memory is from an arena.
void *take_values(Snapshot &snapshot, bool *is_iso, int arena);

} // namespace grb
