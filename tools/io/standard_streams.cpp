// Makes the standard streams safe to use.
#include "standard_streams.h"

#include "base/open_file.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace grb::tool {

namespace {

bool is_silent_ = false;

/// Returns 0 with errno if not everything could be written.
ssize_t write_out(void * /*cookie*/, const char *bytes, std::size_t size) {
    return is_silent_ || write_all(STDOUT_FILENO, bytes, size) ? static_cast<ssize_t>(size) : 0;
}

} // namespace

void open_standard_streams() {
    for (int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", O_RDWR) != number) std::abort();
    // C's own stream loses its buffer when a write is interrupted.
    cookie_io_functions_t functions{};
    functions.write = write_out;
    std::FILE *const stream = fopencookie(nullptr, "w", functions);
    if (stream == nullptr) return;
    std::setvbuf(stream, nullptr, isatty(STDOUT_FILENO) != 0 ? _IOLBF : _IOFBF, BUFSIZ);
    stdout = stream;
}

void set_silent(bool is_silent) {
    is_silent_ = is_silent;
}

bool is_silent() {
    return is_silent_;
}

void put_on_standard_error(std::string_view text) {
    if (!is_silent_) put_text(stderr, text);
}

} // namespace grb::tool
