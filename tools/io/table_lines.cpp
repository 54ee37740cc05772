/// Decides which lines of a table hold edges, and joins fields that contain line ends.

#include "table.h"
#include "table_fields.h"
#include "text_lines.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace grb::tool {

bool EntryLines::looks_like_edge(const char *at, const char *end) const {
    at = skip_blanks(at, end);
    const char *const text = at + (*at == '/' ? 2 : 1);
    if (text == end || is_blank(*text) || is_mark(text, end)) return false;
    if (Fields(at, end, separator).count() != columns) return false;
    Fields fields(text, end, separator);
    for (size_t k = 0; k < 2; ++k, fields.next()) {
        const char *const begin = fields.at;
        uint64_t number = 0;
        if (are_words)
            while (!fields.is_at_end() && !fields.is_over() && !is_blank(*fields.at)) ++fields.at;
        else if (!take_whole(fields.at, end, number))
            return false;
        if (fields.at == begin || !fields.is_over()) return false;
    }
    return true;
}

bool EntryLines::leaves_out(const char *at, const char *end) const {
    at = skip_blanks(at, end);
    return at < end && !are_words && is_mark(at, end) && looks_like_edge(at, end);
}

namespace {

/// Searches with all threads: most texts have no quotes.
bool has_quote(std::string_view text) {
    constexpr size_t chunk = size_t{1} << 20;
    std::atomic<bool> is_found{false};
#pragma omp parallel for schedule(dynamic, 1) if (text.size() > chunk)
    for (size_t at = 0; at < text.size(); at += chunk)
        if (!is_found && text.substr(at, chunk).find('"') != std::string_view::npos)
            is_found = true;
    return is_found;
}

} // namespace

/// Returns whether a line has an odd number of quotes: only such a line begins a field that
/// continues in the next one.
bool has_open_quote(std::string_view text) {
    if (!has_quote(text)) return false;
    const std::vector<Chunk> chunks =
        cut_lines(text, 1, [](const char *, const char *) { return false; });
    std::atomic<bool> is_open{false};
    const auto count = static_cast<int64_t>(chunks.size());
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
    for (int64_t c = 0; c < count; ++c) {
        const Chunk &chunk = chunks[static_cast<size_t>(c)];
        for (const char *line = chunk.begin; line < chunk.end && !is_open;) {
            const char *const stop = line_end(line, chunk.end);
            if (std::count(line, stop, '"') % 2 != 0) is_open = true;
            line = next_line(stop, chunk.end);
        }
    }
    return is_open;
}

namespace {

bool ends_field(char c) {
    return c == ',' || c == ';' || c == '|' || c == '\n';
}

/// The end of the quoted field that begins at `begin`, or nullptr: the quote is not closed, or is
/// followed by neither a separator nor a line end.
const char *end_of_quoted(const char *begin, const char *end) {
    for (const char *at = begin + 1; at < end; ++at) {
        if (*at != '"') continue;
        if (at + 1 < end && at[1] == '"') {
            ++at;
            continue;
        }
        const char *const after = skip_blanks(++at, end);
        return after == end || ends_field(*after) ? at : nullptr;
    }
    return nullptr;
}

/// Copies a text with each line end in a field replaced; adds as many blank lines after the line.
class LineJoiner {
public:
    LineJoiner(std::string_view text, bool is_beginning)
        : at_(text.data()), end_(at_ + text.size()), is_beginning_(is_beginning),
          behind_lines_(at_ + (text.rfind('\n') + 1)), counted_(at_),
          quotes_(is_beginning ? std::count(at_, end_, '"') : 0) {
        joined_.reserve(text.size());
    }

    std::string join() {
        while (at_ < end_) {
            const size_t line = joined_.size();
            ends_inside_ = 0;
            if (!copy_line()) {
                joined_.resize(line);
                break;
            }
            joined_.append(ends_inside_, '\n');
        }
        return std::move(joined_);
    }

private:
    /// Returns false if the text is a beginning, and a quote opened in this line stays open at its
    /// end.
    bool copy_line() {
        for (;;) {
            const char *const field = skip_blanks(at_, end_);
            if (field < end_ && *field == '"') {
                const char *const close = end_of_quoted(field, end_);
                if (close == nullptr && is_beginning_ && is_open_at_end(field)) return false;
                if (close != nullptr) {
                    for (; at_ < close; ++at_) {
                        ends_inside_ += *at_ == '\n';
                        joined_ += *at_ == '\n' ? line_end_in_field : *at_;
                    }
                }
            }
            while (at_ < end_ && !ends_field(*at_)) joined_ += *at_++;
            if (at_ == end_) return true;
            joined_ += *at_;
            if (*at_++ == '\n') return true;
        }
    }

    /// Returns whether a quote that opens here, before a line end, is still open at the end of the
    /// text.
    bool is_open_at_end(const char *field) {
        quotes_ -= std::count(counted_, field, '"');
        counted_ = field;
        return field < behind_lines_ && quotes_ % 2 != 0;
    }

    const char *at_;
    const char *end_;
    bool is_beginning_;
    const char *behind_lines_; ///< the last line end
    const char *counted_;      ///< `quotes_` counts those from here to the end
    std::ptrdiff_t quotes_;
    size_t ends_inside_ = 0;
    std::string joined_;
};

} // namespace

std::optional<std::string> with_whole_lines(std::string_view text, bool is_beginning) {
    if (!has_open_quote(text)) return std::nullopt;
    return LineJoiner(text, is_beginning).join();
}

} // namespace grb::tool
