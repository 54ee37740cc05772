// Simulates algorithms on graphs and gives the results of the library for comparison.
#pragma once

#include "edge_arrays.h"
#include "io/edge_list.h"
#include "machine.h"
#include "schedule.h"

namespace grb::weaver {

enum class Algorithm { pagerank, bfs, sssp, components, hooking, gcn };
constexpr Algorithm all_algorithms[] = {Algorithm::pagerank,   Algorithm::bfs,     Algorithm::sssp,
                                        Algorithm::components, Algorithm::hooking, Algorithm::gcn};
const char *name_of(Algorithm algorithm);
/// Throws tool::InputError if no algorithm has this name.
Algorithm algorithm_named(const std::string &name);

/// Edges along and against their direction.
struct Graph {
    uint32_t vertices = 0, entries = 0;
    Rows out, in;
};
/// Throws tool::InputError if the model cannot hold the graph.
Graph make_graph(const tool::EdgeList &edges, const std::string &name);

struct Setting {
    Algorithm algorithm = Algorithm::pagerank;
    Direction direction = Direction::pull;
    bool leaves_at_hit =
        true; ///< bfs, pulled: a thread that visits a vertex alone stops at one neighbour
    bool may_push = false; ///< bfs: pushes while the frontier has few edges, as the library
    bool lists_frontier =
        false; ///< bfs and sssp, pushed: a list of the frontier, not a filter of all vertices
    bool gcn_by_vertices =
        false; ///< gcn by S_vm: a warp has vertices for one feature, not features of a vertex
    EdgeArrays em_edges = EdgeArrays::by_base; ///< the arrays that S_em reads
    uint32_t source = 0;                       ///< of bfs and sssp
    uint32_t iterations = 1;                   ///< of PageRank
    int threads = 1;                           ///< of the host
};

/// The results of an algorithm or the library for each vertex: levels, distances and labels in
/// `whole` (-1: not reached), ranks and features in `real`.
struct Values {
    std::vector<int32_t> whole;
    std::vector<double> real;
    std::vector<std::vector<uint32_t>> frontiers; ///< of bfs and sssp, by round, in ascending order
};

struct Result {
    Values values;
    uint64_t cycles = 0;
    uint64_t kernel_cycles[2] = {}; ///< GCN: the two products; else gather and apply
    uint32_t rounds = 0;
    Counts counts;
    LevelCounts l2, l3;
    uint64_t dram_lines = 0, dram_row_misses = 0, atomic_words = 0;
    double seconds = 0; ///< of the host's processor, all threads together
};

Result simulate(const Graph &graph, const Schedule &schedule, const Parameters &parameters,
                const Setting &setting);

/// Returns the input of GCN: n × 16 features.
std::vector<float> gcn_inputs(uint32_t vertices);

/// Returns the library's results for the same problem.
Values library_values(const tool::EdgeList &edges, const Setting &setting);

/// Returns an empty text if the two agree: integers and frontiers exactly, reals within float's
/// rounding.
std::string difference(const Values &simulated, const Values &expected);

} // namespace grb::weaver
