// Pictures of a few kinds of marks, which become SVG or PNG. They know nothing of graphs.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace grb::tool {

/// The role of a mark; the theme defines its colour.
enum class Ink { text, faint, grid, first, second, third, back };

struct Point {
    double x, y;
};

struct Rect {
    double x, y, width, height;
};

/// A filled rectangle; the pointer shows the hint.
struct Box {
    Rect rect;
    Ink ink;
    std::string hint;
};

/// Many rectangles of one colour.
struct Area {
    std::vector<Rect> rects;
    Ink ink;
    double opacity;
};

struct Line {
    std::vector<Point> points;
    Ink ink;
    double width;
};

struct Disc {
    Point centre;
    double radius;
    Ink ink;
    std::string hint;
};

enum class Anchor { start, middle, end };

/// A line of text; PNG files need ASCII.
struct Label {
    Point at; ///< on the base line
    std::string text;
    Ink ink = Ink::text;
    Anchor anchor = Anchor::start;
    double size = 12; ///< of the font
    bool is_bold = false;
    bool is_upright = false; ///< from bottom to top
};

using Mark = std::variant<Box, Area, Line, Disc, Label>;

/// Coordinates go from the upper left to the right and down.
struct Picture {
    double width = 0, height = 0;
    std::string title; ///< for readers who cannot see the picture
    std::vector<Mark> marks;
};

struct Colour {
    unsigned char red, green, blue;
};
Colour colour_of(Ink ink, bool is_dark);
const char *name_of(Ink ink); ///< name of the CSS class

/// Returns CSS of the classes for light and dark; the surrounding page's theme decides, or the
/// viewer's.
std::string style_of_pictures();

/// Returns an SVG element; if `is_alone`, a complete file with style and background.
std::string to_svg(const Picture &picture, bool is_alone);

/// Returns a PNG file with `scale` pixels for each unit.
std::string to_png(const Picture &picture, double scale, bool is_dark);

/// Escapes & < > " for HTML and SVG; bytes that XML forbids become "?".
std::string escaped(const std::string &text);

} // namespace grb::tool
