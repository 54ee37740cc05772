#include "input_error.h"
#include "sort_entries.h"
#include "table.h"
#include "table_fields.h"
#include "text_lines.h"

#include <atomic>
#include <fmt/format.h>
#include <unordered_map>

namespace grb::tool {

namespace {

/// What a line says.
struct Line {
    uint64_t source = 0, target = 0;
    double weight = 1;
};

constexpr uint64_t largest_id = uint64_t{1} << 60;

class TableParser {
public:
    explicit TableParser(const TableLayout &layout)
        : layout_(layout),
          last_(std::max({layout.source, layout.target, layout.weight.value_or(0)})),
          is_usual_(!layout.are_words && layout.source == 0 && layout.target == 1 &&
                    layout.weight.value_or(2) == 2) {}

    /// Returns what is wrong with a line, or nothing. `words` is null where ids are numbers.
    std::string take(const char *begin, const char *end, Line &line, Words *words,
                     bool &whole) const {
        if (is_usual_ && take_numbers(begin, end, line)) return {};
        Fields fields(begin, end, layout_.separator);
        for (size_t column = 0;; ++column) {
            std::string complaint;
            if (column == layout_.source)
                complaint = id(fields, "source", words, line.source);
            else if (column == layout_.target)
                complaint = id(fields, "target", words, line.target);
            else if (layout_.weight && column == *layout_.weight)
                complaint = weight(fields, line.weight, whole);
            else
                fields.pass_over();
            if (!complaint.empty() || column == last_) return complaint;
            if (!fields.next()) return missing(column + 1);
        }
    }

private:
    /// Source, target and weight where they are plain whole numbers, as in most lines. False: look closer.
    bool take_numbers(const char *at, const char *end, Line &line) const {
        const char separator = layout_.separator;
        const auto ends = [&] { return separator == ' ' ? is_blank(*at) : *at == separator; };
        const auto next = [&] {
            if (at == end || !ends()) return false;
            at = separator == ' ' ? skip_blanks(at, end) : at + 1;
            return true;
        };
        at = skip_blanks(at, end);
        if (!take_whole(at, end, line.source) || !next() || !take_whole(at, end, line.target))
            return false;
        if (layout_.weight && !(next() && take_short_whole(at, end, line.weight))) return false;
        const bool is_over = at == end || ends() || (*at == '\r' && at + 1 == end);
        return is_over && std::max(line.source, line.target) <= largest_id;
    }

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
        if (result > largest_id) return fmt::format("{} {} is larger than 2^60", what, result);
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
    size_t last_;
    bool is_usual_; ///< source, target and weight come first, as numbers
};

/// What all steps of reading a table know.
struct Reading {
    const std::string &name;
    TableKind kind;
    const ReadOptions &options;
    const Progress &progress;
    TableLayout layout;
    std::vector<Chunk> chunks;
};

/// Reads a table into entries of one kind.
template <class Entry>
class TableReader {
public:
    explicit TableReader(Reading &reading)
        : reading_(reading), entries_(entries_of(reading.chunks)),
          words_(reading.layout.are_words ? reading.chunks.size() : 0) {}

    /// False where an id is too large for the entries. Throws InputError.
    bool read(EdgeList &edges) {
        parse();
        if (is_too_large_) return false;
        refuse_bad_lines(reading_.chunks, reading_.name);
        if (reading_.layout.weight) edges.field = are_whole_ ? Field::integer : Field::real;
        if (!reading_.layout.are_words)
            number_vertices(edges);
        else if (!join_words(edges))
            return false;
        sort_into(edges, entries_, reading_.options.duplicates);
        return true;
    }

private:
    using Key = decltype(Entry::key);

    void parse() {
        const TableParser parser(reading_.layout);
        parse_chunks(reading_.chunks, reading_.progress, [&](Chunk &chunk, size_t number) {
            bool whole = true;
            bool is_too_large = false;
            Words *const known = words_.empty() ? nullptr : &words_[number];
            const auto take = [&](const char *begin, const char *end, uint64_t entry) {
                Line line;
                std::string complaint = parser.take(begin, end, line, known, whole);
                is_too_large = is_too_large || std::max(line.source, line.target) >= Key::limit - 1;
                entries_[entry].key = Key::of(line.source, line.target);
                if constexpr (Entry::has_weight) entries_[entry].weight = line.weight;
                return complaint;
            };
            parse_chunk(chunk, is_table_entry, take);
            if (!whole) are_whole_ = false;
            if (is_too_large) is_too_large_ = true;
        });
    }

    /// The numbers of each chunk become those of the file, in the order in which the words come.
    bool join_words(EdgeList &edges) {
        std::unordered_map<std::string_view, uint64_t> numbers;
        std::vector<std::string_view> all;
        const std::vector<Chunk> &chunks = reading_.chunks;
        std::vector<std::vector<uint64_t>> number(chunks.size());
        for (size_t c = 0; c < chunks.size(); ++c) {
            for (const std::string_view word : words_[c].distinct) {
                const auto [found, is_new] = numbers.emplace(word, all.size());
                if (is_new) all.push_back(word);
                number[c].push_back(found->second);
            }
        }
        if (all.size() >= Key::limit) return false;
        const auto count = static_cast<int64_t>(chunks.size());
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
        for (int64_t c = 0; c < count; ++c) {
            const Chunk &chunk = chunks[static_cast<size_t>(c)];
            const std::vector<uint64_t> &known = number[static_cast<size_t>(c)];
            for (uint64_t k = chunk.first_entry; k < chunk.first_entry + chunk.entries; ++k)
                move_entry(k, [&](uint64_t word) { return known[word]; });
        }
        edges.nrows = edges.ncols = all.size();
        edges.ids = VertexIds::of_words(all);
        return true;
    }

