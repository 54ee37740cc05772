// Suggestions for unknown names.
#pragma once

#include <string>
#include <vector>

namespace grb::tool {

/// The text after "there is no X": the most similar name among `known`, if any, and all of them.
std::string suggestion(const std::string &given, const std::vector<std::string> &known);

} // namespace grb::tool
