#pragma once

#include "program.h"

#include <functional>
#include <memory>
#include <optional>

namespace grb::weaver {

/// A graph in the machine's memory: the edges of each base vertex one after the other. The base of an edge is its
/// target when values are pulled, its source when they are pushed.
struct GraphAddresses {
    uint32_t vertices = 0, entries = 0;
    uint32_t offsets = 0, columns = 0, weights = 0;
    uint32_t bases = 0;      ///< of each edge; 0: none, S_em looks for them in the offsets
    uint32_t edge_words = 1; ///< from an edge's word to the next one's, in columns, bases, weights
    uint32_t list = 0,
             listed =
                 0; ///< a list of the vertices that pass the filter, and how many; list 0: none

    uint32_t bases_to_visit() const { return list != 0 ? listed : vertices; }
};

/// The edge that a thread has: how its other end and its weight get into a register.
struct Edge {
    Register base;
    std::function<Register(Builder &)> other, weight;
    bool is_own; ///< the thread has all edges of the base, one after the other
    bool has_unit;
};

/// What an algorithm does with the edges of a vertex. Schedules write the rest of the program around it.
class Gather {
public:
    virtual ~Gather() = default;
    /// Whether the base has to be looked at; nothing: always.
    virtual std::optional<Register> filter(Builder &, Register) { return {}; }
    /// Before and after the edges of a base that a thread has to itself.
    virtual void begin(Builder &, Register) {}
    virtual void end(Builder &, Register) {}
    virtual void edge(Builder &b, const Edge &edge) = 0;
    /// A thread that has the base to itself needs no more of its edges.
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
/// The larger label of an edge's two points to the smaller one: next(max) = min(next(max), min).
std::unique_ptr<Gather> hooking_gather(uint32_t labels, uint32_t next);

/// out(v, :) += c in(u, :) for rows of `width` values; c is the edge's weight, or by the degrees.
struct FeatureAddresses {
    uint32_t in, out, degrees; ///< degrees 0: c is the weight
};
constexpr uint32_t feature_width = 16;
std::unique_ptr<Gather> feature_gather(const FeatureAddresses &addresses);

} // namespace grb::weaver
