// Reads the files that list a graph's vertices.
#include "vertex_list.h"

#include "archive.h"
#include "input_error.h"
#include "packer.h"
#include "table.h"
#include "text_lines.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>
#include <unordered_set>

namespace grb::tool {

namespace {

/// Adds the ids of a list to the graph of read edges.
class VertexList {
public:
    VertexList(EdgeList &edges, const std::string &graph, const ReadOptions &options)
        : edges_(edges), graph_(graph), name_(options.vertices), list_(read_text(name_)) {
        entries_.has_comments = options.has_comments;
    }

    void add_numbers() {
        std::vector<uint64_t> numbers;
        for_lines([&](std::string_view line, uint64_t number_of_line) {
            const std::string_view id = first_of(line, " \t\r,;|");
            const char *at = id.data();
            uint64_t number = 0;
            if (!take_whole(at, at + id.size(), number) || at != id.data() + id.size())
                refuse_line(name_, number_of_line,
                            fmt::format("'{}' is not a whole number, as the ids of {} are",
                                        word_at(id.data(), id.data() + id.size()), graph_));
            numbers.push_back(number);
        });
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        const std::vector<uint64_t> &table = edges_.ids.table();
        std::vector<uint64_t> position(edges_.nrows);
        for (uint64_t v = 0; v < edges_.nrows; ++v) {
            const uint64_t id = table.empty() ? v + edges_.ids.base() : table[v];
            const auto found = std::lower_bound(numbers.begin(), numbers.end(), id);
            if (found == numbers.end() || *found != id) refuse_missing(std::to_string(id));
            position[v] = static_cast<uint64_t>(found - numbers.begin());
        }
        // The new numbers ascend, so that entries stay in order.
        for (uint64_t &row : edges_.rows) row = position[row];
        for (uint64_t &col : edges_.cols) col = position[col];
        edges_.nrows = edges_.ncols = numbers.size();
        edges_.ids = VertexIds::of_numbers(std::move(numbers));
    }

    void add_words() {
        std::vector<std::string> known;
        for (uint64_t v = 0; v < edges_.nrows; ++v) known.push_back(edges_.ids.of(v));
        std::vector<std::string_view> words(known.begin(), known.end());
        const std::unordered_set<std::string_view> of_edges(words.begin(), words.end());
        std::unordered_set<std::string_view> listed;
        std::deque<std::string> unquoted;
        // Names of towns contain blanks.
        const bool have_blanks = edges_.ids.text().find(' ') != std::string::npos;
        for_lines([&](std::string_view line, uint64_t) {
            const std::string_view id = line.front() == '"'
                                            ? unquoted.emplace_back(between_quotes(line))
                                            : first_of(line, have_blanks ? "\t,;|" : " \t\r,;|");
            if (listed.insert(id).second && of_edges.count(id) == 0) words.push_back(id);
        });
        for (const std::string &id : known)
            if (listed.count(id) == 0) refuse_missing(id);
        edges_.nrows = edges_.ncols = words.size();
        edges_.ids = VertexIds::of_words(words);
    }

private:
    /// Passes each line, from its first word, to take(line, its number).
    template <class Take>
    void for_lines(const Take &take) const {
        uint64_t number = 0;
        const char *at = list_.data();
        const char *const end = at + list_.size();
        while (at < end) {
            const char *const stop = line_end(at, end);
            const char *const begin = skip_blanks(at, stop);
            ++number;
            if (entries_(at, stop))
                take(std::string_view(begin, static_cast<size_t>(stop - begin)), number);
            at = next_line(stop, end);
        }
    }

    static std::string_view first_of(std::string_view line, std::string_view ends) {
        const std::string_view id = line.substr(0, line.find_first_of(ends));
        return id.substr(0, id.find_last_not_of(" \t\r") + 1);
    }

    /// The quoted id at the start of a line; two quotes inside stand for one.
    static std::string between_quotes(std::string_view line) {
        std::string id;
        for (size_t k = 1; k < line.size(); ++k) {
            if (line[k] == '"' && line.substr(k, 2) != "\"\"") break;
            k += line[k] == '"';
            id += line[k];
        }
        return id;
    }

    [[noreturn]] void refuse_missing(const std::string &id) const {
        const bool has_mark = entries_.has_comments && !id.empty() &&
                              EntryLines::is_mark(id.data(), id.data() + id.size());
        throw InputError(
            fmt::format("{}: it lists no vertex {}, which {} has{}", name_, id, graph_,
                        has_mark ? " (--no-comments reads lines that begin with #, % or //)" : ""));
    }

    EdgeList &edges_;
    const std::string &graph_;
    const std::string &name_;
    std::string list_;
    EntryLines entries_;
};

} // namespace

void add_vertices(EdgeList &edges, const std::string &graph, const ReadOptions &options) {
    const uint64_t before = edges.nrows;
    VertexList list(edges, graph, options);
    if (edges.ids.are_words())
        list.add_words();
    else
        list.add_numbers();
    edges.origin +=
        fmt::format(", {} more {} of {}", edges.nrows - before,
                    edges.nrows - before == 1 ? "vertex" : "vertices", options.vertices);
}

GraphalyticsFiles files_beside(const std::string &path) {
    const std::string_view plain = without_packing(path);
    constexpr std::string_view ending = ".e";
    if (plain.size() <= ending.size() || plain.substr(plain.size() - ending.size()) != ending)
        return {};
    const std::string stem(plain.substr(0, plain.size() - ending.size()));
    GraphalyticsFiles files;
    for (const char *const packing : {"", ".gz", ".zst", ".bz2"})
        if (const std::string list = stem + ".v" + packing;
            files.vertices.empty() && access(list.c_str(), R_OK) == 0)
            files.vertices = list;
    std::ifstream properties(stem + ".properties");
    for (std::string line; std::getline(properties, line);) {
        line.erase(std::remove_if(line.begin(), line.end(), is_blank), line.end());
        constexpr std::string_view wanted = ".directed=false";
        if (line.rfind("graph.", 0) == 0 && line.size() > wanted.size() &&
            line.compare(line.size() - wanted.size(), wanted.size(), wanted) == 0)
            files.undirected = stem + ".properties";
    }
    return files;
}

} // namespace grb::tool
