// Tables of edges in text.
#pragma once

#include "archive.h"
#include "edge_list.h"
#include "processes.h"
#include "read_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// The kinds of texts with an edge in each line: edge lists, GAP's .el and .wel, CSV and TSV.
enum class TableKind { edge_list, el, wel, csv, tsv };

/// Tells which lines hold edges: all except blank ones and comments. Comments begin with #, % or
/// //. Ids that are words may begin so, too; such lines have the usual number of columns without
/// blanks in them.
struct EntryLines {
    bool are_words = false;
    bool has_comments = true; ///< false: every line that is not blank holds an edge
    char separator = ' ';
    size_t columns = 0;

    bool operator()(const char *at, const char *end) const {
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
        if (at == end) return false;
        return !is_mark(at, end) || !has_comments || (are_words && looks_like_edge(at, end));
    }

    /// Returns whether a marked line, which is not blank, has the fields of an edge. Numbers may
    /// follow the mark.
    bool looks_like_edge(const char *at, const char *end) const;

    /// Returns whether a line that is no entry has the fields of an edge.
    bool leaves_out(const char *at, const char *end) const;

    static bool is_mark(const char *at, const char *end) {
        return *at == '#' || *at == '%' || (*at == '/' && end - at > 1 && at[1] == '/');
    }
};

/// Claims of the comments before the first edge.
struct TableClaims {
    bool is_konect = false;
    bool is_bipartite = false;                ///< sources and targets have separate numbers
    std::string undirected;                   ///< the reason; empty: the graph is directed
    std::optional<uint64_t> sources, targets; ///< the numbers of vertices that KONECT announces
    uint64_t sizes_line = 0;
};

/// The columns of a table and their meanings.
struct TableLayout {
    EntryLines entries;
    size_t source = 0; ///< columns, from 0
    size_t target = 1;
    std::optional<size_t> weight;
    std::optional<size_t> type; ///< the column that says "Directed" or "Undirected"
    bool is_undirected_type = false;
    bool has_attributes =
        false;               ///< the third column is the last: a dictionary in Python's notation
    std::string attribute;   ///< the weight's name in the dictionary; empty: no weights
    size_t columns_line = 1; ///< the line that determines the number of columns
    bool has_header = false;
    std::string source_name, target_name, weight_name; ///< as in the header
    bool has_time = false;     ///< ignores the third column, which looks like times
    bool has_index = false;    ///< ignores the first column, which numbers the lines
    bool may_be_words = false; ///< numbers with leading zeros, or too large for ids, are words
    std::string passed_over;   ///< the names of ignored columns, for a message
    uint64_t left_out = 0;     ///< comments before the body that look like edges
    size_t body = 0;           ///< the offset of the first line with an edge
    uint64_t first_line = 1;   ///< its number
    TableClaims claims;

    bool are_words() const { return entries.are_words; }
    char separator() const { return entries.separator; }
    size_t columns() const { return entries.columns; }
};

/// Examines the first lines. Throws InputError if they are no table of this kind.
TableLayout layout_of(std::string_view text, const std::string &name, TableKind kind,
                      const ReadOptions &options);

/// Throws InputError if a text with these first lines is no table of this kind, as far as they
/// tell.
void check_table_start(std::string_view start, const std::string &name, TableKind kind,
                       const ReadOptions &options);

/// The fields of one line, without quotes and the surrounding blanks.
std::vector<std::string> fields_of(std::string_view line, char separator);

/// The character between the columns of these lines: ' ' for any number of blanks and tabs.
char separator_of(const std::vector<std::string_view> &lines, TableKind kind);

/// The claims of the comments among the lines before the first edge.
TableClaims claims_of(std::string_view comments);

/// Converts a text with carriage returns alone, as of old Macs, to line ends. Returns nothing if it
/// has line ends.
std::optional<std::string> with_line_ends(std::string_view text);

/// Replaces line ends in quoted fields by `line_end_in_field`, so that all lines are whole; added
/// blank lines keep the numbers of later lines. Returns nothing if there are none. Cuts off an
/// incomplete last line of a text's beginning.
std::optional<std::string> with_whole_lines(std::string_view text, bool is_beginning);
constexpr char line_end_in_field = '\x01';

/// Returns whether a quoted field continues in the next line.
bool has_open_quote(std::string_view text);

/// A process's share of a table.
struct TableShare {
    EdgeList edges; ///< the entries of its lines, duplicates included; all else is the whole's
    bool is_undirected = false;  ///< each line stands for both directions
    bool tells_repeated = false; ///< text_of_repeated() belongs between origin and origin_end
    std::string origin_end;
};

/// Parses the process's lines of a text that all processes have. Returns nothing in all processes
/// for a table that is only read whole: its ids are words or numbers of two sides, or its lines end
/// in quoted fields or with carriage returns. Throws InputError.
std::optional<TableShare> parse_table_share(std::string_view text, const std::string &name,
                                            TableKind kind, const ReadOptions &options,
                                            const Progress &progress, Processes &group);

/// ", weights of 2 repeated edges joined ..."; empty for 0.
std::string text_of_repeated(uint64_t repeated);

/// The vertices are the ids that occur: numbers in ascending order, words in order of appearance.
/// In .el and .wel, and with --base, all numbers up to the largest are vertices. Throws InputError.
EdgeList parse_table(std::string_view text, const std::string &name, TableKind kind,
                     const ReadOptions &options, const Progress &progress = {});

} // namespace grb::tool
