#include "gap_graph.h"

#include "assemble.h"
#include "input_error.h"
#include "random.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace grb::tool {

namespace {

constexpr uint64_t head_bytes = 17;
constexpr uint64_t most_vertices = uint64_t{1} << 31;
constexpr uint64_t most_entries = uint64_t{1} << 56;

uint64_t word_of(std::string_view bytes, uint64_t at) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

int32_t half_of(std::string_view bytes, uint64_t at) {
    int32_t half = 0;
    std::memcpy(&half, bytes.data() + at, sizeof half);
    return half;
}

Uint128 length_of(const GapShape &shape) {
    const Uint128 one = static_cast<Uint128>(shape.vertices + 1) * 8 +
                        static_cast<Uint128>(shape.entries) * (shape.has_weights ? 8u : 4u);
    return head_bytes + one * (shape.is_directed ? 2u : 1u);
}

/// Rows, columns and weights of the first of the two lists.
RawEntries entries_of(std::string_view bytes, const std::string &name, const GapShape &shape) {
    RawEntries raw;
    raw.rows.resize(shape.entries);
    raw.cols.resize(shape.entries);
    raw.weights.resize(shape.has_weights ? shape.entries : 0);
    const uint64_t step = shape.has_weights ? 8 : 4;
    const uint64_t body = head_bytes + (shape.vertices + 1) * 8;
    const auto offset = [&](uint64_t v) { return word_of(bytes, head_bytes + v * 8); };
    if (offset(shape.vertices) != shape.entries || offset(0) != 0)
        throw InputError(
            fmt::format("{}: byte {}: the offsets run from {} to {} instead of 0 to {}", name,
                        head_bytes, offset(0), offset(shape.vertices), shape.entries));
    for (uint64_t v = 0; v < shape.vertices; ++v)
        if (offset(v) > offset(v + 1))
            throw InputError(fmt::format("{}: byte {}: the offset of vertex {} is {}, the next one "
                                         "is {}",
                                         name, head_bytes + v * 8, v, offset(v), offset(v + 1)));
    const auto count = static_cast<int64_t>(shape.vertices);
    uint64_t bad = UINT64_MAX;
#pragma omp parallel for schedule(dynamic, 1024) reduction(min : bad)
    for (int64_t i = 0; i < count; ++i) {
        const auto v = static_cast<uint64_t>(i);
        for (uint64_t k = offset(v); k < offset(v + 1); ++k) {
            const int32_t neighbour = half_of(bytes, body + k * step);
            if (neighbour < 0 || static_cast<uint64_t>(neighbour) >= shape.vertices) {
                bad = std::min(bad, k);
                continue;
            }
            raw.rows[k] = v;
            raw.cols[k] = static_cast<uint64_t>(neighbour);
            if (shape.has_weights) raw.weights[k] = half_of(bytes, body + k * step + 4);
        }
    }
    if (bad != UINT64_MAX)
        throw InputError(fmt::format("{}: byte {}: neighbour {} is out of range 0..{}", name,
                                     body + bad * step, half_of(bytes, body + bad * step),
                                     static_cast<int64_t>(shape.vertices) - 1));
    return raw;
}

} // namespace

std::optional<GapShape> gap_shape(std::string_view start, bool is_whole) {
    if (start.size() < head_bytes + 8 || (start[0] != 0 && start[0] != 1)) return std::nullopt;
    GapShape shape;
    shape.is_directed = start[0] == 1;
    shape.entries = word_of(start, 1);
    shape.vertices = word_of(start, 9);
    if (shape.entries > most_entries || shape.vertices > most_vertices ||
        word_of(start, head_bytes) != 0)
        return std::nullopt;
    if (!is_whole) {
        shape.has_weights = true;
        if (length_of(shape) < start.size()) return std::nullopt;
        return shape;
    }
    for (const bool weighted : {false, true}) {
        shape.has_weights = weighted;
        if (length_of(shape) == start.size()) return shape;
    }
    return std::nullopt;
}

