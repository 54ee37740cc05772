// Reads a number from a dictionary in Python's or JSON's notation.
#include "attributes.h"

#include "text_lines.h"

#include <fmt/format.h>

namespace grb::tool {

namespace {

/// Moves behind the quoted text that begins at `at`. Returns false if the quote is not closed.
bool pass_quoted(const char *&at, const char *end, std::string_view &text) {
    const char quote = *at;
    const char *const begin = ++at;
    while (at < end && *at != quote) at += *at == '\\' && at + 1 < end ? 2 : 1;
    if (at >= end) return false;
    text = {begin, static_cast<size_t>(at - begin)};
    ++at;
    return true;
}

} // namespace

std::string take_attribute(const char *at, const char *end, std::string_view name, double &weight,
                           bool &whole) {
    const char *const begin = at;
    const auto fail = [&] {
        return fmt::format("'{}' is no dictionary of attributes", word_at(begin, end));
    };
    if (at == end || *at != '{') return fail();
    int depth = 0;
    do {
        if (*at == '{' || *at == '[' || *at == '(') {
            ++depth;
            ++at;
        } else if (*at == '}' || *at == ']' || *at == ')') {
            --depth;
            ++at;
        } else if (*at == '\'' || *at == '"') {
            std::string_view text;
            if (!pass_quoted(at, end, text)) return fail();
            const char *value = skip_blanks(at, end);
            if (depth != 1 || text != name || value == end || *value != ':') continue;
            value = skip_blanks(value + 1, end);
            at = value;
            std::string complaint = take_real(at, end, weight, whole);
            const char *const after = skip_blanks(at, end);
            if (complaint.empty() && after < end && *after != ',' && *after != '}')
                complaint = fmt::format("'{}' is not a number", word_at(value, end));
            if (!complaint.empty()) return fmt::format("{}: {}", name, complaint);
        } else {
            ++at;
        }
    } while (at < end && depth > 0);
    if (depth != 0 || skip_blanks(at, end) != end) return fail();
    return {};
}

} // namespace grb::tool
