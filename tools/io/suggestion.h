#pragma once

#include <string>
#include <vector>

namespace grb::tool {

/// What stands behind "there is no X": the name among `known` that is most like it, if one is, and all of them.
std::string suggestion(const std::string &given, const std::vector<std::string> &known);

} // namespace grb::tool
