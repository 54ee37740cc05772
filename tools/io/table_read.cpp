// Reads tables of edges.
#include "assemble.h"
#include "input_error.h"
#include "line_share.h"
#include "sort_entries.h"
#include "table.h"
#include "table_fields.h"
#include "table_parser.h"
#include "text_lines.h"
#include "vertex_numbers.h"

#include <atomic>
#include <fmt/format.h>
#include <numeric>
#include <unordered_map>

namespace grb::tool {

namespace {

/// The data shared by all steps of reading a table.
struct Reading {
    const std::string &name;
    TableKind kind;
    const ReadOptions &options;
    const Progress &progress;
    Processes &group;
    TableLayout layout;
    LineShare lines = {};
    uint64_t left_out = 0; ///< comments that look like edges
    uint64_t repeated = 0; ///< lines that repeat an edge

    bool is_gap() const { return kind == TableKind::el || kind == TableKind::wel; }
};

/// Restarts the reading: numbers with leading zeros, or too large for ids, are words.
struct NumbersAreWords {};

/// Reads a table into entries of one kind.
template <class Entry>
class TableReader {
public:
    explicit TableReader(Reading &reading)
        : reading_(reading), entries_(entries_of(reading.lines.chunks)),
          words_(reading.layout.are_words() ? reading.lines.chunks.size() : 0) {}

    /// Returns false if an id is too large for the entries. Throws InputError.
    bool read(EdgeList &edges) {
        parse();
        Processes &group = reading_.group;
        if (group.any(is_too_large_)) return false;
        refuse_bad_lines(reading_.lines.chunks, reading_.name, group);
        if (group.any(has_words_)) throw NumbersAreWords();
        if (reading_.layout.weight)
            edges.field = group.any(!are_whole_) ? Field::real : Field::integer;
        if (reading_.layout.are_words()) {
            if (!join_words(edges)) return false;
        } else if (reading_.layout.claims.is_bipartite) {
            number_sides(edges);
        } else {
            number_vertices(edges);
        }
        if (group.size() > 1) {
            move_into(edges, entries_);
            return true;
        }
        const uint64_t lines = entries_.size();
        sort_into(edges, entries_, reading_.options.duplicates);
        reading_.repeated = lines - edges.size();
        return true;
    }

private:
    using Key = decltype(Entry::key);

    void parse() {
        const TableParser parser(reading_.layout);
        parse_chunks(reading_.lines.chunks, reading_.progress, [&](Chunk &chunk, size_t number) {
            ChunkFacts facts;
            bool is_too_large = false;
            Words *const known = words_.empty() ? nullptr : &words_[number];
            const auto take = [&](const char *begin, const char *end, uint64_t entry) {
                EdgeLine line;
                std::string complaint;
                if (!parser.take_usual(begin, end, line))
                    complaint = parser.take(begin, end, line, known, facts);
                is_too_large = is_too_large || std::max(line.source, line.target) >= Key::limit - 1;
                entries_[entry].key = Key::of(line.source, line.target);
                if constexpr (Entry::has_weight) entries_[entry].weight = line.weight;
                return complaint;
            };
            parse_chunk(chunk, reading_.layout.entries, take);
            if (!facts.has_whole_weights) are_whole_ = false;
            if (facts.has_words) has_words_ = true;
            if (is_too_large) is_too_large_ = true;
        });
    }

