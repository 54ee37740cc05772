// Profiles: resets the rates, and reads and writes them as text for GrX_RATES; see load_profile()
// in rates.hpp.
#pragma once

#include "base/memory.hpp"

#include <cstddef>
#include <string>

namespace grb {

/// The size of the largest profile. load_profile() returns false with errno EFBIG for a larger file
/// and with EINVAL for anything but a regular file; the rates stay unchanged.
inline constexpr std::size_t largest_profile = std::size_t{64} << 10;

/// Sets all rates, also those of devices, to their defaults.
void reset_rates() noexcept;

/// Sets the rates that these lines of a profile name; "" resets all. Throws Error GrB_INVALID_VALUE
/// with the first line that is no rate; then no rate has changed.
void set_rates(const char *lines);
/// Returns all coefficients in force as lines of a profile, sorted by name, each with its unit and
/// meaning.
std::basic_string<char, std::char_traits<char>, HostAllocator<char>> rates_text();

} // namespace grb
