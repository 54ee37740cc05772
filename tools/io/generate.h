#pragma once

#include "edge_list.h"

#include <cstdint>

namespace grb::tool {

/// Generated graphs are square patterns without loops and duplicates; without is_directed, every
/// edge is there both ways. The result depends on the arguments alone: random numbers are
/// counter-based, and no library function that may round differently elsewhere takes part.
struct GenerateOptions {
    bool is_directed = false;
    uint64_t seed = 1;
};

constexpr uint64_t max_vertices = (uint64_t{1} << 32) - 1;
constexpr uint64_t max_entries = uint64_t{1} << 37;

/// 2^scale vertices and edge_factor * 2^scale draws, each one a walk down the quadrants of the
/// matrix with probabilities a, b, c and the rest (Chakrabarti et al. 2004); the vertices
/// are permuted. With 0.57, 0.19, 0.19 it is the Graph500 generator's Kronecker graph.
EdgeList generate_rmat(unsigned scale, uint64_t edge_factor, double a, double b, double c,
                       const GenerateOptions &options);

/// n vertices and entries entries at random places (an odd one is dropped where undirected).
EdgeList generate_erdos_renyi(uint64_t n, uint64_t entries, const GenerateOptions &options);

/// n random points of the unit square, joined where they are at most `radius` apart.
EdgeList generate_geometric(uint64_t n, double radius, const GenerateOptions &options);

/// `entries` entries, degrees that fall like 1 / (1 + s rank) from `max_degree`, no vertex above it.
/// Half-edges are joined at random; what is missing in the end is far below 1% unless no simple
/// graph has such degrees.
EdgeList generate_like(uint64_t n, uint64_t entries, uint64_t max_degree,
                       const GenerateOptions &options);

EdgeList generate_grid(uint64_t rows, uint64_t cols, const GenerateOptions &options);
EdgeList generate_path(uint64_t n, const GenerateOptions &options);
/// Vertex 0 is joined to all others.
EdgeList generate_star(uint64_t n, const GenerateOptions &options);

/// Integer weights, uniform in least..largest; both directions of an undirected edge get the same.
void assign_weights(EdgeList &edges, int64_t least, int64_t largest,
                    const GenerateOptions &options);

} // namespace grb::tool
