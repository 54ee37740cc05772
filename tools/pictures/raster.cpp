// Paints pictures on pixels and encodes them as PNG.
#include "letters.h"
#include "picture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <zlib.h>

namespace grb::tool {

namespace {

/// Pixels of three bytes; marks are painted on them with smooth edges.
class Raster {
public:
    Raster(const Picture &picture, double scale, bool is_dark)
        : scale_(scale), is_dark_(is_dark),
          width_(static_cast<size_t>(std::lround(picture.width * scale))),
          height_(static_cast<size_t>(std::lround(picture.height * scale))),
          bytes_(width_ * height_ * 3) {
        const Colour back = colour_of(Ink::back, is_dark);
        for (size_t k = 0; k < bytes_.size(); ++k)
            bytes_[k] = k % 3 == 0 ? back.red : k % 3 == 1 ? back.green : back.blue;
    }
    size_t width() const { return width_; }
    size_t height() const { return height_; }
    const unsigned char *row(size_t y) const { return &bytes_[y * width_ * 3]; }

    /// Moves all sides to borders between pixels.
    Rect snapped(const Rect &rect) const {
        const auto side = [&](double value) { return std::round(value * scale_) / scale_; };
        const double left = side(rect.x);
        const double top = side(rect.y);
        return {left, top, side(rect.x + rect.width) - left, side(rect.y + rect.height) - top};
    }
    void fill(const Rect &rect, Ink ink, double opacity) {
        const double left = rect.x * scale_;
        const double right = (rect.x + rect.width) * scale_;
        const double top = rect.y * scale_;
        const double bottom = (rect.y + rect.height) * scale_;
        for_each(
            left, top, right, bottom,
            [&](double x, double y) {
                const double across = std::min(x + 1, right) - std::max(x, left);
                const double down = std::min(y + 1, bottom) - std::max(y, top);
                return std::max(0.0, across) * std::max(0.0, down) * opacity;
            },
            ink);
    }
    /// Paints a line with round ends; one point is a disc.
    void stroke(Point from, Point to, double width, Ink ink) {
        from = {from.x * scale_, from.y * scale_};
        to = {to.x * scale_, to.y * scale_};
        const double radius = width * scale_ / 2;
        const double dx = to.x - from.x;
        const double dy = to.y - from.y;
        const double square = dx * dx + dy * dy;
        for_each(
            std::min(from.x, to.x) - radius - 1, std::min(from.y, to.y) - radius - 1,
            std::max(from.x, to.x) + radius + 1, std::max(from.y, to.y) + radius + 1,
            [&](double x, double y) {
                const double px = x + 0.5 - from.x;
                const double py = y + 0.5 - from.y;
                const double fraction =
                    square == 0 ? 0 : std::clamp((px * dx + py * dy) / square, 0.0, 1.0);
                const double away = std::hypot(px - fraction * dx, py - fraction * dy);
                return std::clamp(radius + 0.5 - away, 0.0, 1.0);
            },
            ink);
    }

private:
    /// Mixes the ink into each pixel of the rectangle, as much as cover(x, y) says.
    template <class Cover>
    void for_each(double left, double top, double right, double bottom, const Cover &cover,
                  Ink ink) {
        const Colour colour = colour_of(ink, is_dark_);
        const auto bound = [](double value, size_t most) {
            return static_cast<size_t>(std::clamp(value, 0.0, static_cast<double>(most)));
        };
        for (size_t y = bound(std::floor(top), height_); y < bound(std::ceil(bottom), height_); ++y)
            for (size_t x = bound(std::floor(left), width_); x < bound(std::ceil(right), width_);
                 ++x)
                mix(&bytes_[(y * width_ + x) * 3], colour,
                    cover(static_cast<double>(x), static_cast<double>(y)));
    }
    static void mix(unsigned char *pixel, const Colour &colour, double fraction) {
        const auto mixed = [fraction](unsigned char old, unsigned char fresh) {
            return static_cast<unsigned char>(std::lround(old + fraction * (fresh - old)));
        };
        pixel[0] = mixed(pixel[0], colour.red);
        pixel[1] = mixed(pixel[1], colour.green);
        pixel[2] = mixed(pixel[2], colour.blue);
    }

