// Writes a line of the library to stderr.
#include "base/message.hpp"

#include "base/open_file.hpp"
#include "base/printable.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace grb {

void say(const char *format, ...) noexcept {
    char text[1024], line[1024];
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    std::size_t length = 0;
    const auto put = [&](std::string_view fragment) {
        // One byte is left for the end of the line.
        const std::size_t size = std::min(fragment.size(), sizeof line - 1 - length);
        std::memcpy(line + length, fragment.data(), size);
        length += size;
    };
    put("graphblast");
    put_printable(text, put);
    line[length++] = '\n';
    put_text(stderr, {line, length});
}

} // namespace grb
