#include "vertex_list.h"

#include "input_error.h"
#include "packer.h"
#include "table.h"
#include "table_fields.h"
#include "text_lines.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>
#include <unordered_set>

namespace grb::tool {

namespace {

/// Gives the id of each line to take(id, line's number).
template <class Take>
void for_ids(std::string_view list, const Take &take) {
    const EntryLines entries;
    uint64_t number = 0;
    const char *at = list.data();
    const char *const end = at + list.size();
    while (at < end) {
        const char *const stop = line_end(at, end);
        ++number;
        if (entries(at, stop)) {
            const char *const begin = skip_blanks(at, stop);
            const char *id = begin;
            while (id < stop && !is_blank(*id) && *id != ',' && *id != ';' && *id != '|') ++id;
            take(std::string_view(begin, static_cast<size_t>(id - begin)), number);
        }
        at = next_line(stop, end);
    }
}

void add_numbers(EdgeList &edges, const std::string &graph, std::string_view list,
                 const std::string &name) {
    std::vector<uint64_t> numbers;
    for_ids(list, [&](std::string_view id, uint64_t line) {
        const char *at = id.data();
        uint64_t number = 0;
        if (!take_whole(at, at + id.size(), number) || at != id.data() + id.size())
            refuse_line(name, line,
                        fmt::format("'{}' is not a whole number, as the ids of {} are",
                                    word_at(id.data(), id.data() + id.size()), graph));
        numbers.push_back(number);
    });
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const std::vector<uint64_t> &table = edges.ids.table();
    std::vector<uint64_t> place(edges.nrows);
    for (uint64_t v = 0; v < edges.nrows; ++v) {
        const uint64_t id = table.empty() ? v + edges.ids.base() : table[v];
        const auto found = std::lower_bound(numbers.begin(), numbers.end(), id);
        if (found == numbers.end() || *found != id)
            throw InputError(
                fmt::format("{}: it lists no vertex {}, which {} has", name, id, graph));
        place[v] = static_cast<uint64_t>(found - numbers.begin());
    }
    // Places ascend, so that entries stay in order.
    for (uint64_t &row : edges.rows) row = place[row];
    for (uint64_t &col : edges.cols) col = place[col];
    edges.nrows = edges.ncols = numbers.size();
    edges.ids = VertexIds::of_numbers(std::move(numbers));
}

void add_words(EdgeList &edges, const std::string &graph, std::string_view list,
               const std::string &name) {
    std::vector<std::string> known;
    for (uint64_t v = 0; v < edges.nrows; ++v) known.push_back(edges.ids.of(v));
    std::vector<std::string_view> words(known.begin(), known.end());
    const std::unordered_set<std::string_view> of_edges(words.begin(), words.end());
    std::unordered_set<std::string_view> listed;
    for_ids(list, [&](std::string_view id, uint64_t) {
        if (id.size() > 1 && id.front() == '"' && id.back() == '"')
            id = id.substr(1, id.size() - 2);
        if (listed.insert(id).second && of_edges.count(id) == 0) words.push_back(id);
    });
    for (const std::string &id : known)
        if (listed.count(id) == 0)
            throw InputError(
                fmt::format("{}: it lists no vertex {}, which {} has", name, id, graph));
    edges.nrows = edges.ncols = words.size();
    edges.ids = VertexIds::of_words(words);
}

} // namespace

void add_vertices(EdgeList &edges, const std::string &graph, std::string_view list,
                  const std::string &name) {
    const uint64_t before = edges.nrows;
    if (edges.ids.are_words())
        add_words(edges, graph, list, name);
    else
        add_numbers(edges, graph, list, name);
    edges.origin += fmt::format(", {} more {} of {}", edges.nrows - before,
                                edges.nrows - before == 1 ? "vertex" : "vertices", name);
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
