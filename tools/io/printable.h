// Safe names and words for the terminal.
#pragma once

#include <string>
#include <string_view>

namespace grb::tool {

/// Makes a name or a word of a file safe for a terminal: spells invisible characters as
/// , \t or \xNN.
std::string printable(std::string_view text);

} // namespace grb::tool
