#pragma once

#include <stdexcept>
#include <string>

namespace grb::tool {

/// What the user gave cannot be used. The text is one line that says what and where.
class InputError : public std::runtime_error {
public:
    explicit InputError(const std::string &text) : std::runtime_error(text) {}
};

} // namespace grb::tool
