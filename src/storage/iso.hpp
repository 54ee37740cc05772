// Iso objects: one value for all entries.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Gives each position of `pattern` the value `value` of `type` (null: zero bytes), stored once.
/// Shares the arrays. Throws std::bad_alloc.
Ref<Snapshot> with_iso_value(const Snapshot &pattern, const Type *type, const void *value);

/// The value of an iso object with entries, on the host. Fetches nothing else of it.
const void *value_of_iso(const Snapshot &A);

} // namespace grb
