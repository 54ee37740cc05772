// Parses the banner and the size line of Matrix Market files.
#include "matrix_market_header.h"

#include "input_error.h"
#include "random.h"
#include "text_lines.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <vector>

namespace grb::tool {

namespace {

constexpr uint64_t max_dimension = uint64_t{1} << 60;

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    size_t at = 0;
    while (at < line.size()) {
        const size_t begin = line.find_first_not_of(" \t\r", at);
        if (begin == std::string_view::npos) break;
        at = std::min(line.find_first_of(" \t\r", begin), line.size());
        words.emplace_back(line.substr(begin, at - begin));
    }
    return words;
}

/// Shortens a word and makes it printable for a message.
std::string shown(std::string_view word) {
    std::string text(word.substr(0, 40));
    for (char &c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

uint64_t count_of(const std::string &word, const std::string &name, uint64_t line) {
    uint64_t value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code != std::errc() || end != word.data() + word.size())
        throw InputError(fmt::format("{}: line {}: '{}' is not a count", name, line, shown(word)));
    return value;
}

void read_banner(MatrixMarketHeader &header, std::string_view line, const std::string &name) {
    check_matrix_market_start(line, name);
    std::vector<std::string> words = words_of(line);
    for (std::string &word : words) word = lower(word);
    if (words.size() != 5)
        throw InputError(fmt::format("{}: line 1: '%%MatrixMarket' needs 4 words after it (object, "
                                     "format, field, symmetry), there are {}",
                                     name, words.size() - 1));
    const auto refuse = [&](const char *what, const std::string &word) {
        throw InputError(
            fmt::format("{}: line 1: {} '{}' is not supported", name, what, shown(word)));
    };
    if (words[1] != "matrix") refuse("object", words[1]);
    if (words[2] != "coordinate" && words[2] != "array") refuse("format", words[2]);
    header.is_array = words[2] == "array";
    header.is_complex = words[3] == "complex";
    header.is_unsigned = words[3] == "unsigned-integer";
    if (words[3] == "pattern" || header.is_complex)
        header.field = Field::pattern;
    else if (words[3] == "integer" || header.is_unsigned)
        header.field = Field::integer;
    else if (words[3] == "real" || words[3] == "double")
        header.field = Field::real;
    else
        refuse("field", words[3]);
    if (words[4] == "general")
        header.symmetry = Symmetry::general;
    else if (words[4] == "symmetric" || words[4] == "hermitian")
        header.symmetry = Symmetry::symmetric;
    else if (words[4] == "skew-symmetric")
        header.symmetry = Symmetry::skew;
    else
        refuse("symmetry", words[4]);
    const bool has_values = header.field != Field::pattern || header.is_complex;
    if (!has_values && (header.is_array || header.symmetry == Symmetry::skew))
        throw InputError(fmt::format("{}: line 1: {} needs values, field is 'pattern'", name,
                                     header.is_array ? "an array" : "a skew-symmetric matrix"));
}

void check_sizes(MatrixMarketHeader &header, const std::string &name) {
    const uint64_t line = header.size_line;
    if (header.nrows > max_dimension || header.ncols > max_dimension)
        throw InputError(fmt::format("{}: line {}: {} x {} is larger than 2^60", name, line,
                                     header.nrows, header.ncols));
    if (header.symmetry != Symmetry::general && header.nrows != header.ncols)
        throw InputError(fmt::format("{}: line {}: a symmetric matrix must be square, this one is "
                                     "{} x {}",
                                     name, line, header.nrows, header.ncols));
    const Uint128 n = header.nrows;
    Uint128 elements = n * header.ncols;
    if (header.is_array) {
        if (header.symmetry == Symmetry::symmetric)
            elements = n * (n + 1) / 2;
        else if (header.symmetry == Symmetry::skew)
            elements = n * (n - (n > 0)) / 2;
        header.count = elements > max_dimension ? max_dimension : static_cast<uint64_t>(elements);
    } else if (header.count > elements) {
        throw InputError(fmt::format("{}: line {}: {} entries do not fit into a {} x {} matrix",
                                     name, line, header.count, header.nrows, header.ncols));
    }
}

} // namespace

bool begins_as_matrix_market(std::string_view text) {
    constexpr std::string_view banner = "%matrixmarket";
    size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
    begin += text.substr(begin, 2) == "%%";
    const std::string first = lower(std::string(text.substr(begin, banner.size() + 1)));
    return first.substr(0, banner.size()) == banner &&
           first.find_first_not_of(" \t\r\n", banner.size()) == std::string::npos;
}

void check_matrix_market_start(std::string_view text, const std::string &name) {
    if (begins_as_matrix_market(text)) return;
    throw InputError(fmt::format("{}: line 1: not a Matrix Market file: it does not begin with "
                                 "'%%MatrixMarket'",
                                 name));
}

MatrixMarketHeader parse_matrix_market_header(std::string_view text, const std::string &name) {
    MatrixMarketHeader header;
    size_t at = 0;
    uint64_t line_number = 0;
    while (at < text.size()) {
        const size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = std::min(end + 1, text.size());
        ++line_number;
        if (line_number == 1) {
            // A binary file may be one enormous line.
            read_banner(header, line.substr(0, 1024), name);
            continue;
        }
        if (line.find_first_not_of(" \t\r") == std::string_view::npos || line[0] == '%') continue;
        const std::vector<std::string> words = words_of(line.substr(0, 1024));
        const size_t expected = header.is_array ? 2 : 3;
        if (words.size() != expected)
            throw InputError(
                fmt::format("{}: line {}: the size line needs {} numbers, there are {}", name,
                            line_number, expected, words.size()));
        header.nrows = count_of(words[0], name, line_number);
        header.ncols = count_of(words[1], name, line_number);
        header.count = header.is_array ? 0 : count_of(words[2], name, line_number);
        header.size_line = line_number;
        header.body = at;
        check_sizes(header, name);
        return header;
    }
    if (line_number == 0) throw InputError(fmt::format("{}: the file is empty", name));
    throw InputError(
        fmt::format("{}: line {}: the file ends before its size line", name, line_number));
}

} // namespace grb::tool