EdgeList parse_gap(std::string_view bytes, const std::string &name, std::optional<bool> weighted) {
    if (bytes.size() < head_bytes + 8 || (bytes[0] != 0 && bytes[0] != 1))
        throw InputError(fmt::format("{}: byte 0: no graph of GAP: it begins with 0 or 1 and the "
                                     "numbers of entries and vertices",
                                     name));
    GapShape shape;
    shape.is_directed = bytes[0] == 1;
    shape.entries = word_of(bytes, 1);
    shape.vertices = word_of(bytes, 9);
    if (shape.entries > most_entries || shape.vertices > most_vertices)
        throw InputError(fmt::format("{}: byte 1: {} entries and {} vertices are too many", name,
                                     shape.entries, shape.vertices));
    const std::optional<GapShape> found = gap_shape(bytes, true);
    shape.has_weights = weighted.value_or(found && found->has_weights);
    if (length_of(shape) != bytes.size())
        throw InputError(fmt::format("{}: byte 1: {} entries of {} vertices were announced, which "
                                     "is not what {} bytes hold{}",
                                     name, shape.entries, shape.vertices, bytes.size(),
                                     shape.has_weights ? " with weights" : ""));
    RawEntries raw = entries_of(bytes, name, shape);
    EdgeList edges;
    edges.nrows = edges.ncols = shape.vertices;
    edges.field = shape.has_weights ? Field::integer : Field::pattern;
    edges.ids = VertexIds(0);
    edges.origin = fmt::format("GAP {}, ids from 0", shape.has_weights ? ".wsg" : ".sg");
    assemble(edges, raw, Duplicates::sum);
    edges.is_undirected = !shape.is_directed && is_symmetric(edges);
    return edges;
}

namespace {

/// Offsets and neighbours of the rows, or of the columns.
void write_side(OutputFile &file, const EdgeList &edges, bool by_columns, bool weighted) {
    const uint64_t n = edges.nrows;
    Buffer<uint64_t> order(edges.size());
    std::vector<uint64_t> offsets(n + 1, 0);
    for (uint64_t k = 0; k < edges.size(); ++k)
        ++offsets[(by_columns ? edges.cols[k] : edges.rows[k]) + 1];
    for (uint64_t v = 0; v < n; ++v) offsets[v + 1] += offsets[v];
    file.write({reinterpret_cast<const char *>(offsets.data()), offsets.size() * 8});
    for (uint64_t k = 0; k < edges.size(); ++k)
        order[offsets[by_columns ? edges.cols[k] : edges.rows[k]]++] = k;
    constexpr uint64_t piece = uint64_t{1} << 18;
    std::vector<int32_t> block;
    for (uint64_t k = 0; k < edges.size(); ++k) {
        block.push_back(
            static_cast<int32_t>(by_columns ? edges.rows[order[k]] : edges.cols[order[k]]));
        if (weighted)
            block.push_back(edges.is_pattern() ? 1 : static_cast<int32_t>(edges.weights[order[k]]));
        if (block.size() < piece && k + 1 < edges.size()) continue;
        file.write({reinterpret_cast<const char *>(block.data()), block.size() * 4});
        block.clear();
    }
}

} // namespace

void write_gap(OutputFile &file, const EdgeList &edges, bool weighted, const std::string &name) {
    if (edges.nrows >= most_vertices)
        throw InputError(
            fmt::format("{}: {} vertices, GAP's graphs have fewer than 2^31", name, edges.nrows));
    if (weighted && !edges.is_pattern())
        for (uint64_t k = 0; k < edges.size(); ++k)
            if (edges.weights[k] != std::trunc(edges.weights[k]) ||
                std::abs(edges.weights[k]) > 0x7fffffff)
                throw InputError(fmt::format("{}: weight {} of the edge from {} to {} is no int32, "
                                             "which .wsg holds",
                                             name, edges.weights[k], edges.ids.of(edges.rows[k]),
                                             edges.ids.of(edges.cols[k])));
    const bool is_directed = !edges.is_undirected && !is_symmetric(edges);
    const uint64_t numbers[2] = {edges.size(), edges.nrows};
    std::string head(1, static_cast<char>(is_directed));
    head.append(reinterpret_cast<const char *>(numbers), sizeof numbers);
    file.write(head);
    write_side(file, edges, false, weighted);
    if (is_directed) write_side(file, edges, true, weighted);
}

} // namespace grb::tool
