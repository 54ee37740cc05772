#include "assemble.h"
#include "input_error.h"
#include "table.h"
#include "text_lines.h"

#include <atomic>
#include <deque>
#include <fmt/format.h>
#include <unordered_map>

namespace grb::tool {

namespace {

/// Goes along one line, field by field.
class Fields {
public:
    Fields(const char *begin, const char *end, char separator)
        : at(skip(begin, end, separator)), end_(end), separator_(separator) {}

    bool is_at_end() const { return at == end_; }

    /// To the next field. False where the line has no more.
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

    /// Whether the field ends here.
    bool is_over() const {
        if (at == end_ || ends(*at)) return true;
        const char *const rest = skip(at, end_, separator_);
        return rest > at && (rest == end_ || ends(*rest));
    }

    /// The field as it is shown in a message.
    std::string shown(const char *begin) const {
        const char *stop = begin;
        while (stop < end_ && !ends(*stop)) ++stop;
        return word_at(begin, stop);
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

/// The words of one chunk, numbered in the order in which they come.
class Words {
public:
    uint64_t number_of(Fields &fields) {
        std::string_view word = take(fields);
        const auto [found, is_new] = numbers_.emplace(word, distinct.size());
        if (is_new) distinct.push_back(word);
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
        // Between quotes, where two of them stand for one.
        std::string text;
        bool is_quoted = false;
        for (size_t k = 0; k < word.size(); ++k) {
            const bool is_double = is_quoted && word.substr(k, 2) == "\"\"";
            if (is_double || word[k] != '"') text += word[k];
            if (!is_double && word[k] == '"') is_quoted = !is_quoted;
            k += is_double;
        }
        return unquoted_.emplace_back(std::move(text));
    }

    std::unordered_map<std::string_view, uint64_t> numbers_;
    std::deque<std::string> unquoted_;
};

class TableParser {
public:
    TableParser(const TableLayout &layout, RawEntries &raw)
        : layout_(layout), raw_(raw),
          last_(std::max({layout.source, layout.target, layout.weight.value_or(0)})) {}

    /// Returns what is wrong with a line, or nothing. `words` is null where ids are numbers.
    std::string take(const char *begin, const char *end, uint64_t entry, Words *words,
                     bool &whole) const {
        Fields fields(begin, end, layout_.separator);
        for (size_t column = 0;; ++column) {
            std::string complaint;
            if (column == layout_.source)
                complaint = id(fields, "source", words, raw_.rows[entry]);
            else if (column == layout_.target)
                complaint = id(fields, "target", words, raw_.cols[entry]);
            else if (layout_.weight && column == *layout_.weight)
                complaint = weight(fields, raw_.weights[entry], whole);
            else
                fields.pass_over();
            if (!complaint.empty() || column == last_) return complaint;
            if (!fields.next()) return missing(column + 1);
        }
    }

private:
    std::string missing(size_t column) const {
        const char *const what = column <= layout_.source   ? "source"
                                 : column <= layout_.target ? "target"
                                                            : "weight";
        return fmt::format("the {} is missing: the line has {} column{}", what, column,
                           column == 1 ? "" : "s");
    }

    std::string id(Fields &fields, const char *what, Words *words, uint64_t &result) const {
        if (words != nullptr) {
            if (fields.is_over()) return fmt::format("the {} is empty", what);
            result = words->number_of(fields);
            return {};
        }
        const char *const begin = fields.at;
        const bool is_quoted = !fields.is_at_end() && *fields.at == '"';
        fields.at += is_quoted;
        const bool is_number = take_whole(fields.at, fields.end(), result);
        const bool is_closed = !is_quoted || (!fields.is_at_end() && *fields.at == '"');
        fields.at += is_quoted && is_closed;
        if (!is_number || !is_closed || !fields.is_over())
            return fmt::format("{} '{}' is not a whole number (--words takes any words)", what,
                               fields.shown(begin));
        if (result > uint64_t{1} << 60)
            return fmt::format("{} {} is larger than 2^60", what, result);
        return {};
    }

    std::string weight(Fields &fields, double &result, bool &whole) const {
        const char *const begin = fields.at;
        if (fields.is_over()) return "the weight is missing";
        const bool is_quoted = *fields.at == '"';
        fields.at += is_quoted;
        std::string complaint = take_real(fields.at, fields.end(), result, whole);
        if (is_quoted && !fields.is_at_end() && *fields.at == '"') ++fields.at;
        if (complaint.empty() && !fields.is_over())
            complaint = fmt::format("'{}' is not a number", fields.shown(begin));
        return complaint;
    }

    const TableLayout &layout_;
    RawEntries &raw_;
    size_t last_;
};

/// The numbers of each chunk become those of the file, in the order in which the words come.
void join_words(EdgeList &edges, RawEntries &raw, const std::vector<Chunk> &chunks,
                const std::vector<Words> &words) {
    std::unordered_map<std::string_view, uint64_t> numbers;
    std::vector<std::string_view> all;
    std::vector<std::vector<uint64_t>> number(chunks.size());
    for (size_t c = 0; c < chunks.size(); ++c) {
        for (const std::string_view word : words[c].distinct) {
            const auto [found, is_new] = numbers.emplace(word, all.size());
            if (is_new) all.push_back(word);
            number[c].push_back(found->second);
        }
    }
    const auto count = static_cast<int64_t>(chunks.size());
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t c = 0; c < count; ++c) {
        const Chunk &chunk = chunks[static_cast<size_t>(c)];
        const std::vector<uint64_t> &known = number[static_cast<size_t>(c)];
        for (uint64_t k = chunk.first_entry; k < chunk.first_entry + chunk.entries; ++k) {
            raw.rows[k] = known[raw.rows[k]];
            raw.cols[k] = known[raw.cols[k]];
        }
    }
    edges.nrows = edges.ncols = all.size();
    edges.ids = VertexIds::of_words(all);
}

void renumber(EdgeList &edges, RawEntries &raw) {
    std::vector<uint64_t> numbers(raw.rows.begin(), raw.rows.end());
    numbers.insert(numbers.end(), raw.cols.begin(), raw.cols.end());
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const auto place = [&](uint64_t id) {
        return static_cast<uint64_t>(std::lower_bound(numbers.begin(), numbers.end(), id) -
                                     numbers.begin());
    };
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < raw.rows.size(); ++k) {
        raw.rows[k] = place(raw.rows[k]);
        raw.cols[k] = place(raw.cols[k]);
    }
    edges.nrows = edges.ncols = numbers.size();
    edges.ids = VertexIds::of_numbers(std::move(numbers));
}

/// Gives the vertices their numbers, which the ids tell.
void number_vertices(EdgeList &edges, RawEntries &raw, const std::vector<Chunk> &chunks,
                     const std::string &name, TableKind kind, const ReadOptions &options) {
    uint64_t least = UINT64_MAX;
    uint64_t largest = 0;
    const uint64_t count = raw.rows.size();
#pragma omp parallel for schedule(static) reduction(min : least) reduction(max : largest)
    for (uint64_t k = 0; k < count; ++k) {
        least = std::min({least, raw.rows[k], raw.cols[k]});
        largest = std::max({largest, raw.rows[k], raw.cols[k]});
    }
    if (count == 0) least = 0;
    const bool is_gap = kind == TableKind::el || kind == TableKind::wel;
    const uint64_t base = options.base.value_or(is_gap ? 0 : std::min<uint64_t>(least, 1));
    if (least < base) {
        uint64_t entry = 0;
        while (raw.rows[entry] >= base && raw.cols[entry] >= base) ++entry;
        refuse_line(name, line_of_entry(chunks, entry, is_table_entry),
                    "id 0 where ids are from 1 (--base 0 takes it)");
    }
    // Where most numbers are no vertex, an array of all of them would not follow what the file holds.
    if (count > 0 && (largest - base) / 16 > count + 4096) {
        renumber(edges, raw);
        return;
    }
    edges.ids = VertexIds(base);
    edges.nrows = edges.ncols = count == 0 ? 0 : largest - base + 1;
    if (base == 0) return;
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < count; ++k) {
        raw.rows[k] -= base;
        raw.cols[k] -= base;
    }
}

std::string describe(const TableLayout &layout, TableKind kind, const VertexIds &ids) {
    constexpr const char *names[] = {"edge list", "edge list (.el)", "edge list (.wel)", "CSV",
                                     "TSV"};
    std::string text = fmt::format("{}, ids {}", names[static_cast<size_t>(kind)], ids.describe());
    if (layout.source != 0 || layout.target != 1)
        text += fmt::format(", edges from column {} to column {}", layout.source + 1,
                            layout.target + 1);
    if (layout.weight) text += fmt::format(", weights in column {}", *layout.weight + 1);
    if (layout.has_time) text += ", times in column 3";
    const size_t used = 2 + layout.weight.has_value() + layout.has_time;
    if (layout.columns > used)
        text += fmt::format(", {} column{} passed over", layout.columns - used,
                            layout.columns - used == 1 ? "" : "s");
    return text;
}

} // namespace

