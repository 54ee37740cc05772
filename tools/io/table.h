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

/// Where the lines of a table have what.
struct TableLayout {
    char separator = ' '; ///< ' ': spaces and tabs, any number of them
    size_t source = 0;    ///< columns, from 0
    size_t target = 1;
    std::optional<size_t> weight;
    size_t columns = 0; ///< of the first line
    bool has_header = false;
    std::string source_name, target_name, weight_name; ///< as the header has them
    bool has_time = false; ///< the third column looks like times, and is passed over
    bool are_words = false;
    size_t body = 0;         ///< where the first line with an edge begins
    uint64_t first_line = 1; ///< its number
};

/// Looks at the first lines. Throws InputError where they are no table of this kind.
TableLayout layout_of(std::string_view text, const std::string &name, TableKind kind,
                      const ReadOptions &options);

/// The fields of one line, without quotes and the blanks around them.
std::vector<std::string> fields_of(std::string_view line, char separator);

/// Whether the line is neither blank nor a comment, which begins with #, % or //.
inline bool is_table_entry(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
    return at < end && *at != '#' && *at != '%' && !(*at == '/' && end - at > 1 && at[1] == '/');
}

/// Ids that are numbers begin at 0 if one of them is 0, else at 1; in .el and .wel at 0. Where most numbers are no
/// vertex, the others get numbers in their order. Words get numbers in the order in which they come. Throws InputError.
EdgeList parse_table(std::string_view text, const std::string &name, TableKind kind,
                     const ReadOptions &options, const Progress &progress = {});

} // namespace grb::tool
