#pragma once

#include "io/edge_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Textbook algorithms on plain arrays, to compare results with. No GraphBLAS here.
namespace grb::tool {

/// A graph by rows; it looks into an edge list, which must outlive it.
struct Adjacency {
    explicit Adjacency(const EdgeList &edges) : list(edges), offsets(row_offsets(edges)) {}

    uint64_t size() const { return list.nrows; }
    uint64_t begin(uint64_t u) const { return offsets[u]; }
    uint64_t end(uint64_t u) const { return offsets[u + 1]; }
    uint64_t neighbour(uint64_t k) const { return list.cols[k]; }
    double weight(uint64_t k) const { return list.is_pattern() ? 1.0 : list.weights[k]; }

    const EdgeList &list;
    Buffer<uint64_t> offsets;
};

/// What an algorithm gave for a vertex, or nothing.
template <class T>
using PerVertex = std::vector<std::optional<T>>;

/// The both-ways, loop-free pattern of a square graph.
EdgeList undirected(const EdgeList &edges);

std::vector<int64_t> queue_bfs(const Adjacency &graph, uint64_t source); ///< -1: not reached
std::vector<double> dijkstra(const Adjacency &graph, uint64_t source);   ///< infinity: not reached
std::vector<double> power_iteration(const Adjacency &graph, double damping);
int64_t count_triangles(const Adjacency &graph);          ///< of an undirected graph
std::vector<uint64_t> union_find(const Adjacency &graph); ///< smallest vertex per component

/// Each returns nothing where the result is right, else what is wrong.
using Verdict = std::optional<std::string>;
Verdict check_levels(const Adjacency &graph, uint64_t source, const PerVertex<int64_t> &levels);
Verdict check_parents(const Adjacency &graph, uint64_t source, const PerVertex<int64_t> &parents);
Verdict check_distances(const Adjacency &graph, uint64_t source,
                        const PerVertex<double> &distances);
Verdict check_pagerank(const Adjacency &graph, double damping, const PerVertex<double> &rank);
Verdict check_triangles(const Adjacency &graph, int64_t triangles);
Verdict check_components(const Adjacency &graph, const PerVertex<int64_t> &components);

} // namespace grb::tool
