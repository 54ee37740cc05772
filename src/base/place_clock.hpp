// The clock by which arrays know which of their replicas nobody needs at the moment.
#pragma once

#include <cstdint>

namespace grb {

/// Goes on with every scope (At) that opens.
std::uint64_t place_time() noexcept;
/// When the oldest open scope began: what was used at this time or before is in nobody's use. 2^64 - 1: no
/// scope is open; 0: nothing may be said.
std::uint64_t oldest_scope() noexcept;

} // namespace grb
