#pragma once

#include <cstddef>
#include <string>

namespace grb::tool {

/// The bar that shows how far a piece of work is, and the time that is left: from its first second on, ten times a
/// second at most. Work that begins anew (another sum, or less done than before) has its own time.
class ProgressText {
public:
    /// What goes to the terminal at this time, which is in seconds and does not fall; mostly nothing. The last step
    /// clears the line.
    std::string at(double now, size_t done, size_t all);

private:
    double begin_ = 0;
    double shown_ = 0;
    size_t done_ = 0;
    size_t all_ = 0;
    bool is_shown_ = false;
};

} // namespace grb::tool
