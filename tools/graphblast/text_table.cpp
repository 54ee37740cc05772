// Lays out tables for a terminal.
#include "text_table.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace grb::tool {

namespace {

constexpr size_t least_last = 16; ///< of the wrapped column
constexpr size_t least_cut = 8;

bool begins_letter(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

/// The longest start of a text that fits into so many columns.
std::string start_of(const std::string &text, size_t columns) {
    size_t at = 0;
    for (size_t seen = 0; at < text.size(); ++at)
        if (begins_letter(text[at]) && ++seen > columns) break;
    return text.substr(0, at);
}

std::string cut(const std::string &text, size_t columns) {
    return columns_of(text) <= columns ? text : start_of(text, columns - 1) + "…";
}

std::string padded(const std::string &text, size_t columns, bool to_the_right) {
    const size_t own = columns_of(text);
    const std::string blanks(columns > own ? columns - own : 0, ' ');
    return to_the_right ? blanks + text : text + blanks;
}

/// Wraps a text into lines of at most so many columns; breaks at blanks if it can.
std::vector<std::string> wrapped(std::string text, size_t columns) {
    std::vector<std::string> lines;
    while (columns_of(text) > columns) {
        const std::string line = start_of(text, columns + 1);
        size_t blank = line.rfind(' ');
        const bool has_blank = blank != std::string::npos && blank > 0;
        if (!has_blank) blank = start_of(text, columns).size();
        lines.push_back(text.substr(0, blank));
        text.erase(0, blank + (has_blank ? 1 : 0));
    }
    lines.push_back(text);
    return lines;
}

} // namespace

size_t terminal_width() {
    winsize size{};
    if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
    return size.ws_col;
}

size_t columns_of(const std::string &text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

TextTable::TextTable(std::vector<std::string> heading, std::vector<bool> is_number)
    : is_number_(std::move(is_number)), rows_{std::move(heading)} {}

void TextTable::add(std::vector<std::string> row) {
    row.resize(is_number_.size());
    rows_.push_back(std::move(row));
}

std::vector<size_t> TextTable::widths(size_t width) const {
    std::vector<size_t> widths(is_number_.size());
    for (const auto &row : rows_)
        for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], columns_of(row[k]));
    if (width == 0) return widths;
    size_t others = 0;
    for (size_t k = 0; k + 1 < widths.size(); ++k) others += widths[k] + 2;
    const size_t last = std::min(widths.back(), least_last);
    while (others + last > width) {
        const auto widest = std::max_element(widths.begin(), widths.end() - 1);
        if (*widest <= least_cut) break;
        --*widest;
        --others;
    }
    if (others + widths.back() > width)
        widths.back() = std::max(least_last, width > others ? width - others : 0);
    return widths;
}

std::string TextTable::text(size_t width) const {
    const std::vector<size_t> columns = widths(width);
    const size_t last = columns.size() - 1;
    std::string text;
    for (const auto &row : rows_) {
        std::string start;
        for (size_t k = 0; k < last; ++k)
            start += padded(cut(row[k], columns[k]), columns[k], is_number_[k]) + "  ";
        for (const std::string &part : wrapped(row[last], columns[last])) {
            std::string line = start + padded(part, columns[last], is_number_[last]);
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + "\n";
            start.assign(columns_of(start), ' ');
        }
    }
    return text;
}

} // namespace grb::tool
