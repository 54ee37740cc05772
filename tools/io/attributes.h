#pragma once

#include <string>
#include <string_view>

namespace grb::tool {

/// Reads the number that a dictionary as Python or JSON prints it, {'weight': 0.5, 'color': 'red'},
/// has under a name. Without the name, `weight` stays. `whole` as in take_real. Returns what is
/// wrong, or nothing.
std::string take_attribute(const char *at, const char *end, std::string_view name, double &weight,
                           bool &whole);

} // namespace grb::tool
