// Letters as strokes, for pictures in PNG files.
#pragma once

#include "picture.h"

namespace grb::tool {

/// The strokes of a letter are lines on a grid: the base line is y = 0, up is negative, and
/// capitals are 6 high.
struct Letter {
    std::vector<std::vector<Point>> strokes;
    double width; ///< with the gap to the next letter
};

/// Returns the strokes of an ASCII character; any other is a box.
Letter letter_of(char c);

constexpr double capital_height = 6;

} // namespace grb::tool
