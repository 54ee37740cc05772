/// Tasks that find centralities by power iteration: eigenvector, katz, hits.

#include "commands.h"
#include "results.h"
#include "task_bases.h"
#include "top_five.h"

#include <fmt/format.h>
#include <graphblast/algorithms.h>

namespace grb::tool {

namespace {

using nlohmann::json;

class PowerTask : public VectorTask {
public:
    PowerTask(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), transposed_(graph.transposed()),
          most_(parameters.iterations > 0 ? parameters.iterations : usual_most) {}
    uint64_t edges() const override {
        return VectorTask::edges() * static_cast<uint64_t>(iterations_);
    }
    std::string describe(json &details) const override {
        details = {{"iterations", iterations_},
                   {"parameters", {{"tolerance", parameters_.tolerance}, {"iterations", most_}}}};
        const std::string more = describe_more(details);
        const std::string top = top_five(values<double>(), graph_.ids(), value_name(), details);
        return fmt::format("{}{}, tolerance {}, {}",
                           counted(iterations_, "iteration", "iterations"), more,
                           parameters_.tolerance, top);
    }
    Verdict verify() const override { return check({iterations_, parameters_.tolerance}); }

protected:
    static constexpr int usual_most = 1000;

    virtual const char *value_name() const = 0;
    virtual std::string describe_more(json & /*details*/) const { return {}; }
    virtual Verdict check(const PowerSteps &steps) const = 0;

    GrB_Matrix transposed_;
    int most_;
    int iterations_ = 0;
};

class Eigenvector : public PowerTask {
public:
    using PowerTask::PowerTask;

private:
    GrB_Info compute(GrB_Vector *result) override {
        return gba_eigenvector_centrality(result, &iterations_, transposed_, parameters_.tolerance,
                                          most_);
    }
    const char *value_name() const override { return "eigenvector"; }
    Verdict check(const PowerSteps &steps) const override {
        return check_eigenvector(graph_.adjacency(), steps, values<double>());
    }
};

class Katz : public PowerTask {
public:
    Katz(const RunGraph &graph, const Parameters &parameters)
        : PowerTask(graph, parameters),
          alpha_(parameters.alpha > 0 ? parameters.alpha : usual_alpha()) {}

private:
    GrB_Info compute(GrB_Vector *result) override {
        const gba_KatzParameters given = {alpha_, parameters_.beta, parameters_.tolerance, most_};
        return gba_katz_centrality(result, &iterations_, transposed_, &given);
    }
    const char *value_name() const override { return "katz"; }
    std::string describe_more(json &details) const override {
        details["parameters"]["alpha"] = alpha_;
        details["parameters"]["beta"] = parameters_.beta;
        return fmt::format(", alpha {:.6g}, beta {}", alpha_, parameters_.beta);
    }
    Verdict check(const PowerSteps &steps) const override {
        return check_katz(graph_.adjacency(), steps, alpha_, parameters_.beta, values<double>());
    }
    /// The largest eigenvalue is at most the largest number of edges into a vertex.
    double usual_alpha() const {
        std::vector<uint64_t> edges_in(graph_.size());
        for (const uint64_t v : graph_.adjacency().list.cols) ++edges_in[v];
        const uint64_t most = *std::max_element(edges_in.begin(), edges_in.end());
        return 0.9 / static_cast<double>(std::max<uint64_t>(1, most));
    }

    double alpha_;
};

/// One of the two results of gba_hits.
class HitsTask : public PowerTask {
public:
    using PowerTask::PowerTask;

protected:
    GrB_Info find(GrB_Vector *hubs, GrB_Vector *authorities) {
        return gba_hits(hubs, authorities, &iterations_, graph_.matrix(), transposed_,
                        parameters_.tolerance, most_);
    }
};

class Hubs : public HitsTask {
public:
    using HitsTask::HitsTask;

private:
    GrB_Info compute(GrB_Vector *result) override {
        Vector other;
        return find(result, other.out());
    }
    const char *value_name() const override { return "hub"; }
    Verdict check(const PowerSteps &steps) const override {
        return check_hubs(graph_.adjacency(), steps, values<double>());
    }
};

class Authorities : public HitsTask {
public:
    using HitsTask::HitsTask;

private:
    GrB_Info compute(GrB_Vector *result) override {
        Vector other;
        return find(other.out(), result);
    }
    const char *value_name() const override { return "authority"; }
    Verdict check(const PowerSteps &steps) const override {
        return check_authorities(graph_.adjacency(), steps, values<double>());
    }
};

} // namespace

std::unique_ptr<Task> make_eigenvector(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Eigenvector>(graph, parameters);
}
std::unique_ptr<Task> make_katz(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Katz>(graph, parameters);
}
std::unique_ptr<Task> make_hubs(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Hubs>(graph, parameters);
}
std::unique_ptr<Task> make_authorities(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Authorities>(graph, parameters);
}

} // namespace grb::tool
