// The memory that a device has for the library's objects.
#pragma once

#include "base/device.hpp"

#include <limits>

namespace grb {

/// Bytes that the device may hold at once; 0: not known.
std::uint64_t memory_of(const Device &device) noexcept;
/// Bytes that operands and results may take together: the rest is for scratch. Infinity: not known.
inline double room_at(const Device &device) noexcept {
    constexpr double share = 0.97;
    const std::uint64_t memory = memory_of(device);
    return memory == 0 ? std::numeric_limits<double>::infinity()
                       : share * static_cast<double>(memory);
}
/// Installs the function for devices of a kind; the kind's library calls it.
void set_memory_function(DeviceKind kind,
                         std::uint64_t (*memory)(const Device &) noexcept) noexcept;

} // namespace grb
