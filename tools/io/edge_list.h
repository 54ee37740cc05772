#pragma once

#include "buffer.h"
#include "packed_rows.h"
#include "vertex_ids.h"

#include <cstdint>
#include <memory>
#include <string>

namespace grb::tool {

/// Fewer are not worth a team of threads: waking it takes longer.
constexpr uint64_t few_entries = uint64_t{1} << 14;

enum class Field { pattern, integer, real };

/// The entries of a sparse matrix, sorted by row and column, each position once. Indices from 0.
struct EdgeList {
    uint64_t nrows = 0;
    uint64_t ncols = 0;
    Field field = Field::pattern;
    Buffer<uint64_t> rows;
    Buffer<uint64_t> cols;
    Buffer<double> weights;      ///< empty where field is pattern
    bool is_undirected = false;  ///< the values are symmetric
    bool has_lost_order = false; ///< the file has complex values, of which the pattern was taken
    VertexIds ids;               ///< what the file calls row and column k
    std::string origin; ///< format and ids, for messages; empty where the graph was generated

    /// Where a reader was asked for it: the entries as a cache holds them. The list is empty then, until unpack_entries() makes it.
    std::shared_ptr<const PackedRows> packed;

    uint64_t size() const { return packed == nullptr ? rows.size() : packed->entries; }
    bool is_pattern() const { return field == Field::pattern; }
};

/// The same graph with offsets per row. Columns and weights stay in the edge list.
Buffer<uint64_t> row_offsets(const EdgeList &edges);

/// Whether the matrix is square and equals its transpose, values included. The memory that the
/// second takes depends on the entries alone: a short file may claim very many rows.
bool is_symmetric(const EdgeList &edges, const Buffer<uint64_t> &offsets);
bool is_symmetric(const EdgeList &edges);

/// The vertex with most entries in its row; the first of several.
uint64_t busiest_row(const Buffer<uint64_t> &offsets);

} // namespace grb::tool
