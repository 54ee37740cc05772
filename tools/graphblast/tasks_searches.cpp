/// Tasks that go from vertex to vertex: bfs, sssp, spanning forest.

#include "commands.h"
#include "task_bases.h"

#include <fmt/format.h>
#include <graphblast/algorithms.h>

namespace grb::tool {

namespace {

using nlohmann::json;

class BfsLevels : public SearchTask {
public:
    using SearchTask::SearchTask;
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
        return gba_bfs_levels(result, graph_.matrix(), graph_.source());
    }
};

class BfsParents : public SearchTask {
public:
    using SearchTask::SearchTask;
    std::string describe(json &details) const override {
        const uint64_t reached = present(values<int64_t>());
        details = {{"reached", reached}};
        return fmt::format("tree of {}", counted(reached, "vertex", "vertices"));
    }
    Verdict verify() const override {
        return check_parents(graph_.adjacency(), graph_.source(), values<int64_t>());
    }
    Outcome outcome() const override {
        return {SearchTask::outcome().vector, nullptr, Meaning::vertex};
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_bfs_parents(result, graph_.matrix(), graph_.source());
    }
};

class Sssp : public SearchTask {
public:
    using SearchTask::SearchTask;
    std::string refuses() const override {
        if (graph_.has_lost_order())
            return "the file has complex values: no weight is less than another";
        if (graph_.has_negative_weight()) return "the graph has negative weights";
        return SearchTask::refuses();
    }
    std::string describe(json &details) const override {
        const PerVertex<double> distances = values<double>();
        double farthest = 0;
        for (const auto &distance : distances) farthest = std::max(farthest, distance.value_or(0));
        details = {{"reached", present(distances)}, {"farthest", farthest}};
        std::string by;
        if (parameters_.delta > 0) {
            details["parameters"] = {{"delta", parameters_.delta}};
            by = fmt::format(", delta {}", parameters_.delta);
        }
        return fmt::format("{} reached, farthest at {}{}", grouped(present(distances)), farthest,
                           by);
    }
    Verdict verify() const override {
        return check_distances(graph_.adjacency(), graph_.source(), values<double>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        if (parameters_.delta > 0)
            return gba_sssp_delta(result, graph_.matrix(), graph_.source(), graph_.type(),
                                  parameters_.delta);
        return gba_sssp(result, graph_.matrix(), graph_.source(), graph_.type());
    }
};

class SpanningForest : public VectorTask {
public:
    SpanningForest(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        const PerVertex<int64_t> parents = values<int64_t>();
        uint64_t trees = 0;
        for (uint64_t v = 0; v < parents.size(); ++v)
            trees += parents[v] == static_cast<int64_t>(v);
        details = {{"trees", trees}, {"edges", parents.size() - trees}};
        return fmt::format("{} tree{}, {} edges", grouped(trees), trees == 1 ? "" : "s",
                           grouped(parents.size() - trees));
    }
    Verdict verify() const override {
        return check_forest(graph_.undirected_adjacency(), values<int64_t>());
    }
    Outcome outcome() const override {
        return {VectorTask::outcome().vector, nullptr, Meaning::vertex};
    }

private:
    GrB_Info compute(GrB_Vector *result) override { return gba_spanning_forest(result, matrix_); }

    GrB_Matrix matrix_;
};

} // namespace

std::unique_ptr<Task> make_bfs_levels(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<BfsLevels>(graph, parameters);
}
std::unique_ptr<Task> make_bfs_parents(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<BfsParents>(graph, parameters);
}
std::unique_ptr<Task> make_sssp(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Sssp>(graph, parameters);
}
std::unique_ptr<Task> make_spanning_forest(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<SpanningForest>(graph, parameters);
}

} // namespace grb::tool
