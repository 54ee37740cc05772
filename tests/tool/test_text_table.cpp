/// Tables on a terminal.

#include "graphblast/text_table.h"

#include <gtest/gtest.h>

namespace {

using namespace grb::tool;

TextTable sample() {
    TextTable table({"name", "time", "what"}, {false, true, false});
    table.add({"a", "12", "one two three four five six"});
    table.add({"longer", "3", ""});
    return table;
}

TEST(TextTable, HasRoom) {
    EXPECT_EQ(sample().text(0), "name    time  what\n"
                                "a         12  one two three four five six\n"
                                "longer     3\n");
    EXPECT_EQ(sample().text(200), sample().text(0));
}

TEST(TextTable, WrapsTheLastColumn) {
    EXPECT_EQ(sample().text(32), "name    time  what\n"
                                 "a         12  one two three four\n"
                                 "              five six\n"
                                 "longer     3\n");
}

TEST(TextTable, CutsWhatIsLongest) {
    TextTable table({"name", "what"}, {false, false});
    table.add({"abcdefghijklmnopqrstuvwxyz", "an end"});
    EXPECT_EQ(table.text(20), "name          what\nabcdefghijk…  an end\n");
    for (const size_t width : {20u, 24u, 30u}) {
        std::string text = table.text(width);
        for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
            EXPECT_LE(columns_of(text.substr(0, end)), width) << text;
            text.erase(0, end + 1);
        }
    }
    EXPECT_NE(table.text(20).find("…"), std::string::npos);
}

TEST(TextTable, BreaksWordsThatAreTooLong) {
    TextTable table({"k", "word"}, {false, false});
    table.add({"1", std::string(40, 'x')});
    EXPECT_EQ(table.text(19), "k  word\n1  " + std::string(16, 'x') + "\n   " +
                                  std::string(16, 'x') + "\n   " + std::string(8, 'x') + "\n");
}

/// Letters of several bytes are one column each, and stay whole.
TEST(TextTable, CountsLetters) {
    EXPECT_EQ(columns_of("äöü"), 3u);
    TextTable table({"x", "y"}, {true, false});
    table.add({"äö", "ü"});
    table.add({"abc", "d"});
    EXPECT_EQ(table.text(0), "  x  y\n äö  ü\nabc  d\n");
}

} // namespace
