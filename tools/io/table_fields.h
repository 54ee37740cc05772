// Iterates over the fields of a line.
#pragma once

#include "printable.h"
#include "table.h"
#include "text_lines.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace grb::tool {

/// Iterates over one line, field by field.
class Fields {
public:
    Fields(const char *begin, const char *end, char separator)
        : at(skip(begin, end, separator)), end_(end), separator_(separator) {}

    bool is_at_end() const { return at == end_; }

    /// Moves to the next field. Returns false if the line has no more.
    bool next() {
        if (separator_ == ' ') {
            at = skip_blanks(at, end_);
            return at < end_;
        }
        at = skip(at, end_, separator_);
        if (at == end_ || *at != separator_) return false;
        at = skip(at + 1, end_, separator_);
        return true;
    }

    void pass_over() {
        bool is_quoted = false;
        for (; at < end_ && (is_quoted || !ends(*at)); ++at) is_quoted ^= *at == '"';
    }

    /// The number of fields from here on.
    size_t count() {
        size_t fields = 1;
        for (pass_over(); next(); pass_over()) ++fields;
        return fields;
    }

    /// Returns whether the field ends here.
    bool is_over() const {
        if (at == end_ || ends(*at)) return true;
        const char *const rest = skip(at, end_, separator_);
        return rest > at && (rest == end_ || ends(*rest));
    }

    /// The field's text for a message.
    std::string shown(const char *begin) const {
        const char *stop = begin;
        while (stop < end_ && !ends(*stop)) ++stop;
        while (stop > begin && is_blank(stop[-1])) --stop;
        const ptrdiff_t length = std::min<ptrdiff_t>(stop - begin, 40);
        return printable({begin, static_cast<size_t>(length)});
    }

    const char *end() const { return end_; }

    const char *at;

private:
    bool ends(char c) const { return separator_ == ' ' ? is_blank(c) : c == separator_; }
    static const char *skip(const char *at, const char *end, char separator) {
        while (at < end && is_blank(*at) && *at != separator) ++at;
        return separator == ' ' ? skip_blanks(at, end) : at;
    }

    const char *end_;
    char separator_;
};

/// The words of one chunk, numbered in order of appearance.
class Words {
public:
    uint64_t number_of(Fields &fields) {
        std::string_view word = take(fields);
        const auto [found, is_new] = numbers_.emplace(word, distinct.size());
        if (is_new)
            distinct.push_back(word);
        else if (!unquoted_.empty() && word.data() == unquoted_.back().data())
            unquoted_.pop_back();
        return found->second;
    }

    std::vector<std::string_view> distinct;

private:
    std::string_view take(Fields &fields) {
        const char *const begin = fields.at;
        fields.pass_over();
        const char *end = fields.at;
        while (end > begin && is_blank(end[-1])) --end;
        std::string_view word(begin, static_cast<size_t>(end - begin));
        if (word.find('"') == std::string_view::npos) return word;
        // In quotes, two quotes stand for one.
        std::string text;
        bool is_quoted = false;
        for (size_t k = 0; k < word.size(); ++k) {
            const bool is_double = is_quoted && word.substr(k, 2) == "\"\"";
            if (is_double || word[k] != '"') text += word[k] == line_end_in_field ? '\n' : word[k];
            if (!is_double && word[k] == '"') is_quoted = !is_quoted;
            k += is_double;
        }
        return unquoted_.emplace_back(std::move(text));
    }

    std::unordered_map<std::string_view, uint64_t> numbers_;
    std::deque<std::string> unquoted_;
};

} // namespace grb::tool
