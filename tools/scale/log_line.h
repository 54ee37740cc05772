// The keys and values of a log line.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace grb::tool {

/// The words of a line of the library's log ("pick"): key and value; empty for any other line.
using Keys = std::map<std::string, std::string>;
Keys keys_of(std::string_view line);

std::string value_of(const Keys &keys, const char *key); ///< "" for a missing key
double number_of(const Keys &keys, const char *key);     ///< 0 for a missing key

/// Returns whether the word describes the outcome of a call; the others describe the problem.
bool is_outcome(const std::string &key);

} // namespace grb::tool
