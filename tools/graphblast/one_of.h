// A validator of words, with suggestions.
#pragma once

#include "io/suggestion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace grb::tool {

/// Accepts one of the names; suggests the closest one for another word. `what`: "format".
inline CLI::Validator one_of(const std::vector<std::string> &names, const std::string &what) {
    return CLI::Validator(
        [=](const std::string &name) {
            const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
            return is_known ? ""
                            : fmt::format("'{}' is no {}{}", name, what, suggestion(name, names));
        },
        fmt::format("{{{}}}", fmt::join(names, ",")));
}

} // namespace grb::tool
