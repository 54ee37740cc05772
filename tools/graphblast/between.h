// A validator of numbers in a range.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace grb::tool {

/// CLI::Range that also rejects NaN.
template <class T>
CLI::Validator between(T least, T most) {
    const CLI::Range range(least, most);
    return CLI::Validator(
        [=](const std::string &text) {
            double number = 0;
            if (CLI::detail::lexical_cast(text, number) && std::isnan(number))
                return fmt::format("Value {} not in range {} to {}", text, least, most);
            return range(text);
        },
        range.get_description());
}

} // namespace grb::tool
