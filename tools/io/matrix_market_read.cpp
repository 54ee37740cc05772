// Parses the entries of Matrix Market files with all threads.
#include "input_error.h"
#include "line_share.h"
#include "matrix_market.h"
#include "matrix_market_header.h"
#include "sort_entries.h"
#include "text_lines.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace grb::tool {

namespace {

/// Returns whether a line has an entry; blank lines and comments have none.
bool has_entry(const char *at, const char *end) {
    at = skip_blanks(at, end);
    return at < end && *at != '%';
}

/// The position of an array file's k-th value: columns from the left, each downwards.
class ArrayPosition {
public:
    ArrayPosition(const MatrixMarketHeader &header, uint64_t entry) : header_(header) {
        if (header.symmetry == Symmetry::general) {
            col_ = header.nrows > 0 ? entry / header.nrows : 0;
            row_ = header.nrows > 0 ? entry % header.nrows : 0;
            return;
        }
        uint64_t low = 0;
        uint64_t high = header.ncols;
        while (high - low > 1) {
            const uint64_t middle = low + (high - low) / 2;
            (before(middle) <= entry ? low : high) = middle;
        }
        col_ = low;
        row_ = top(low) + (entry - before(low));
    }

    uint64_t row() const { return row_; }
    uint64_t col() const { return col_; }

    void advance() {
        if (++row_ == header_.nrows) row_ = top(++col_);
    }

private:
    uint64_t top(uint64_t col) const {
        if (header_.symmetry == Symmetry::general) return 0;
        return col + (header_.symmetry == Symmetry::skew);
    }
    /// The values in the columns left of `col`; at most 2^61 by the check of the count.
    uint64_t before(uint64_t col) const {
        const uint64_t longest = header_.nrows - (header_.symmetry == Symmetry::skew);
        return col * longest - col * (col - (col > 0)) / 2;
    }

    const MatrixMarketHeader &header_;
    uint64_t row_ = 0;
    uint64_t col_ = 0;
};

template <class Entry>
class BodyParser {
public:
    BodyParser(const MatrixMarketHeader &header, uint64_t base, uint64_t entries_before,
               Buffer<Entry> &entries)
        : header_(header), base_(base), entries_before_(entries_before), entries_(entries) {}

    void parse(Chunk &chunk) const {
        ArrayPosition position(header_, entries_before_ + chunk.first_entry);
        parse_chunk(chunk, has_entry, [&](const char *line, const char *stop, uint64_t entry) {
            return header_.is_array ? array_line(line, stop, entry, position)
                                    : coordinate_line(line, stop, entry);
        });
    }

private:
    using Key = decltype(Entry::key);

    std::string coordinate_line(const char *at, const char *end, uint64_t entry) const {
        uint64_t row = 0;
        uint64_t col = 0;
        std::string complaint = index(at, end, "row", header_.nrows, row);
        if (complaint.empty()) complaint = index(at, end, "column", header_.ncols, col);
        double weight = 1;
        if (complaint.empty() && has_values()) complaint = value(at, end, weight);
        if (complaint.empty() && skip_blanks(at, end) != end)
            complaint = fmt::format("'{}' follows the entry", word_at(at, end));
        if (complaint.empty() && header_.symmetry == Symmetry::skew && row == col && weight != 0)
            complaint = fmt::format("({}, {}) is on the diagonal of a skew-symmetric matrix",
                                    row + base_, col + base_);
        if (complaint.empty()) store(entry, row, col, weight, true);
        return complaint;
    }

    std::string array_line(const char *at, const char *end, uint64_t entry,
                           ArrayPosition &position) const {
        double weight = 0;
        std::string complaint = value(at, end, weight);
        if (complaint.empty() && skip_blanks(at, end) != end)
            complaint = fmt::format("'{}' follows the value", word_at(at, end));
        if (complaint.empty()) store(entry, position.row(), position.col(), weight, weight != 0);
        position.advance();
        return complaint;
    }

