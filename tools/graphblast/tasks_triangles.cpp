/// Tasks that count neighbours and triangles: tc, lcc, kcore, ktruss, jaccard,
/// cosine, overlap.

#include "commands.h"
#include "task_bases.h"
#include "time_limit.h"

#include <fmt/format.h>
#include <graphblast/algorithms.h>

namespace grb::tool {

namespace {

using nlohmann::json;

class Triangles : public Task {
public:
    Triangles(const RunGraph &graph, const Parameters &parameters)
        : Task(graph, parameters), matrix_(graph.undirected()) {}
    void run() override {
        watched([&] { return gba_triangle_count(&count_, matrix_); }, "triangle_count");
    }
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

class Coefficients : public VectorTask {
public:
    Coefficients(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        double sum = 0;
        for (const auto &value : values<double>()) sum += value.value_or(0);
        const double mean = sum / static_cast<double>(graph_.size());
        details = {{"mean", mean}};
        return fmt::format("mean {:.6g}", mean);
    }
    Verdict verify() const override {
        return check_coefficients(graph_.adjacency(), graph_.undirected_adjacency(),
                                  values<double>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override {
        if (graph_.is_symmetric()) return gba_clustering_coefficients(result, matrix_);
        return gba_clustering_coefficients_directed(result, graph_.matrix(), matrix_);
    }

    GrB_Matrix matrix_;
};

class Cores : public VectorTask {
public:
    Cores(const RunGraph &graph, const Parameters &parameters)
        : VectorTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        const auto sizes = group_sizes(values<int64_t>());
        details = {{"largest_core", sizes.back().first}, {"vertices", sizes.back().second}};
        return fmt::format("largest core {} with {} vertices", sizes.back().first,
                           grouped(sizes.back().second));
    }
    Verdict verify() const override {
        return check_cores(graph_.undirected_adjacency(), values<int64_t>());
    }

private:
    GrB_Info compute(GrB_Vector *result) override { return gba_core_numbers(result, matrix_); }

    GrB_Matrix matrix_;
};

class Truss : public MatrixTask {
public:
    Truss(const RunGraph &graph, const Parameters &parameters)
        : MatrixTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        const uint64_t edges = values().rows.size() / 2;
        details = {{"edges", edges}, {"parameters", {{"k", parameters_.k}}}};
        return fmt::format("{}-truss of {} edges", parameters_.k, grouped(edges));
    }
    Verdict verify() const override {
        return check_truss(graph_.undirected_adjacency(), parameters_.k, values());
    }

private:
    GrB_Info compute(GrB_Matrix *result) override {
        return gba_k_truss(result, matrix_, parameters_.k);
    }

    GrB_Matrix matrix_;
};

/// jaccard, cosine or overlap.
template <Similarity kind, GrB_Info (*make)(GrB_Matrix *, GrB_Matrix)>
class SimilarityTask : public MatrixTask {
public:
    SimilarityTask(const RunGraph &graph, const Parameters &parameters)
        : MatrixTask(graph, parameters), matrix_(graph.undirected()) {}
    std::string describe(json &details) const override {
        const PerEdge edges = values();
        double largest = 0;
        for (const double value : edges.values) largest = std::max(largest, value);
        details = {{"edges", edges.rows.size() / 2}, {"largest", largest}};
        return fmt::format("{} edges with common neighbours, largest {:.6g}",
                           grouped(edges.rows.size() / 2), largest);
    }
    Verdict verify() const override {
        return check_similarity(graph_.undirected_adjacency(), kind, values());
    }

private:
    GrB_Info compute(GrB_Matrix *result) override { return make(result, matrix_); }

    GrB_Matrix matrix_;
};

} // namespace

std::unique_ptr<Task> make_triangles(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Triangles>(graph, parameters);
}
std::unique_ptr<Task> make_coefficients(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Coefficients>(graph, parameters);
}
std::unique_ptr<Task> make_cores(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Cores>(graph, parameters);
}
std::unique_ptr<Task> make_truss(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<Truss>(graph, parameters);
}
std::unique_ptr<Task> make_jaccard(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<SimilarityTask<Similarity::jaccard, gba_jaccard>>(graph, parameters);
}
std::unique_ptr<Task> make_cosine(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<SimilarityTask<Similarity::cosine, gba_cosine>>(graph, parameters);
}
std::unique_ptr<Task> make_overlap(const RunGraph &graph, const Parameters &parameters) {
    return std::make_unique<SimilarityTask<Similarity::overlap, gba_overlap>>(graph, parameters);
}

} // namespace grb::tool
