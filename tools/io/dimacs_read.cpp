// Reads graphs in the formats of the DIMACS challenges.
#include "assemble.h"
#include "graph_texts.h"
#include "input_error.h"
#include "sort_entries.h"
#include "text_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace grb::tool {

namespace {

constexpr uint64_t max_dimension = uint64_t{1} << 60;

/// A supported kind of problem.
struct Kind {
    std::string_view name; ///< as in the problem line
    std::string_view text;
    char edge; ///< the first letter of an edge's line
    bool has_weights;
};

constexpr std::array<Kind, 5> kinds = {{
    {"sp", "DIMACS", 'a', true},
    {"max", "DIMACS (maximum flow), capacities as weights", 'a', true},
    {"edge", "DIMACS (undirected)", 'e', false},
    {"edges", "DIMACS (undirected)", 'e', false},
    {"col", "DIMACS (undirected)", 'e', false},
}};
/// Problems without a graph, or with an unsupported one.
constexpr std::array<std::string_view, 4> other_kinds = {"min", "asn", "cnf", "wcnf"};

const Kind *kind_named(std::string_view name) {
    const auto *const found = std::find_if(kinds.begin(), kinds.end(),
                                           [&](const Kind &kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : found;
}

/// Recognises the lines of edges. Others are blank, comments, or describe one vertex.
struct EdgeLines {
    char edge;

    bool operator()(const char *at, const char *end) const {
        at = skip_blanks(at, end);
        if (at == end) return false;
        const bool is_one_letter = at + 1 == end || is_blank(at[1]);
        const std::string_view others = edge == 'e' ? "cndvx" : edge == 'a' ? "cn" : "c";
        return !is_one_letter || others.find(*at) == std::string_view::npos;
    }
};

struct Problem {
    Kind kind{};
    uint64_t vertices = 0;
    uint64_t edges = 0;
    size_t body = 0;
    uint64_t line = 0;

    const char *edge_name() const { return kind.edge == 'a' ? "arc" : "edge"; }
    EdgeLines lines() const { return {kind.edge}; }
};

/// Returns the word at `at`, and moves behind it and the blanks.
std::string_view take_word(const char *&at, const char *end) {
    at = skip_blanks(at, end);
    const char *const begin = at;
    while (at < end && !is_blank(*at)) ++at;
    return {begin, static_cast<size_t>(at - begin)};
}

std::string known_kinds() {
    std::string names;
    for (const Kind &kind : kinds)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", kind.name);
    return names;
}

Problem read_problem(std::string_view text, const std::string &name) {
    Problem problem;
    const char *line = text.data();
    const char *const end = line + text.size();
    while (line < end) {
        const char *const stop = line_end(line, end);
        const char *at = line;
        line = next_line(stop, end);
        ++problem.line;
        if (!problem.lines()(at, stop)) continue;
        if (take_word(at, stop) != "p")
            refuse_line(name, problem.line, "no DIMACS graph: a line 'p KIND N M' must come first");
        const std::string word(take_word(at, stop));
        const Kind *const kind = kind_named(word);
        if (kind == nullptr)
            refuse_line(name, problem.line,
                        fmt::format("problems of the kind '{}' are not read, but {}",
                                    word_at(word.data(), word.data() + word.size()),
                                    known_kinds()));
        problem.kind = *kind;
        for (uint64_t *const number : {&problem.vertices, &problem.edges}) {
            at = skip_blanks(at, stop);
            const char *const begin = at;
            if (!take_whole(at, stop, *number) || (at < stop && !is_blank(*at)))
                refuse_line(name, problem.line,
                            fmt::format("'{}' is not a count", word_at(begin, stop)));
        }
        if (skip_blanks(at, stop) != stop)
            refuse_line(name, problem.line,
                        fmt::format("'{}' follows the counts", word_at(at, stop)));
        if (problem.vertices > max_dimension)
            refuse_line(name, problem.line,
                        fmt::format("{} vertices are more than 2^60", problem.vertices));
        problem.body = static_cast<size_t>(line - text.data());
        return problem;
    }
    if (problem.line == 0) throw InputError(fmt::format("{}: the file is empty", name));
    refuse_line(name, problem.line, "the file ends before its line 'p KIND N M'");
}

struct Edge {
    uint64_t row = 0;
    uint64_t col = 0;
    double weight = 1;
};

std::string take_edge(const char *at, const char *end, uint64_t base, const Problem &problem,
                      Edge &edge, bool &whole) {
    const char *const line = at;
    const char *const what = problem.edge_name();
    if (take_word(at, end) != std::string_view(&problem.kind.edge, 1))
        return fmt::format("'{}' is no line of an {}, which begins with '{}'", word_at(line, end),
                           what, problem.kind.edge);
    for (uint64_t *const id : {&edge.row, &edge.col}) {
        at = skip_blanks(at, end);
        if (at == end)
            return fmt::format("the {} needs two vertices{}", what,
                               problem.kind.has_weights ? " and a weight" : "");
        const char *const begin = at;
        if (!take_whole(at, end, *id) || (at < end && !is_blank(*at)))
            return fmt::format("'{}' is not a vertex", word_at(begin, end));
        if (*id < base || *id - base >= problem.vertices)
            return fmt::format("vertex {} is out of range {}..{}", *id, base,
                               problem.vertices - 1 + base);
        *id -= base;
    }
    at = skip_blanks(at, end);
    std::string complaint;
    if (problem.kind.has_weights) {
        if (at == end) return "the weight is missing";
        const char *const begin = at;
        complaint = take_real(at, end, edge.weight, whole);
        if (complaint.empty() && at < end && !is_blank(*at))
            complaint = fmt::format("'{}' is not a number", word_at(begin, end));
    }
    if (complaint.empty() && skip_blanks(at, end) != end)
        complaint = fmt::format("'{}' follows the {}", word_at(at, end), what);
    return complaint;
}

/// Parses the lines of the edges into entries of one kind.
template <class Entry>
void read_edges(EdgeList &edges, const Problem &problem, std::vector<Chunk> &chunks,
                const std::string &name, const ReadOptions &options, const Progress &progress) {
    Buffer<Entry> entries(entries_of(chunks));
    std::vector<char> whole(chunks.size(), 1);
    parse_chunks(chunks, progress, [&](Chunk &chunk, size_t number) {
        bool are_whole = true;
        parse_chunk(chunk, problem.lines(), [&](const char *line, const char *stop, uint64_t k) {
            Edge edge;
            std::string complaint =
                take_edge(line, stop, edges.ids.base(), problem, edge, are_whole);
            entries[k].key = decltype(Entry::key)::of(edge.row, edge.col);
            if constexpr (Entry::has_weight) entries[k].weight = edge.weight;
            return complaint;
        });
        whole[number] = are_whole;
    });
    refuse_bad_lines(chunks, name);
    if (std::find(whole.begin(), whole.end(), 0) != whole.end()) edges.field = Field::real;
    sort_into(edges, entries, options.duplicates);
}

/// Checks the announced count. An undirected graph may list each edge from both of its ends, and
/// announce it once.
void check_count(const Problem &problem, const std::vector<Chunk> &chunks,
                 const std::string &name) {
    const uint64_t found = entries_of(chunks);
    const char *const what = problem.edge_name();
    const bool may_be_double = problem.kind.edge == 'e' && problem.edges <= max_dimension;
    if (found == problem.edges || (may_be_double && found == 2 * problem.edges)) return;
    if (found > problem.edges)
        refuse_line(name, line_of_entry(chunks, problem.edges, problem.lines()),
                    fmt::format("{} {} where line {} announces {}", what, problem.edges + 1,
                                problem.line, problem.edges));
    refuse_line(name, problem.line,
                fmt::format("{} {}s announced, the file has {}: wrong count or truncated file",
                            problem.edges, what, found));
}

} // namespace

bool looks_like_dimacs(std::string_view start) {
    const char *line = start.data();
    const char *const end = line + start.size();
    while (line < end) {
        const char *const stop = line_end(line, end);
        const char *at = line;
        line = next_line(stop, end);
        if (!EdgeLines{}(at, stop)) continue;
        if (take_word(at, stop) != "p") return false;
        const std::string_view kind = take_word(at, stop);
        at = skip_blanks(at, stop);
        if (at == stop || *at < '0' || *at > '9') return false;
        return kind_named(kind) != nullptr ||
               std::find(other_kinds.begin(), other_kinds.end(), kind) != other_kinds.end();
    }
    return false;
}

EdgeList parse_dimacs(std::string_view text, const std::string &name, const ReadOptions &options,
                      const Progress &progress) {
    const Problem problem = read_problem(text, name);
    std::vector<Chunk> chunks =
        cut_lines(text.substr(problem.body), problem.line + 1, problem.lines());
    check_count(problem, chunks, name);
    EdgeList edges;
    edges.nrows = edges.ncols = problem.vertices;
    if (problem.kind.has_weights) edges.field = Field::integer;
    edges.ids = VertexIds(options.base.value_or(1));
    edges.origin = fmt::format("{}, ids {}", problem.kind.text, edges.ids.describe());
    with_entries(problem.vertices, problem.kind.has_weights, [&](auto entry) {
        read_edges<decltype(entry)>(edges, problem, chunks, name, options, progress);
    });
    if (problem.kind.edge == 'e' && !options.is_directed) symmetrize(edges, options.duplicates);
    return edges;
}

} // namespace grb::tool
