// Reads graphs in the format of METIS.
#include "graph_texts.h"
#include "input_error.h"
#include "sort_entries.h"
#include "text_lines.h"

#include <fmt/format.h>

namespace grb::tool {

namespace {

/// Returns whether a line of METIS belongs to a vertex: it is no comment, but may be blank.
bool is_vertex(const char *at, const char *end) {
    return at == end || *at != '%';
}

struct MetisHeader {
    uint64_t vertices = 0;
    uint64_t edges = 0;
    uint64_t passed = 0; ///< numbers before the neighbours: size and weights of the vertex
    bool has_weights = false;
    size_t body = 0;
    uint64_t line = 0;
};

/// Returns false unless a line begins with one to four whole numbers alone.
bool numbers_of(const char *at, const char *end, std::vector<uint64_t> &numbers) {
    for (at = skip_blanks(at, end); at < end; at = skip_blanks(at, end)) {
        uint64_t number = 0;
        if (!take_whole(at, end, number) || (at < end && !is_blank(*at)) || numbers.size() == 4)
            return false;
        numbers.push_back(number);
    }
    return true;
}

/// Returns the error, or nothing.
std::string read_header(std::string_view text, MetisHeader &header) {
    const char *line = text.data();
    const char *const end = line + text.size();
    while (line < end) {
        const char *const stop = line_end(line, end);
        ++header.line;
        const bool is_comment = *line == '%' || skip_blanks(line, stop) == stop;
        const char *const begin = line;
        line = next_line(stop, end);
        if (is_comment) continue;
        std::vector<uint64_t> numbers;
        if (!numbers_of(begin, stop, numbers) || numbers.size() < 2)
            return "the first line needs the numbers of vertices and edges, and may have a format "
                   "and a number of weights";
        header.vertices = numbers[0];
        header.edges = numbers[1];
        const uint64_t format = numbers.size() > 2 ? numbers[2] : 0;
        // 0 weights per vertex mean 1 if the format announces weights.
        const uint64_t weights = numbers.size() > 3 ? std::max<uint64_t>(numbers[3], 1) : 1;
        if (format % 10 > 1 || format / 10 % 10 > 1 || format > 111 || weights > 1000)
            return fmt::format("format {} is not known", format);
        header.has_weights = format % 10 != 0;
        header.passed = (format / 100) + (format / 10 % 10 != 0 ? weights : 0);
        header.body = static_cast<size_t>(line - text.data());
        return {};
    }
    return "the file ends before its first line with numbers";
}

template <class Entry>
std::string take_vertex(const char *at, const char *end, uint64_t vertex, uint64_t base,
                        const MetisHeader &header, Buffer<Entry> &found, bool &whole) {
    if (vertex >= header.vertices)
        return skip_blanks(at, end) == end
                   ? std::string()
                   : fmt::format("a line for vertex {} where line {} announces {}", vertex + base,
                                 header.line, header.vertices);
    uint64_t number = 0;
    for (uint64_t k = 0; (at = skip_blanks(at, end)) < end; ++k) {
        const char *const begin = at;
        if (!take_whole(at, end, number) || (at < end && !is_blank(*at)))
            return fmt::format("'{}' is not a whole number", word_at(begin, end));
        if (k < header.passed) continue;
        if (number < base || number - base >= header.vertices)
            return fmt::format("neighbour {} is out of range {}..{}", number, base,
                               header.vertices - 1 + base);
        Entry entry;
        entry.key = decltype(Entry::key)::of(vertex, number - base);
        if constexpr (Entry::has_weight) {
            at = skip_blanks(at, end);
            if (at == end) return fmt::format("the weight of neighbour {} is missing", number);
            std::string complaint = take_real(at, end, entry.weight, whole);
            if (complaint.empty() && at < end && !is_blank(*at))
                complaint = "a weight is no number";
            if (!complaint.empty()) return complaint;
        }
        found.push_back(entry);
    }
    return {};
}

template <class Entry>
Buffer<Entry> join(const std::vector<Buffer<Entry>> &parts) {
    std::vector<size_t> begin(parts.size() + 1, 0);
    for (size_t p = 0; p < parts.size(); ++p) begin[p + 1] = begin[p] + parts[p].size();
    Buffer<Entry> entries(begin.back());
    const auto count = static_cast<int64_t>(parts.size());
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
    for (int64_t c = 0; c < count; ++c) {
        const auto p = static_cast<size_t>(c);
        std::copy(parts[p].begin(), parts[p].end(),
                  entries.begin() + static_cast<int64_t>(begin[p]));
    }
    return entries;
}

/// Parses the lines of the vertices into entries of one kind.
template <class Entry>
void read_vertices(EdgeList &edges, const MetisHeader &header, std::vector<Chunk> &chunks,
                   const std::string &name, const ReadOptions &options, const Progress &progress) {
    const uint64_t base = edges.ids.base();
    std::vector<Buffer<Entry>> parts(chunks.size());
    std::vector<char> whole(chunks.size(), 1);
    parse_chunks(chunks, progress, [&](Chunk &chunk, size_t number) {
        bool are_whole = true;
        Buffer<Entry> found;
        parse_chunk(chunk, is_vertex, [&](const char *line, const char *stop, uint64_t vertex) {
            return take_vertex(line, stop, vertex, base, header, found, are_whole);
        });
        whole[number] = are_whole;
        parts[number] = std::move(found);
    });
    refuse_bad_lines(chunks, name);
    Buffer<Entry> entries = join(parts);
    parts.clear();
    if (entries.size() != 2 * header.edges)
        refuse_line(name, header.line,
                    fmt::format("{} edges announced, the lines list {} neighbours instead of {}",
                                header.edges, entries.size(), 2 * header.edges));
    const bool are_whole = std::all_of(whole.begin(), whole.end(), [](char w) { return w != 0; });
    if (header.has_weights) edges.field = are_whole ? Field::integer : Field::real;
    sort_into(edges, entries, options.duplicates);
}

/// Checks that both ends of each edge list it.
void check_symmetry(const EdgeList &edges, const std::vector<Chunk> &chunks,
                    const std::string &name) {
    if (is_symmetric(edges)) return;
    const Buffer<uint64_t> offsets = row_offsets(edges);
    for (uint64_t k = 0; k < edges.size(); ++k) {
        const uint64_t i = edges.rows[k];
        const uint64_t j = edges.cols[k];
        const auto first = edges.cols.begin() + static_cast<int64_t>(offsets[j]);
        const auto last = edges.cols.begin() + static_cast<int64_t>(offsets[j + 1]);
        const auto found = std::lower_bound(first, last, i);
        const bool is_listed = found != last && *found == i;
        if (is_listed &&
            (edges.is_pattern() ||
             edges.weights[static_cast<size_t>(found - edges.cols.begin())] == edges.weights[k]))
            continue;
        const uint64_t base = edges.ids.base();
        refuse_line(name, line_of_entry(chunks, i, is_vertex),
                    fmt::format("{} is a neighbour of {}, the line of {} {}", j + base, i + base,
                                j + base,
                                is_listed ? "has another weight"
                                          : fmt::format("does not list {}", i + base)));
    }
}

} // namespace

bool looks_like_metis(std::string_view text) {
    MetisHeader header;
    if (!read_header(text, header).empty() || header.vertices == 0) return false;
    const std::vector<Chunk> chunks = cut_lines(text.substr(header.body), 1, is_vertex);
    if (entries_of(chunks) != header.vertices) return false;
    const bool are_neighbours = header.passed == 0 && !header.has_weights;
    uint64_t words = 0;
    bool are_pairs = true;
    const char *at = text.data() + header.body;
    const char *const end = text.data() + text.size();
    while (at < end) {
        const char *const stop = line_end(at, end);
        const uint64_t before = words;
        for (at = skip_blanks(at, stop); at < stop; at = skip_blanks(at, stop), ++words) {
            uint64_t number = 0;
            if (!take_whole(at, stop, number) || (at < stop && !is_blank(*at))) return false;
            if (are_neighbours && (number < 1 || number > header.vertices)) return false;
        }
        are_pairs = are_pairs && words - before == 2;
        at = next_line(stop, end);
    }
    // Lines of two words are edges rather than two neighbours for each vertex.
    const uint64_t per_neighbour = 1 + header.has_weights;
    return !are_pairs && header.edges <= words &&
           words == header.passed * header.vertices + 2 * header.edges * per_neighbour;
}

EdgeList parse_metis(std::string_view text, const std::string &name, const ReadOptions &options,
                     const Progress &progress) {
    MetisHeader header;
    const std::string complaint = read_header(text, header);
    if (text.empty()) throw InputError(fmt::format("{}: the file is empty", name));
    if (!complaint.empty()) refuse_line(name, header.line, complaint);
    std::vector<Chunk> chunks = cut_lines(text.substr(header.body), header.line + 1, is_vertex);
    if (entries_of(chunks) < header.vertices)
        refuse_line(name, header.line,
                    fmt::format("{} vertices announced, the file has lines for {}: wrong count or "
                                "truncated file",
                                header.vertices, entries_of(chunks)));
    EdgeList edges;
    edges.nrows = edges.ncols = header.vertices;
    edges.ids = VertexIds(options.base.value_or(1));
    edges.origin = fmt::format("METIS, ids {}", edges.ids.describe());
    with_entries(header.vertices, header.has_weights, [&](auto entry) {
        read_vertices<decltype(entry)>(edges, header, chunks, name, options, progress);
    });
    check_symmetry(edges, chunks, name);
    edges.is_undirected = true;
    return edges;
}

} // namespace grb::tool
