// Writes and erases the line on a terminal that shows progress.
#include "status_line.h"

#include "standard_streams.h"

#include "base/open_file.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace grb::tool {

namespace {

/// The columns of the line on the terminal; 0: there is none.
std::atomic<size_t> shown_{0};

} // namespace

bool has_status_line() {
    static const bool is_terminal = isatty(STDERR_FILENO) != 0;
    return is_terminal && !is_silent();
}

size_t status_columns() {
    constexpr size_t usual = 80;
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual - 1;
    return size.ws_col - size_t{1};
}

void show_status(std::string_view text) {
    const size_t before = shown_.exchange(std::max(text.size(), shown_.load()));
    std::string line = "\r";
    line += text;
    if (before > text.size()) line.append(before - text.size(), ' ');
    write_all(STDERR_FILENO, line.data(), line.size());
    shown_.store(text.size());
}

void erase_status() noexcept {
    static const char blanks[] = "                                ";
    size_t left = shown_.exchange(0);
    if (left == 0) return;
    write_all(STDERR_FILENO, "\r", 1);
    for (; left > 0; left -= std::min(left, sizeof blanks - 1))
        write_all(STDERR_FILENO, blanks, std::min(left, sizeof blanks - 1));
    write_all(STDERR_FILENO, "\r", 1);
}

} // namespace grb::tool
