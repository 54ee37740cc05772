// Draws the progress bar.
#include "progress_text.h"

#include <fmt/format.h>

namespace grb::tool {

std::string ProgressText::at(double now, size_t done, size_t all) {
    constexpr int width = 40;
    constexpr int longest_line = width + 40;
    if (all != all_ || done < done_) begin_ = now;
    all_ = all;
    done_ = done;
    if (done >= all) {
        const bool was_shown = is_shown_;
        is_shown_ = false;
        return was_shown ? fmt::format("\r{:{}}\r", "", longest_line) : std::string();
    }
    const double seconds = now - begin_;
    const double fraction = static_cast<double>(done) / static_cast<double>(all);
    if (seconds < 1 || done == 0 || (is_shown_ && now - shown_ < 0.1)) return {};
    shown_ = now;
    is_shown_ = true;
    return fmt::format("\rreading [{:<{}}] {:3.0f}%, {:.0f} s left  ",
                       std::string(static_cast<size_t>(fraction * width), '#'), width,
                       fraction * 100, seconds / fraction - seconds);
}

} // namespace grb::tool
