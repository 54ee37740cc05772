// The destination of the log lines that GxB_BURBLE asks for.
#pragma once

namespace grb {

/// The functions of GxB_PRINTF and GxB_FLUSH. Without `print`, lines go to stderr; without `flush`,
/// nothing is flushed.
struct Burble {
    int (*print)(const char *, ...) = nullptr;
    int (*flush)() = nullptr;
};
/// Other threads may write lines during the call.
void set_burble_functions(const Burble &functions) noexcept;

/// Writes a whole line of the log to every destination that asks for it.
void write_log_line(const char *line);

} // namespace grb
