/// The bar with the time left, on a clock of its own.

#include "io/progress_text.h"

#include <gtest/gtest.h>

namespace {

using grb::tool::ProgressText;

TEST(Progress, NothingInTheFirstSecond) {
    ProgressText text;
    EXPECT_EQ(text.at(5, 1, 100), "");
    EXPECT_EQ(text.at(5.9, 50, 100), "");
    EXPECT_EQ(text.at(5.95, 100, 100), "");
}

TEST(Progress, TimeLeftAfterASecond) {
    ProgressText text;
    EXPECT_EQ(text.at(0, 1, 100), "");
    const std::string bar = text.at(2, 25, 100);
    EXPECT_EQ(bar, "\rreading [##########                              ]  25%, 6 s left  ");
    EXPECT_EQ(text.at(2.05, 26, 100), "");
    EXPECT_NE(text.at(2.2, 50, 100).find(" 50%, 2 s left"), std::string::npos);
    // The line is cleared: nothing of it stays.
    const std::string last = text.at(3, 100, 100);
    EXPECT_EQ(last.front(), '\r');
    EXPECT_EQ(last.back(), '\r');
    EXPECT_GE(last.size(), bar.size() + 8);
    EXPECT_EQ(text.at(3.1, 100, 100), "");
}

TEST(Progress, EachPartHasItsOwnTime) {
    ProgressText text;
    text.at(0, 1, 100);
    EXPECT_NE(text.at(2, 50, 100), "");
    EXPECT_NE(text.at(3, 100, 100), "");
    EXPECT_EQ(text.at(3, 1, 16), "");
    EXPECT_EQ(text.at(3.9, 8, 16), "");
    EXPECT_NE(text.at(5, 8, 16).find(" 50%, 2 s left"), std::string::npos);
}

} // namespace