EdgeList parse_table(std::string_view text, const std::string &name, TableKind kind,
                     const ReadOptions &options, const Progress &progress) {
    // A mark that some programs put before UTF-8.
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.substr(0, mark.size()) == mark) text.remove_prefix(mark.size());
    const TableLayout layout = layout_of(text, name, kind, options);
    std::vector<Chunk> chunks =
        cut_lines(text.substr(layout.body), layout.first_line, is_table_entry);
    const uint64_t count = entries_of(chunks);
    RawEntries raw;
    raw.rows.resize(count);
    raw.cols.resize(count);
    raw.weights.resize(layout.weight ? count : 0);
    std::vector<Words> words(layout.are_words ? chunks.size() : 0);
    std::atomic<bool> are_whole{true};
    const TableParser parser(layout, raw);
    parse_chunks(chunks, progress, [&](Chunk &chunk, size_t number) {
        bool whole = true;
        Words *const known = layout.are_words ? &words[number] : nullptr;
        parse_chunk(chunk, is_table_entry, [&](const char *line, const char *stop, uint64_t entry) {
            return parser.take(line, stop, entry, known, whole);
        });
        if (!whole) are_whole = false;
    });
    refuse_bad_lines(chunks, name);
    EdgeList edges;
    if (layout.weight) edges.field = are_whole ? Field::integer : Field::real;
    if (layout.are_words)
        join_words(edges, raw, chunks, words);
    else
        number_vertices(edges, raw, chunks, name, kind, options);
    edges.origin = describe(layout, kind, edges.ids);
    assemble(edges, raw, options.duplicates);
    return edges;
}

} // namespace grb::tool
