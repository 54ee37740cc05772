// What a GPU lacks of an array.
#pragma once

#include "base/array.hpp"
#include "costs/device_rates.hpp"
#include "team/place_costs.hpp"

namespace grb::device {

/// Bytes to be copied before the array can be read where the calling thread works, as if they came from the host: those that
/// another place has count less.
inline double missing(const Array &array) noexcept {
    if (array.empty() || array.is_here()) return 0;
    const auto bytes = static_cast<double>(array.bytes());
    return array.is_on_host() ? bytes : bytes * (rates().upload_bytes / peer_bytes);
}

} // namespace grb::device
