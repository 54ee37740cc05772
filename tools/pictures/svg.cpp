// Writes pictures as SVG, with the colours of the themes.
#include "picture.h"

#include <array>
#include <fmt/format.h>

namespace grb::tool {

namespace {

constexpr std::array<Ink, 7> inks = {Ink::text,   Ink::faint, Ink::grid, Ink::first,
                                     Ink::second, Ink::third, Ink::back};

/// Spells a number with at most two decimals.
std::string number(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

/// Returns "/>", or the hint and the closing tag.
std::string ending(const char *element, const std::string &hint) {
    return hint.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", escaped(hint), element);
}

std::string svg_of(const Box &box) {
    return fmt::format(R"(<rect class="gb-{}" x="{}" y="{}" width="{}" height="{}")",
                       name_of(box.ink), number(box.rect.x), number(box.rect.y),
                       number(box.rect.width), number(box.rect.height)) +
           ending("rect", box.hint);
}

std::string svg_of(const Area &area) {
    std::string path;
    for (const Rect &rect : area.rects)
        path += fmt::format("M{} {}h{}v{}h-{}z", number(rect.x), number(rect.y), number(rect.width),
                            number(rect.height), number(rect.width));
    return fmt::format(
        "<path class=\"gb-{}\" opacity=\"{}\" shape-rendering=\"crispEdges\" d=\"{}\"/>\n",
        name_of(area.ink), number(area.opacity), path);
}

std::string svg_of(const Line &line) {
    std::string points;
    for (const Point &point : line.points)
        points +=
            fmt::format("{}{},{}", points.empty() ? "" : " ", number(point.x), number(point.y));
    return fmt::format("<polyline class=\"gb-{}-line\" stroke-width=\"{}\" points=\"{}\"/>\n",
                       name_of(line.ink), number(line.width), points);
}

std::string svg_of(const Disc &disc) {
    return fmt::format(R"(<circle class="gb-{}" cx="{}" cy="{}" r="{}")", name_of(disc.ink),
                       number(disc.centre.x), number(disc.centre.y), number(disc.radius)) +
           ending("circle", disc.hint);
}

std::string svg_of(const Label &label) {
    constexpr const char *anchors[] = {"start", "middle", "end"};
    std::string where = fmt::format(R"(x="{}" y="{}")", number(label.at.x), number(label.at.y));
    if (label.is_upright)
        where += fmt::format(R"x( transform="rotate(-90 {} {})")x", number(label.at.x),
                             number(label.at.y));
    return fmt::format("<text class=\"gb-{}\" {} font-size=\"{}\"{} text-anchor=\"{}\">{}</text>\n",
                       name_of(label.ink), where, number(label.size),
                       label.is_bold ? " font-weight=\"600\"" : "",
                       anchors[static_cast<int>(label.anchor)], escaped(label.text));
}

std::string colours(bool is_dark) {
    std::string text;
    for (const Ink ink : inks) {
        const Colour c = colour_of(ink, is_dark);
        text += fmt::format("--gb-{}:#{:02x}{:02x}{:02x};", name_of(ink), c.red, c.green, c.blue);
    }
    return text;
}

} // namespace

Colour colour_of(Ink ink, bool is_dark) {
    switch (ink) {
    case Ink::text:
        return is_dark ? Colour{230, 237, 243} : Colour{31, 35, 40};
    case Ink::faint:
        return is_dark ? Colour{152, 161, 171} : Colour{87, 96, 106};
    case Ink::grid:
        return is_dark ? Colour{48, 54, 61} : Colour{216, 222, 228};
    case Ink::first:
        return is_dark ? Colour{88, 166, 255} : Colour{9, 105, 218};
    case Ink::second:
        return is_dark ? Colour{240, 136, 62} : Colour{207, 91, 0};
    case Ink::third:
        return is_dark ? Colour{139, 148, 158} : Colour{110, 119, 129};
    default:
        return is_dark ? Colour{13, 17, 23} : Colour{255, 255, 255};
    }
}

const char *name_of(Ink ink) {
    constexpr const char *names[] = {"text", "faint", "grid", "first", "second", "third", "back"};
    return names[static_cast<int>(ink)];
}

std::string style_of_pictures() {
    std::string text = fmt::format(":root{{color-scheme:light dark;{}}}\n"
                                   "@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
                                   colours(false), colours(true));
    for (const Ink ink : inks)
        text += fmt::format(".gb-{0}{{fill:var(--gb-{0})}}.gb-{0}-line{{fill:none;"
                            "stroke:var(--gb-{0});stroke-linejoin:round;stroke-linecap:round}}\n",
                            name_of(ink));
    return text;
}

std::string to_svg(const Picture &picture, bool is_alone) {
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" {2}role=\"img\" "
        "aria-label=\"{3}\" font-family=\"system-ui,'Segoe UI',Helvetica,Arial,sans-serif\">\n",
        number(picture.width), number(picture.height),
        is_alone ? fmt::format("width=\"{}\" height=\"{}\" ", number(picture.width),
                               number(picture.height))
                 : "",
        escaped(picture.title));
    if (is_alone) {
        text += fmt::format("<style>{}</style>\n", style_of_pictures());
        text += svg_of(Box{{0, 0, picture.width, picture.height}, Ink::back, ""});
    }
    for (const Mark &mark : picture.marks)
        text += std::visit([](const auto &one) { return svg_of(one); }, mark);
    return text + "</svg>\n";
}

std::string escaped(const std::string &text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else if ((byte < ' ' && c != '\n' && c != '\t') || byte == 0x7f)
            result += '?';
        else
            result += c;
    }
    return result;
}

} // namespace grb::tool
