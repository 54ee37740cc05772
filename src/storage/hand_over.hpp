// Makes full objects of a caller's arrays, and back, without a copy.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// `values` has all elements of an object, row-major; is_iso: one value for all.
Ref<Snapshot> full_object(const Type *type, std::uint64_t nrows, std::uint64_t ncols, Array values,
                          bool is_iso);

/// Returns the values of a full object on the host, in memory of the arena, for the caller to
/// release: the object's own array when no other object shares it, else a copy. `snapshot` must not
/// be used afterwards; it is unchanged when this throws. is_iso null: the array has one value for
/// each element; else *is_iso says whether it has one for all.
void *take_values(Snapshot &snapshot, bool *is_iso, int arena);

} // namespace grb
