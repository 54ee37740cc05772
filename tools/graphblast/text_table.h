// Tables for a terminal.
#pragma once

#include <string>
#include <vector>

namespace grb::tool {

/// The width of the terminal on standard output; 0 if it is no terminal: lines may have any length.
size_t terminal_width();

/// The width of a UTF-8 text, one column per letter.
size_t columns_of(const std::string &text);

/// A table with two blanks between columns. On a terminal it wraps long lines in the last column,
/// and if the other columns alone are too long, it cuts the widest of them.
class TextTable {
public:
    /// Takes the heading, and for each column whether it holds numbers, which are right-aligned.
    TextTable(std::vector<std::string> heading, std::vector<bool> is_number);
    void add(std::vector<std::string> row);
    std::string text(size_t width = terminal_width()) const;

private:
    std::vector<size_t> widths(size_t width) const;

    std::vector<bool> is_number_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace grb::tool
