#include "input_error.h"
#include "table.h"
#include "text_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace grb::tool {

namespace {

constexpr size_t longest_header = size_t{1} << 16;

/// Names that columns usually have, in lower case.
constexpr std::array<std::string_view, 21> source_names = {
    "source", "src",       "from",   "fromnodeid", "from_id",   "u",      "i",
    "row",    "node1",     "id1",    "start",      "from_node", "caller", "sender",
    "citing", "source_id", "src_id", "from_user",  "follower",  "origin", "parent"};
constexpr std::array<std::string_view, 22> target_names = {
    "target", "dst",     "to",       "tonodeid",  "to_id",       "v",      "j",     "col",
    "node2",  "id2",     "end",      "dest",      "to_node",     "callee", "cited", "receiver",
    "dst_id", "to_user", "followed", "target_id", "destination", "child"};
constexpr std::array<std::string_view, 10> weight_names = {
    "weight", "w", "value", "val", "cost", "distance", "length", "capacity", "weights", "count"};

std::string lower(std::string text) {
    for (char &c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

template <size_t n>
std::optional<size_t> find_named(const std::vector<std::string> &header,
                                 const std::array<std::string_view, n> &names) {
    for (size_t c = 0; c < header.size(); ++c)
        if (std::find(names.begin(), names.end(), lower(header[c])) != names.end()) return c;
    return std::nullopt;
}

bool is_whole(const std::string &field) {
    const char *at = field.data();
    uint64_t number = 0;
    return take_whole(at, field.data() + field.size(), number) && at == field.data() + field.size();
}

bool is_number(const std::string &field) {
    double number = 0;
    const char *begin = field.data() + (field.size() > 1 && field[0] == '+');
    const auto [end, code] = std::from_chars(begin, field.data() + field.size(), number);
    return code != std::errc::invalid_argument && end == field.data() + field.size();
}

/// The lines with entries at the beginning of a text, one after the other.
class EntryLines {
public:
    explicit EntryLines(std::string_view text) : text_(text) {}

    bool next(std::string_view &line) {
        while (next_ < text_.size()) {
            begin = next_;
            const size_t end = std::min(text_.find('\n', begin), text_.size());
            next_ = std::min(end + 1, text_.size());
            ++number;
            line = text_.substr(begin, std::min(end - begin, longest_header));
            if (is_table_entry(line.data(), line.data() + line.size())) return true;
        }
        begin = text_.size();
        return false;
    }

    size_t begin = 0;    ///< of the line
    uint64_t number = 0; ///< its number, from 1

private:
    std::string_view text_;
    size_t next_ = 0;
};

/// Whether the character is there outside of quotes.
bool has_unquoted(std::string_view line, char wanted) {
    bool is_quoted = false;
    for (const char c : line) {
        if (c == '"') is_quoted = !is_quoted;
        if (c == wanted && !is_quoted) return true;
    }
    return false;
}

char separator_of(std::string_view line, TableKind kind) {
    if (kind == TableKind::tsv) return '\t';
    if (kind == TableKind::el || kind == TableKind::wel) return ' ';
    for (const char c : {',', ';'})
        if (has_unquoted(line, c)) return c;
    if (kind == TableKind::csv) return ',';
    if (line.find('\t') == std::string_view::npos) return ' ';
    // Words with spaces in them, between tabs.
    const std::vector<std::string> fields = fields_of(line, '\t');
    const bool has_spaces = std::any_of(fields.begin(), fields.end(), [](const auto &field) {
        return field.find(' ') != std::string::npos && !is_whole(field.substr(0, field.find(' ')));
    });
    return fields.size() >= 2 && has_spaces ? '\t' : ' ';
}

/// The column that `wanted` names, by the header or by its number.
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

/// Times in seconds or milliseconds since 1970, of the years after 1973.
bool are_times(std::string_view text, const TableLayout &layout) {
    EntryLines lines(text.substr(layout.body));
    std::string_view line;
    constexpr int most = 100;
    for (int k = 0; k < most && lines.next(line); ++k) {
        const std::vector<std::string> fields = fields_of(line, layout.separator);
        if (fields.size() < 3 || !is_whole(fields[2]) || fields[2].size() < 9 ||
            fields[2].size() > 13)
            return false;
    }
    return true;
}

void choose_columns(TableLayout &layout, const std::vector<std::string> &header,
                    const std::vector<std::string> &first, std::string_view text,
                    const std::string &where, const ReadOptions &options) {
    if (!options.columns.empty()) {
        const std::vector<std::string> &wanted = options.columns;
        if (wanted.size() < 2 || wanted.size() > 3)
            throw InputError(fmt::format("--columns takes the columns of source, target and, if "
                                         "any, weight, {} are given",
                                         wanted.size()));
        layout.source = column_of(wanted[0], header, layout.columns, where);
        layout.target = column_of(wanted[1], header, layout.columns, where);
        if (wanted.size() == 3) layout.weight = column_of(wanted[2], header, layout.columns, where);
        if (layout.source == layout.target || layout.weight == layout.source ||
            layout.weight == layout.target)
            throw InputError(fmt::format("{}: --columns names a column twice", where));
        return;
    }
    if (layout.has_header) {
        const auto source = find_named(header, source_names);
        const auto target = find_named(header, target_names);
        if (source && target) {
            layout.source = *source;
            layout.target = *target;
        }
        layout.weight = find_named(header, weight_names);
        return;
    }
    if (layout.columns < 3 || !is_number(first[2])) return;
    layout.has_time = are_times(text, layout);
    if (!layout.has_time) layout.weight = 2;
}

/// Whether a column that has numbers in all of these lines has a word in the first one: its name.
bool has_name_above_numbers(const std::vector<std::string> &first,
                            const std::vector<std::vector<std::string>> &lines) {
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

bool is_header(const std::vector<std::string> &fields,
               const std::vector<std::vector<std::string>> &lines, const ReadOptions &options) {
    if (find_named(fields, source_names) && find_named(fields, target_names)) return true;
    const auto has = [&](const std::string &column) {
        return !is_whole(column) && std::find(fields.begin(), fields.end(), column) != fields.end();
    };
    if (std::any_of(options.columns.begin(), options.columns.end(), has)) return true;
    if (is_whole(fields[0]) || is_whole(fields[1]) || lines.empty()) return false;
    const std::vector<std::string> &next = lines.front();
    return (next.size() >= 2 && is_whole(next[0]) && is_whole(next[1])) ||
           has_name_above_numbers(fields, lines);
}

void check_kind(TableKind kind, const TableLayout &layout, const std::string &where) {
    const size_t wanted = kind == TableKind::el ? 2 : kind == TableKind::wel ? 3 : 0;
    if (wanted != 0 && layout.columns != wanted)
        throw InputError(fmt::format("{}: a line of this format has {} columns, this one has {}",
                                     where, wanted, layout.columns));
    if (layout.columns < 2)
        throw InputError(fmt::format("{}: no graph: an edge needs two columns, separated by "
                                     "blanks, tabs, commas or semicolons",
                                     where));
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

TableLayout layout_of(std::string_view text, const std::string &name, TableKind kind,
                      const ReadOptions &options) {
    TableLayout layout;
    EntryLines lines(text);
    std::string_view line;
    if (!lines.next(line))
        throw InputError(text.empty() ? fmt::format("{}: the file is empty", name)
                                      : fmt::format("{}: line {}: the file ends before the first "
                                                    "edge",
                                                    name, lines.number));
    const std::string where = fmt::format("{}: line {}", name, lines.number);
    layout.separator = separator_of(line, kind);
    layout.body = lines.begin;
    layout.first_line = lines.number;
    std::vector<std::string> first = fields_of(line, layout.separator);
    layout.columns = first.size();
    check_kind(kind, layout, where);
    std::vector<std::string> header;
    const bool has_second = lines.next(line);
    const size_t second_begin = lines.begin;
    const uint64_t second_number = lines.number + !has_second;
    constexpr size_t looked_at = 20;
    std::vector<std::vector<std::string>> following;
    for (bool more = has_second; more && following.size() < looked_at; more = lines.next(line))
        following.push_back(fields_of(line, layout.separator));
    if (kind != TableKind::el && kind != TableKind::wel && is_header(first, following, options)) {
        layout.has_header = true;
        layout.body = second_begin;
        layout.first_line = second_number;
        header = std::move(first);
        first = has_second ? following.front() : std::vector<std::string>();
        first.resize(header.size());
    }
    choose_columns(layout, header, first, text, where, options);
    if (layout.has_header) {
        layout.source_name = header[layout.source];
        layout.target_name = header[layout.target];
        if (layout.weight) layout.weight_name = header[*layout.weight];
    }
    if (kind == TableKind::wel) layout.weight = 2;
    const bool may_be_words = kind != TableKind::el && kind != TableKind::wel && !options.base &&
                              (!layout.has_header || has_second);
    layout.are_words = options.has_words || (may_be_words && !is_number(first[layout.source]) &&
                                             !is_number(first[layout.target]));
    return layout;
}

} // namespace grb::tool
