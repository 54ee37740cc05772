// The text of the line that shows progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grb::tool {

/// When a line appears and changes: from the first second of the work on, at most ten times a
/// second. Times are in seconds and never fall.
class ProgressClock {
public:
    void begin(double now);
    double seconds(double now) const { return now - begin_; }
    /// Returns whether the line is to be written now.
    bool is_due(double now);
    /// Returns whether the line was written since begin() or the last end().
    bool end();

private:
    double begin_ = 0;
    double shown_ = 0;
    bool is_shown_ = false;
};

/// A bar that shows the progress of reading and the remaining time. Work that restarts (another
/// total, or less done than before) has its own time.
class ProgressText {
public:
    /// The new line, of at most so many columns; "" to erase it after the last step; none: it stays
    /// as it is.
    std::optional<std::string> at(double now, size_t done, size_t all, size_t columns);

private:
    ProgressClock clock_;
    size_t done_ = 0;
    size_t all_ = 0;
};

/// The rounds of an algorithm: "bfs_levels: round 13, 45%, 8 s".
class RoundText {
public:
    /// The new line before the round after `rounds`; none: it stays as it is. `done` of `total` is
    /// done; 0 of 0: not known.
    std::optional<std::string> at(double now, std::string_view name, uint64_t rounds, uint64_t done,
                                  uint64_t total, size_t columns);

private:
    ProgressClock clock_;
};

} // namespace grb::tool
