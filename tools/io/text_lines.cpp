// Numbers and words in lines of text.
#include "text_lines.h"

#include "input_error.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace grb::tool {

void refuse_line(const std::string &name, uint64_t line, const std::string &why) {
    throw InputError(fmt::format("{}: line {}: {}", name, line, why));
}

void refuse_bad_lines(const std::vector<Chunk> &chunks, const std::string &name) {
    for (const Chunk &chunk : chunks)
        if (chunk.bad_line != 0) refuse_line(name, chunk.bad_line, chunk.complaint);
}

std::string lower(std::string text) {
    for (char &c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

std::string word_at(const char *at, const char *end) {
    std::string word;
    for (at = skip_blanks(at, end); at < end && !is_blank(*at) && word.size() < 40; ++at)
        word += *at < ' ' || *at > '~' ? '?' : *at;
    return word;
}

namespace {

/// Returns false if these are the digits of a whole number other than `value`.
bool is_exact(const char *begin, const char *end, double value) {
    begin += *begin == '-';
    if (!std::all_of(begin, end, [](char c) { return c >= '0' && c <= '9'; })) return true;
    while (end - begin > 1 && *begin == '0') ++begin;
    return fmt::format("{:.0f}", std::abs(value)) ==
           std::string_view(begin, static_cast<size_t>(end - begin));
}

} // namespace

std::string take_real(const char *&at, const char *end, double &result, bool &whole) {
    if (take_short_whole(at, end, result)) return {};
    const char *begin = at;
    begin += end - begin > 1 && *begin == '+' && begin[1] != '-';
    auto parsed = std::from_chars(begin, end, result);
    if (parsed.ec == std::errc::result_out_of_range) {
        // The nearest double is 0, tiny, or infinite.
        result = std::strtod(std::string(begin, parsed.ptr).c_str(), nullptr);
        if (std::isinf(result))
            return fmt::format("'{}' is beyond the largest double", word_at(at, end));
        parsed.ec = std::errc();
    }
    if (parsed.ec != std::errc() || !std::isfinite(result))
        return fmt::format("'{}' is not a number", word_at(at, end));
    if (std::abs(result) >= 0x1p53 && !is_exact(begin, parsed.ptr, result))
        return fmt::format(
            "'{}' has more digits than a double holds: {} if the nearest one will do",
            word_at(at, end), result);
    whole = whole && result == std::trunc(result) && std::abs(result) <= 0x1p53;
    at = parsed.ptr;
    return {};
}

} // namespace grb::tool
