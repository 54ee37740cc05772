// Which devices become places, as the user names them.
#pragma once

#include "base/place.hpp"
#include "dispatch/context.hpp"

#include <string_view>

namespace grb::device {

/// The first one, unless others are named.
struct DeviceList {
    int ordinals[most_places] = {0};
    int count = 1;
    bool is_given = false, is_all = false;
    bool is_team = false; // several share what is worth it

    /// "0", "0,1" or "all". Throws Error GrB_INVALID_VALUE.
    static DeviceList parsed(const char *text);
    HostString text() const;
};

/// All of the text must be digits, of a number up to `most`. Throws Error GrB_INVALID_VALUE.
std::uint64_t whole_number(std::string_view text, std::uint64_t most);

} // namespace grb::device
