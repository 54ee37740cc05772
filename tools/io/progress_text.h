// The text of a progress bar.
#pragma once

#include <cstddef>
#include <string>

namespace grb::tool {

/// A bar that shows the progress and the remaining time: from the first second on, at most ten
/// times a second. Work that restarts (another total, or less done than before) has its own time.
class ProgressText {
public:
    /// The output for the terminal at this time, which is in seconds and never falls; mostly
    /// nothing. The last step clears the line.
    std::string at(double now, size_t done, size_t all);

private:
    double begin_ = 0;
    double shown_ = 0;
    size_t done_ = 0;
    size_t all_ = 0;
    bool is_shown_ = false;
};

} // namespace grb::tool
