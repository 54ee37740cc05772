/// Tasks around given vertices: ego.

#include "commands.h"
#include "task_bases.h"

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

} // namespace

std::unique_ptr<Task> make_ego(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Ego>(graph, parameters);
}

} // namespace grb::tool