    bool has_values() const { return Entry::has_weight || header_.is_complex; }

    /// Stores an entry next to its mirror image: duplicates are joined in the same order on both
    /// sides, which keeps the matrix symmetric.
    void store(uint64_t entry, uint64_t row, uint64_t col, double weight, bool keep) const {
        const Key key = keep ? Key::of(row, col) : Key::none();
        if (header_.symmetry == Symmetry::general) return put(entries_[entry], key, weight);
        put(entries_[2 * entry], key, weight);
        put(entries_[2 * entry + 1], keep && row != col ? Key::of(col, row) : Key::none(),
            header_.symmetry == Symmetry::skew ? -weight : weight);
    }

    static void put(Entry &entry, Key key, double weight) {
        entry.key = key;
        if constexpr (Entry::has_weight) entry.weight = weight;
    }

    std::string index(const char *&at, const char *end, const char *what, uint64_t limit,
                      uint64_t &result) const {
        const char *digit = skip_blanks(at, end);
        const char *const begin = digit;
        uint64_t value = 0;
        while (digit < end && *digit >= '0' && *digit <= '9' && digit - begin < 19)
            value = value * 10 + static_cast<uint64_t>(*digit++ - '0');
        if (begin == end) return fmt::format("the {} index is missing", what);
        if (digit == begin || (digit < end && !is_blank(*digit)))
            return fmt::format("'{}' is not a {} index", word_at(at, end), what);
        if (value < base_ || value - base_ >= limit)
            return fmt::format("{} index {} is out of range {}..{}", what, value, base_,
                               limit - 1 + base_);
        at = digit;
        result = value - base_;
        return {};
    }

    /// Reads a number; a complex one gives 1, or 0 if it is 0.
    std::string value(const char *&at, const char *end, double &result) const {
        std::string complaint = number(at, end, result);
        if (!header_.is_complex || !complaint.empty()) return complaint;
        double imaginary = 0;
        complaint = number(at, end, imaginary);
        result = result != 0 || imaginary != 0 ? 1 : 0;
        return complaint;
    }

    std::string number(const char *&at, const char *end, double &result) const {
        const char *begin = skip_blanks(at, end);
        if (begin == end) return "the value is missing";
        const char *behind = begin;
        if (take_short_whole(behind, end, result) && (behind == end || is_blank(*behind))) {
            at = behind;
            return {};
        }
        begin += *begin == '+' && end - begin > 1 && begin[1] != '-';
        std::from_chars_result parsed{};
        bool is_beyond = false;
        if (header_.field == Field::integer) {
            int64_t whole = 0;
            parsed = std::from_chars(begin, end, whole);
            constexpr int64_t limit = int64_t{1} << 53;
            is_beyond =
                parsed.ec == std::errc::result_out_of_range || whole > limit || whole < -limit;
            result = static_cast<double>(whole);
        } else {
            parsed = std::from_chars(begin, end, result);
            if (parsed.ec == std::errc::result_out_of_range) {
                result = nearest(begin, parsed.ptr);
                is_beyond = std::isinf(result);
            }
        }
        const bool is_complete = parsed.ptr == end || is_blank(*parsed.ptr);
        if (!is_complete || parsed.ec == std::errc::invalid_argument ||
            (!is_beyond && !std::isfinite(result)) || (header_.is_unsigned && result < 0))
            return fmt::format("'{}' is not {} value", word_at(at, end),
                               header_.is_unsigned               ? "an unsigned integer"
                               : header_.field == Field::integer ? "an integer"
                                                                 : "a real");
        if (is_beyond)
            return header_.field == Field::integer
                       ? fmt::format("integer {} is beyond 2^53", word_at(at, end))
                       : fmt::format("'{}' is beyond the largest double", word_at(at, end));
        at = parsed.ptr;
        return {};
    }

