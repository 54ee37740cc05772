// Weights in dictionaries of attributes.
#pragma once

#include <string>
#include <string_view>

namespace grb::tool {

/// Reads the number under a name in a dictionary of Python or JSON, {'weight': 0.5, 'color':
/// 'red'}. Without the name, `weight` stays unchanged. `whole` as in take_real. Returns the error,
/// or nothing.
std::string take_attribute(const char *at, const char *end, std::string_view name, double &weight,
                           bool &whole);

} // namespace grb::tool
