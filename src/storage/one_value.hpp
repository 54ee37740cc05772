// The pattern of an object with one value for all its entries.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The positions of `pattern`, each with `value` of `type` (null: zero bytes), stored once. Arrays are shared. Throws
/// std::bad_alloc.
Ref<Snapshot> with_one_value(const Snapshot &pattern, const Type *type, const void *value);

} // namespace grb