    /// Renumbers the words of each chunk for the whole file, in order of appearance.
    bool join_words(EdgeList &edges) {
        std::unordered_map<std::string_view, uint64_t> numbers;
        std::vector<std::string_view> all;
        const std::vector<Chunk> &chunks = reading_.lines.chunks;
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

    /// Numbers the vertices by their ids.
    void number_vertices(EdgeList &edges) {
        const Extent extent = extent_of_all();
        const TableClaims &claims = reading_.layout.claims;
        if (reading_.is_gap() || reading_.options.base)
            number_all(edges, extent, reading_.options.base.value_or(0), extent.largest);
        else if (claims.is_konect && claims.sources == claims.targets && claims.sources > 0u)
            number_all(edges, extent, 1, *claims.sources);
        else
            number_those_that_occur(edges, extent);
    }

    /// The extent of all processes' ids.
    Extent extent_of_all() const {
        struct Own {
            Extent extent;
            bool is_empty;
        };
        Extent all{UINT64_MAX, 0};
        const Own own{extent_of(entries_, Sides::both), entries_.empty()};
        for (const auto &[extent, is_empty] : reading_.group.gather_numbers(own)) {
            if (is_empty) continue;
            all = {std::min(all.least, extent.least), std::max(all.largest, extent.largest)};
        }
        return reading_.lines.all_entries == 0 ? Extent() : all;
    }

    /// Makes all numbers from `base` to `last` vertices, unless most of them do not occur: the
    /// array would be out of proportion to the file.
    void number_all(EdgeList &edges, const Extent &extent, uint64_t base, uint64_t last) {
        const uint64_t count = reading_.lines.all_entries;
        if (count > 0 && extent.least < base)
            refuse_id(base, "id 0 where ids are from 1 (--base 0 takes it)",
                      [](uint64_t id, uint64_t bound) { return id < bound; });
        if (extent.largest > last)
            refuse_id(last,
                      fmt::format("an id beyond {}, which line {} announces", last,
                                  reading_.layout.claims.sizes_line),
                      [](uint64_t id, uint64_t bound) { return id > bound; });
        if (count > 0 && (last - base) / 16 > count + 4096) {
            number_those_that_occur(edges, extent);
            return;
        }
        number_from(edges, base, last);
    }

    void number_those_that_occur(EdgeList &edges, const Extent &extent) {
        const uint64_t count = reading_.lines.all_entries;
        if (count == 0) return;
        std::vector<uint64_t> numbers;
        if (OccurringBits::suits(extent, count)) {
            OccurringBits bits(entries_, Sides::both, extent);
            if (reading_.group.size() > 1)
                for (const std::string &other : reading_.group.gather(bits.bytes()))
                    bits.add(other);
            if (extent.least <= 1 && bits.size() == extent.largest - extent.least + 1) {
                number_from(edges, extent.least, extent.largest);
                return;
            }
            numbers = bits.number(entries_, Sides::both, 0);
        } else {
            numbers = occurring_numbers(entries_, Sides::both);
            if (reading_.group.size() > 1) numbers = numbers_of_all(numbers, reading_.group);
            number_by(numbers, entries_, Sides::both, 0);
        }
        edges.nrows = edges.ncols = numbers.size();
        edges.ids = VertexIds::of_numbers(std::move(numbers));
    }

    void number_from(EdgeList &edges, uint64_t base, uint64_t last) {
        edges.ids = VertexIds(base);
        edges.nrows = edges.ncols = reading_.lines.all_entries == 0 ? 0 : last - base + 1;
        if (base != 0) move_numbers(entries_, Sides::both, [&](uint64_t id) { return id - base; });
    }

    /// Makes a source and a target with the same number two vertices: sources come first.
    void number_sides(EdgeList &edges) {
        std::vector<std::string> words;
        for (const Sides sides : {Sides::sources, Sides::targets}) {
            const bool are_sources = sides == Sides::sources;
            const Extent extent = extent_of(entries_, sides);
            const uint64_t first = words.size();
            std::vector<uint64_t> numbers;
            const TableClaims &claims = reading_.layout.claims;
            const uint64_t announced = (are_sources ? claims.sources : claims.targets).value_or(0);
            if (announced >= extent.largest && extent.least > 0 &&
                announced / 16 <= entries_.size() + 4096) {
                numbers.resize(announced);
                std::iota(numbers.begin(), numbers.end(), uint64_t{1});
                move_numbers(entries_, sides, [&](uint64_t id) { return first + id - 1; });
            } else {
                numbers = number_occurring(entries_, sides, extent, first);
            }
            for (const uint64_t number : numbers)
                words.push_back(fmt::format("{}:{}", are_sources ? "left" : "right", number));
        }
        edges.nrows = edges.ncols = words.size();
        edges.ids = VertexIds::of_words({words.begin(), words.end()});
    }

    /// Throws InputError for the first wrong id of all processes, in the process that has it.
    template <class IsWrong>
    void refuse_id(uint64_t bound, const std::string &why, const IsWrong &is_wrong) const {
        uint64_t entry = 0;
        while (entry < entries_.size() && !is_wrong(entries_[entry].key.row(), bound) &&
               !is_wrong(entries_[entry].key.col(), bound))
            ++entry;
        if (entry == entries_.size()) return reading_.group.agree();
        refuse_line(reading_.name,
                    line_of_entry(reading_.lines.chunks, entry, reading_.layout.entries), why);
    }

    template <class Position>
    void move_entry(uint64_t k, const Position &position) {
        Key &key = entries_[k].key;
        key = Key::of(position(key.row()), position(key.col()));
    }

    Reading &reading_;
    Buffer<Entry> entries_;
    std::vector<Words> words_;
    std::atomic<bool> are_whole_{true};
    std::atomic<bool> has_words_{false};
    std::atomic<bool> is_too_large_{false};
};

template <class Narrow, class Wide>
EdgeList read_entries(Reading &reading) {
    EdgeList edges;
    if (TableReader<Narrow>(reading).read(edges)) return edges;
    for (Chunk &chunk : reading.lines.chunks) chunk.bad_line = 0;
    TableReader<Wide>(reading).read(edges);
    return edges;
}

/// Splits the text into lines and reads them.
EdgeList read_lines(Reading &reading, std::string_view text) {
    const EntryLines &entries = reading.layout.entries;
    if (entries.are_words && reading.layout.claims.is_bipartite)
        throw InputError(fmt::format("{}: the graph is bipartite, as line 1 says: its ids are "
                                     "numbers, of each side by themselves",
                                     reading.name));
    std::atomic<uint64_t> left_out{0};
    const auto is_entry = [&](const char *begin, const char *end) {
        const bool has_edge = entries(begin, end);
        if (!has_edge && entries.leaves_out(begin, end)) ++left_out;
        return has_edge;
    };
    reading.lines = cut_share(text.substr(reading.layout.body), reading.layout.first_line, is_entry,
                              reading.group);
    reading.left_out = reading.layout.left_out + reading.group.sum(left_out);
    return reading.layout.weight
               ? read_entries<WeightedEntry<NarrowKey>, WeightedEntry<WideKey>>(reading)
               : read_entries<PatternEntry<NarrowKey>, PatternEntry<WideKey>>(reading);
}

std::string describe(const Reading &reading, const EdgeList &edges) {
    constexpr const char *names[] = {"edge list", "edge list (.el)", "edge list (.wel)", "CSV",
                                     "TSV"};
    const TableLayout &layout = reading.layout;
    std::string text = fmt::format(
        "{}, ids {}", layout.claims.is_konect ? "KONECT" : names[static_cast<size_t>(reading.kind)],
        edges.ids.describe());
    if (layout.has_header)
        text += fmt::format(", edges from '{}' to '{}'", layout.source_name, layout.target_name);
    else if (layout.source != 0 || layout.target != 1)
        text += fmt::format(", edges from column {} to column {}", layout.source + 1,
                            layout.target + 1);
    if (layout.has_attributes)
        text += layout.weight ? fmt::format(", weights in the attribute '{}'", layout.attribute)
                              : ", attributes without weights";
    else if (layout.weight && layout.has_header)
        text += fmt::format(", weights in '{}'", layout.weight_name);
    else if (layout.weight)
        text += fmt::format(", weights in column {}", *layout.weight + 1);
    if (layout.has_time) text += ", times in column 3";
    if (layout.are_words() && !layout.has_header && reading.kind >= TableKind::csv)
        text += ", no line with names";
    const size_t used =
        2 + (layout.weight || layout.has_attributes) + layout.has_time + layout.type.has_value();
    if (layout.columns() > used)
        text += fmt::format(", {} column{} passed over{}", layout.columns() - used,
                            layout.columns() - used == 1 ? "" : "s", layout.passed_over);
    if (reading.left_out > 0)
        text += fmt::format(", {} line{} with #, % or // before an edge left out (--no-comments "
                            "reads {})",
                            reading.left_out, reading.left_out == 1 ? "" : "s",
                            reading.left_out == 1 ? "it" : "them");
    return text;
}

/// The reason why each line stands for both directions, or nothing.
std::string why_undirected(const TableLayout &layout, const ReadOptions &options) {
    if (options.is_directed) return {};
    return layout.is_undirected_type ? "its column of types says so" : layout.claims.undirected;
}

std::string text_of_undirected(const std::string &why) {
    if (why.empty()) return {};
    return fmt::format(", undirected: {} (--directed takes the lines as they are)", why);
}

/// The byte-order mark of UTF-8 is no text.
std::string_view without_mark(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

bool may_be_cut(TableKind kind) {
    return kind == TableKind::csv || kind == TableKind::edge_list;
}

} // namespace

std::string text_of_repeated(uint64_t repeated) {
    if (repeated == 0) return {};
    return fmt::format(", weights of {} repeated edge{} joined (--dedup says how)", repeated,
                       repeated == 1 ? "" : "s");
}

EdgeList parse_table(std::string_view text, const std::string &name, TableKind kind,
                     const ReadOptions &options, const Progress &progress) {
    text = without_mark(text);
    const std::optional<std::string> lines = with_line_ends(text);
    if (lines) text = *lines;
    const std::optional<std::string> whole =
        may_be_cut(kind) ? with_whole_lines(text, false) : std::nullopt;
    if (whole) text = *whole;
    Processes alone;
    Reading reading{name, kind, options, progress, alone, layout_of(text, name, kind, options)};
    EdgeList edges;
    try {
        edges = read_lines(reading, text);
    } catch (const NumbersAreWords &) {
        reading.layout.entries.are_words = true;
        edges = read_lines(reading, text);
    }
    const std::string undirected = why_undirected(reading.layout, options);
    if (!undirected.empty()) symmetrize(edges, options.duplicates);
    edges.origin = describe(reading, edges) +
                   text_of_repeated(reading.layout.weight ? reading.repeated : 0) +
                   text_of_undirected(undirected);
    return edges;
}

std::optional<TableShare> parse_table_share(std::string_view text, const std::string &name,
                                            TableKind kind, const ReadOptions &options,
                                            const Progress &progress, Processes &group) {
    text = without_mark(text);
    if (text.find('\n') == std::string_view::npos) return std::nullopt;
    if (may_be_cut(kind) && group.any(has_open_quote(own_lines(text, group.part()))))
        return std::nullopt;
    Reading reading{name, kind, options, progress, group, layout_of(text, name, kind, options)};
    const TableLayout &layout = reading.layout;
    if (layout.are_words() || layout.claims.is_bipartite) return std::nullopt;
    TableShare share;
    try {
        share.edges = read_lines(reading, text);
    } catch (const NumbersAreWords &) {
        return std::nullopt;
    }
    const std::string undirected = why_undirected(layout, options);
    share.is_undirected = !undirected.empty();
    share.tells_repeated = layout.weight.has_value();
    share.edges.origin = describe(reading, share.edges);
    share.origin_end = text_of_undirected(undirected);
    return share;
}

} // namespace grb::tool
