// Where the lines go that GxB_BURBLE asks for.
#pragma once

namespace grb {

/// The functions of GxB_PRINTF and GxB_FLUSH. Null: such lines go to stderr; nothing is to be flushed.
struct Burble {
    int (*print)(const char *, ...) = nullptr;
    int (*flush)() = nullptr;
};
/// May be called while other threads write lines.
void set_burble_functions(const Burble &functions) noexcept;

/// A whole line of the log, to everybody who asks for it.
void write_log_line(const char *line);

} // namespace grb