    /// The double nearest to a number outside the normal range: 0, tiny, or infinite.
    static double nearest(const char *begin, const char *end) {
        return std::strtod(std::string(begin, end).c_str(), nullptr);
    }

    const MatrixMarketHeader &header_;
    uint64_t base_;
    uint64_t entries_before_; ///< of the file, in other processes
    Buffer<Entry> &entries_;
};

/// The file, and the processes that read it.
struct Source {
    const std::string &name;
    const ReadOptions &options;
    const Progress &progress;
    Processes &group;
};

/// Sorts and joins the entries of a single process; those of several stay as they are.
template <class Entry>
void read_body(EdgeList &edges, const MatrixMarketHeader &header, LineShare &share,
               const Source &source) {
    const uint64_t own = entries_of(share.chunks);
    Buffer<Entry> entries(header.symmetry == Symmetry::general ? own : 2 * own);
    const BodyParser<Entry> parser(header, edges.ids.base(), share.entries_before, entries);
    parse_chunks(share.chunks, source.progress, [&](Chunk &chunk, size_t) { parser.parse(chunk); });
    refuse_bad_lines(share.chunks, source.name, source.group);
    if (source.group.size() == 1)
        sort_into(edges, entries, source.options.duplicates);
    else
        move_into(edges, entries);
}

/// Throws InputError if there are more or less entries than the header announces.
void check_count(const MatrixMarketHeader &header, const LineShare &share, const Source &source) {
    const uint64_t first = share.entries_before, found = share.all_entries;
    if (found > header.count) {
        if (header.count >= first && header.count - first < entries_of(share.chunks))
            throw InputError(
                fmt::format("{}: line {}: entry {} where line {} announces {}", source.name,
                            line_of_entry(share.chunks, header.count - first, has_entry),
                            header.count + 1, header.size_line, header.count));
        source.group.agree();
    }
    if (found < header.count)
        throw InputError(fmt::format("{}: line {}: {} entries announced, the file has {}: wrong "
                                     "count or truncated file",
                                     source.name, header.size_line, header.count, found));
}

EdgeList read_share(std::string_view text, const Source &source) {
    MatrixMarketHeader header = parse_matrix_market_header(text, source.name);
    LineShare share =
        cut_share(text.substr(header.body), header.size_line + 1, has_entry, source.group);
    check_count(header, share, source);
    const ReadOptions &options = source.options;
    if (options.is_directed && header.symmetry == Symmetry::symmetric && !header.is_array)
        header.symmetry = Symmetry::general;
    EdgeList edges;
    edges.nrows = header.nrows;
    edges.ncols = header.ncols;
    edges.field = header.field;
    // The pattern of a skew-symmetric matrix is symmetric.
    edges.is_undirected = header.symmetry == Symmetry::symmetric ||
                          (header.is_complex && header.symmetry == Symmetry::skew);
    edges.ids = VertexIds(options.base.value_or(1));
    edges.origin = fmt::format("Matrix Market, ids {}{}", edges.ids.describe(),
                               header.is_complex ? ", complex values left out" : "");
    edges.has_lost_order = header.is_complex;
    with_entries(std::max(header.nrows, header.ncols), header.field != Field::pattern,
                 [&](auto entry) { read_body<decltype(entry)>(edges, header, share, source); });
    return edges;
}

} // namespace

EdgeList parse_matrix_market(std::string_view text, const std::string &name,
                             const Progress &progress, const ReadOptions &options) {
    Processes alone;
    return read_share(text, {name, options, progress, alone});
}

EdgeList parse_matrix_market_share(std::string_view text, const std::string &name,
                                   const Progress &progress, const ReadOptions &options,
                                   Processes &group) {
    return read_share(text, {name, options, progress, group});
}

EdgeList read_matrix_market(const std::string &path, const Progress &progress) {
    const std::string text = read_text(path, progress, check_matrix_market_start);
    return parse_matrix_market(text, path, progress);
}

} // namespace grb::tool
