// Finds the separator of a table.
#include "table.h"

#include <algorithm>
#include <array>

namespace grb::tool {

namespace {

/// Recognises two numbers: blanks separate numbers, whatever else is in the line.
bool are_two_numbers(const std::string &field) {
    constexpr const char *digits = "0123456789";
    const size_t blank = field.find_first_not_of(digits);
    if (blank == std::string::npos || blank == 0 || (field[blank] != ' ' && field[blank] != '\t'))
        return false;
    const size_t next = field.find_first_not_of(" \t", blank);
    return next != std::string::npos && field[next] >= '0' && field[next] <= '9';
}

/// Returns whether each line has the same number of columns, two at least, with this separator, and
/// the first two contain no other separator.
bool separates(char candidate, const std::vector<std::string_view> &lines) {
    size_t columns = 0;
    for (const std::string_view line : lines) {
        const std::vector<std::string> fields = fields_of(line, candidate);
        if (columns == 0) columns = fields.size();
        if (fields.size() < 2 || fields.size() != columns) return false;
        // Blanks take precedence over a bar between fields that contain blanks.
        const std::string_view others = candidate == '|' ? " \t,;" : ",;|";
        const bool is_quoted = line.find('"') != std::string_view::npos;
        for (size_t k = 0; k < 2 && !is_quoted; ++k)
            if (fields[k].find_first_of(others) != std::string::npos || are_two_numbers(fields[k]))
                return false;
    }
    return true;
}

/// Returns whether blanks and tabs split each line into the same number of columns, two at least.
bool have_blanks_between(const std::vector<std::string_view> &lines) {
    const size_t columns = fields_of(lines.front(), ' ').size();
    return columns >= 2 && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
               return fields_of(line, ' ').size() == columns;
           });
}

/// Recognises words that contain blanks, between tabs.
bool are_words_between_tabs(std::string_view line) {
    const std::vector<std::string> fields = fields_of(line, '\t');
    const auto is_whole = [](const std::string &text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    };
    return fields.size() >= 2 &&
           std::any_of(fields.begin(), fields.end(), [&](const std::string &field) {
               const size_t blank = field.find(' ');
               return blank != std::string::npos && !is_whole(field.substr(0, blank));
           });
}

} // namespace

char separator_of(const std::vector<std::string_view> &lines, TableKind kind) {
    if (kind == TableKind::tsv) return '\t';
    if (kind == TableKind::el || kind == TableKind::wel) return ' ';
    for (const char candidate : {',', ';', '|', '\t'})
        if ((candidate != '\t' || kind == TableKind::csv) && separates(candidate, lines))
            return candidate;
    // The lines differ. The first line's separator lets the reader name the odd line.
    const bool has_blanks = kind != TableKind::csv && have_blanks_between(lines);
    for (const char candidate : {',', ';'})
        if (!has_blanks && fields_of(lines.front(), candidate).size() > 1) return candidate;
    if (kind == TableKind::csv) return ',';
    const bool has_words =
        separates('\t', lines) && std::any_of(lines.begin(), lines.end(), are_words_between_tabs);
    return has_words || are_words_between_tabs(lines.front()) ? '\t' : ' ';
}

} // namespace grb::tool
