#pragma once

#include "archive.h"
#include "edge_list.h"
#include "read_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// Texts with an edge in each line: edge lists of any kind, GAP's .el and .wel, CSV and TSV.
enum class TableKind { edge_list, el, wel, csv, tsv };

/// Says which lines hold edges: all that are neither blank nor a comment. Comments begin with #, %
/// or //; among words also ids may, which then are in as many columns as others, with no blanks in
/// them.
struct EntryLines {
    bool are_words = false;
    bool has_comments = true; ///< else every line that is not blank holds an edge
    char separator = ' ';
    size_t columns = 0;

    bool operator()(const char *at, const char *end) const {
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
        if (at == end) return false;
        return !is_mark(at, end) || !has_comments || (are_words && looks_like_edge(at, end));
    }

    /// Whether a line that begins with a mark, which is no blank, has what an edge has. Numbers may
    /// follow the mark.
    bool looks_like_edge(const char *at, const char *end) const;

    /// Whether a line that is no entry has what an edge has.
    bool leaves_out(const char *at, const char *end) const;

    static bool is_mark(const char *at, const char *end) {
        return *at == '#' || *at == '%' || (*at == '/' && end - at > 1 && at[1] == '/');
    }
};

/// Claims of the comments before the first edge.
struct TableClaims {
    bool is_konect = false;
    bool is_bipartite = false;                ///< sources and targets are numbered by themselves
    std::string undirected;                   ///< why the graph is undirected, or empty
    std::optional<uint64_t> sources, targets; ///< how many vertices KONECT announces
    uint64_t sizes_line = 0;
};

/// Where the lines of a table have what.
struct TableLayout {
    EntryLines entries;
    size_t source = 0; ///< columns, from 0
    size_t target = 1;
    std::optional<size_t> weight;
    std::optional<size_t> type; ///< the column that says "Directed" or "Undirected"
    bool is_undirected_type = false;
    bool has_attributes =
        false;               ///< the third column is the last: what Python prints of a dictionary
    std::string attribute;   ///< the name of the weight there; empty: there are no weights
    size_t columns_line = 1; ///< the line that says how many columns there are
    bool has_header = false;
    std::string source_name, target_name, weight_name; ///< as the header has them
    bool has_time = false;     ///< the third column looks like times, and is passed over
    bool has_index = false;    ///< the first column numbers the lines, and is passed over
    bool may_be_words = false; ///< numbers with zeros in front, or too large for ids, are words
    std::string passed_over;   ///< names of columns, for a message
    uint64_t left_out = 0;     ///< comments before the body that look like edges
    size_t body = 0;           ///< where the first line with an edge begins
    uint64_t first_line = 1;   ///< its number
    TableClaims claims;

    bool are_words() const { return entries.are_words; }
    char separator() const { return entries.separator; }
    size_t columns() const { return entries.columns; }
};

/// Looks at the first lines. Throws InputError where they are no table of this kind.
TableLayout layout_of(std::string_view text, const std::string &name, TableKind kind,
                      const ReadOptions &options);

/// Throws InputError where a text whose first lines are these is no table of this kind, as far as
/// they tell.
void check_table_start(std::string_view start, const std::string &name, TableKind kind,
                       const ReadOptions &options);

/// The fields of one line, without quotes and the blanks around them.
std::vector<std::string> fields_of(std::string_view line, char separator);

/// The character between the columns of these lines: ' ' for blanks and tabs in any number.
char separator_of(const std::vector<std::string_view> &lines, TableKind kind);

/// The comments among the lines before the first edge.
TableClaims claims_of(std::string_view comments);

/// A text whose lines end in carriage returns alone, as those of old Macs do, with line ends. Empty
/// where it has line ends.
std::optional<std::string> with_line_ends(std::string_view text);

/// A text with fields in quotes that have line ends in them, as one whose lines are whole:
/// `line_end_in_field` stands for those line ends, and blank lines keep the numbers of later lines.
/// Empty where there are none. Of the beginning of a text, a line that is not whole is cut off.
std::optional<std::string> with_whole_lines(std::string_view text, bool is_beginning);
constexpr char line_end_in_field = '\x01';

/// Vertices are the ids that occur: numbers in their order, words in the order in which they come.
/// In .el and .wel, and with --base, all numbers up to the largest are vertices. Throws InputError.
EdgeList parse_table(std::string_view text, const std::string &name, TableKind kind,
                     const ReadOptions &options, const Progress &progress = {});

} // namespace grb::tool
