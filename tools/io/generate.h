// Generators of random and regular graphs.
#pragma once

#include "edge_list.h"
#include "range_part.h"

#include <cstdint>

namespace grb::tool {

/// Generated graphs are square patterns without loops and duplicates; without is_directed, they are
/// symmetric. The result depends on the arguments alone: random numbers are counter-based, and no
/// library function that may round differently elsewhere takes part.
struct GenerateOptions {
    bool is_directed = false;
    uint64_t seed = 1;
    /// All parts together have the entries of the whole graph, some of them in several parts.
    /// generate_like() makes the whole graph alone.
    RangePart part = {};
};

constexpr uint64_t max_vertices = (uint64_t{1} << 32) - 1;
constexpr uint64_t max_entries = uint64_t{1} << 37;

/// Makes 2^scale vertices and edge_factor * 2^scale draws, each one a walk down the quadrants of
/// the matrix with probabilities a, b, c and the rest (Chakrabarti et al. 2004); permutes the
/// vertices. With 0.57, 0.19, 0.19 it is the Graph500 generator's Kronecker graph.
EdgeList generate_rmat(unsigned scale, uint64_t edge_factor, double a, double b, double c,
                       const GenerateOptions &options);

/// Places `entries` entries at random positions of n vertices (undirected drops an odd one).
EdgeList generate_erdos_renyi(uint64_t n, uint64_t entries, const GenerateOptions &options);

/// Places n random points in the unit square and joins those at most `radius` apart.
EdgeList generate_geometric(uint64_t n, double radius, const GenerateOptions &options);

/// Makes `entries` entries with degrees that fall like 1 / (1 + s rank) from `max_degree`, which no
/// vertex exceeds. Joins half-edges at random; far below 1% stay unjoined unless no simple graph
/// has such degrees.
EdgeList generate_like(uint64_t n, uint64_t entries, uint64_t max_degree,
                       const GenerateOptions &options);

EdgeList generate_grid(uint64_t rows, uint64_t cols, const GenerateOptions &options);
EdgeList generate_path(uint64_t n, const GenerateOptions &options);
/// Joins vertex 0 to all others.
EdgeList generate_star(uint64_t n, const GenerateOptions &options);

/// Assigns integer weights, uniform in least..largest, the same to both directions of an undirected
/// edge.
void assign_weights(EdgeList &edges, int64_t least, int64_t largest,
                    const GenerateOptions &options);

} // namespace grb::tool
