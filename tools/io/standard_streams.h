// Safe standard streams.
#pragma once

#include <string_view>

namespace grb::tool {

/// Redirects streams that the caller closed to /dev/null: a file opened later must not take their
/// numbers. Keeps text on standard output whole when signal handlers interrupt the program.
void open_standard_streams();

/// A silent process writes nothing, neither on the standard streams nor to OutputFile: it is one of
/// several, and another one writes.
void set_silent(bool is_silent);
bool is_silent();

/// Writes the text on standard error, whole and at once, unless the process is silent.
void put_on_standard_error(std::string_view text);

} // namespace grb::tool
