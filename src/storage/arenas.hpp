// The arena of a snapshot's arrays.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// True when all arrays that are on the host are from the arena. Arrays of the caller's count as if
/// they were.
bool is_in_arena(const Snapshot &snapshot, int arena) noexcept;
/// Moves the arrays that are on the host to an arena. Changes a snapshot in place when it has no
/// other owner; else copies its first form. Throws std::bad_alloc with everything as it was.
void put_in_arena(Ref<Snapshot> &snapshot, int arena);

} // namespace grb
