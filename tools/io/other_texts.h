// Advice for texts of unsupported formats.
#pragma once

#include <string_view>

namespace grb::tool {

/// Names the likely format of a text with this start, if it is unsupported, and a program that
/// reads it. Returns nothing if the text may be a graph.
std::string_view other_text(std::string_view start);

} // namespace grb::tool
