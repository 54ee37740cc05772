// What load_profile() of rates.hpp takes, and what it is without.
#pragma once

#include <cstddef>

namespace grb {

/// Larger files are none of ours. load_profile() is false then too, with errno EFBIG, and EINVAL for what is no
/// regular file; the rates are as before.
inline constexpr std::size_t largest_profile = std::size_t{64} << 10;

/// The defaults again, the device's too.
void reset_rates() noexcept;

} // namespace grb
