// The bytes of an array that a GPU lacks.
#pragma once

#include "base/array.hpp"
#include "costs/device_rates.hpp"
#include "distributed/device_costs.hpp"

namespace grb::device {

/// Returns the bytes to copy before the current device can read the array, in bytes of an upload
/// from the host: bytes that another GPU has count less.
inline double missing(const Array &array) noexcept {
    if (array.empty() || array.is_here()) return 0;
    const auto bytes = static_cast<double>(array.bytes());
    return array.is_on_host() ? bytes : bytes * (rates().upload_bytes / peer_bytes);
}

} // namespace grb::device
