// Writes graphs in text formats.
#include "text_write.h"

#include "input_error.h"
#include "write_lines.h"

#include <cmath>

namespace grb::tool {

namespace {

/// Formats an id as a field of a table or a list: in quotes if it might be misread.
std::string field_of(const EdgeList &edges, uint64_t vertex) {
    std::string id = edges.ids.of(vertex);
    if (!edges.ids.are_words()) return id;
    constexpr const char *marks = " \t\r\n\"#%/,;|{";
    if (!id.empty() && id.find_first_of(marks) == std::string::npos) return id;
    std::string quoted = "\"";
    for (const char c : id) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

} // namespace

void write_gap_lines(OutputFile &file, const EdgeList &edges, bool has_weights) {
    write_lines(file, edges.size(), [&](fmt::memory_buffer &out, uint64_t k) {
        fmt::format_to(std::back_inserter(out), "{} {}", edges.rows[k], edges.cols[k]);
        if (has_weights) {
            out.push_back(' ');
            append_weight(out, edges, k);
        }
        out.push_back('\n');
    });
}

void write_table(OutputFile &file, const EdgeList &edges, char separator) {
    const std::string between(1, separator);
    file.write("source" + between + "target" + (edges.is_pattern() ? "" : between + "weight") +
               "\n");
    write_lines(file, edges.size(), [&](fmt::memory_buffer &out, uint64_t k) {
        fmt::format_to(std::back_inserter(out), "{}{}{}", field_of(edges, edges.rows[k]), separator,
                       field_of(edges, edges.cols[k]));
        if (!edges.is_pattern()) {
            out.push_back(separator);
            append_weight(out, edges, k);
        }
        out.push_back('\n');
    });
}

void write_dimacs(OutputFile &file, const EdgeList &edges) {
    file.write(fmt::format("p sp {} {}\n", edges.nrows, edges.size()));
    write_lines(file, edges.size(), [&](fmt::memory_buffer &out, uint64_t k) {
        fmt::format_to(std::back_inserter(out), "a {} {} ", edges.rows[k] + 1, edges.cols[k] + 1);
        append_weight(out, edges, k);
        out.push_back('\n');
    });
}

void write_adjacency_lists(OutputFile &file, const EdgeList &edges) {
    const Buffer<uint64_t> offsets = row_offsets(edges);
    write_lines(file, edges.nrows, [&](fmt::memory_buffer &out, uint64_t v) {
        const auto put = [&](uint64_t vertex) {
            fmt::format_to(std::back_inserter(out), "{}", field_of(edges, vertex));
        };
        put(v);
        for (uint64_t k = offsets[v]; k < offsets[v + 1]; ++k) {
            out.push_back(' ');
            put(edges.cols[k]);
        }
        out.push_back('\n');
    });
}

void write_metis(OutputFile &file, const EdgeList &edges, const std::string &name) {
    for (uint64_t k = 0; k < edges.size(); ++k) {
        if (edges.rows[k] == edges.cols[k])
            throw InputError(fmt::format("{}: METIS holds no loops, and {} has one "
                                         "(--drop-self-loops)",
                                         name, edges.ids.of(edges.rows[k])));
        if (!edges.is_pattern() &&
            (edges.weights[k] <= 0 || edges.weights[k] != std::trunc(edges.weights[k])))
            throw InputError(fmt::format("{}: METIS holds positive integers, the edge from {} to "
                                         "{} has the weight {}",
                                         name, edges.ids.of(edges.rows[k]),
                                         edges.ids.of(edges.cols[k]), edges.weights[k]));
    }
    if (!is_symmetric(edges))
        throw InputError(fmt::format("{}: METIS holds undirected graphs, this one is directed "
                                     "(--symmetrize)",
                                     name));
    const Buffer<uint64_t> offsets = row_offsets(edges);
    file.write(
        fmt::format("{} {}{}\n", edges.nrows, edges.size() / 2, edges.is_pattern() ? "" : " 001"));
    write_lines(file, edges.nrows, [&](fmt::memory_buffer &out, uint64_t v) {
        for (uint64_t k = offsets[v]; k < offsets[v + 1]; ++k) {
            fmt::format_to(std::back_inserter(out), "{}{}", k == offsets[v] ? "" : " ",
                           edges.cols[k] + 1);
            if (edges.is_pattern()) continue;
            out.push_back(' ');
            fmt::format_to(std::back_inserter(out), "{:.0f}", edges.weights[k]);
        }
        out.push_back('\n');
    });
}

void write_ids(OutputFile &file, const EdgeList &edges, char separator, uint64_t first) {
    file.write(fmt::format("vertex{}id\n", separator));
    write_lines(file, std::max(edges.nrows, edges.ncols), [&](fmt::memory_buffer &out, uint64_t v) {
        fmt::format_to(std::back_inserter(out), "{}{}{}\n", v + first, separator,
                       field_of(edges, v));
    });
}

} // namespace grb::tool
