// Safe standard streams.
#pragma once

#include <string_view>

namespace grb::tool {

/// Redirects streams that the caller closed to /dev/null: a file opened later must not take their
/// numbers. Keeps text on standard output whole when signal handlers interrupt the program.
void open_standard_streams();

/// Writes the text on standard error, whole and at once.
void put_on_standard_error(std::string_view text);

} // namespace grb::tool
