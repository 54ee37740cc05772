// Escapes invisible characters.
#include "printable.h"

#include "base/printable.hpp"

namespace grb::tool {

std::string printable(std::string_view text) {
    std::string result;
    put_printable(text, [&](std::string_view fragment) { result += fragment; });
    return result;
}

} // namespace grb::tool
