// Profiles: resetting the rates, and reading and writing them as text for GrX_RATES. See load_profile() in rates.hpp.
#pragma once

#include "base/memory.hpp"

#include <cstddef>
#include <string>

namespace grb {

/// The largest file that is taken for a profile. For larger ones load_profile() returns false with errno EFBIG, for
/// what is no regular file with EINVAL; the rates stay as they were.
inline constexpr std::size_t largest_profile = std::size_t{64} << 10;

/// Sets all rates to their defaults, those of devices, too.
void reset_rates() noexcept;

/// Sets the rates that these lines of a profile name; "" resets all. Throws Error GrB_INVALID_VALUE with the first line
/// that is no rate; then nothing has changed.
void set_rates(const char *lines);
/// All coefficients in force as lines of a profile, sorted by name, each with its unit and meaning.
std::basic_string<char, std::char_traits<char>, HostAllocator<char>> rates_text();

} // namespace grb
