// Advice for unsupported binary files.
#pragma once

#include <string_view>

namespace grb::tool {

/// Names the kind of a file with this start and how to make it readable; empty for unknown kinds.
std::string_view other_kind(std::string_view start);

} // namespace grb::tool
