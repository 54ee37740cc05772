// Algorithms as instructions for a vertex's edges, which schedules embed.
#pragma once

#include "program.h"

#include <functional>
#include <memory>
#include <optional>

namespace grb::weaver {

/// A graph in the machine's memory, with contiguous edges of each base vertex. The base of an edge
/// is its target when values are pulled, its source when they are pushed.
struct GraphAddresses {
    uint32_t vertices = 0, entries = 0;
    uint32_t offsets = 0, columns = 0, weights = 0;
    uint32_t bases = 0;      ///< of each edge; 0: none, S_em searches the offsets
    uint32_t edge_words = 1; ///< stride between edges in columns, bases, weights
    uint32_t list = 0,
             listed =
                 0; ///< a list of the vertices that pass the filter, and how many; list 0: none

    uint32_t bases_to_visit() const { return list != 0 ? listed : vertices; }
};

/// A thread's edge; `other` and `weight` load its other end and its weight into a register.
struct Edge {
    Register base;
    std::function<Register(Builder &)> other, weight;
    bool is_own; ///< the thread visits all edges of the base in turn
    bool has_unit;
};

/// An algorithm's instructions for the edges of a vertex. Schedules write the rest of the program.
class Gather {
public:
    virtual ~Gather() = default;
    /// Tells whether the base must be visited; nothing: always.
    virtual std::optional<Register> filter(Builder &, Register) { return {}; }
    /// Written before and after the edges of a base that one thread visits alone.
    virtual void begin(Builder &, Register) {}
    virtual void end(Builder &, Register) {}
    virtual void edge(Builder &b, const Edge &edge) = 0;
    /// Tells whether a thread that visits the base alone needs no more edges; nothing: never.
    virtual std::optional<Register> is_enough() { return {}; }
};

enum class Direction { pull, push };

std::unique_ptr<Gather> pagerank_gather(Direction direction, uint32_t shares, uint32_t sums);
std::unique_ptr<Gather> bfs_gather(Direction direction, uint32_t levels, uint32_t depth,
                                   bool leaves_at_hit);
struct ShortestAddresses {
    uint32_t distances, next, frontier;
};
std::unique_ptr<Gather> sssp_gather(Direction direction, const ShortestAddresses &addresses);
std::unique_ptr<Gather> components_gather(Direction direction, uint32_t labels, uint32_t next);
/// Hooks the larger label of an edge to the smaller one: next(max) = min(next(max), min).
std::unique_ptr<Gather> hooking_gather(uint32_t labels, uint32_t next);

/// out(v, :) += c in(u, :) for rows of `width` values; c is the edge's weight or
/// 1 / sqrt(degree(v) degree(u)).
struct FeatureAddresses {
    uint32_t in, out, degrees; ///< degrees 0: c is the weight
};
constexpr uint32_t feature_width = 16;
std::unique_ptr<Gather> feature_gather(const FeatureAddresses &addresses);

} // namespace grb::weaver
