#pragma once

#include <string>
#include <vector>

namespace grb::tool {

/// Columns of the terminal that standard output is; 0 where it is none, and lines may have any length.
size_t terminal_width();

/// How many columns the text takes: UTF-8 letters of one column each.
size_t columns_of(const std::string &text);

/// Columns with two blanks between. Lines that a terminal has no room for are wrapped in the last column, and where the
/// others alone are too long, the widest of them is cut.
class TextTable {
public:
    /// The heading, and of each column whether numbers stand in it, which go to the right.
    TextTable(std::vector<std::string> heading, std::vector<bool> is_number);
    void add(std::vector<std::string> row);
    std::string text(size_t width = terminal_width()) const;

private:
    std::vector<size_t> widths(size_t width) const;

    std::vector<bool> is_number_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace grb::tool
