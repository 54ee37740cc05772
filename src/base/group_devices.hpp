// The device group whose members work together on one problem (src/distributed/): the GPUs of this
// process.
#pragma once

#include "base/device.hpp"

namespace grb {

/// The named devices in their order, while all of them are usable; fewer than two: there is no
/// device group.
std::span<Device *const> group_devices() noexcept;
/// True when two or more devices are named, usable or not: a check that costs nothing.
bool are_group_devices_named() noexcept;
/// Sets the devices, which are of one kind. At most most_devices_at_once.
void set_group_devices(std::span<Device *const> list) noexcept;

/// True when it is the first of them: the others follow.
bool is_leader(const Device &device) noexcept;
/// True when it is one of them, but not the first.
bool is_follower(const Device &device) noexcept;

} // namespace grb
