// Messages that the library itself writes to stderr.
#pragma once

namespace grb {

/// Writes one line after "graphblast" at once, printable whatever the arguments hold; cuts a very
/// long line.
__attribute__((format(printf, 1, 2))) void say(const char *format, ...) noexcept;

} // namespace grb
