#include "graph_texts.h"
#include "input_error.h"
#include "sort_entries.h"
#include "text_lines.h"

#include <fmt/format.h>

namespace grb::tool {

namespace {

constexpr uint64_t max_dimension = uint64_t{1} << 60;

/// Neither blank nor a comment.
bool is_line(const char *at, const char *end) {
    at = skip_blanks(at, end);
    return at < end && !(*at == 'c' && (at + 1 == end || is_blank(at[1])));
}

struct Problem {
    uint64_t vertices = 0;
    uint64_t arcs = 0;
    size_t body = 0;
    uint64_t line = 0;
};

/// The word at `at`, and moves behind it and the blanks.
std::string_view take_word(const char *&at, const char *end) {
    at = skip_blanks(at, end);
    const char *const begin = at;
    while (at < end && !is_blank(*at)) ++at;
    return {begin, static_cast<size_t>(at - begin)};
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
        if (!is_line(at, stop)) continue;
        if (take_word(at, stop) != "p" || take_word(at, stop) != "sp")
            refuse_line(name, problem.line, "no DIMACS graph: a line 'p sp N M' must come first");
        for (uint64_t *const number : {&problem.vertices, &problem.arcs}) {
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
    refuse_line(name, problem.line, "the file ends before its line 'p sp N M'");
}

std::string take_arc(const char *at, const char *end, uint64_t base, const Problem &problem,
                     uint64_t &row, uint64_t &col, double &weight, bool &whole) {
    const char *const line = at;
    if (take_word(at, end) != "a")
        return fmt::format("'{}' is no line of an arc, which begins with 'a'", word_at(line, end));
    for (uint64_t *const id : {&row, &col}) {
        at = skip_blanks(at, end);
        if (at == end) return "the arc needs two vertices and a weight";
        const char *const begin = at;
        if (!take_whole(at, end, *id) || (at < end && !is_blank(*at)))
            return fmt::format("'{}' is not a vertex", word_at(begin, end));
        if (*id < base || *id - base >= problem.vertices)
            return fmt::format("vertex {} is out of range {}..{}", *id, base,
                               problem.vertices - 1 + base);
        *id -= base;
    }
    at = skip_blanks(at, end);
    if (at == end) return "the weight is missing";
    const char *const begin = at;
    std::string complaint = take_real(at, end, weight, whole);
    if (complaint.empty() && at < end && !is_blank(*at))
        complaint = fmt::format("'{}' is not a number", word_at(begin, end));
    if (complaint.empty() && skip_blanks(at, end) != end)
        complaint = fmt::format("'{}' follows the arc", word_at(at, end));
    return complaint;
}

/// The lines of the arcs, as entries of one kind.
template <class Entry>
void read_arcs(EdgeList &edges, const Problem &problem, std::vector<Chunk> &chunks,
               const std::string &name, const ReadOptions &options, const Progress &progress) {
    Buffer<Entry> entries(entries_of(chunks));
    std::vector<char> whole(chunks.size(), 1);
    parse_chunks(chunks, progress, [&](Chunk &chunk, size_t number) {
        bool are_whole = true;
        parse_chunk(chunk, is_line, [&](const char *line, const char *stop, uint64_t k) {
            uint64_t row = 0;
            uint64_t col = 0;
            double weight = 1;
            std::string complaint =
                take_arc(line, stop, edges.ids.base(), problem, row, col, weight, are_whole);
            entries[k].key = decltype(Entry::key)::of(row, col);
            if constexpr (Entry::has_weight) entries[k].weight = weight;
            return complaint;
        });
        whole[number] = are_whole;
    });
    refuse_bad_lines(chunks, name);
    if (std::find(whole.begin(), whole.end(), 0) != whole.end()) edges.field = Field::real;
    sort_into(edges, entries, options.duplicates);
}

} // namespace

bool looks_like_dimacs(std::string_view start) {
    const char *line = start.data();
    const char *const end = line + start.size();
    while (line < end) {
        const char *const stop = line_end(line, end);
        const char *at = line;
        if (is_line(at, stop)) return take_word(at, stop) == "p" && take_word(at, stop) == "sp";
        line = next_line(stop, end);
    }
    return false;
}

EdgeList parse_dimacs(std::string_view text, const std::string &name, const ReadOptions &options,
                      const Progress &progress) {
    const Problem problem = read_problem(text, name);
    std::vector<Chunk> chunks = cut_lines(text.substr(problem.body), problem.line + 1, is_line);
    const uint64_t found = entries_of(chunks);
    if (found > problem.arcs)
        refuse_line(name, line_of_entry(chunks, problem.arcs, is_line),
                    fmt::format("arc {} where line {} announces {}", problem.arcs + 1, problem.line,
                                problem.arcs));
    if (found < problem.arcs)
        refuse_line(name, problem.line,
                    fmt::format("{} arcs announced, the file has {}: wrong count or truncated file",
                                problem.arcs, found));
    EdgeList edges;
    edges.nrows = edges.ncols = problem.vertices;
    edges.field = Field::integer;
    edges.ids = VertexIds(options.base.value_or(1));
    edges.origin = fmt::format("DIMACS, ids {}", edges.ids.describe());
    with_entries(problem.vertices, true, [&](auto entry) {
        read_arcs<decltype(entry)>(edges, problem, chunks, name, options, progress);
    });
    return edges;
}

} // namespace grb::tool
