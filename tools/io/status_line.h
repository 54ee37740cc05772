// The line on a terminal that shows progress.
#pragma once

#include <cstddef>
#include <string_view>

namespace grb::tool {

/// Returns whether standard error is a terminal, and the process is not silent.
bool has_status_line();

/// The number of columns that a line may have: all of the terminal but one.
size_t status_columns();

/// Writes a line over the last one. Short enough for the terminal, and without line ends.
void show_status(std::string_view text);

/// Erases the line, if there is one. Also for handlers of signals.
void erase_status() noexcept;

} // namespace grb::tool
