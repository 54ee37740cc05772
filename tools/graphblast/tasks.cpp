#include "tasks.h"

#include "commands.h"

#include "algorithms/algorithms.h"
#include "io/random.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace grb::tool {

namespace {

using nlohmann::json;

template <class T>
PerVertex<T> to_values(GrB_Vector w, uint64_t n) {
    GrB_Index count = 0;
    check(GrB_Vector_nvals(&count, w), "GrB_Vector_nvals");
    std::vector<GrB_Index> indices(count + 1);
    std::vector<T> values(count + 1);
    if constexpr (std::is_same_v<T, double>)
        check(GrB_Vector_extractTuples_FP64(indices.data(), values.data(), &count, w),
              "GrB_Vector_extractTuples");
    else
        check(GrB_Vector_extractTuples_INT64(indices.data(), values.data(), &count, w),
              "GrB_Vector_extractTuples");
    PerVertex<T> result(n);
    for (GrB_Index k = 0; k < count; ++k) result[indices[k]] = values[k];
    return result;
}

template <class T>
uint64_t present(const PerVertex<T> &values) {
    return static_cast<uint64_t>(
        std::count_if(values.begin(), values.end(), [](const auto &v) { return v.has_value(); }));
}

/// A task whose result is one vector.
class VectorTask : public Task {
public:
    using Task::Task;
    void run() final {
        Vector fresh;
        check(compute(fresh.out()), name());
        check(GrB_Vector_wait(fresh, GrB_MATERIALIZE), "GrB_Vector_wait");
        result_ = std::move(fresh);
    }

protected:
    virtual GrB_Info compute(GrB_Vector *result) = 0;
    template <class T>
    PerVertex<T> values() const {
        return to_values<T>(result_, graph_.adjacency().size());
    }

private:
    Vector result_;
};

class BfsLevels : public VectorTask {
public:
    using VectorTask::VectorTask;
    const char *name() const override { return "bfs levels"; }
    bool has_source() const override { return true; }
    std::string describe(json &details) const override {
        const PerVertex<int64_t> levels = values<int64_t>();
        int64_t deepest = 0;
        for (const auto &level : levels) deepest = std::max(deepest, level.value_or(0));
        details = {{"reached", present(levels)}, {"deepest_level", deepest}};
        return fmt::format("{} reached in levels 0..{}", grouped(present(levels)), deepest);
    }
    Verdict verify() const override {
        return check_levels(graph_.adjacency(), graph_.source(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return bfs_levels(result, graph_.matrix(), graph_.source());
    }
};

class BfsParents : public VectorTask {
public:
    using VectorTask::VectorTask;
    const char *name() const override { return "bfs parents"; }
    bool has_source() const override { return true; }
    std::string describe(json &details) const override {
        const uint64_t reached = present(values<int64_t>());
        details = {{"reached", reached}};
        return fmt::format("tree of {} vertices", grouped(reached));
    }
    Verdict verify() const override {
        return check_parents(graph_.adjacency(), graph_.source(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return bfs_parents(result, graph_.matrix(), graph_.source());
    }
};

class Sssp : public VectorTask {
public:
    using VectorTask::VectorTask;
    const char *name() const override { return "sssp"; }
    bool has_source() const override { return true; }
    std::string refuses() const override {
        return has_negative_weight(graph_.adjacency().list) ? "the graph has negative weights" : "";
    }
    std::string describe(json &details) const override {
        const PerVertex<double> distances = values<double>();
        double farthest = 0;
        for (const auto &distance : distances) farthest = std::max(farthest, distance.value_or(0));
        details = {{"reached", present(distances)}, {"farthest", farthest}};
        return fmt::format("{} reached, farthest at {}", grouped(present(distances)), farthest);
    }
    Verdict verify() const override {
        return check_distances(graph_.adjacency(), graph_.source(), values<double>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return sssp(result, graph_.matrix(), graph_.source(), graph_.type());
    }
};

class PageRank : public VectorTask {
public:
    explicit PageRank(const RunGraph &graph) : VectorTask(graph), transposed_(graph.transposed()) {}
    const char *name() const override { return "pagerank"; }
    uint64_t edges() const override {
        return VectorTask::edges() * static_cast<uint64_t>(iterations_);
    }
    std::string describe(json &details) const override {
        const PerVertex<double> rank = values<double>();
        std::vector<uint64_t> order(rank.size());
        std::iota(order.begin(), order.end(), uint64_t{0});
        const auto top = order.begin() + std::min<int64_t>(5, static_cast<int64_t>(order.size()));
        std::partial_sort(order.begin(), top, order.end(), [&](uint64_t u, uint64_t v) {
            return rank[u] != rank[v] ? rank[u] > rank[v] : u < v;
        });
        details = {{"iterations", iterations_}, {"top", json::array()}};
        std::vector<std::string> best;
        for (auto v = order.begin(); v != top; ++v) {
            best.push_back(fmt::format("{}:{:.3g}", *v, *rank[*v]));
            details["top"].push_back({{"vertex", *v}, {"rank", *rank[*v]}});
        }
        return fmt::format("{} iterations, top {}", iterations_, fmt::join(best, " "));
    }
    Verdict verify() const override {
        return check_pagerank(graph_.adjacency(), PAGERANK_DAMPING, values<double>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return pagerank(result, &iterations_, graph_.matrix(), transposed_);
    }

    GrB_Matrix transposed_;
    int iterations_ = 0;
};

class Triangles : public Task {
public:
    explicit Triangles(const RunGraph &graph) : Task(graph), matrix_(graph.undirected()) {}
    const char *name() const override { return "tc"; }
    void run() override { check(triangle_count(&count_, matrix_), name()); }
    std::string describe(json &details) const override {
        details = {{"triangles", count_}};
        return fmt::format("{} triangles", grouped(static_cast<uint64_t>(count_)));
    }
    Verdict verify() const override {
        return check_triangles(graph_.undirected_adjacency(), count_);
    }

private:
    GrB_Matrix matrix_;
    int64_t count_ = 0;
};

class Components : public VectorTask {
public:
    explicit Components(const RunGraph &graph) : VectorTask(graph), matrix_(graph.undirected()) {}
    const char *name() const override { return "cc"; }
    std::string describe(json &details) const override {
        std::map<int64_t, uint64_t> sizes;
        for (const auto &component : values<int64_t>()) ++sizes[component.value()];
        uint64_t largest = 0;
        for (const auto &[component, size] : sizes) largest = std::max(largest, size);
        details = {{"components", sizes.size()}, {"largest", largest}};
        return fmt::format("{} component{}, largest {}", grouped(sizes.size()),
                           sizes.size() == 1 ? "" : "s", grouped(largest));
    }
    Verdict verify() const override {
        return check_components(graph_.undirected_adjacency(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return connected_components_vectors(result, matrix_);
    }

    GrB_Matrix matrix_;
};

} // namespace

RunGraph::RunGraph(const EdgeList &edges, std::optional<uint64_t> source)
    : adjacency_(edges), matrix_(to_matrix(edges)),
      source_(source ? *source : busiest_row(adjacency_.offsets)),
      is_symmetric_(grb::tool::is_symmetric(edges, adjacency_.offsets)) {}

std::vector<uint64_t> RunGraph::sources(int count) const {
    if (adjacency_.list.size() == 0) return {source_};
    const RandomStream random(1, 0);
    std::vector<uint64_t> chosen;
    for (uint64_t k = 0; chosen.size() < static_cast<size_t>(count); ++k) {
        const uint64_t v = random.below(k, adjacency_.size());
        if (adjacency_.begin(v) != adjacency_.end(v)) chosen.push_back(v);
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

GrB_Matrix RunGraph::undirected() const {
    if (undirected_ == nullptr) {
        check(undirected_pattern(undirected_.out(), matrix()), "undirected_pattern");
        check(GrB_Matrix_wait(undirected_, GrB_MATERIALIZE), "GrB_Matrix_wait");
    }
    return undirected_;
}

const Adjacency &RunGraph::undirected_adjacency() const {
    if (undirected_adjacency_ == nullptr) {
        undirected_edges_ = grb::tool::undirected(adjacency_.list);
        undirected_adjacency_ = std::make_unique<Adjacency>(undirected_edges_);
    }
    return *undirected_adjacency_;
}

uint64_t Task::edges() const {
    return graph_.adjacency().list.size();
}

std::vector<std::unique_ptr<Task>> make_tasks(const std::string &algorithm, const RunGraph &graph) {
    std::vector<std::unique_ptr<Task>> tasks;
    if (algorithm == "bfs") {
        tasks.push_back(std::make_unique<BfsLevels>(graph));
        tasks.push_back(std::make_unique<BfsParents>(graph));
    } else if (algorithm == "sssp") {
        tasks.push_back(std::make_unique<Sssp>(graph));
    } else if (algorithm == "pagerank") {
        tasks.push_back(std::make_unique<PageRank>(graph));
    } else if (algorithm == "tc") {
        tasks.push_back(std::make_unique<Triangles>(graph));
    } else {
        tasks.push_back(std::make_unique<Components>(graph));
    }
    return tasks;
}

} // namespace grb::tool
