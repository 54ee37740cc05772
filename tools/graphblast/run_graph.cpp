// The stored forms of the graph that `run` makes on demand.
#include "run_graph.h"

#include "io/random.h"

#include <graphblast/algorithms.h>
#include <set>

namespace grb::tool {

RunGraph::RunGraph(EdgeList &edges, std::optional<uint64_t> source)
    : edges_(edges), adjacency_(edges), matrix_(to_matrix(edges)),
      source_(source ? *source : busiest_row(adjacency_.offsets)),
      is_symmetric_(grb::tool::is_symmetric(edges, adjacency_.offsets)) {}

RunGraph::RunGraph(EdgeList &edges, SharedGraph shared, std::optional<uint64_t> source)
    : edges_(edges), shared_(std::move(shared)),
      adjacency_(edges, std::move(shared_->offsets)), matrix_{nullptr, std::move(shared_->matrix),
                                                              shared_->type},
      source_(source ? *source : busiest_row(adjacency_.offsets)),
      is_symmetric_(shared_->is_symmetric) {}

const Adjacency &RunGraph::adjacency() const {
    if (shared_ && edges_.size() != entries()) fetch_entries(edges_, matrix());
    unpack_entries(edges_);
    return adjacency_;
}

std::vector<uint64_t> RunGraph::sources(int count) const {
    if (entries() == 0) return {source_};
    const RandomStream random(1, 0);
    std::vector<uint64_t> chosen;
    for (uint64_t k = 0; chosen.size() < static_cast<size_t>(count); ++k) {
        const uint64_t v = random.below(k, adjacency_.size());
        if (edges_out(v) != 0) chosen.push_back(v);
    }
    return chosen;
}

std::vector<uint64_t> RunGraph::pivots(uint64_t count) const {
    const uint64_t n = size();
    std::vector<uint64_t> chosen;
    if (count >= n) {
        for (uint64_t v = 0; v < n; ++v) chosen.push_back(v);
        return chosen;
    }
    const RandomStream random(1, 1);
    std::set<uint64_t> seen;
    for (uint64_t k = 0; chosen.size() < count; ++k) {
        const uint64_t v = random.below(k, n);
        if (seen.insert(v).second) chosen.push_back(v);
    }
    return chosen;
}

GrB_Matrix RunGraph::transposed() const {
    if (is_symmetric_) return matrix();
    if (transposed_ == nullptr) {
        const uint64_t n = adjacency_.size();
        check(GrB_Matrix_new(transposed_.out(), type(), n, n), "GrB_Matrix_new");
        check(GrB_transpose(transposed_, nullptr, nullptr, matrix(), nullptr), "GrB_transpose");
        check(GrB_Matrix_wait(transposed_, GrB_MATERIALIZE), "GrB_Matrix_wait");
    }
    return transposed_;
}

void RunGraph::hold_both_ways() {
    if (matrix_.arrays != nullptr) {
        Matrix copy;
        check(GrB_Matrix_dup(copy.out(), matrix()), "GrB_Matrix_dup");
        matrix_.matrix = std::move(copy);
    }
    check(GrB_Matrix_set_INT32(matrix(), GrB_BOTH, GrB_STORAGE_ORIENTATION_HINT), "GrB_Matrix_set");
    check(GrB_Matrix_wait(matrix(), GrB_MATERIALIZE), "GrB_Matrix_wait");
}

GrB_Matrix RunGraph::undirected() const {
    if (undirected_ == nullptr) {
        check(gba_undirected_pattern(undirected_.out(), matrix()), "undirected_pattern");
        check(GrB_Matrix_wait(undirected_, GrB_MATERIALIZE), "GrB_Matrix_wait");
    }
    return undirected_;
}

const Adjacency &RunGraph::undirected_adjacency() const {
    if (undirected_adjacency_ == nullptr) {
        undirected_edges_ = grb::tool::undirected(adjacency().list);
        undirected_adjacency_ = std::make_unique<Adjacency>(undirected_edges_);
    }
    return *undirected_adjacency_;
}

} // namespace grb::tool
