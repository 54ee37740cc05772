// Determines the layout of a table from its first lines.
#include "formats.h"
#include "input_error.h"
#include "table_columns.h"

#include <algorithm>
#include <fmt/format.h>

namespace grb::tool {

namespace {

bool is_separator_line(std::string_view text) {
    constexpr std::string_view begin = "sep=";
    return text.substr(0, begin.size()) == begin && text.find_last_not_of(" \t\r") <= begin.size();
}

/// The lines from the first one that is no comment.
size_t lines_of(std::string_view text, size_t begin, size_t most, bool has_comments) {
    size_t lines = 0;
    for_lines(text.substr(begin), [&](const FirstLine &line) {
        lines += !line.is_marked || !has_comments;
        return lines < most;
    });
    return lines;
}

/// The first line that is no comment, and some that follow.
std::vector<FirstLine> first_lines(std::string_view text, bool has_comments) {
    constexpr size_t examined = most_rows + 1;
    constexpr size_t most_comments = 1000;
    std::vector<FirstLine> lines;
    size_t found = 0;
    for_lines(text, [&](FirstLine line) {
        line.is_marked = line.is_marked && has_comments;
        found += !line.is_marked;
        if (found > 0) lines.push_back(line);
        return found < examined && lines.size() < examined + most_comments;
    });
    // Skips Excel's first line, which names the separator.
    if (lines.size() > 1 && is_separator_line(lines[0].text)) lines.erase(lines.begin());
    while (!lines.empty() && lines[0].is_marked) lines.erase(lines.begin());
    return lines;
}

/// The line up to its final dictionary of attributes, if that follows two columns; else empty.
std::string_view before_attributes(std::string_view line) {
    const size_t brace = line.find('{');
    const size_t last = line.find_last_not_of(" \t\r");
    if (brace == std::string_view::npos || brace == 0 || line[last] != '}') return {};
    const size_t end = line.find_last_not_of(" \t\r", brace - 1);
    if (end == std::string_view::npos) return {};
    const char before = line[brace - 1];
    const char separator =
        is_blank(before) && line[end] != ',' && line[end] != ';' ? ' ' : line[end];
    if (separator != ' ' && separator != ',' && separator != ';') return {};
    const std::string_view columns = line.substr(0, end + (separator == ' '));
    return fields_of(columns, separator).size() == 2 ? columns : std::string_view();
}

[[noreturn]] void refuse_empty(std::string_view text, const std::string &name) {
    if (text.empty()) throw InputError(fmt::format("{}: the file is empty", name));
    const auto lines = std::count(text.begin(), text.end(), '\n') + (text.back() != '\n');
    bool has_comments = false;
    for_lines(text, [&](const FirstLine &) { return !(has_comments = true); });
    throw InputError(fmt::format("{}: line {}: the file ends before the first edge{}", name, lines,
                                 has_comments ? ": all lines begin with #, % or // "
                                                "(--no-comments reads them)"
                                              : ""));
}

void check_kind(TableKind kind, size_t columns, const std::string &where) {
    const size_t wanted = kind == TableKind::el ? 2 : kind == TableKind::wel ? 3 : 0;
    if (wanted != 0 && columns != wanted)
        throw InputError(fmt::format("{}: a line of this format has {} columns, this one has {}",
                                     where, wanted, columns));
    if (columns < 2)
        throw InputError(fmt::format("{}: no graph: an edge needs two columns, separated by "
                                     "blanks, tabs, commas, semicolons or bars",
                                     where));
}

/// Throws InputError if words look like sentences rather than ids.
void refuse_prose(const TableLayout &layout, const Rows &rows, const std::string &where) {
    constexpr std::string_view marks = ".,;:!?";
    size_t words = 0;
    size_t with_mark = 0;
    bool are_words = true;
    for (const auto &row : rows)
        for (const std::string &field : row) {
            are_words = are_words && !is_number(field);
            ++words;
            with_mark += field.size() > 1 && marks.find(field.back()) != std::string_view::npos;
        }
    const bool are_sentences = 8 * with_mark >= words && with_mark > 0 && !layout.has_header;
    const bool are_many =
        layout.separator() == ' ' && !layout.has_attributes && layout.columns() > 2 && are_words;
    if (are_sentences || (are_many && !layout.has_header))
        throw InputError(fmt::format(
            "{}: no graph: the text seems to be prose, {} words and no number in a line; a line "
            "of an edge list has a source, a target and, if any, a weight (--columns says which "
            "words they are, --format which format it is: {})",
            where, layout.columns(), known_formats()));
}

/// Throws InputError for ids that are tuples, which networkx' grids have.
void refuse_tuples(const std::string &id, const std::string &where) {
    if (id.empty() || id[0] != '(' || id.find(')') != std::string::npos) return;
    throw InputError(fmt::format("{}: an id that begins with '{}' has a separator in it: networkx."
                                 "convert_node_labels_to_integers makes ids that can be read",
                                 where, id.substr(0, 40)));
}

/// The names of the ignored columns.
std::string passed_over(const TableLayout &layout, const std::vector<std::string> &header) {
    constexpr size_t most = 4;
    std::string names;
    size_t found = 0;
    for (size_t c = 0; c < header.size(); ++c) {
        const bool is_used = c == layout.source || c == layout.target || c == layout.weight ||
                             c == layout.type || header[c].empty();
        if (is_used || ++found > most + 1) continue;
        names += found == 1 ? ": " : ", ";
        names += found > most ? "..." : fmt::format("'{}'", header[c].substr(0, 40));
    }
    return names;
}

/// Examines the lines before the first unmarked one: if ids are words between separators, these may
/// be edges, too.
void check_marked(TableLayout &layout, std::string_view comments) {
    bool has_edge = false;
    for_lines(comments, [&](const FirstLine &line) {
        const char *const at = skip_blanks(line.text.data(), line.end());
        if (!layout.entries.looks_like_edge(at, line.end())) return true;
        std::vector<std::string> fields = fields_of(line.text, layout.separator());
        fields[0].erase(0, fields[0].find_first_not_of("#%/"));
        if (are_names_of_ends(fields)) return true;
        has_edge = layout.are_words() && layout.separator() != ' ' && !layout.has_header;
        if (!has_edge) ++layout.left_out;
        if (!has_edge) return true;
        layout.body = line.begin;
        layout.first_line = line.number;
        return false;
    });
}

} // namespace

std::vector<std::string> fields_of(std::string_view line, char separator) {
    std::vector<std::string> fields;
    const char *at = line.data();
    const char *const end = at + line.size();
    const auto ends = [&](char c) { return separator == ' ' ? is_blank(c) : c == separator; };
    if (separator == ' ') at = skip_blanks(at, end);
    while (at < end || (separator != ' ' && !fields.empty())) {
        std::string field;
        bool is_quoted = false;
        for (; at < end && (is_quoted || !ends(*at)); ++at) {
            if (*at != '"') {
                field += *at;
            } else if (is_quoted && at + 1 < end && at[1] == '"') {
                field += *at++;
            } else {
                is_quoted = !is_quoted;
            }
        }
        const size_t begin = std::min(field.find_first_not_of(" \t\r"), field.size());
        field.erase(0, begin);
        field.erase(field.find_last_not_of(" \t\r") + 1);
        fields.push_back(std::move(field));
        if (at == end) break;
        ++at;
        if (separator == ' ') at = skip_blanks(at, end);
    }
    return fields;
}

std::optional<std::string> with_line_ends(std::string_view text) {
    if (text.find('\n') != std::string_view::npos || text.find('\r') == std::string_view::npos)
        return std::nullopt;
    std::string lines(text);
    std::replace(lines.begin(), lines.end(), '\r', '\n');
    return lines;
}

void check_table_start(std::string_view start, const std::string &name, TableKind kind,
                       const ReadOptions &options) {
    const std::optional<std::string> lines = with_line_ends(start);
    if (lines) start = *lines;
    const std::optional<std::string> whole = with_whole_lines(start, true);
    if (whole) start = *whole;
    if (!first_lines(start, options.has_comments).empty()) layout_of(start, name, kind, options);
}

TableLayout layout_of(std::string_view text, const std::string &name, TableKind kind,
                      const ReadOptions &options) {
    TableLayout layout;
    EntryLines &entries = layout.entries;
    entries.has_comments = options.has_comments;
    const std::vector<FirstLine> lines = first_lines(text, options.has_comments);
    if (lines.empty()) refuse_empty(text, name);
    const std::string where = fmt::format("{}: line {}", name, lines[0].number);
    layout.body = lines[0].begin;
    layout.first_line = layout.columns_line = lines[0].number;
    const bool is_gap = kind == TableKind::el || kind == TableKind::wel;
    layout.has_attributes = !is_gap && !before_attributes(lines[0].text).empty();
    std::vector<std::string_view> plain;
    for (const FirstLine &line : lines)
        if (!line.is_marked)
            plain.push_back(layout.has_attributes ? before_attributes(line.text) : line.text);
    if (layout.has_attributes)
        plain.erase(std::remove(plain.begin(), plain.end(), std::string_view()), plain.end());
    entries.separator = separator_of(plain, kind);
    const auto fields = [&](std::string_view line) { return fields_of(line, entries.separator); };
    std::vector<std::string> header = fields(plain[0]);
    Rows rows;
    for (size_t k = 1; k < plain.size(); ++k) rows.push_back(fields(plain[k]));
    if (!is_gap && !layout.has_attributes && lacks_first_name(header, rows))
        header.insert(header.begin(), std::string());
    if (!is_gap && !layout.has_attributes && options.columns.empty())
        refuse_matrix(header, rows,
                      lines_of(text, layout.body, header.size() + 1, options.has_comments), where);
    entries.columns = header.size() + layout.has_attributes;
    check_kind(kind, entries.columns, where);
    layout.has_header = !is_gap && !layout.has_attributes && is_header(header, rows, options);
    if (layout.has_header) {
        const bool has_second = lines.size() > 1;
        layout.body = has_second ? lines[1].begin : text.size();
        layout.first_line = has_second ? lines[1].number : lines[0].number + 1;
        // All lines may begin with a mark.
        if (rows.empty() && has_second && fields(lines[1].text).size() == entries.columns)
            rows.push_back(fields(lines[1].text));
    } else {
        rows.insert(rows.begin(), std::move(header));
        header.clear();
    }
    if (layout.has_header && !options.is_directed) find_type(layout, header, rows);
    const bool has_row = !rows.empty();
    if (!has_row) rows.emplace_back();
    rows[0].resize(std::max(rows[0].size(), layout.columns()));
    choose_columns(layout, header, rows, text, where, options);
    if (layout.has_attributes) choose_attribute(layout, text, options);
    if (layout.has_header) {
        layout.source_name = header[layout.source];
        layout.target_name = header[layout.target];
        if (layout.weight) layout.weight_name = header[*layout.weight];
        layout.passed_over = passed_over(layout, header);
    }
    if (kind == TableKind::wel) layout.weight = 2;
    const bool may_be_words = !is_gap && !options.base && has_row;
    entries.are_words = options.has_words || (may_be_words && !is_number(rows[0][layout.source]) &&
                                              !is_number(rows[0][layout.target]));
    layout.may_be_words = !is_gap && !options.base;
    if (layout.are_words()) refuse_tuples(rows[0][layout.source], where);
    const bool is_told = !options.format.empty() || !options.columns.empty() || options.has_words;
    if (layout.are_words() && kind == TableKind::edge_list && !is_told)
        refuse_prose(layout, rows, where);
    if (!options.has_comments) return layout;
    layout.claims = claims_of(text.substr(0, lines[0].begin));
    check_marked(layout, text.substr(0, lines[0].begin));
    return layout;
}

} // namespace grb::tool
