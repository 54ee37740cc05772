/// Pictures as SVG and PNG, and the page about a run.

#include "pictures/chart.h"
#include "pictures/letters.h"
#include "scratch.hpp"

#include <set>
#include <zlib.h>

namespace {

using namespace grb::tool;
using Pictures = Scratch;

size_t count(const std::string &text, const std::string &part) {
    size_t number = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++number;
    return number;
}

/// The pixels of a PNG file of the kind that the tool writes; checks its sums.
struct Pixels {
    explicit Pixels(const std::string &file) {
        EXPECT_EQ(file.substr(0, 8), std::string("\x89PNG\r\n\x1a\n", 8));
        std::string data;
        for (size_t at = 8; at < file.size();) {
            const size_t length = number(file, at);
            const std::string kind = file.substr(at + 4, 4);
            const std::string body = file.substr(at + 8, length);
            const std::string all = kind + body;
            EXPECT_EQ(number(file, at + 8 + length),
                      crc32(0, reinterpret_cast<const Bytef *>(all.data()),
                            static_cast<uInt>(all.size())));
            if (kind == "IHDR") {
                width = number(body, 0);
                height = number(body, 4);
            }
            if (kind == "IDAT") data += body;
            at += 12 + length;
        }
        uLongf size = (3 * width + 1) * height;
        rows.resize(size);
        EXPECT_EQ(uncompress(reinterpret_cast<Bytef *>(rows.data()), &size,
                             reinterpret_cast<const Bytef *>(data.data()), data.size()),
                  Z_OK);
        EXPECT_EQ(size, rows.size());
    }
    static size_t number(const std::string &text, size_t at) {
        size_t value = 0;
        for (size_t k = 0; k < 4; ++k)
            value = value << 8 | static_cast<unsigned char>(text[at + k]);
        return value;
    }
    Colour at(size_t x, size_t y) const {
        const auto *const pixel =
            reinterpret_cast<const unsigned char *>(&rows[(3 * width + 1) * y + 1 + 3 * x]);
        return {pixel[0], pixel[1], pixel[2]};
    }
    bool is(size_t x, size_t y, Ink ink, bool is_dark) const {
        const Colour found = at(x, y);
        const Colour wanted = colour_of(ink, is_dark);
        return found.red == wanted.red && found.green == wanted.green && found.blue == wanted.blue;
    }
    size_t width = 0, height = 0;
    std::string rows;
};

Picture sample() {
    Picture picture{100, 50, "a <sample>", {}};
    picture.marks.push_back(Box{{10, 10, 20, 20}, Ink::first, "x < y & z"});
    picture.marks.push_back(Area{{{40, 10, 10, 10}, {60, 10, 10, 10}}, Ink::second, 1});
    picture.marks.push_back(Disc{{85, 20}, 8, Ink::third, ""});
    picture.marks.push_back(Line{{{5, 45}, {95, 45}}, Ink::text, 2});
    return picture;
}

TEST(Picture, MarksAreWhereTheyBelong) {
    for (const bool is_dark : {false, true}) {
        const Pixels pixels(to_png(sample(), 2, is_dark));
        ASSERT_EQ(pixels.width, 200u);
        ASSERT_EQ(pixels.height, 100u);
        EXPECT_TRUE(pixels.is(2, 2, Ink::back, is_dark));
        EXPECT_TRUE(pixels.is(20, 20, Ink::first, is_dark));
        EXPECT_TRUE(pixels.is(59, 59, Ink::first, is_dark));
        EXPECT_TRUE(pixels.is(60, 40, Ink::back, is_dark));
        EXPECT_TRUE(pixels.is(85, 30, Ink::second, is_dark));
        EXPECT_TRUE(pixels.is(110, 30, Ink::back, is_dark));
        EXPECT_TRUE(pixels.is(125, 30, Ink::second, is_dark));
        EXPECT_TRUE(pixels.is(170, 40, Ink::third, is_dark));
        EXPECT_TRUE(pixels.is(100, 90, Ink::text, is_dark));
    }
}

/// Marks beyond the picture's edge are not painted, and do no harm.
TEST(Picture, MarksBeyondTheEdge) {
    Picture picture{10, 10, "", {}};
    picture.marks.push_back(Box{{-5, -5, 8, 8}, Ink::first, ""});
    picture.marks.push_back(Line{{{-100, 8}, {100, 8}}, Ink::second, 2});
    picture.marks.push_back(Label{{8, 9}, "wide text", Ink::text});
    const Pixels pixels(to_png(picture, 1, false));
    EXPECT_TRUE(pixels.is(0, 0, Ink::first, false));
    EXPECT_TRUE(pixels.is(4, 4, Ink::back, false));
    EXPECT_TRUE(pixels.is(0, 7, Ink::second, false));
}

TEST(Picture, SvgIsEscaped) {
    const std::string svg = to_svg(sample(), true);
    EXPECT_EQ(count(svg, "aria-label=\"a &lt;sample&gt;\""), 1u);
    EXPECT_EQ(count(svg, "<title>x &lt; y &amp; z</title>"), 1u);
    EXPECT_EQ(count(svg, "prefers-color-scheme:dark"), 1u);
    EXPECT_EQ(count(svg, "<path "), 1u);
    EXPECT_EQ(count(to_svg(sample(), false), "<style>"), 0u);
}

/// Every letter has ink, but the blank, and no two are alike.
TEST(Picture, Letters) {
    std::set<std::string> seen;
    for (char c = '!'; c <= '~'; ++c) {
        const Letter letter = letter_of(c);
        EXPECT_GT(letter.width, 1) << c;
        std::string shape;
        for (const auto &stroke : letter.strokes) {
            EXPECT_FALSE(stroke.empty()) << c;
            for (const Point &point : stroke) {
                EXPECT_GE(point.y, -capital_height) << c;
                EXPECT_LE(point.y, 2) << c;
                shape += std::to_string(point.x) + ',' + std::to_string(point.y) + ' ';
            }
            shape += '|';
        }
        EXPECT_TRUE(seen.insert(shape).second) << c;
    }
    EXPECT_TRUE(letter_of(' ').strokes.empty());
    EXPECT_FALSE(letter_of('\xff').strokes.empty());
}

TEST(Axes, Ticks) {
    EXPECT_EQ(Axis::linear(0, 10, 0, 100).ticks(5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(Axis::logarithmic(0.5, 2000, 0, 100).ticks(8),
              (std::vector<double>{1, 10, 100, 1000}));
    EXPECT_EQ(Axis::logarithmic(0.3, 6, 0, 100).ticks(8), (std::vector<double>{0.5, 1, 2, 5}));
    EXPECT_EQ(std::to_string(Axis::linear(0, 1, 0, 1).ticks(2).front()), "0.000000");
    EXPECT_LE(Axis::logarithmic(1e-12, 1e12, 0, 100).ticks(6).size(), 7u);
    EXPECT_DOUBLE_EQ(Axis::linear(0, 10, 100, 0).at(2.5), 75);
    EXPECT_DOUBLE_EQ(Axis::linear(0, 10, 0, 100).at(20), 100);
    EXPECT_DOUBLE_EQ(Axis::logarithmic(1, 100, 0, 100).at(10), 50);
    EXPECT_DOUBLE_EQ(Axis::logarithmic(1, 100, 0, 100).at(0), 0);
    EXPECT_EQ(short_number(0), "0");
    EXPECT_EQ(short_number(1500), "1.5k");
    EXPECT_EQ(short_number(999.9), "1k");
    EXPECT_EQ(short_number(2e9), "2G");
}

TEST_F(Pictures, Commands) {
    for (const std::string picture : {"spy", "degrees", "steps bfs", "roofline bfs", "memory tc"}) {
        SCOPED_TRACE(picture);
        const std::string command = "plot " + picture + " --graph kron:8 -o ";
        ASSERT_EQ(tool(command + path("a.svg")).status, 0);
        EXPECT_EQ(read("a.svg").substr(0, 5), "<svg ");
        ASSERT_EQ(tool(command + path("a.png") + " --width 320").status, 0);
        const Pixels light(read("a.png"));
        EXPECT_EQ(light.width, 320u);
        EXPECT_EQ(light.height, 200u);
        EXPECT_TRUE(light.is(1, 1, Ink::back, false));
        ASSERT_EQ(tool(command + path("a.png") + " --dark").status, 0);
        EXPECT_TRUE(Pixels(read("a.png")).is(1, 1, Ink::back, true));
    }
}

/// A path has one entry above the diagonal and one below in each row, in the picture as in the
/// graph.
TEST_F(Pictures, SpyHasTheEntries) {
    ASSERT_EQ(tool("plot spy --graph path:4 -o " + path("a.svg")).status, 0);
    const std::string svg = read("a.svg");
    const size_t begin = svg.find("<path ");
    ASSERT_NE(begin, std::string::npos);
    const std::string drawn = svg.substr(begin, svg.find("/>", begin) - begin);
    EXPECT_EQ(count(drawn, "M"), 6u) << drawn;
    EXPECT_EQ(count(svg, "<path "), 1u);
}

TEST_F(Pictures, DegreesAreCounted) {
    ASSERT_EQ(tool("plot degrees --graph star:9 -o " + path("a.svg")).status, 0);
    EXPECT_EQ(count(read("a.svg"), "<title>1 edges: 8 vertices</title>"), 1u);
    EXPECT_EQ(count(read("a.svg"), "<title>8 to 15 edges: 1 vertices</title>"), 1u);
}

TEST_F(Pictures, StepsOfSearch) {
    ASSERT_EQ(tool("plot steps bfs --graph path:7 --source 0 -o " + path("a.svg")).status, 0);
    EXPECT_EQ(count(read("a.svg"), "<title>step "), 7u);
    // Very many steps share bars.
    ASSERT_EQ(tool("plot steps bfs --graph path:700 --source 0 -o " + path("b.svg")).status, 0);
    EXPECT_EQ(count(read("b.svg"), "<title>step "), 140u);
    EXPECT_EQ(count(read("b.svg"), "the mean of 5 steps"), 1u);
}

TEST_F(Pictures, Refused) {
    EXPECT_EQ(tool("plot spy --graph path:4 -o " + path("a.gif")).status, 2);
    EXPECT_EQ(tool("plot spy bfs --graph path:4 -o " + path("a.svg")).status, 1);
    EXPECT_EQ(tool("plot steps --graph path:4 -o " + path("a.svg")).status, 1);
    EXPECT_EQ(tool("plot circle --graph path:4 -o " + path("a.svg")).status, 1);
    // Options that would change nothing.
    for (const char *const arguments : {"spy --source 1", "degrees --damping 0.5", "steps bfs,cc",
                                        "steps cc --source 1", "spy --width 100", "spy --dark"})
        EXPECT_EQ(
            tool("plot " + std::string(arguments) + " --graph path:4 -o " + path("a.svg")).status,
            1)
            << arguments;
    EXPECT_EQ(files(), 0u);
}

/// One file that asks for nothing else, with all pictures.
TEST_F(Pictures, Report) {
    const std::string graph = write("a<b.txt", "0 1\n1 2\n2 3\n");
    ASSERT_EQ(tool("report bfs,tc --graph '" + graph + "' -o " + path("r.html")).status, 0);
    const std::string page = read("r.html");
    EXPECT_EQ(count(page, "<svg "), 2u + 3u * 3u);
    EXPECT_EQ(count(page, "a&lt;b.txt</h1>"), 1u);
    EXPECT_EQ(count(page, "<script"), 0u);
    EXPECT_EQ(count(page, " src="), 0u);
    EXPECT_EQ(count(page, " href="), 0u);
    EXPECT_EQ(count(page, "url("), 0u);
    EXPECT_EQ(count(page, "<details>"), 3u);
    EXPECT_GT(count(page, "mxv_"), 0u);
    // The name space of SVG is a name; nothing is loaded from there.
    EXPECT_EQ(count(page, "http"), count(page, "xmlns=\"http://www.w3.org/2000/svg\""));
}

} // namespace
