#pragma once

#include <string>
#include <string_view>

namespace grb::tool {

/// A name or a word of a file as it may stand on a terminal: what is not visible is spelled \n, \t or \xNN.
std::string printable(std::string_view text);

} // namespace grb::tool
