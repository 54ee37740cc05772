#pragma once

#include <map>
#include <string>
#include <string_view>

namespace grb::tool {

/// The words of a line of the library's log ("pick"): key and value; empty for any other line.
using Keys = std::map<std::string, std::string>;
Keys keys_of(std::string_view line);

std::string value_of(const Keys &keys, const char *key); ///< "" where the key is missing
double number_of(const Keys &keys, const char *key);     ///< 0 where the key is missing

/// Whether the word says how a call went; the others say what the problem is.
bool is_outcome(const std::string &key);

} // namespace grb::tool
