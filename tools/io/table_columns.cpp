// Finds the columns of source, target and weight.
#include "table_columns.h"

#include "input_error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace grb::tool {

namespace {

/// The usual names of columns, in lower case.
constexpr std::array<std::string_view, 23> source_names = {
    "source", "src",       "from",     "fromnodeid", "from_id", "u",      "i",       "row",
    "node1",  "id1",       "start",    "from_node",  "caller",  "sender", "citing",  "source_id",
    "src_id", "from_user", "follower", "origin",     "parent",  "_start", "start_id"};
constexpr std::array<std::string_view, 24> target_names = {
    "target", "dst",     "to",       "tonodeid",  "to_id",       "v",      "j",     "col",
    "node2",  "id2",     "end",      "dest",      "to_node",     "callee", "cited", "receiver",
    "dst_id", "to_user", "followed", "target_id", "destination", "child",  "_end",  "end_id"};
constexpr std::array<std::string_view, 10> weight_names = {
    "weight", "w", "value", "val", "cost", "distance", "length", "capacity", "weights", "count"};

/// Names of columns that number the lines, if their values do so.
constexpr std::array<std::string_view, 9> index_names = {
    "id", "index", "idx", "edge_id", "edgeid", "row_id", "rowid", "edge", "nr"};

/// Maps "From Node" to from_node, and Neo4j's ":START_ID(Person)" to start_id.
std::string name_of_end(const std::string &column) {
    std::string name = lower(column);
    if (!name.empty() && name[0] == ':') name = name.substr(1, name.find('(') - 1);
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

/// Maps "Distance (km)" to distance, and Neo4j's "weight:double" and "r.weight" to weight.
std::string name_of_weight(const std::string &column) {
    std::string name = lower(column.substr(0, column.find_first_of(":(")));
    name.erase(name.find_last_not_of(' ') + 1);
    return name.substr(name.rfind('.') + 1);
}

template <size_t n>
std::optional<size_t> find_named(const std::vector<std::string> &header,
                                 const std::array<std::string_view, n> &names,
                                 std::string (*name_of)(const std::string &) = name_of_end) {
    for (size_t c = 0; c < header.size(); ++c)
        if (std::find(names.begin(), names.end(), name_of(header[c])) != names.end()) return c;
    return std::nullopt;
}

/// Returns whether a field can be a weight: a number, with a decimal comma unless the comma
/// separates.
bool is_weight(std::string field, char separator) {
    if (separator != ',') std::replace(field.begin(), field.end(), ',', '.');
    return is_number(field);
}

bool is_whole(const std::string &field) {
    const char *at = field.data();
    uint64_t number = 0;
    return take_whole(at, field.data() + field.size(), number) && at == field.data() + field.size();
}

/// The column with this name in the header, or this number.
size_t column_of(const std::string &wanted, const std::vector<std::string> &header, size_t columns,
                 const std::string &where) {
    const auto found = std::find(header.begin(), header.end(), wanted);
    if (found != header.end()) return static_cast<size_t>(found - header.begin());
    if (is_whole(wanted) && wanted.size() < 9) {
        const size_t number = std::stoul(wanted);
        if (number >= 1 && number <= columns) return number - 1;
        throw InputError(fmt::format("{}: there is no column {}, the columns are 1..{}", where,
                                     wanted, columns));
    }
    std::string names;
    for (const std::string &column : header)
        names += (names.empty() ? "" : ", ") + column.substr(0, 40);
    throw InputError(
        fmt::format("{}: there is no column '{}', {}", where, wanted,
                    header.empty() ? "and no line with names" : "the columns are " + names));
}

/// Recognises seconds or milliseconds since 1970, of the years after 1973, or a day as 20240131.
bool is_time(const std::string &field) {
    if (!is_whole(field) || field.size() < 8 || field.size() > 13) return false;
    if (field.size() > 8) return true;
    const unsigned long day = std::stoul(field);
    return day / 10000 >= 1900 && day / 10000 < 2100 && day / 100 % 100 >= 1 &&
           day / 100 % 100 <= 12 && day % 100 >= 1 && day % 100 <= 31;
}

bool are_times(std::string_view text, const TableLayout &layout) {
    int examined = 0;
    bool are = true;
    for_lines(text.substr(layout.body), [&](const FirstLine &line) {
        if (!layout.entries(line.text.data(), line.end())) return true;
        const std::vector<std::string> fields = fields_of(line.text, layout.separator());
        are = fields.size() >= 3 && is_time(fields[2]);
        return are && ++examined < 100;
    });
    return are;
}

/// Returns whether the first column numbers the lines: k, k + 1, ...
bool numbers_lines(const Rows &rows) {
    uint64_t first = 0;
    for (size_t k = 0; k < rows.size(); ++k) {
        const std::string &field = rows[k][0];
        if (!is_whole(field) || field.size() > 18) return false;
        const uint64_t number = std::stoull(field);
        if (k == 0) first = number;
        if (number != first + k) return false;
    }
    return rows.size() >= 2;
}

/// Returns whether the column has no name of its own, as the first column of pandas and R.
bool is_unnamed(const std::string &name) {
    return name.empty() || lower(name).rfind("unnamed:", 0) == 0;
}

/// Returns whether the first of the named columns numbers the lines, and is not part of the edge.
bool has_index(const std::vector<std::string> &header, const Rows &rows) {
    if (header.size() < 3) return false;
    return is_unnamed(header[0]) ||
           (find_named<index_names.size()>({header[0]}, index_names) && numbers_lines(rows));
}

void choose_named(TableLayout &layout, const std::vector<std::string> &header, const Rows &rows) {
    layout.weight = find_named(header, weight_names, name_of_weight);
    const auto source = find_named(header, source_names);
    const auto target = find_named(header, target_names);
    if (source && target) {
        layout.source = *source;
        layout.target = *target;
        return;
    }
    layout.has_index = has_index(header, rows);
    std::vector<size_t> ends;
    for (size_t c = layout.has_index; c < header.size(); ++c)
        if (c != layout.weight && c != layout.type) ends.push_back(c);
    if (ends.size() < 2) return;
    layout.source = ends[0];
    layout.target = ends[1];
}

/// Returns whether a column of numbers has a word in the first line: its name.
bool has_name_above_numbers(const std::vector<std::string> &first, const Rows &lines) {
    for (size_t column = 0; column < first.size(); ++column) {
        const auto has_number = [&](const std::vector<std::string> &line) {
            return column < line.size() && is_number(line[column]);
        };
        if (!first[column].empty() && !is_number(first[column]) && lines.size() > 1 &&
            std::all_of(lines.begin(), lines.end(), has_number))
            return true;
    }
    return false;
}

} // namespace

bool is_number(const std::string &field) {
    double number = 0;
    const char *begin = field.data() + (field.size() > 1 && field[0] == '+');
    const auto [end, code] = std::from_chars(begin, field.data() + field.size(), number);
    return code != std::errc::invalid_argument && end == field.data() + field.size();
}

bool are_names_of_ends(const std::vector<std::string> &fields) {
    return find_named(fields, source_names) && find_named(fields, target_names);
}

bool is_header(const std::vector<std::string> &fields, const Rows &lines,
               const ReadOptions &options) {
    if (are_names_of_ends(fields)) return true;
    const auto has = [&](const std::string &column) {
        return !is_whole(column) && std::find(fields.begin(), fields.end(), column) != fields.end();
    };
    if (std::any_of(options.columns.begin(), options.columns.end(), has)) return true;
    if (is_whole(fields[0]) || is_whole(fields[1]) || lines.empty()) return false;
    const std::vector<std::string> &next = lines.front();
    return (next.size() >= 2 && is_whole(next[0]) && is_whole(next[1])) ||
           (is_unnamed(fields[0]) && is_whole(next[0])) || has_name_above_numbers(fields, lines);
}

void refuse_matrix(const std::vector<std::string> &first, const Rows &rows, size_t lines,
                   const std::string &where) {
    constexpr const char *advice = "scipy.io.mmwrite writes matrices that are read";
    const size_t columns = first.size();
    const auto is_cell = [](const std::string &field) { return field.empty() || is_number(field); };
    const auto is_row = [&](const std::vector<std::string> &row, size_t begin) {
        return row.size() == columns && std::all_of(row.begin() + begin, row.end(), is_cell);
    };
    const bool has_rows = !rows.empty() && std::min(lines - 1, most_rows) == rows.size();
    bool has_names = columns >= 3 && lines == columns && has_rows &&
                     (is_unnamed(first[0]) || std::none_of(first.begin(), first.end(), is_number));
    for (size_t k = 0; k < rows.size() && has_names; ++k)
        has_names = is_row(rows[k], 1) && rows[k][0] == first[k + 1];
    if (has_names)
        throw InputError(fmt::format("{}: a matrix, whose first column has the names of its "
                                     "columns, and no table of edges: {}",
                                     where, advice));
    // A small table may hold edges, too: a constant diagonal, mostly 0, identifies a matrix.
    bool is_square = columns >= 4 && lines == columns && has_rows && is_row(first, 0);
    for (size_t k = 0; k < rows.size() && is_square; ++k)
        is_square = is_row(rows[k], 0) && rows[k][k + 1] == first[0];
    if (is_square)
        throw InputError(fmt::format("{}: {} lines of {} numbers: a matrix, it seems, and no table "
                                     "of edges: {} (--columns 1,2 takes these as edges)",
                                     where, lines, columns, advice));
}

bool lacks_first_name(const std::vector<std::string> &header, const Rows &rows) {
    return std::none_of(header.begin(), header.end(), is_number) &&
           std::all_of(rows.begin(), rows.end(),
                       [&](const auto &row) { return row.size() == header.size() + 1; }) &&
           numbers_lines(rows);
}

void find_type(TableLayout &layout, const std::vector<std::string> &header, const Rows &rows) {
    const auto found = std::find_if(header.begin(), header.end(), [](const std::string &column) {
        return lower(column) == "type";
    });
    const auto column = static_cast<size_t>(found - header.begin());
    if (found == header.end() || rows.empty() || rows[0].size() <= column) return;
    const std::string type = lower(rows[0][column]);
    if (type != "undirected" && type != "directed") return;
    layout.type = column;
    layout.is_undirected_type = type == "undirected";
}

void choose_columns(TableLayout &layout, const std::vector<std::string> &header, const Rows &rows,
                    std::string_view text, const std::string &where, const ReadOptions &options) {
    if (!options.columns.empty()) {
        const std::vector<std::string> &wanted = options.columns;
        if (wanted.size() < 2 || wanted.size() > 3)
            throw InputError(fmt::format("--columns takes the columns of source, target and, if "
                                         "any, weight, {} are given",
                                         wanted.size()));
        layout.source = column_of(wanted[0], header, layout.columns(), where);
        layout.target = column_of(wanted[1], header, layout.columns(), where);
        if (wanted.size() == 3 && !layout.has_attributes)
            layout.weight = column_of(wanted[2], header, layout.columns(), where);
        if (layout.source == layout.target || layout.weight == layout.source ||
            layout.weight == layout.target)
            throw InputError(fmt::format("{}: --columns names a column twice", where));
    } else if (layout.has_header) {
        choose_named(layout, header, rows);
    } else if (!layout.has_attributes && layout.columns() >= 3 && !rows.empty() &&
               is_weight(rows[0][2], layout.separator())) {
        layout.has_time = are_times(text, layout);
        if (!layout.has_time) layout.weight = 2;
    }
}

void choose_attribute(TableLayout &layout, std::string_view text, const ReadOptions &options) {
    std::string name = options.columns.size() == 3 ? options.columns[2] : "weight";
    const auto has = [&](char quote) {
        return text.find(quote + name + quote) != std::string_view::npos;
    };
    if (options.columns.size() != 3 && !has('\'') && !has('"')) return;
    layout.weight = 2;
    layout.attribute = std::move(name);
}

} // namespace grb::tool
