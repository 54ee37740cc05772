// The edge list, the form in which readers and generators give graphs.
#pragma once

#include "buffer.h"
#include "packed_rows.h"
#include "vertex_ids.h"

#include <cstdint>
#include <memory>
#include <string>

namespace grb::tool {

/// A smaller number of entries is not worth several threads: waking them takes longer.
constexpr uint64_t serial_size = uint64_t{1} << 14;

enum class Field { pattern, integer, real };

/// The entries of a sparse matrix, sorted by row and column, without duplicates. Indices start at
/// 0.
struct EdgeList {
    uint64_t nrows = 0;
    uint64_t ncols = 0;
    Field field = Field::pattern;
    Buffer<uint64_t> rows;
    Buffer<uint64_t> cols;
    Buffer<double> weights;      ///< empty if field is pattern
    bool is_undirected = false;  ///< the values are symmetric
    bool has_lost_order = false; ///< the file has complex values, which were reduced to the pattern
    VertexIds ids;               ///< the file's names of row and column k
    std::string origin;          ///< format and ids, for messages; empty for a generated graph

    /// The entries as a cache holds them, if the reader was asked for that. The list is then empty
    /// until unpack_entries() makes it.
    std::shared_ptr<const PackedRows> packed;

    uint64_t size() const { return packed == nullptr ? rows.size() : packed->entries; }
    bool is_pattern() const { return field == Field::pattern; }
};

/// The offsets of the rows. Columns and weights stay in the edge list.
Buffer<uint64_t> row_offsets(const EdgeList &edges);

/// Returns whether the matrix is square and equals its transpose, including values. The second
/// version needs memory for the entries alone: a short file may claim very many rows.
bool is_symmetric(const EdgeList &edges, const Buffer<uint64_t> &offsets);
bool is_symmetric(const EdgeList &edges);

/// The vertex with most entries in its row; the first of several.
uint64_t busiest_row(const Buffer<uint64_t> &offsets);

} // namespace grb::tool
