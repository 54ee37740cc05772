/// Tasks that say how central a vertex is: PageRank, betweenness, closeness.

#include "commands.h"
#include "results.h"
#include "task_bases.h"
#include "top_five.h"

#include <fmt/format.h>
#include <graphblast/algorithms.h>
#include <numeric>

namespace grb::tool {

namespace {

using nlohmann::json;

class PageRank : public VectorTask {
public:
    PageRank(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), transposed_(graph.transposed()),
          most_(parameters.iterations > 0 ? parameters.iterations : GBA_PAGERANK_MAX_ITERATIONS) {}
    uint64_t edges() const override {
        return VectorTask::edges() * static_cast<uint64_t>(iterations_);
    }
    std::string describe(json &details) const override {
        details = {{"iterations", iterations_},
                   {"parameters",
                    {{"damping", parameters_.damping},
                     {"tolerance", parameters_.tolerance},
                     {"iterations", most_},
                     {"dangling", parameters_.dangling},
                     {"precision", parameters_.precision}}}};
        std::string shown =
            fmt::format(", damping {}, tolerance {}", parameters_.damping, parameters_.tolerance);
        if (drops_sinks()) shown += ", dangling rank dropped";
        if (is_single()) shown += ", single precision";
        if (!parameters_.personal.empty()) {
            for (const uint64_t v : parameters_.personal)
                details["parameters"]["personal"].push_back(id_of(graph_.ids(), v));
            shown += fmt::format(", personal to {} vertices", parameters_.personal.size());
        }
        const std::string top = top_five(values<double>(), graph_.ids(), "rank", details);
        return fmt::format("{}{}, {}", counted(iterations_, "iteration", "iterations"), shown, top);
    }
    Verdict verify() const override {
        RankRule rule{parameters_.damping, parameters_.personal, drops_sinks()};
        if (parameters_.tolerance == 0) {
            rule.steps = iterations_;
            return check_pagerank(graph_.adjacency(), rule, values<double>(), rounding());
        }
        if (iterations_ == most_)
            return fmt::format("the step is not below the tolerance after {} iterations", most_);
        const double left = parameters_.damping / (1 - parameters_.damping);
        return check_pagerank(graph_.adjacency(), rule, values<double>(),
                              std::max(rounding(), 1.5 * left * parameters_.tolerance));
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        const gba_PageRankParameters given = {parameters_.damping,
                                              parameters_.tolerance,
                                              most_,
                                              parameters_.personal.data(),
                                              parameters_.personal.size(),
                                              drops_sinks(),
                                              is_single()};
        return gba_pagerank_with(result, &iterations_, graph_.matrix(), transposed_, &given);
    }

    bool drops_sinks() const { return parameters_.dangling == "drop"; }
    bool is_single() const { return parameters_.precision == "single"; }
    /// The difference of the ranks in the 1-norm that rounding may make. A sum of d numbers may be
    /// off by d roundings of FP32, and a step passes most of it on to the next.
    double rounding() const {
        if (!is_single()) return 1e-9;
        std::vector<uint64_t> edges_in(graph_.size());
        for (const uint64_t v : graph_.adjacency().list.cols) ++edges_in[v];
        const auto most = static_cast<double>(*std::max_element(edges_in.begin(), edges_in.end()));
        return std::max(1e-5, 6e-8 * most / (1 - parameters_.damping));
    }

    GrB_Matrix transposed_;
    int most_;
    int iterations_ = 0;
};

/// Starts from the named vertices, from all vertices of a small graph, or from a sample.
class PivotTask : public VectorTask {
public:
    PivotTask(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters),
          pivots_(!parameters.sources.empty()
                      ? parameters.sources
                      : graph.pivots(parameters.pivots > 0   ? parameters.pivots
                                     : graph.size() <= small ? graph.size()
                                                             : sample_size)) {}
    uint64_t edges() const override { return VectorTask::edges() * pivots_.size(); }

protected:
    static constexpr uint64_t small = 1024;
    static constexpr uint64_t sample_size = 16;
    /// The pivots of one product.
    static constexpr uint64_t batch = 32;

