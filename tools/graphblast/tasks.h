#pragma once

#include "graph.h"
#include "verify/verify.h"

#include <array>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace grb::tool {

constexpr std::array<const char *, 5> algorithm_names = {"bfs", "sssp", "pagerank", "tc", "cc"};

/// What `run` computes on. Parts that only some algorithms need are made when first asked for.
class RunGraph {
public:
    RunGraph(const EdgeList &edges, std::optional<uint64_t> source);

    const Adjacency &adjacency() const { return adjacency_; }
    uint64_t source() const { return source_; }
    void start_from(uint64_t source) { source_ = source; }
    /// `count` vertices with edges out of them, the same ones on every machine.
    std::vector<uint64_t> sources(int count) const;
    bool is_symmetric() const { return is_symmetric_; }
    GrB_Matrix matrix() const { return matrix_.matrix; }
    GrB_Type type() const { return matrix_.type; }
    GrB_Matrix transposed() const;
    /// The both-ways, loop-free pattern.
    GrB_Matrix undirected() const;
    const Adjacency &undirected_adjacency() const;

private:
    Adjacency adjacency_;
    GraphMatrix matrix_;
    uint64_t source_;
    bool is_symmetric_;
    mutable Matrix transposed_;
    mutable Matrix undirected_;
    mutable EdgeList undirected_edges_;
    mutable std::unique_ptr<Adjacency> undirected_adjacency_;
};

/// One line of the table: an algorithm on a graph. run() is what is timed.
class Task {
public:
    explicit Task(const RunGraph &graph) : graph_(graph) {}
    virtual ~Task() = default;
    virtual const char *name() const = 0;
    virtual std::string refuses() const { return {}; } ///< the reason, or nothing
    virtual bool has_source() const { return false; }
    virtual void run() = 0;
    virtual uint64_t edges() const;
    /// In a form that a person can check, and the same as data.
    virtual std::string describe(nlohmann::json &details) const = 0;
    virtual Verdict verify() const = 0;

protected:
    const RunGraph &graph_;
};

std::vector<std::unique_ptr<Task>> make_tasks(const std::string &algorithm, const RunGraph &graph);

} // namespace grb::tool