    /// Gives the vertices their numbers, which the ids tell.
    void number_vertices(EdgeList &edges) {
        uint64_t least = UINT64_MAX;
        uint64_t largest = 0;
        const uint64_t count = entries_.size();
#pragma omp parallel for schedule(static) reduction(min      \
                                                    : least) \
    reduction(max                                            \
              : largest) if (count > few_entries)
        for (uint64_t k = 0; k < count; ++k) {
            const Key key = entries_[k].key;
            least = std::min({least, key.row(), key.col()});
            largest = std::max({largest, key.row(), key.col()});
        }
        if (count == 0) least = 0;
        const bool is_gap = reading_.kind == TableKind::el || reading_.kind == TableKind::wel;
        const uint64_t base =
            reading_.options.base.value_or(is_gap ? 0 : std::min<uint64_t>(least, 1));
        if (least < base) refuse_zero(base);
        // Where most numbers are no vertex, an array of all of them would not follow what the file holds.
        if (count > 0 && (largest - base) / 16 > count + 4096) {
            renumber(edges);
            return;
        }
        edges.ids = VertexIds(base);
        edges.nrows = edges.ncols = count == 0 ? 0 : largest - base + 1;
        if (base == 0) return;
#pragma omp parallel for schedule(static) if (count > few_entries)
        for (uint64_t k = 0; k < count; ++k) move_entry(k, [&](uint64_t id) { return id - base; });
    }

    [[noreturn]] void refuse_zero(uint64_t base) const {
        uint64_t entry = 0;
        while (std::min(entries_[entry].key.row(), entries_[entry].key.col()) >= base) ++entry;
        refuse_line(reading_.name, line_of_entry(reading_.chunks, entry, is_table_entry),
                    "id 0 where ids are from 1 (--base 0 takes it)");
    }

    /// The ids become numbers in their order.
    void renumber(EdgeList &edges) {
        std::vector<uint64_t> numbers;
        numbers.reserve(2 * entries_.size());
        for (const Entry &entry : entries_) {
            numbers.push_back(entry.key.row());
            numbers.push_back(entry.key.col());
        }
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        const auto place = [&](uint64_t id) {
            return static_cast<uint64_t>(std::lower_bound(numbers.begin(), numbers.end(), id) -
                                         numbers.begin());
        };
#pragma omp parallel for schedule(static)
        for (uint64_t k = 0; k < entries_.size(); ++k) move_entry(k, place);
        edges.nrows = edges.ncols = numbers.size();
        edges.ids = VertexIds::of_numbers(std::move(numbers));
    }

    template <class Place>
    void move_entry(uint64_t k, const Place &place) {
        Key &key = entries_[k].key;
        key = Key::of(place(key.row()), place(key.col()));
    }

    Reading &reading_;
    Buffer<Entry> entries_;
    std::vector<Words> words_;
    std::atomic<bool> are_whole_{true};
    std::atomic<bool> is_too_large_{false};
};

template <class Narrow, class Wide>
EdgeList read_entries(Reading &reading) {
    EdgeList edges;
    if (TableReader<Narrow>(reading).read(edges)) return edges;
    for (Chunk &chunk : reading.chunks) chunk.bad_line = 0;
    TableReader<Wide>(reading).read(edges);
    return edges;
}

std::string describe(const TableLayout &layout, TableKind kind, const VertexIds &ids) {
    constexpr const char *names[] = {"edge list", "edge list (.el)", "edge list (.wel)", "CSV",
                                     "TSV"};
    std::string text = fmt::format("{}, ids {}", names[static_cast<size_t>(kind)], ids.describe());
    if (layout.has_header)
        text += fmt::format(", edges from '{}' to '{}'", layout.source_name, layout.target_name);
    else if (layout.source != 0 || layout.target != 1)
        text += fmt::format(", edges from column {} to column {}", layout.source + 1,
                            layout.target + 1);
    if (layout.weight && layout.has_header)
        text += fmt::format(", weights in '{}'", layout.weight_name);
    else if (layout.weight)
        text += fmt::format(", weights in column {}", *layout.weight + 1);
    if (layout.has_time) text += ", times in column 3";
    if (layout.are_words && !layout.has_header && kind >= TableKind::csv)
        text += ", no line with names";
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
    Reading reading{name, kind, options, progress, layout_of(text, name, kind, options), {}};
    reading.chunks =
        cut_lines(text.substr(reading.layout.body), reading.layout.first_line, is_table_entry);
    EdgeList edges = reading.layout.weight
                         ? read_entries<WeightedEntry<NarrowKey>, WeightedEntry<WideKey>>(reading)
                         : read_entries<PatternEntry<NarrowKey>, PatternEntry<WideKey>>(reading);
    edges.origin = describe(reading.layout, kind, edges.ids);
    return edges;
}

} // namespace grb::tool
