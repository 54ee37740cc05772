// Writes the line that shows progress.
#include "progress_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace grb::tool {

void ProgressClock::begin(double now) {
    begin_ = now;
    is_shown_ = false;
}

bool ProgressClock::is_due(double now) {
    if (now - begin_ < 1 || (is_shown_ && now - shown_ < 0.1)) return false;
    shown_ = now;
    is_shown_ = true;
    return true;
}

bool ProgressClock::end() {
    const bool was_shown = is_shown_;
    is_shown_ = false;
    return was_shown;
}

std::optional<std::string> ProgressText::at(double now, size_t done, size_t all, size_t columns) {
    constexpr size_t widest = 40, least = 4;
    if (all != all_ || done < done_) clock_.begin(now);
    all_ = all;
    done_ = done;
    if (done >= all) return clock_.end() ? std::optional<std::string>("") : std::nullopt;
    if (done == 0 || !clock_.is_due(now)) return std::nullopt;
    const double seconds = clock_.seconds(now);
    const double fraction = static_cast<double>(done) / static_cast<double>(all);
    const std::string rest =
        fmt::format("{:3.0f}%, {:.0f} s left", fraction * 100, seconds / fraction - seconds);
    const size_t others = std::string_view("reading [] ").size() + rest.size();
    const size_t width = std::min(widest, columns - std::min(columns, others));
    const std::string bar(static_cast<size_t>(fraction * static_cast<double>(width)), '#');
    const std::string line = width < least ? fmt::format("reading{}", rest)
                                           : fmt::format("reading [{:<{}}] {}", bar, width, rest);
    return line.substr(0, columns);
}

std::optional<std::string> RoundText::at(double now, std::string_view name, uint64_t rounds,
                                         uint64_t done, uint64_t total, size_t columns) {
    if (rounds == 0) clock_.begin(now);
    if (!clock_.is_due(now)) return std::nullopt;
    std::string part;
    if (total > 0)
        part =
            fmt::format(", {:.0f}%", 100 * static_cast<double>(done) / static_cast<double>(total));
    return fmt::format("{}: round {}{}, {:.0f} s", name, rounds + 1, part, clock_.seconds(now))
        .substr(0, columns);
}

} // namespace grb::tool
