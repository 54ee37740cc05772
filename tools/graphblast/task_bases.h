// Base classes of tasks that own a vector or a matrix.
#pragma once

#include "tasks.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace grb::tool {

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

/// The values of a matrix as FP64, by rows and columns.
PerEdge to_edges(GrB_Matrix A);

/// The number of vertices with each value.
std::vector<std::pair<int64_t, uint64_t>> group_sizes(const PerVertex<int64_t> &groups);

/// "3 components, largest 12", and the same in `details`.
std::string describe_groups(const PerVertex<int64_t> &groups, const char *one, const char *many,
                            nlohmann::json &details);

class VectorTask : public Task {
public:
    using Task::Task;
    void run() final;
    Outcome outcome() const override { return {result_, nullptr, Meaning::number}; }

protected:
    virtual GrB_Info compute(GrB_Vector *result) = 0;
    template <class T>
    PerVertex<T> values() const {
        return to_values<T>(result_, graph_.size());
    }

private:
    Vector result_;
};

/// A search from the graph's source; its edges are the outgoing ones of the reached vertices.
class SearchTask : public VectorTask {
public:
    using VectorTask::VectorTask;
    std::string refuses() const override;
    bool has_source() const final { return true; }
    uint64_t edges() const final;
};

class MatrixTask : public Task {
public:
    using Task::Task;
    void run() final;
    Outcome outcome() const override { return {nullptr, result_, Meaning::number}; }

protected:
    virtual GrB_Info compute(GrB_Matrix *result) = 0;
    PerEdge values() const { return to_edges(result_); }

private:
    Matrix result_;
};

using MakeTask = std::unique_ptr<Task>(const RunGraph &, const Parameters &);
MakeTask make_bfs_levels, make_bfs_parents, make_sssp, make_spanning_forest;
MakeTask make_path, make_ego, make_walks;
MakeTask make_pagerank, make_betweenness, make_closeness;
MakeTask make_eigenvector, make_katz, make_hubs, make_authorities;
MakeTask make_triangles, make_coefficients, make_cores, make_truss, make_jaccard, make_cosine,
    make_overlap;
MakeTask make_components, make_strong_components, make_independent_set, make_colouring,
    make_label_propagation, make_louvain, make_leiden;

} // namespace grb::tool
