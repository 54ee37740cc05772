// What the library itself says on stderr.
#pragma once

namespace grb {

/// One line after "graphblast", in one piece and printable whatever the arguments hold; a very long one is cut.
__attribute__((format(printf, 1, 2))) void say(const char *format, ...) noexcept;

} // namespace grb
