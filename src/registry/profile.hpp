// What load_profile() of rates.hpp takes, and what it is without; the same as text, for GrX_RATES.
#pragma once

#include "base/memory.hpp"

#include <cstddef>
#include <string>

namespace grb {

/// Larger files are none of ours. load_profile() is false then too, with errno EFBIG, and EINVAL for what is no
/// regular file; the rates are as before.
inline constexpr std::size_t largest_profile = std::size_t{64} << 10;

/// The defaults again, the devices' too.
void reset_rates() noexcept;

/// Lines of a profile take the place of what was given for the same names; "": the defaults again. Throws Error
/// GrB_INVALID_VALUE that names the first line which is no rate; then nothing has changed.
void set_rates(const char *lines);
/// All coefficients in force as lines of a profile, by name, with unit and meaning behind them.
std::basic_string<char, std::char_traits<char>, HostAllocator<char>> rates_text();

} // namespace grb
