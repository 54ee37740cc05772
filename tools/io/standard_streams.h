#pragma once

#include <string_view>

namespace grb::tool {

/// A stream that the caller has closed becomes /dev/null: a file opened later must not take its number. What is printed
/// on standard output stays whole where signal handlers interrupt the program.
void open_standard_streams();

/// On standard error, whole and at once.
void put_on_standard_error(std::string_view text);

} // namespace grb::tool
