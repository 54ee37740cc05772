#pragma once

#include "picture.h"

namespace grb::tool {

/// The strokes of a letter: lines on a grid whose base line is y = 0, up is negative, and capitals are 6 high.
struct Letter {
    std::vector<std::vector<Point>> strokes;
    double width; ///< with the gap to the next one
};

/// Of ASCII; anything else is a box.
Letter letter_of(char c);

constexpr double capital_height = 6;

} // namespace grb::tool
