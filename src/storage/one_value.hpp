// Objects with one value for all their entries.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The positions of `pattern`, each with `value` of `type` (null: zero bytes), stored once. Arrays are shared. Throws
/// std::bad_alloc.
Ref<Snapshot> with_one_value(const Snapshot &pattern, const Type *type, const void *value);

/// The value of all entries of an iso object with entries, on the host. Nothing else of it is fetched.
const void *value_of_all(const Snapshot &A);

} // namespace grb
