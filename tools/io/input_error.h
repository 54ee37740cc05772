// The error for unusable input.
#pragma once

#include <stdexcept>
#include <string>

namespace grb::tool {

/// The user's input is unusable. The text is one line that names the fault and its position.
class InputError : public std::runtime_error {
public:
    explicit InputError(const std::string &text) : std::runtime_error(text) {}
};

} // namespace grb::tool
