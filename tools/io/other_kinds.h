#pragma once

#include <string_view>

namespace grb::tool {

/// What a file is that begins like this and is read by others, and how it becomes readable; empty where it is not known.
std::string_view other_kind(std::string_view start);

} // namespace grb::tool
