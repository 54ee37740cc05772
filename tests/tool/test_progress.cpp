/// The lines of progress, on a clock of their own.

#include "io/progress_text.h"

#include <gtest/gtest.h>

namespace {

using grb::tool::ProgressText;
using grb::tool::RoundText;

constexpr size_t columns = 79;
constexpr auto none = std::nullopt;

TEST(Progress, NothingInTheFirstSecond) {
    ProgressText text;
    EXPECT_EQ(text.at(5, 1, 100, columns), none);
    EXPECT_EQ(text.at(5.9, 50, 100, columns), none);
    EXPECT_EQ(text.at(5.95, 100, 100, columns), none);
}

TEST(Progress, TimeLeftAfterASecond) {
    ProgressText text;
    EXPECT_EQ(text.at(0, 1, 100, columns), none);
    EXPECT_EQ(text.at(2, 25, 100, columns),
              "reading [##########                              ]  25%, 6 s left");
    EXPECT_EQ(text.at(2.05, 26, 100, columns), none);
    EXPECT_NE(text.at(2.2, 50, 100, columns).value_or("").find(" 50%, 2 s left"),
              std::string::npos);
    EXPECT_EQ(text.at(3, 100, 100, columns), "");
    EXPECT_EQ(text.at(3.1, 100, 100, columns), none);
}

TEST(Progress, EachPartHasItsOwnTime) {
    ProgressText text;
    text.at(0, 1, 100, columns);
    EXPECT_TRUE(text.at(2, 50, 100, columns).has_value());
    EXPECT_EQ(text.at(3, 100, 100, columns), "");
    EXPECT_EQ(text.at(3, 1, 16, columns), none);
    EXPECT_EQ(text.at(3.9, 8, 16, columns), none);
    EXPECT_NE(text.at(5, 8, 16, columns).value_or("").find(" 50%, 2 s left"), std::string::npos);
}

/// The bar shrinks, then goes; no line is longer than the terminal.
TEST(Progress, NarrowTerminals) {
    const auto line = [](size_t width) {
        ProgressText text;
        text.at(0, 1, 100, width);
        return text.at(2, 25, 100, width).value_or("none");
    };
    EXPECT_EQ(line(35), "reading [##        ]  25%, 6 s left");
    EXPECT_EQ(line(28), "reading 25%, 6 s left");
    EXPECT_EQ(line(10), "reading 25");
    EXPECT_EQ(line(1), "r");
    for (size_t width = 1; width < 90; ++width) EXPECT_LE(line(width).size(), width);
}

TEST(Progress, Rounds) {
    RoundText text;
    EXPECT_EQ(text.at(10, "sssp", 0, 0, 0, columns), none);
    EXPECT_EQ(text.at(10.9, "sssp", 5, 0, 0, columns), none);
    EXPECT_EQ(text.at(11, "sssp", 6, 0, 0, columns), "sssp: round 7, 1 s");
    EXPECT_EQ(text.at(11.05, "sssp", 7, 0, 0, columns), none);
    EXPECT_EQ(text.at(13, "sssp", 12, 0, 0, columns), "sssp: round 13, 3 s");
    // A new algorithm has its own time.
    EXPECT_EQ(text.at(13.2, "pagerank", 0, 0, 200, columns), none);
    EXPECT_EQ(text.at(14, "pagerank", 20, 20, 200, columns), none);
    EXPECT_EQ(text.at(14.3, "pagerank", 30, 30, 200, columns), "pagerank: round 31, 15%, 1 s");
    EXPECT_EQ(text.at(15.3, "pagerank", 40, 40, 200, 14), "pagerank: roun");
}

} // namespace