    double scale_;
    bool is_dark_;
    size_t width_, height_;
    std::vector<unsigned char> bytes_;
};

void paint(Raster &raster, const Box &box) {
    raster.fill(box.rect, box.ink, 1);
}

void paint(Raster &raster, const Area &area) {
    // Adjacent rectangles share no pixel, or a seam would show.
    for (const Rect &rect : area.rects) raster.fill(raster.snapped(rect), area.ink, area.opacity);
}

void paint(Raster &raster, const Line &line) {
    for (size_t k = 1; k < line.points.size(); ++k)
        raster.stroke(line.points[k - 1], line.points[k], line.width, line.ink);
}

void paint(Raster &raster, const Disc &disc) {
    raster.stroke(disc.centre, disc.centre, 2 * disc.radius, disc.ink);
}

void paint(Raster &raster, const Label &label) {
    constexpr double letter_ratio = 0.68; // height of capitals / size of the font
    const double unit = label.size * letter_ratio / capital_height;
    const double weight = label.size / 12 * (label.is_bold ? 1.7 : 1.15);
    double length = 0;
    for (const char c : label.text) length += letter_of(c).width * unit;
    double at = label.anchor == Anchor::start    ? 0
                : label.anchor == Anchor::middle ? -length / 2
                                                 : -length;
    for (const char c : label.text) {
        const Letter letter = letter_of(c);
        const auto position = [&](const Point &p) {
            const double along = at + p.x * unit;
            const double down = p.y * unit;
            return label.is_upright ? Point{label.at.x + down, label.at.y - along}
                                    : Point{label.at.x + along, label.at.y + down};
        };
        for (const auto &stroke : letter.strokes)
            for (size_t k = 0; k < stroke.size(); ++k)
                raster.stroke(position(stroke[k - (k > 0)]), position(stroke[k]), weight,
                              label.ink);
        at += letter.width * unit;
    }
}

void put_number(std::string &text, uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(number >> shift & 0xff);
}

void put_chunk(std::string &file, const std::string &kind, const std::string &data) {
    put_number(file, static_cast<uint32_t>(data.size()));
    const std::string all = kind + data;
    file += all;
    put_number(file, static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef *>(all.data()),
                                                 static_cast<uInt>(all.size()))));
}

/// The rows, each after its filter type 0.
std::string packed(const Raster &raster) {
    std::string rows;
    for (size_t y = 0; y < raster.height(); ++y) {
        rows += '\0';
        rows.append(reinterpret_cast<const char *>(raster.row(y)), raster.width() * 3);
    }
    uLongf size = compressBound(rows.size());
    std::string data(size, '\0');
    if (compress2(reinterpret_cast<Bytef *>(data.data()), &size,
                  reinterpret_cast<const Bytef *>(rows.data()), rows.size(), 9) != Z_OK)
        throw std::runtime_error("zlib could not compress a picture");
    data.resize(size);
    return data;
}

} // namespace

std::string to_png(const Picture &picture, double scale, bool is_dark) {
    Raster raster(picture, scale, is_dark);
    for (const Mark &mark : picture.marks)
        std::visit([&](const auto &one) { paint(raster, one); }, mark);
    std::string file("\x89PNG\r\n\x1a\n", 8);
    std::string header;
    put_number(header, static_cast<uint32_t>(raster.width()));
    put_number(header, static_cast<uint32_t>(raster.height()));
    header += std::string("\x08\x02\0\0\0", 5); // 8 bits, red, green and blue
    put_chunk(file, "IHDR", header);
    put_chunk(file, "IDAT", packed(raster));
    put_chunk(file, "IEND", "");
    return file;
}

} // namespace grb::tool
