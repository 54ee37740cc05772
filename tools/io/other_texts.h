#pragma once

#include <string_view>

namespace grb::tool {

/// Says of a text that begins like this what it seems to be, if that is no format that is read, and
/// what reads it. Empty if nothing speaks against a graph.
std::string_view other_text(std::string_view start);

} // namespace grb::tool
