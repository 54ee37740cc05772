// The clock by which spare memory tells whether an open scope may still use it.
#pragma once

#include <cstdint>

namespace grb {

/// The time: a number that grows with every scope (At) that opens.
std::uint64_t device_time() noexcept;
/// The time when the oldest open scope began. Memory that was last used then or earlier is not in
/// use. 2^64 - 1: no scope is open; 0: not known.
std::uint64_t oldest_scope() noexcept;

} // namespace grb
