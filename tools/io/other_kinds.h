#pragma once

#include <string_view>

namespace grb::tool {

/// Names the kind of a file that begins like this and says how to make it readable; empty for unknown kinds.
std::string_view other_kind(std::string_view start);

} // namespace grb::tool
