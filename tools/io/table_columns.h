// The columns of a table.
#pragma once

#include "table.h"
#include "text_lines.h"

#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

using Rows = std::vector<std::vector<std::string>>;

/// One of the first lines of a table.
struct FirstLine {
    std::string_view text;
    size_t begin = 0;
    uint64_t number = 0; ///< from 1
    bool is_marked = false;

    const char *end() const { return text.data() + text.size(); }
};

constexpr size_t most_rows = 20; ///< the number of examined rows after the first line
constexpr size_t longest_first_line = size_t{1} << 16;

/// Passes the lines that are not blank to take(line) until it has enough.
template <class Take>
void for_lines(std::string_view text, const Take &take) {
    uint64_t number = 0;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        FirstLine line{text.substr(begin, std::min(end - begin, longest_first_line)), begin,
                       ++number};
        begin = end + 1;
        const char *const at = skip_blanks(line.text.data(), line.end());
        if (at == line.end()) continue;
        line.is_marked = EntryLines::is_mark(at, line.end());
        if (!take(line)) return;
    }
}

bool is_number(const std::string &field);

/// Returns whether two columns have usual names of an edge's ends.
bool are_names_of_ends(const std::vector<std::string> &fields);

/// Returns whether the first line names columns. `rows` are the following lines.
bool is_header(const std::vector<std::string> &fields, const Rows &rows,
               const ReadOptions &options);

/// Throws InputError if a table of so many lines has a row for each vertex instead of each edge.
void refuse_matrix(const std::vector<std::string> &first, const Rows &rows, size_t lines,
                   const std::string &where);

/// Returns whether all lines have one more column than the header: R omits the name of the column
/// of row names.
bool lacks_first_name(const std::vector<std::string> &header, const Rows &rows);

/// Finds Gephi's column that marks each edge as directed or not.
void find_type(TableLayout &layout, const std::vector<std::string> &header, const Rows &rows);

/// Finds source, target and weight. `rows` are the first lines with edges. Throws InputError.
void choose_columns(TableLayout &layout, const std::vector<std::string> &header, const Rows &rows,
                    std::string_view text, const std::string &where, const ReadOptions &options);

/// Finds the weight in networkx' attributes in the third column, or the attribute that the options
/// name.
void choose_attribute(TableLayout &layout, std::string_view text, const ReadOptions &options);

} // namespace grb::tool
