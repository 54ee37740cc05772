/// Tasks around given vertices: ego, path, walks.

#include "commands.h"
#include "results.h"
#include "task_bases.h"

#include <cmath>
#include <fmt/format.h>
#include <graphblast/algorithms.h>

namespace grb::tool {

namespace {

using nlohmann::json;

class Ego : public MatrixTask {
public:
    using MatrixTask::MatrixTask;
    std::string refuses() const override {
        const size_t count = parameters_.sources.size();
        return count < 2 ? "" : fmt::format("it has one centre, --source names {}", count);
    }
    bool has_source() const override { return true; }
    std::string describe(json &details) const override {
        const uint64_t edges = values().rows.size();
        const uint64_t vertices = present(to_values<int64_t>(levels_, graph_.size()));
        details = {{"vertices", vertices},
                   {"edges", edges},
                   {"parameters", {{"radius", parameters_.radius}}}};
        return fmt::format("{}, {}, radius {}", counted(vertices, "vertex", "vertices"),
                           counted(edges, "edge", "edges"), parameters_.radius);
    }
    uint64_t edges() const override {
        const PerVertex<int64_t> levels = to_values<int64_t>(levels_, graph_.size());
        uint64_t count = 0;
        for (uint64_t v = 0; v < levels.size(); ++v)
            if (levels[v]) count += graph_.edges_out(v);
        return count;
    }
    Verdict verify() const override {
        return check_ego(graph_.adjacency(), graph_.source(), parameters_.radius, values());
    }

private:
    GrB_Info compute(GrB_Matrix *result) override {
        Vector levels;
        const GrB_Info info = gba_ego_graph(result, levels.out(), graph_.matrix(), graph_.source(),
                                            parameters_.radius);
        levels_ = std::move(levels);
        return info;
    }

    Vector levels_;
};

/// By weights in a graph that has some. The result has the position of each vertex on the path.
class Path : public VectorTask {
public:
    Path(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), transposed_(graph.transposed()) {}
    std::string refuses() const override {
        const size_t count = parameters_.sources.size();
        if (count > 1) return fmt::format("it starts at one vertex, --source names {}", count);
        if (!parameters_.target) return "it ends at --target, which is not given";
        if (!graph_.has_weights()) return {};
        if (graph_.has_lost_order())
            return "the file has complex values: no weight is less than another";
        return graph_.has_negative_weight() ? "the graph has negative weights" : "";
    }
    bool has_source() const override { return true; }
    uint64_t edges() const override { return 0; } // unknown
    std::string describe(json &details) const override {
        details = {{"target", id_of(graph_.ids(), *parameters_.target)}};
        if (std::isinf(distance_)) return "no path";
        const uint64_t edges = present(values<int64_t>()) - 1;
        details["edges"] = edges;
        details["distance"] = distance_;
        const std::string text = counted(edges, "edge", "edges");
        return graph_.has_weights() ? fmt::format("{}, distance {}", text, distance_) : text;
    }
    Verdict verify() const override {
        return check_path(graph_.adjacency(), graph_.source(), *parameters_.target,
                          graph_.has_weights(), distance_, values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        Vector path;
        GrB_Matrix A = graph_.matrix(), AT = transposed_;
        const GrB_Info info =
            graph_.has_weights()
                ? gba_shortest_path_weighted(path.out(), &distance_, A, AT, graph_.source(),
                                             *parameters_.target)
                : gba_shortest_path(path.out(), A, AT, graph_.source(), *parameters_.target);
        return info < GrB_SUCCESS ? info : put_positions(result, path);
    }
    GrB_Info put_positions(GrB_Vector *result, GrB_Vector path) {
        GrB_Index count = 0;
        check(GrB_Vector_nvals(&count, path), "GrB_Vector_nvals");
        std::vector<GrB_Index> position(count + 1);
        std::vector<int64_t> vertex(count + 1);
        check(GrB_Vector_extractTuples_INT64(position.data(), vertex.data(), &count, path),
              "GrB_Vector_extractTuples");
        check(GrB_Vector_new(result, GrB_INT64, graph_.size()), "GrB_Vector_new");
        for (GrB_Index k = 0; k < count; ++k)
            check(GrB_Vector_setElement_INT64(*result, static_cast<int64_t>(position[k]),
                                              static_cast<GrB_Index>(vertex[k])),
                  "GrB_Vector_setElement");
        if (!graph_.has_weights())
            distance_ = count > 0 ? static_cast<double>(count - 1) : HUGE_VAL;
        return GrB_SUCCESS;
    }

    GrB_Matrix transposed_;
    double distance_ = 0;
};

/// Along weights in a graph that has some.
class Walks : public MatrixTask {
public:
    Walks(const RunGraph &graph, const Parameters &parameters) : MatrixTask(graph, parameters) {
        std::vector<uint64_t> from = parameters.sources;
        if (from.empty()) from.push_back(graph.source());
        for (const uint64_t root : from) roots_.insert(roots_.end(), parameters.walks, root);
    }
    std::string refuses() const override {
        if (graph_.has_lost_order()) return "the file has complex values, which are no weights";
        return graph_.has_negative_weight() ? "the graph has negative weights" : "";
    }
    uint64_t edges() const override { return values().rows.size() - roots_.size(); }
    std::string describe(json &details) const override {
        const uint64_t steps = edges();
        details = {{"walks", roots_.size()},
                   {"steps", steps},
                   {"parameters",
                    {{"walks", parameters_.walks},
                     {"length", parameters_.length},
                     {"seed", parameters_.seed}}}};
        for (const uint64_t v : parameters_.sources)
            details["parameters"]["sources"].push_back(id_of(graph_.ids(), v));
        return fmt::format("{}, {}, length {}, seed {}", counted(roots_.size(), "walk", "walks"),
                           counted(steps, "step", "steps"), parameters_.length, parameters_.seed);
    }
    Verdict verify() const override {
        return check_walks(graph_.adjacency(), roots_, parameters_.length, graph_.has_weights(),
                           values());
    }
    Outcome outcome() const override {
        return {nullptr, MatrixTask::outcome().matrix, Meaning::walk};
    }

private:
    GrB_Info compute(GrB_Matrix *result) override {
        const auto function = graph_.has_weights() ? gba_random_walks_weighted : gba_random_walks;
        return function(result, graph_.matrix(), roots_.data(), roots_.size(), parameters_.length,
                        parameters_.seed);
    }

    std::vector<uint64_t> roots_;
};

} // namespace

std::unique_ptr<Task> make_walks(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Walks>(graph, parameters);
}
std::unique_ptr<Task> make_path(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Path>(graph, parameters);
}
std::unique_ptr<Task> make_ego(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Ego>(graph, parameters);
}

} // namespace grb::tool
