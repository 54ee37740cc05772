// The graph of `run` in all forms that its algorithms need.
#pragma once

#include "graph.h"
#include "shared_graph.h"
#include "verify/verify.h"

#include <memory>
#include <optional>
#include <vector>

namespace grb::tool {

/// The graph of `run`. Forms that only some algorithms need are made on demand.
class RunGraph {
public:
    /// Packed entries stay packed until a list of them is needed. The edges outlive this object.
    RunGraph(EdgeList &edges, std::optional<uint64_t> source);
    /// A graph of several processes, whose list has no entries before adjacency() is called.
    RunGraph(EdgeList &edges, SharedGraph shared, std::optional<uint64_t> source);

    /// Makes the list of entries. Collective in a graph of several processes.
    const Adjacency &adjacency() const;
    uint64_t entries() const { return adjacency_.offsets.back(); }
    uint64_t edges_out(uint64_t v) const { return adjacency_.end(v) - adjacency_.begin(v); }
    const VertexIds &ids() const { return adjacency_.list.ids; }
    bool has_weights() const { return !adjacency_.list.is_pattern(); }
    bool has_lost_order() const { return adjacency_.list.has_lost_order; }
    bool has_negative_weight() const {
        return shared_ ? shared_->has_negative_weight
                       : grb::tool::has_negative_weight(adjacency_.list);
    }
    uint64_t size() const { return adjacency_.size(); }
    uint64_t source() const { return source_; }
    void start_from(uint64_t source) { source_ = source; }
    /// `count` vertices with outgoing edges, the same ones on every machine.
    std::vector<uint64_t> sources(int count) const;
    /// `count` distinct vertices, the same ones on every machine; all vertices if there are no
    /// more.
    std::vector<uint64_t> pivots(uint64_t count) const;
    bool is_symmetric() const { return is_symmetric_; }
    GrB_Matrix matrix() const { return matrix_.matrix; }
    GrB_Type type() const { return matrix_.type; }
    GrB_Matrix transposed() const;
    /// Makes the matrix hold its entries by row and by column: a copy of it where a file is mapped.
    void hold_both_ways();
    /// The symmetric, loop-free pattern.
    GrB_Matrix undirected() const;
    const Adjacency &undirected_adjacency() const;

private:
    EdgeList &edges_;
    std::optional<SharedGraph> shared_;
    Adjacency adjacency_;
    GraphMatrix matrix_;
    uint64_t source_;
    bool is_symmetric_;
    mutable Matrix transposed_;
    mutable Matrix undirected_;
    mutable EdgeList undirected_edges_;
    mutable std::unique_ptr<Adjacency> undirected_adjacency_;
};

} // namespace grb::tool
