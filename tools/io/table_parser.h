// Parses the lines of a table with a known layout.
#pragma once

#include "attributes.h"
#include "table.h"
#include "table_fields.h"
#include "text_lines.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace grb::tool {

/// One parsed line.
struct EdgeLine {
    uint64_t source = 0, target = 0;
    double weight = 1;
};

/// Properties of all lines of a chunk.
struct ChunkFacts {
    bool has_whole_weights = true;
    bool has_words = false; ///< numbers that are words by `may_be_words`
};

/// Larger ids are words.
constexpr uint64_t largest_id = uint64_t{1} << 60;

/// Parses the lines of a table whose layout is known.
class TableParser {
public:
    explicit TableParser(const TableLayout &layout)
        : layout_(layout), last_(std::max({layout.source, layout.target, layout.weight.value_or(0),
                                           layout.type.value_or(0)})),
          used_(2 + layout.weight.has_value()),
          is_usual_(!layout.are_words() && layout.source == 0 && layout.target == 1 &&
                    layout.weight.value_or(2) == 2 && !layout.type && !layout.has_attributes) {}

    /// Parses the usual kind of line: plain whole numbers in the first columns. Returns false for
    /// other lines.
    bool take_usual(const char *begin, const char *end, EdgeLine &line) const {
        return is_usual_ && take_numbers(begin, end, line);
    }

    /// Parses any line. Returns the error, or nothing. `words` is null if ids are numbers.
    std::string take(const char *begin, const char *end, EdgeLine &line, Words *words,
                     ChunkFacts &facts) const {
        Fields fields(begin, end, layout_.separator());
        for (size_t column = 0;; ++column) {
            std::string complaint;
            if (column == layout_.source)
                complaint = id(fields, "source", words, line.source, facts);
            else if (column == layout_.target)
                complaint = id(fields, "target", words, line.target, facts);
            else if (layout_.has_attributes && column == 2)
                return attributes(fields, line.weight, facts);
            else if (layout_.weight && column == *layout_.weight)
                complaint = weight(fields, line.weight, facts);
            else if (layout_.type && column == *layout_.type)
                complaint = type(fields);
            else
                fields.pass_over();
            if (!complaint.empty()) return complaint;
            if (column == last_ && !layout_.has_attributes) return count(column + fields.count());
            if (!fields.next()) return missing(column + 1);
        }
    }

private:
    bool take_numbers(const char *at, const char *end, EdgeLine &line) const {
        const char separator = layout_.separator();
        const auto ends = [&] { return separator == ' ' ? is_blank(*at) : *at == separator; };
        const auto next = [&] {
            if (at == end || !ends()) return false;
            at = separator == ' ' ? skip_blanks(at, end) : at + 1;
            return true;
        };
        at = skip_blanks(at, end);
        if (is_padded(at, end) || !take_whole(at, end, line.source) || !next() ||
            is_padded(at, end) || !take_whole(at, end, line.target))
            return false;
        if (layout_.weight && !(next() && take_short_whole(at, end, line.weight))) return false;
        if (std::max(line.source, line.target) > largest_id) return false;
        if (at == end) return used_ == layout_.columns();
        return used_ == layout_.columns() ? is_blank(*at) && skip_blanks(at, end) == end
                                          : has_further(at, end);
    }

    /// Returns whether a number has leading zeros, as postal codes do.
    static bool is_padded(const char *at, const char *end) {
        return end - at > 1 && *at == '0' && at[1] >= '0' && at[1] <= '9';
    }

    /// Returns whether the number of remaining columns is right, and none has quotes.
    bool has_further(const char *at, const char *end) const {
        const char separator = layout_.separator();
        size_t columns = used_;
        while (at < end) {
            if (separator == ' ') {
                if (!is_blank(*at)) return false;
                at = skip_blanks(at, end);
                if (at == end) break;
            } else if (*at++ != separator) {
                return false;
            }
            ++columns;
            // In most texts only blanks end the loop.
            while (at != end && *at > '"' && *at != separator) ++at;
            while (separator != ' ' && at < end && is_blank(*at) && *at != separator) ++at;
        }
        return columns == layout_.columns();
    }

    /// Suggests adjacency lists if further lines are longer or shorter than the first.
    const char *advice() const {
        return layout_.has_header ? "" : " (--format adjlist reads lists of neighbours)";
    }

    std::string count(size_t columns) const {
        if (columns == layout_.columns()) return {};
        return fmt::format("{} column{} where line {} has {}{}", columns, columns == 1 ? "" : "s",
                           layout_.columns_line, layout_.columns(), advice());
    }

    std::string missing(size_t columns) const {
        const char *const what = columns <= layout_.source   ? "source"
                                 : columns <= layout_.target ? "target"
                                 : layout_.weight            ? "weight"
                                                             : "rest";
        return fmt::format("the {} is missing: the line has {} column{} where line {} has {}{}",
                           what, columns, columns == 1 ? "" : "s", layout_.columns_line,
                           layout_.columns(), advice());
    }

