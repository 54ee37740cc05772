// The list of the devices that the user wants opened.
#pragma once

#include "base/device.hpp"
#include "dispatch/context.hpp"

#include <string_view>

namespace grb::device {

/// Holds device 0 unless the user names others.
struct DeviceList {
    int ordinals[most_devices_at_once] = {0};
    int count = 1;
    bool is_given = false, is_all = false;
    bool is_group = false; // the devices form a device group

    /// Parses "0", "0,1" or "all". Throws Error GrB_INVALID_VALUE.
    static DeviceList parsed(const char *text);
    HostString text() const;
};

/// Parses a number of digits only, at most `most`. Throws Error GrB_INVALID_VALUE.
std::uint64_t whole_number(std::string_view text, std::uint64_t most);

} // namespace grb::device