    std::string describe_top(const char *what, json &details) const {
        details["parameters"] = {{"pivots", pivots_.size()}};
        for (const uint64_t v : parameters_.sources)
            details["parameters"]["sources"].push_back(id_of(graph_.ids(), v));
        const std::string top = top_five(values<double>(), graph_.ids(), what, details);
        return fmt::format("{}, {}", counted(pivots_.size(), "pivot", "pivots"), top);
    }

    /// part(w, first, count) computes the result of some pivots; the sum of all is the task's.
    template <class Partial>
    GrB_Info add_partials(GrB_Vector *result, const Partial &partial) const {
        for (uint64_t first = 0; first < pivots_.size(); first += batch) {
            Vector one;
            const uint64_t count = std::min(batch, pivots_.size() - first);
            GrB_Info info = partial(one.out(), pivots_.data() + first, count);
            if (info >= GrB_SUCCESS && *result == nullptr) {
                std::swap(*result, *one.out());
                continue;
            }
            if (info >= GrB_SUCCESS)
                info = GrB_Vector_eWiseAdd_BinaryOp(*result, nullptr, nullptr, GrB_PLUS_FP64,
                                                    *result, one, nullptr);
            if (info < GrB_SUCCESS) return info;
        }
        return GrB_SUCCESS;
    }

    const std::vector<uint64_t> pivots_;
};

class Betweenness : public PivotTask {
public:
    using PivotTask::PivotTask;
    std::string describe(json &details) const override {
        std::string text = describe_top("betweenness", details);
        if (parameters_.normalize.empty()) return text;
        details["parameters"]["normalize"] = parameters_.normalize;
        return fmt::format("{}, over {}", text, parameters_.normalize);
    }
    Verdict verify() const override {
        return check_betweenness(graph_.adjacency(), pivots_, values<double>(), divisor());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        const GrB_Info info =
            add_partials(result, [&](GrB_Vector *w, const uint64_t *first, uint64_t count) {
                return gba_betweenness(w, graph_.matrix(), first, count);
            });
        return info < GrB_SUCCESS ? info : normalize(*result);
    }
    Divisor divisor() const {
        return parameters_.normalize == "max"     ? Divisor::largest
               : parameters_.normalize == "pairs" ? Divisor::pairs
                                                  : Divisor::one;
    }
    GrB_Info normalize(GrB_Vector w) const {
        double by = pairs_of(graph_.size(), pivots_.size());
        GrB_Info info = GrB_SUCCESS;
        if (divisor() == Divisor::largest)
            info = GrB_Vector_reduce_FP64(&by, nullptr, GrB_MAX_MONOID_FP64, w, nullptr);
        if (info < GrB_SUCCESS || divisor() == Divisor::one || by == 0) return info;
        return GrB_Vector_apply_BinaryOp2nd_FP64(w, nullptr, nullptr, GrB_DIV_FP64, w, by, nullptr);
    }
};

class Closeness : public PivotTask {
public:
    using PivotTask::PivotTask;
    std::string describe(json &details) const override {
        return describe_top("closeness", details);
    }
    Verdict verify() const override {
        return check_closeness(graph_.adjacency(), pivots_, values<double>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        return add_partials(result, [&](GrB_Vector *w, const uint64_t *first, uint64_t count) {
            return gba_closeness(w, graph_.matrix(), first, count);
        });
    }
};

} // namespace

std::unique_ptr<Task> make_pagerank(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<PageRank>(graph, parameters);
}
std::unique_ptr<Task> make_betweenness(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Betweenness>(graph, parameters);
}
std::unique_ptr<Task> make_closeness(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Closeness>(graph, parameters);
}

} // namespace grb::tool