    std::string id(Fields &fields, const char *what, Words *words, uint64_t &result,
                   ChunkFacts &facts) const {
        if (words != nullptr) {
            if (fields.is_over()) return fmt::format("the {} is empty", what);
            result = words->number_of(fields);
            return {};
        }
        const char *const begin = fields.at;
        const bool is_quoted = !fields.is_at_end() && *fields.at == '"';
        if (fields.is_over()) return fmt::format("the {} is empty", what);
        fields.at += is_quoted;
        const char *const digits = fields.at;
        const bool is_word = layout_.may_be_words && is_padded(digits, fields.end());
        const bool is_number = take_whole(fields.at, fields.end(), result);
        if (!is_number)
            while (!fields.is_at_end() && *fields.at >= '0' && *fields.at <= '9') ++fields.at;
        else if (!is_word)
            take_decimal(digits, fields, result);
        const bool has_digits = fields.at > digits;
        const bool is_closed = !is_quoted || (!fields.is_at_end() && *fields.at == '"');
        fields.at += is_quoted && is_closed;
        if (!has_digits || !is_closed || !fields.is_over())
            return fmt::format("{} '{}' is {} (--words takes any words)", what, fields.shown(begin),
                               is_below_0(digits, fields.end()) ? "below 0" : "not a whole number");
        if (is_number && result <= largest_id && !is_word) return {};
        if (!layout_.may_be_words)
            return fmt::format("{} {} is larger than 2^60", what, fields.shown(begin));
        facts.has_words = true;
        result = 0;
        return {};
    }

    static bool is_below_0(const char *at, const char *end) {
        uint64_t number = 0;
        return end - at > 1 && *at == '-' && take_whole(++at, end, number);
    }

    /// Parses a whole number in decimal form, "1.0" or "1e0", which pandas and NumPy write; moves
    /// behind it.
    static void take_decimal(const char *at, Fields &fields, uint64_t &result) {
        if (fields.is_at_end() ||
            std::string_view(".eE").find(*fields.at) == std::string_view::npos)
            return;
        double number = 0;
        bool is_whole = true;
        if (!take_real(at, fields.end(), number, is_whole).empty() || !is_whole) return;
        result = static_cast<uint64_t>(number);
        fields.at = at;
    }

    std::string weight(Fields &fields, double &result, ChunkFacts &facts) const {
        const char *const begin = fields.at;
        if (fields.is_over()) return "the weight is missing";
        const bool is_quoted = *fields.at == '"';
        fields.at += is_quoted;
        std::string complaint = take_real(fields.at, fields.end(), result, facts.has_whole_weights);
        if (complaint.empty() && !fields.is_at_end() && *fields.at == ',' &&
            (is_quoted || layout_.separator() != ','))
            complaint = decimals(fields, begin + is_quoted, result, facts);
        if (is_quoted && !fields.is_at_end() && *fields.at == '"') ++fields.at;
        if (complaint.empty() && !fields.is_over()) complaint = no_number(fields.shown(begin));
        return complaint;
    }

    /// Recognises thousands: three digits between a mark and the next one, or the end.
    static std::string no_number(const std::string &text) {
        constexpr const char *digits = "0123456789";
        constexpr const char *marks = ",.' ";
        const size_t mark = std::min(text.find_first_of(marks), text.size());
        const size_t next = std::min(text.find_first_not_of(digits, mark + 1), text.size());
        const bool has_thousands =
            text.find_first_of(digits) < mark && next == mark + 4 &&
            (next == text.size() || std::string_view(marks).find(text[next]) < 4);
        return fmt::format("'{}' is not a number{}", text,
                           has_thousands ? ": nothing may stand between its thousands" : "");
    }

    /// Parses a number with a decimal comma at the position of `fields`.
    std::string decimals(Fields &fields, const char *begin, double &result,
                         ChunkFacts &facts) const {
        const char *stop = fields.at + 1;
        while (stop < fields.end() && !is_blank(*stop) && *stop != layout_.separator() &&
               *stop != '"')
            ++stop;
        std::string text(begin, stop);
        text[static_cast<size_t>(fields.at - begin)] = '.';
        const char *at = text.data();
        const char *const end = at + text.size();
        const std::string complaint = take_real(at, end, result, facts.has_whole_weights);
        if (!complaint.empty() || at != end || text.find('.') != text.rfind('.'))
            return no_number(word_at(begin, stop));
        fields.at = stop;
        return {};
    }

    std::string attributes(Fields &fields, double &result, ChunkFacts &facts) const {
        if (layout_.weight)
            return take_attribute(fields.at, fields.end(), layout_.attribute, result,
                                  facts.has_whole_weights);
        bool whole = true;
        return take_attribute(fields.at, fields.end(), {}, result, whole);
    }

    /// Checks that all edges are of the first one's kind.
    std::string type(Fields &fields) const {
        const char *const begin = fields.at;
        fields.pass_over();
        std::string word = fields.shown(begin);
        word.erase(std::remove(word.begin(), word.end(), '"'), word.end());
        word = lower(std::move(word));
        const char *const wanted = layout_.is_undirected_type ? "undirected" : "directed";
        if (word == wanted) return {};
        return fmt::format("an edge of type '{}' where the first one is {}: both cannot be in one "
                           "graph (--directed takes all lines as they are)",
                           word, wanted);
    }

    const TableLayout &layout_;
    size_t last_;
    size_t used_;   ///< columns that are read in a usual line
    bool is_usual_; ///< source, target and weight come first, as numbers
};

} // namespace grb::tool
