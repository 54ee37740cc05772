/// Tasks that divide the vertices: components, independent sets, colours, communities.

#include "commands.h"
#include "task_bases.h"

#include <fmt/format.h>
#include <graphblast/algorithms.h>

namespace grb::tool {

namespace {

using nlohmann::json;

/// The values are the smallest vertex of each group.
class GroupTask : public VectorTask {
public:
    using VectorTask::VectorTask;
    Outcome outcome() const override {
        return {VectorTask::outcome().vector, nullptr, Meaning::group};
    }
};

class Components : public GroupTask {
public:
    Components(const RunGraph &graph, const Parameters &parameters)
        : GroupTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        return describe_groups(values<int64_t>(), "component", "components", details);
    }
    Verdict verify() const override {
        return check_components(graph_.undirected_adjacency(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_connected_components(result, matrix_);
    }

    GrB_Matrix matrix_;
};

class StrongComponents : public GroupTask {
public:
    using GroupTask::GroupTask;
    std::string describe(json &details) const override {
        return describe_groups(values<int64_t>(), "component", "components", details);
    }
    Verdict verify() const override {
        return check_strong_components(graph_.adjacency(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_strong_components(result, graph_.matrix());
    }
};

class IndependentSet : public VectorTask {
public:
    IndependentSet(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        const uint64_t vertices = present(values<int64_t>());
        details = {{"vertices", vertices}, {"parameters", {{"seed", parameters_.seed}}}};
        return fmt::format("{}, seed {}", counted(vertices, "vertex", "vertices"),
                           parameters_.seed);
    }
    Verdict verify() const override {
        return check_independent_set(graph_.undirected_adjacency(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_independent_set(result, matrix_, parameters_.seed);
    }

    GrB_Matrix matrix_;
};

class Colouring : public VectorTask {
public:
    Colouring(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        const uint64_t colours = group_sizes(values<int64_t>()).size();
        details = {{"colours", colours}, {"parameters", {{"seed", parameters_.seed}}}};
        return fmt::format("{} colour{}, seed {}", colours, colours == 1 ? "" : "s",
                           parameters_.seed);
    }
    Verdict verify() const override {
        return check_colours(graph_.undirected_adjacency(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_colouring(result, matrix_, parameters_.seed);
    }

    GrB_Matrix matrix_;
};

class LabelPropagation : public GroupTask {
public:
    LabelPropagation(const RunGraph &graph, const Parameters &parameters)
        : GroupTask(graph, parameters),
          most_(parameters.iterations > 0 ? parameters.iterations : 20) {}
    uint64_t edges() const override { return GroupTask::edges() * static_cast<uint64_t>(rounds_); }
    std::string describe(json &details) const override {
        const std::string text =
            describe_groups(values<int64_t>(), "community", "communities", details);
        details["rounds"] = rounds_;
        details["parameters"] = {{"iterations", most_}};
        return fmt::format("{}, {}", text, counted(rounds_, "round", "rounds"));
    }
    Verdict verify() const override {
        return check_labels(graph_.adjacency(), rounds_, values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_label_propagation(result, &rounds_, graph_.matrix(), most_);
    }

    int most_;
    int rounds_ = 0;
};

class Communities : public GroupTask {
public:
    Communities(const RunGraph &graph, const Parameters &parameters)
        : GroupTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        const std::string text =
            describe_groups(values<int64_t>(), "community", "communities", details);
        details["modularity"] = modularity_;
        details["parameters"] = {{"resolution", parameters_.resolution},
                                 {"seed", parameters_.seed}};
        return fmt::format("{}, modularity {:.6g}, resolution {}, seed {}", text, modularity_,
                           parameters_.resolution, parameters_.seed);
    }
    Verdict verify() const override {
        return check_communities(graph_.undirected_adjacency(), parameters_.resolution, modularity_,
                                 values<int64_t>());
    }

protected:
    GrB_Matrix matrix_;
    double modularity_ = 0;
};

class Louvain : public Communities {
public:
    using Communities::Communities;

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_louvain(result, &modularity_, matrix_, parameters_.resolution, parameters_.seed);
    }
};

class Leiden : public Communities {
public:
    using Communities::Communities;
    Verdict verify() const override {
        if (const Verdict wrong = Communities::verify()) return wrong;
        return check_connected(graph_.undirected_adjacency(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_leiden(result, &modularity_, matrix_, parameters_.resolution, parameters_.seed);
    }
};

} // namespace

std::unique_ptr<Task> make_components(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Components>(graph, parameters);
}
std::unique_ptr<Task> make_strong_components(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<StrongComponents>(graph, parameters);
}
std::unique_ptr<Task> make_independent_set(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<IndependentSet>(graph, parameters);
}
std::unique_ptr<Task> make_colouring(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Colouring>(graph, parameters);
}
std::unique_ptr<Task> make_label_propagation(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<LabelPropagation>(graph, parameters);
}

std::unique_ptr<Task> make_louvain(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Louvain>(graph, parameters);
}
std::unique_ptr<Task> make_leiden(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Leiden>(graph, parameters);
}

} // namespace grb::tool
