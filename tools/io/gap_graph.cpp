// Reads and writes the serialised graphs of the GAP benchmark suite.
#include "gap_graph.h"

#include "assemble.h"
#include "input_error.h"
#include "mirror_sum.h"
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

/// One of the two lists, of the outgoing edges or the incoming ones.
class Side {
public:
    Side(std::string_view bytes, const std::string &name, const GapShape &shape, uint64_t begin)
        : bytes_(bytes), name_(name), shape_(shape), begin_(begin) {
        if (offset(shape.vertices) != shape.entries || offset(0) != 0)
            throw InputError(
                fmt::format("{}: byte {}: the offsets run from {} to {} instead of 0 to {}", name,
                            begin, offset(0), offset(shape.vertices), shape.entries));
        for (uint64_t v = 0; v < shape.vertices; ++v)
            if (offset(v) > offset(v + 1))
                throw InputError(fmt::format("{}: byte {}: the offset of vertex {} is {}, the next "
                                             "one is {}",
                                             name, begin + v * 8, v, offset(v), offset(v + 1)));
    }

    uint64_t end() const { return body() + shape_.entries * step(); }

    /// The sum of use(k, vertex, neighbour, weight) over all entries.
    template <class Use>
    uint64_t sum(const Use &use) const {
        const auto count = static_cast<int64_t>(shape_.vertices);
        uint64_t bad = UINT64_MAX;
        uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 1024) reduction(min : bad) reduction(+ : sum)
        for (int64_t i = 0; i < count; ++i) {
            const auto v = static_cast<uint64_t>(i);
            for (uint64_t k = offset(v); k < offset(v + 1); ++k) {
                const int32_t neighbour = half_of(bytes_, body() + k * step());
                if (neighbour < 0 || static_cast<uint64_t>(neighbour) >= shape_.vertices) {
                    bad = std::min(bad, k);
                    continue;
                }
                const int32_t weight =
                    shape_.has_weights ? half_of(bytes_, body() + k * step() + 4) : 1;
                sum += use(k, v, static_cast<uint64_t>(neighbour), weight);
            }
        }
        if (bad == UINT64_MAX) return sum;
        const uint64_t position = body() + bad * step();
        throw InputError(fmt::format("{}: byte {}: neighbour {} is out of range 0..{}", name_,
                                     position, half_of(bytes_, position),
                                     static_cast<int64_t>(shape_.vertices) - 1));
    }

private:
    uint64_t offset(uint64_t v) const {
        return word_of(bytes_, begin_ + v * 8);
    }
    uint64_t body() const {
        return begin_ + (shape_.vertices + 1) * 8;
    }
    uint64_t step() const {
        return shape_.has_weights ? 8 : 4;
    }

    std::string_view bytes_;
    const std::string &name_;
    const GapShape &shape_;
    uint64_t begin_;
};

/// Rows, columns and weights of the outgoing edges. Throws InputError if the incoming ones differ.
RawEntries entries_of(std::string_view bytes, const std::string &name, const GapShape &shape) {
    RawEntries raw;
    raw.rows.resize(shape.entries);
    raw.cols.resize(shape.entries);
    raw.weights.resize(shape.has_weights ? shape.entries : 0);
    const Side out(bytes, name, shape, head_bytes);
    const uint64_t edges = out.sum([&](uint64_t k, uint64_t u, uint64_t v, int32_t weight) {
        raw.rows[k] = u;
        raw.cols[k] = v;
        if (shape.has_weights) raw.weights[k] = weight;
        if (shape.is_directed) return MirrorSum::number(u, v, weight);
        // Adds entries above the diagonal and subtracts those below it.
        return u == v  ? 0
               : u < v ? MirrorSum::number(u, v, weight)
                       : -MirrorSum::number(v, u, weight);
    });
    if (!shape.is_directed && edges != 0)
        throw InputError(fmt::format("{}: byte 0: the graph is undirected, but not every edge is "
                                     "there in both directions",
                                     name));
    if (!shape.is_directed) return raw;
    const Side in(bytes, name, shape, out.end());
    const uint64_t mirrored = in.sum([](uint64_t, uint64_t v, uint64_t u, int32_t weight) {
        return MirrorSum::number(u, v, weight);
    });
    if (edges != mirrored)
        throw InputError(fmt::format("{}: byte {}: the edges into the vertices are not those out "
                                     "of them",
                                     name, out.end()));
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
    edges.is_undirected = !shape.is_directed;
    return edges;
}

namespace {

/// Writes offsets and neighbours of the rows, or of the columns.
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
    constexpr uint64_t chunk = uint64_t{1} << 18;
    std::vector<int32_t> block;
    for (uint64_t k = 0; k < edges.size(); ++k) {
        block.push_back(
            static_cast<int32_t>(by_columns ? edges.rows[order[k]] : edges.cols[order[k]]));
        if (weighted)
            block.push_back(edges.is_pattern() ? 1 : static_cast<int32_t>(edges.weights[order[k]]));
        if (block.size() < chunk && k + 1 < edges.size()) continue;
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
