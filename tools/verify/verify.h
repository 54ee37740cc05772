// Textbook algorithms on plain arrays, without GraphBLAS, and checks of results against them.
#pragma once

#include "io/edge_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grb::tool {

/// A graph by rows; it refers to an edge list, which must outlive it.
struct Adjacency {
    explicit Adjacency(const EdgeList &edges) : list(edges), offsets(row_offsets(edges)) {}
    /// The list has no entries yet.
    Adjacency(const EdgeList &edges, Buffer<uint64_t> offsets_of_rows)
        : list(edges), offsets(std::move(offsets_of_rows)) {}

    uint64_t size() const { return list.nrows; }
    uint64_t begin(uint64_t u) const { return offsets[u]; }
    uint64_t end(uint64_t u) const { return offsets[u + 1]; }
    uint64_t neighbour(uint64_t k) const { return list.cols[k]; }
    double weight(uint64_t k) const { return list.is_pattern() ? 1.0 : list.weights[k]; }

    const EdgeList &list;
    Buffer<uint64_t> offsets;
};

/// An algorithm's result for each vertex, or nothing.
template <class T>
using PerVertex = std::vector<std::optional<T>>;

/// The symmetric, loop-free pattern of a square graph.
EdgeList undirected(const EdgeList &edges);

std::vector<int64_t> queue_bfs(const Adjacency &graph, uint64_t source); ///< -1: not reached
std::vector<double> dijkstra(const Adjacency &graph, uint64_t source);   ///< infinity: not reached
/// The parameters of PageRank.
struct RankRule {
    double damping;
    std::vector<uint64_t> starts = {}; ///< the vertices where a walk restarts; none: all vertices
    bool drops_sinks = false;          ///< the rank of vertices without outgoing edges is lost
    int steps = 0;                     ///< the exact number; 0: until convergence
};
std::vector<double> power_iteration(const Adjacency &graph, const RankRule &rule);
int64_t count_triangles(const Adjacency &graph);          ///< of an undirected graph
std::vector<uint64_t> union_find(const Adjacency &graph); ///< smallest vertex per component
std::vector<uint64_t> depth_first_components(const Adjacency &graph); ///< smallest per component
std::vector<int64_t> peel_cores(const Adjacency &graph);
/// The number of triangles of every edge of an undirected graph in the order of the list; 0 for
/// removed edges.
std::vector<int64_t> common_neighbours(const Adjacency &graph, const std::vector<bool> &is_left);
/// The fraction of pairs of neighbours that are edges of `graph`; `symmetric` has the neighbours.
std::vector<double> local_coefficients(const Adjacency &graph, const Adjacency &symmetric);
std::vector<double> brandes(const Adjacency &graph, const std::vector<uint64_t> &sources);
double closeness_of(const Adjacency &graph, uint64_t source);
/// Counts edges for both ends.
std::vector<uint64_t> majority_labels(const Adjacency &graph, int rounds);

double modularity_of(const Adjacency &graph, const std::vector<int64_t> &communities,
                     double resolution);

/// Entries of a matrix, by rows and columns.
struct PerEdge {
    std::vector<uint64_t> rows, cols;
    std::vector<double> values;
};

/// Each check returns nothing for a right result, else the fault.
using Verdict = std::optional<std::string>;
Verdict check_levels(const Adjacency &graph, uint64_t source, const PerVertex<int64_t> &levels);
Verdict check_parents(const Adjacency &graph, uint64_t source, const PerVertex<int64_t> &parents);
Verdict check_distances(const Adjacency &graph, uint64_t source,
                        const PerVertex<double> &distances);
/// `within`: the tolerance in the 1-norm.
Verdict check_pagerank(const Adjacency &graph, const RankRule &rule, const PerVertex<double> &rank,
                       double within = 1e-6);
Verdict check_triangles(const Adjacency &graph, int64_t triangles);
Verdict check_components(const Adjacency &graph, const PerVertex<int64_t> &components);
Verdict check_strong_components(const Adjacency &graph, const PerVertex<int64_t> &components);
Verdict check_cores(const Adjacency &graph, const PerVertex<int64_t> &cores);
Verdict check_truss(const Adjacency &graph, int64_t k, const PerEdge &truss);
Verdict check_coefficients(const Adjacency &graph, const Adjacency &symmetric,
                           const PerVertex<double> &coefficients);
/// Common neighbours are divided by all neighbours (Jaccard), by the geometric mean of the degrees
/// (cosine) or by the smaller one (overlap).
enum class Similarity { jaccard, cosine, overlap };
Verdict check_similarity(const Adjacency &graph, Similarity kind, const PerEdge &similarity);
/// Betweenness is divided by 1, by its largest value, or by pairs_of().
enum class Divisor { one, largest, pairs };
/// (n - 1) (n - 2) with all n vertices as sources, as in networkx, and in proportion with fewer.
double pairs_of(uint64_t n, uint64_t sources);
Verdict check_betweenness(const Adjacency &graph, const std::vector<uint64_t> &sources,
                          const PerVertex<double> &centrality, Divisor divisor = Divisor::one);
Verdict check_closeness(const Adjacency &graph, const std::vector<uint64_t> &sources,
                        const PerVertex<double> &centrality);
/// A power iteration of so many steps; the last one is below the tolerance.
struct PowerSteps {
    int count;
    double tolerance; ///< 0: any step may be the last one
    bool is_weighted = false;
};
Verdict check_eigenvector(const Adjacency &graph, const PowerSteps &steps,
                          const PerVertex<double> &centrality);
Verdict check_katz(const Adjacency &graph, const PowerSteps &steps, double alpha, double beta,
                   const PerVertex<double> &centrality);
Verdict check_hubs(const Adjacency &graph, const PowerSteps &steps, const PerVertex<double> &hubs);
Verdict check_authorities(const Adjacency &graph, const PowerSteps &steps,
                          const PerVertex<double> &authorities);
Verdict check_independent_set(const Adjacency &graph, const PerVertex<int64_t> &set);
Verdict check_colours(const Adjacency &graph, const PerVertex<int64_t> &colours);
Verdict check_labels(const Adjacency &graph, int rounds, const PerVertex<int64_t> &labels);
Verdict check_communities(const Adjacency &graph, double resolution, double modularity,
                          const PerVertex<int64_t> &communities);
/// Checks that paths inside each community join its vertices.
Verdict check_connected(const Adjacency &graph, const PerVertex<int64_t> &communities);
/// The edges between the vertices at most `radius` edges away from the centre.
Verdict check_ego(const Adjacency &graph, uint64_t centre, uint64_t radius, const PerEdge &ego);
/// position(v): of the vertices of a shortest path, from 0 on; its length is `distance`, infinite
/// for no path. Edges count 1 unless is_weighted.
Verdict check_path(const Adjacency &graph, uint64_t source, uint64_t target, bool is_weighted,
                   double distance, const PerVertex<int64_t> &position);
/// Row k of `walks` begins at roots[k], follows edges (weighted: of weights above 0), and ends
/// after `length` steps or where there is no edge.
Verdict check_walks(const Adjacency &graph, const std::vector<uint64_t> &roots, uint64_t length,
                    bool is_weighted, const PerEdge &walks);
Verdict check_forest(const Adjacency &graph, const PerVertex<int64_t> &parents);

} // namespace grb::tool
